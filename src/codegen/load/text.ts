import { Buffer, isUtf8 } from 'node:buffer';
import { DescriptionError } from '../description-error.ts';

/**
 * The text of a file's bytes: UTF-8, with or without a byte-order mark.
 *
 * @throws DescriptionError `unreadable` for UTF-16, UTF-32 and bytes that are no UTF-8.
 */
export function decode(bytes: Uint8Array, name: string): string {
  if (looksWide(bytes)) {
    throw new DescriptionError('unreadable', `${name} is UTF-16 or UTF-32 text; save it as UTF-8.`);
  }
  if (!isUtf8(bytes)) throw new DescriptionError('unreadable', `${name} is not UTF-8 text; save it as UTF-8.`);
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
  return text.startsWith('\uFEFF') ? text.slice(1) : text;
}

/** The 1-based line of an offset in the text; CRLF, LF and a lone CR each end one. */
export function lineAt(text: string, offset: number): number {
  let line = 1;
  for (let i = 0; i < offset; i++) {
    const c = text.charCodeAt(i);
    if (c === 10 || (c === 13 && text.charCodeAt(i + 1) !== 10)) line++;
  }
  return line;
}

/** A byte-order mark of UTF-16 or UTF-32, or NUL among the first four bytes (YAML 1.2.2, section 5.2). */
function looksWide(bytes: Uint8Array): boolean {
  const [a, b] = bytes;
  return (a === 0xff && b === 0xfe) || (a === 0xfe && b === 0xff) || bytes.subarray(0, 4).includes(0);
}
