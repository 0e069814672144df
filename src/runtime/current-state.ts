/** The one read before a write is asked about: the thing as it is now, by the tool that the catalogue names for it. */
import type { Tool } from '../catalogue/index.ts';
import type { CurrentState, Plan } from './gate/decision.ts';
import type { SendResult } from './http/send-result.ts';
import { buildRequest } from './request/build-request.ts';
import type { PlannedRequest } from './request/planned-request.ts';

/** Sends a read; see `Upstream.send`. */
export type Read = (tool: Tool, request: PlannedRequest) => Promise<SendResult>;

/** @returns `none` where nothing reads it or the write's own arguments do not say which thing it is. */
export async function readCurrentState(
  plan: Plan,
  tools: ReadonlyMap<string, Tool>,
  read: Read,
): Promise<CurrentState> {
  const reading = plan.tool.before === undefined ? undefined : tools.get(plan.tool.before);
  if (reading === undefined || reading.type !== 'Lectura') return { kind: 'none' };
  const args = sameArguments(plan, reading);
  if (args === undefined) return { kind: 'none' };
  const sent = await read(reading, buildRequest(reading, args));
  if (sent.kind !== 'response' || sent.status >= 300 || sent.truncated) return { kind: 'unreadable' };
  const etag = sent.headers.find(([name]) => name === 'etag')?.[1];
  try {
    const value: unknown = JSON.parse(Buffer.from(sent.body).toString('utf8'));
    return { kind: 'read', value, ...(etag !== undefined && { etag }) };
  } catch {
    return { kind: 'unreadable' };
  }
}

/** The reading's required arguments, taken from the write's by their names on the wire. */
function sameArguments({ tool, args }: Plan, reading: Tool): Record<string, unknown> | undefined {
  const given = new Map(
    tool.arguments.filter((a) => Object.hasOwn(args, a.name)).map((a) => [a.wireName, args[a.name]]),
  );
  const needed = reading.arguments.filter((a) => a.required);
  if (needed.some((a) => !given.has(a.wireName))) return undefined;
  return Object.fromEntries(needed.map((a) => [a.name, given.get(a.wireName)]));
}

/**
 * The request with the entity tag of the state that was shown (RFC 9110, 13.1.1), where the API takes one and the call gave
 * none: then the API itself refuses the write if the thing changed after all. A weak tag never matches, so it is not sent.
 */
export function withEntityTag({ tool, args, request, state }: Plan): PlannedRequest {
  const condition = tool.arguments.find((a) => a.in === 'header' && a.wireName.toLowerCase() === 'if-match');
  const etag = state.kind === 'read' ? state.etag : undefined;
  if (
    condition === undefined ||
    etag === undefined ||
    !/^"[\x21\x23-\x7e]*"$/.test(etag) ||
    Object.hasOwn(args, condition.name)
  )
    return request;
  return { ...request, headers: [...request.headers, ['if-match', etag]] };
}
