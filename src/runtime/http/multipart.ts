/** Multipart parts → bytes and their boundary (RFC 7578; names escaped as HTML's multipart encoding does). */
import { createHash } from 'node:crypto';
import type { PlannedPart } from '../request/planned-request.ts';

/** The same parts give the same bytes: the boundary is their digest, so that no part can hold it but by breaking SHA-256. */
export function multipartBytes(parts: PlannedPart[]): { boundary: string; bytes: Uint8Array } {
  const hash = createHash('sha256');
  for (const part of parts) {
    hash.update(`${part.name}\0${part.filename ?? ''}\0${part.contentType ?? ''}\0${part.content.length}\0`);
    hash.update(part.content);
  }
  const boundary = `----nuntius-${hash.digest('hex').slice(0, 32)}`;
  const chunks = parts.flatMap((part) => [
    Buffer.from(`--${boundary}\r\n${partHeaders(part)}\r\n\r\n`),
    Buffer.from(part.content),
    Buffer.from('\r\n'),
  ]);
  return { boundary, bytes: new Uint8Array(Buffer.concat([...chunks, Buffer.from(`--${boundary}--\r\n`)])) };
}

function partHeaders(part: PlannedPart): string {
  const file = part.filename === undefined ? '' : `; filename="${quoted(part.filename)}"`;
  const type = part.contentType === undefined ? '' : `\r\nContent-Type: ${part.contentType.replace(/[\r\n]/g, '')}`;
  return `Content-Disposition: form-data; name="${quoted(part.name)}"${file}${type}`;
}

function quoted(text: string): string {
  return text.replaceAll('\r', '%0D').replaceAll('\n', '%0A').replaceAll('"', '%22');
}
