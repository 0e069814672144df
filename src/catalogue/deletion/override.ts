/** Names by which a request would ask the API to treat it as another method (`X-HTTP-Method-Override: DELETE`). */

const OVERRIDES = new Set([
  'xhttpmethodoverride', 'xmethodoverride', 'httpmethodoverride', 'methodoverride', 'overridemethod', 'overridehttpmethod',
  'xhttpmethod', 'xhttpoverride', 'xhttpverb', 'xhttpverboverride', 'xverboverride', 'verboverride', 'xoverridemethod',
  'xoriginalmethod', 'xrestmethod', 'xrequestmethodoverride', 'requestmethodoverride', 'xtunneledmethod', 'xhttpmethodoverrides',
]); // biome-ignore format: a table

/**
 * Whether a header, or a query or body parameter, overrides the method: never an argument. Case, `-`, `_` and other punctuation
 * do not count; `_method` and `$method` do, `method` alone does not.
 */
export function isOverrideHeader(name: string): boolean {
  const trimmed = name.trim().toLowerCase();
  if (/^(?:_+method_*|\$method|_http_method|__method__|_verb)$/.test(trimmed)) return true;
  return OVERRIDES.has(trimmed.slice(0, 100).replace(/[^a-z0-9]/g, ''));
}
