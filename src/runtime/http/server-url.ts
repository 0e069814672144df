/**
 * Where a planned request goes: the API's base URL, or the tool's own server, and the planned path below it.
 * The URL that leaves is the one that was planned: what a URL parser would rewrite, or move out of the base, is refused.
 */
import type { Tool } from '../../catalogue/index.ts';
import type { PlannedRequest } from '../request/planned-request.ts';
import { RequestError } from '../request/request-error.ts';

export interface RequestUrl {
  url: URL;
  /** False on an origin that is neither the base URL's nor trusted: nothing secret may go there. */
  credentialsAllowed: boolean;
}

/**
 * @param base the API's base URL; its path is kept, with or without a slash at the end
 * @param trustedOrigins further origins that get credentials: `https://uploads.example.com`
 * @throws RequestError unsafe_url
 */
export function requestUrl(
  base: URL,
  tool: Pick<Tool, 'name' | 'server'>,
  planned: Pick<PlannedRequest, 'path' | 'query'>,
  trustedOrigins: readonly string[],
): RequestUrl {
  const server = serverUrl(base, tool);
  const root = server.pathname.replace(/\/+$/, '');
  const text = `${server.origin}${root}${planned.path}${planned.query === '' ? '' : `?${planned.query}`}`;
  const url = parse(text, tool);
  const same =
    url.origin === server.origin &&
    url.pathname === root + planned.path &&
    url.search === (planned.query === '' ? '' : `?${planned.query}`) &&
    url.hash === '';
  if (!same) {
    throw new RequestError(
      'unsafe_url',
      `${tool.name}: the arguments would lead to another address than ${tool.name}'s own. Give plain values.`,
    );
  }
  return {
    url,
    credentialsAllowed: url.origin === base.origin || trustedOrigins.some((o) => originOf(o) === url.origin),
  };
}

/** The tool's own server, absolute or relative to the base URL (RFC 3986, section 5), else the base URL. */
function serverUrl(base: URL, tool: Pick<Tool, 'name' | 'server'>): URL {
  if (tool.server === undefined) return check(base, tool);
  const folder = new URL(base);
  if (!folder.pathname.endsWith('/')) folder.pathname += '/';
  return check(parse(tool.server, tool, folder), tool);
}

function check(url: URL, tool: Pick<Tool, 'name'>): URL {
  const refuse = (what: string) => {
    throw new RequestError(
      'unsafe_url',
      `${tool.name}: its server URL ${what}. Correct the description or the base URL.`,
    );
  };
  if (url.protocol !== 'https:' && url.protocol !== 'http:') refuse('is neither https nor http');
  if (url.username !== '' || url.password !== '') refuse('holds a user name or password');
  if (/%2f|%5c|%2e/i.test(url.pathname)) refuse('has encoded slashes or dots in its path');
  return url;
}

function parse(text: string, tool: Pick<Tool, 'name'>, base?: URL): URL {
  try {
    return new URL(text, base);
  } catch {
    throw new RequestError(
      'unsafe_url',
      `${tool.name}: its server URL is not a URL. Correct the description or set the base URL.`,
    );
  }
}

function originOf(text: string): string | undefined {
  try {
    return new URL(text).origin;
  } catch {
    return undefined;
  }
}
