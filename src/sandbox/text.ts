/** Finding words in what people wrote. */

/** Whether every word of `query` is in one of the texts; upper and lower case and accents are alike. */
export function matches(query: string | undefined, ...texts: (string | null | undefined)[]): boolean {
  if (query === undefined) return true;
  const all = plain(texts.filter((t) => t != null).join('\n'));
  return plain(query)
    .split(/\s+/)
    .every((word) => all.includes(word));
}

/** Order of names, as a Spanish reader expects it. */
export function byName(a: string, b: string): number {
  return a.localeCompare(b, 'es') || (a < b ? -1 : a > b ? 1 : 0);
}

export function sameText(a: string, b: string): boolean {
  return plain(a) === plain(b);
}

function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim();
}
