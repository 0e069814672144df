/** A stream of bytes → at most `maxBytes` of them. An endless stream ends at the cap; a bomb is never held whole. */
import type { Readable } from 'node:stream';

/** @throws the stream's error, also where it closes before its end. */
export function readBody(stream: Readable, maxBytes: number): Promise<{ body: Uint8Array; truncated: boolean }> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let room = maxBytes;
    stream.on('data', (chunk: Buffer) => {
      chunks.push(chunk.subarray(0, room));
      room -= chunk.byteLength;
      if (room >= 0) return;
      resolve({ body: joined(chunks), truncated: true });
      stream.destroy();
    });
    stream.on('end', () => resolve({ body: joined(chunks), truncated: false }));
    stream.on('error', reject);
    stream.on('close', () => reject(new Error('the answer broke off')));
  });
}

function joined(chunks: Buffer[]): Uint8Array {
  const { buffer, byteOffset, byteLength } = Buffer.concat(chunks);
  return new Uint8Array(buffer, byteOffset, byteLength);
}
