/**
 * Where an API is. A relative server (`/api/v3`) is resolved against what the operator gave; an absolute one is replaced by it.
 * @param server the description's, see `Api.baseUrl`. @param given by a setting or `--base-url`; absolute.
 * @returns absolute; undefined where neither says it.
 */
export function baseUrlOf(server: string | undefined, given: string | undefined): string | undefined {
  const absolute = server !== undefined && /^https?:\/\//i.test(server);
  if (given === undefined) return absolute ? server : undefined;
  return absolute || server === undefined ? given : new URL(server, given).href;
}
