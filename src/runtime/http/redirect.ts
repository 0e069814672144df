/** What a redirect answer means for a request (RFC 9110, 15.4). Only reads are redirected, only within their origin. */
import type { ToolType } from '../../catalogue/index.ts';
import type { Outgoing } from './exchange.ts';
import type { ApiResponse } from './send-result.ts';

const MAX_REDIRECTS = 5;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

export type Redirection = { follow: Outgoing } | { stay: NonNullable<ApiResponse['redirect']> } | undefined;

/** undefined: no redirect. `follow`: the next request. `stay`: where it pointed, and why it was not followed. */
export function redirection(
  request: Outgoing,
  type: ToolType,
  status: number,
  location: string | undefined,
  followed: number,
): Redirection {
  if (!REDIRECTS.has(status) || location === undefined) return undefined;
  if (type === 'Escritura') return { stay: { location, reason: 'write' } };
  let url: URL;
  try {
    url = new URL(location, request.url);
  } catch {
    return { stay: { location, reason: 'invalid' } };
  }
  url.hash = '';
  if (url.origin !== request.url.origin || url.username !== '' || url.password !== '') {
    return { stay: { location, reason: 'other_origin' } };
  }
  if (followed >= MAX_REDIRECTS) return { stay: { location, reason: 'too_many' } };
  const { method } = request;
  const toGet = (status === 303 && method !== 'HEAD') || ((status === 301 || status === 302) && method === 'POST');
  if (!toGet) return { follow: { ...request, url } };
  const headers = request.headers.filter(([name]) => !name.startsWith('content-'));
  return { follow: { method: 'GET', url, headers } };
}
