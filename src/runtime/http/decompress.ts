/** An answer's body as it was before its content codings (RFC 9110, 8.4). A coding that is not known leaves it as it is. */
import type { IncomingMessage } from 'node:http';
import type { Readable, Transform } from 'node:stream';
import { constants, createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import type { Answer } from './exchange.ts';

/** A server that ends its stream early has said what it said, as for browsers. */
const LENIENT = { flush: constants.Z_SYNC_FLUSH, finishFlush: constants.Z_SYNC_FLUSH };
const DECODERS: Record<string, () => Transform> = {
  gzip: () => createGunzip(LENIENT),
  'x-gzip': () => createGunzip(LENIENT),
  deflate: () => createInflate(LENIENT),
  br: () => createBrotliDecompress(),
};
/** More of them are an attack. */
const MAX_CODINGS = 5;

/**
 * @param headers of the response, names in lower case: Node's own `headers` would be built anew from them.
 * @returns a stream to read in place of the response; to destroy it destroys the response.
 */
export function decompressed(response: IncomingMessage, headers: Answer['headers'], method: string): Readable {
  const coding = fieldOf(headers, 'content-encoding');
  if (coding === undefined || method === 'HEAD' || [204, 304].includes(response.statusCode ?? 0)) return response;
  if (fieldOf(headers, 'content-length') === '0') return response;
  const names = coding.toLowerCase().split(',').reverse();
  const decoders = names.slice(0, MAX_CODINGS).map((name) => DECODERS[name.trim()]);
  if (names.length > MAX_CODINGS || decoders.includes(undefined)) return response;
  return decoders.reduce<Readable>(
    (from, decoder) => (decoder === undefined ? from : through(from, decoder())),
    response,
  );
}

function through(from: Readable, to: Transform): Readable {
  from.on('error', (error) => to.destroy(error));
  to.on('close', () => from.destroy());
  return from.pipe(to);
}

function fieldOf(headers: Answer['headers'], name: string): string | undefined {
  const values = headers.flatMap(([header, value]) => (header === name ? [value] : []));
  return values.length === 0 ? undefined : values.join(',');
}
