/**
 * A tool and its validated arguments → the request that will be sent, as plain data. Pure: reads nothing, sends nothing,
 * knows no credentials. The same arguments always give the same request.
 */
import type { Tool } from '../../catalogue/index.ts';
import { buildBody } from './body.ts';
import { buildHeaders } from './header.ts';
import { isJsonMediaType } from './json.ts';
import { refuseMethodOverride } from './method-override.ts';
import { buildPath } from './path.ts';
import type { PlannedRequest } from './planned-request.ts';
import { buildQuery } from './query.ts';

/**
 * @param args by argument name; int64 values may be bigint. Arguments that the tool does not have are not looked at.
 * @throws RequestError naming the argument; nothing of the request is usable then
 */
export function buildRequest(tool: Tool, args: Record<string, unknown>): PlannedRequest {
  const { path, query: fixed } = buildPath(tool, args);
  const query = [fixed, buildQuery(tool.arguments, args)].filter((part) => part !== '').join('&');
  const headers = buildHeaders(tool.arguments, args);
  const body = buildBody(tool, args);
  headers.push(['accept', accept(tool.accepts)]);
  if (body !== undefined && tool.body !== undefined)
    headers.push(['content-type', contentType(tool.body.mediaType, body.kind)]);
  const planned: PlannedRequest = {
    method: tool.method,
    path,
    query,
    headers,
    ...(body === undefined ? {} : { body }),
  };
  refuseMethodOverride(planned);
  return planned;
}

/** JSON first wherever the API has it: that is what an assistant reads best and what keeps numbers exact. */
function accept(types: string[] | undefined): string {
  const legal = (types ?? []).filter((t) =>
    /^[\w!#$&^.+*-]+\/[\w!#$&^.+*-]+( *; *[\w-]+=("[^"\r\n]*"|[\w.+-]+))*$/.test(t),
  );
  const json = legal.filter(isJsonMediaType);
  // A stream of events has no end that a call could wait for: it is taken only where there is nothing else.
  const others = legal.filter((t) => !isJsonMediaType(t) && (legal.length === 1 || !/^text\/event-stream/i.test(t)));
  if (legal.length === 0) return '*/*';
  return [...json, ...others.map((t) => (json.length > 0 && !/;\s*q=/.test(t) ? `${t};q=0.9` : t))].join(', ');
}

/** Text is always sent as UTF-8, so a text type says so. */
function contentType(mediaType: string, kind: string): string {
  if (kind !== 'text' || !/^text\//i.test(mediaType)) return mediaType;
  return /charset=/i.test(mediaType)
    ? mediaType.replace(/charset=[^;]*/i, 'charset=utf-8')
    : `${mediaType}; charset=utf-8`;
}
