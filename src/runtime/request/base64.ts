/** Base64 text → the bytes it stands for. A path or a URL is not read: it is refused as what it is, no base64. */
import { RequestError } from './request-error.ts';

export interface Decoded {
  bytes: Uint8Array;
  /** The media type of a `data:` URL, where that is what was given. */
  mediaType?: string;
}

/**
 * Takes RFC 4648 base64, with white space; base64url, padded or not; and a whole `data:…;base64,` URL, which assistants
 * send. Anything else is refused rather than decoded to something near.
 * @throws RequestError bad_base64, naming the argument
 */
export function decodeBase64(value: unknown, argument: string): Decoded {
  const refuse = (): never => {
    const message = `${argument} must be the content itself in base64, not a path, a URL or plain text. Encode it and call again.`;
    throw new RequestError('bad_base64', message, argument);
  };
  if (typeof value !== 'string') return refuse();
  const url = /^data:([a-z0-9!#$&^_.+-]+\/[a-z0-9!#$&^_.+-]+)?[^,]*;base64,/i.exec(value.slice(0, 300));
  const text = value.slice(url?.[0].length ?? 0).replace(/\s+/g, '');
  const urlSafe = /[-_]/.test(text);
  const standard = urlSafe ? text.replaceAll('-', '+').replaceAll('_', '/') : text;
  const padded =
    urlSafe && standard.length % 4 > 1
      ? standard.replace(/={1,2}$/, '').padEnd(Math.ceil(standard.length / 4) * 4, '=')
      : standard;
  const bytes = Buffer.from(padded, 'base64');
  // Buffer skips what it does not know; only what encodes back to the same text was base64.
  if (bytes.toString('base64') !== padded) return refuse();
  return url?.[1]
    ? { bytes: new Uint8Array(bytes), mediaType: url[1].toLowerCase() }
    : { bytes: new Uint8Array(bytes) };
}
