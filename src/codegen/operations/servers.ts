/** Server Objects (OpenAPI 3.1, 4.8.5) → one URL, its variables filled with their defaults. */
import { DescriptionError } from '../description-error.ts';
import type { Json } from '../load/document.ts';
import { isObject } from '../pointer.ts';

/**
 * The URL of the first usable server; relative where the description's is and `documentUrl` is not known
 * (a relative server is relative to the document: 4.8.5). Undefined where there is none.
 */
export function serverUrl(servers: Json | undefined, documentUrl?: string): string | undefined {
  if (!Array.isArray(servers)) return undefined;
  for (const server of servers) {
    if (!isObject(server) || typeof server.url !== 'string') continue;
    const url = fill(server.url, isObject(server.variables) ? server.variables : {}).trim();
    const resolved = resolve(url, documentUrl);
    if (resolved !== undefined) return resolved;
  }
  return undefined;
}

/**
 * The server that a path item or an operation names for itself; undefined where it names none, or "", the API's own.
 * @throws DescriptionError where none can be called: to take the API's own instead would send the call elsewhere.
 */
export function ownServer(servers: Json | undefined, pointer: string): string | undefined {
  const url = serverUrl(servers);
  if (url !== undefined || !namesServer(servers)) return url;
  throw new DescriptionError('invalid_operation', 'none of its servers has a URL that can be called', pointer);
}

/** Whether `servers` means to say anything: null, an empty list and the URL "" do not. */
export function namesServer(servers: Json | undefined): boolean {
  if (servers === undefined || servers === null) return false;
  return !Array.isArray(servers) || servers.some((server) => !isObject(server) || server.url !== '');
}

function fill(url: string, variables: Record<string, Json>): string {
  return url.replace(/\{([^{}]+)\}/g, (whole, name: string) => {
    const variable = Object.hasOwn(variables, name) ? variables[name] : undefined;
    if (!isObject(variable)) return whole;
    const value = variable.default ?? (Array.isArray(variable.enum) ? variable.enum[0] : undefined);
    return value === undefined || value === null || typeof value === 'object' ? whole : String(value);
  });
}

/** A URL that a request can go to, or a path below an address that a setting gives; undefined where it is neither. */
function resolve(url: string, documentUrl: string | undefined): string | undefined {
  if (url === '' || /[{}]/.test(url)) return undefined;
  const absolute = /^[a-z][a-z0-9+.-]*:/i.test(url);
  const parsed = parse(url, documentUrl ?? (absolute ? undefined : NOWHERE));
  if (parsed === undefined || !/^https?:$/.test(parsed.protocol)) return undefined;
  // No request can be sent to a URL with a user name in it (Fetch, 5.4).
  if (parsed.username !== '' || parsed.password !== '') return undefined;
  // `//host/v1`, or a backslash that a URL parser reads as a slash, names a host: it is not relative.
  if (!absolute && documentUrl === undefined) return parsed.origin === NOWHERE ? url : parsed.href;
  return absolute ? url : parsed.href;
}

const NOWHERE = 'https://x.invalid';

function parse(url: string, base: string | undefined): URL | undefined {
  return URL.canParse(url, base) ? new URL(url, base) : undefined;
}
