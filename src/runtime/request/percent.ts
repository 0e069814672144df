/** Percent-encoding of one value (RFC 3986, section 2). Refuses text that is no Unicode (a lone surrogate). */
import { RequestError } from './request-error.ts';

/** RFC 3986's reserved characters that are safe inside a query value: not `& # + [ ]`, nor `'`, which URL parsers rewrite. */
const RESERVED_IN_QUERY = new Set(':/?@!$()*,;=');
/** The same inside a path segment, where `/` and `?` would end it. */
const RESERVED_IN_PATH = new Set(':@!$()*,;=&+');

export type Encode = (text: string) => string;

/** Everything but RFC 3986's unreserved characters, `A-Z a-z 0-9 - . _ ~`, becomes `%XX` of its UTF-8. */
export function percentEncode(text: string): string {
  if (hasLoneSurrogate(text)) {
    throw new RequestError(
      'unencodable_value',
      'A value holds half of a Unicode character. Send it again as whole text.',
    );
  }
  return encodeURIComponent(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
}

/** `allowReserved` in a query: RFC 6570, section 3.2.3; triplets such as `%2F` pass through (OpenAPI 3.1.1, 4.8.12.2). */
export const reservedInQuery: Encode = (text) => encodeExcept(text, RESERVED_IN_QUERY);

/** `allowReserved` in a path (OpenAPI 3.2): never `/`, `?`, `#`; triplets are encoded, since `%2F` could end a segment. */
export const reservedInPath: Encode = (text) =>
  Array.from(text, (c) => (RESERVED_IN_PATH.has(c) ? c : percentEncode(c))).join('');

/** Literal text of a path template: what URL parsers would rewrite is encoded, triplets stay. */
export function encodeLiteral(text: string): string {
  return text.replace(/%(?![0-9A-Fa-f]{2})|[^A-Za-z0-9\-._~!$&'()*+,;=:@/%]+/g, percentEncode);
}

function hasLoneSurrogate(text: string): boolean {
  return /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/.test(text);
}

function encodeExcept(text: string, kept: Set<string>): string {
  return text
    .split(/(%[0-9A-Fa-f]{2})/)
    .map((piece, i) => (i % 2 === 1 ? piece : Array.from(piece, (c) => (kept.has(c) ? c : percentEncode(c))).join('')))
    .join('');
}
