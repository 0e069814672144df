/** A stream of bytes → at most `maxBytes` of them. An endless stream ends at the cap; a bomb is never held whole. */
export async function readBody(
  stream: AsyncIterable<Uint8Array> | null | undefined,
  maxBytes: number,
): Promise<{ body: Uint8Array; truncated: boolean }> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  let truncated = false;
  // Leaving the loop early cancels the stream, and with it the connection.
  for await (const chunk of stream ?? []) {
    const room = maxBytes - size;
    if (chunk.byteLength > room) {
      chunks.push(chunk.subarray(0, room));
      size = maxBytes;
      truncated = true;
      break;
    }
    chunks.push(chunk);
    size += chunk.byteLength;
  }
  const body = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    body.set(chunk, at);
    at += chunk.byteLength;
  }
  return { body, truncated };
}
