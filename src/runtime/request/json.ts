/**
 * JSON text with every digit kept: a bigint is written as the number it is, which JSON.stringify refuses to do.
 * Own enumerable properties only, `__proto__` among them; undefined is left out as JSON.stringify does.
 */
export function jsonText(value: unknown): string {
  return write(value) ?? 'null';
}

function write(value: unknown): string | undefined {
  if (typeof value === 'bigint') return value.toString();
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map((item) => write(item) ?? 'null').join(',')}]`;
  const members: string[] = [];
  for (const [key, member] of Object.entries(value)) {
    const text = write(member);
    if (text !== undefined) members.push(`${JSON.stringify(key)}:${text}`);
  }
  return `{${members.join(',')}}`;
}

/** A JSON media type: `application/json`, `text/json` and everything that ends in `+json` (RFC 6839, section 3.1). */
export function isJsonMediaType(mediaType: string): boolean {
  return /^(application\/json|text\/json|[^;]+\+json)\s*(;|$)/i.test(mediaType.trim());
}
