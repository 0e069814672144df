/** Server Objects (OpenAPI 3.1, 4.8.5) → one URL, its variables filled with their defaults. */
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

function fill(url: string, variables: Record<string, Json>): string {
  return url.replace(/\{([^{}]+)\}/g, (whole, name: string) => {
    const variable = Object.hasOwn(variables, name) ? variables[name] : undefined;
    if (!isObject(variable)) return whole;
    if (variable.default !== undefined && variable.default !== null) return String(variable.default);
    return Array.isArray(variable.enum) && variable.enum.length > 0 ? String(variable.enum[0]) : whole;
  });
}

function resolve(url: string, documentUrl: string | undefined): string | undefined {
  if (/[{}]/.test(url)) return undefined;
  if (/^[a-z][a-z0-9+.-]*:/i.test(url)) return /^https?:\/\//i.test(url) && URL.canParse(url) ? url : undefined;
  if (url === '' || !URL.canParse(url, 'https://x.invalid')) return undefined;
  return documentUrl === undefined ? url : new URL(url, documentUrl).href;
}
