/**
 * GET and HEAD with a body, which fetch refuses to send (Fetch, 5.3) and some APIs want (searches, mostly).
 * The same in and out as the client; over node:http and node:https. Never follows a redirect.
 */
import http from 'node:http';
import https from 'node:https';
import type { Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { type Answer, BrokenAnswer, type ExchangeLimits, type Outgoing } from './exchange.ts';
import { readBody } from './read-body.ts';

/** @throws the connection's error; BrokenAnswer where the answer had begun */
export async function exchangeByNode(request: Outgoing, { signal, maxBytes }: ExchangeLimits): Promise<Answer> {
  const response = await begin(request, signal);
  const status = response.statusCode ?? 0;
  const headers: [string, string][] = [];
  for (let i = 0; i + 1 < response.rawHeaders.length; i += 2) {
    headers.push([(response.rawHeaders[i] ?? '').toLowerCase(), response.rawHeaders[i + 1] ?? '']);
  }
  try {
    return { status, headers, ...(await readBody(decompressed(response), maxBytes)) };
  } catch (error) {
    throw new BrokenAnswer(status, signal.aborted ? signal.reason : error);
  } finally {
    response.destroy();
  }
}

function begin(request: Outgoing, signal: AbortSignal): Promise<http.IncomingMessage> {
  return new Promise((resolve, reject) => {
    const body = request.body === undefined ? undefined : Buffer.from(request.body);
    const send = request.url.protocol === 'https:' ? https.request : http.request;
    const headers = { 'accept-encoding': 'gzip, deflate', ...Object.fromEntries(request.headers) };
    const outgoing = send(request.url, { method: request.method, headers, signal, agent: false });
    if (body) outgoing.setHeader('content-length', body.byteLength);
    outgoing.on('response', resolve);
    outgoing.on('error', (error) => reject(signal.aborted ? signal.reason : error));
    outgoing.end(body);
  });
}

function decompressed(response: http.IncomingMessage): Readable {
  const coding = response.headers['content-encoding']?.trim().toLowerCase();
  const unpack =
    coding === 'gzip' || coding === 'x-gzip'
      ? createGunzip()
      : coding === 'deflate'
        ? createInflate()
        : coding === 'br'
          ? createBrotliDecompress()
          : undefined;
  if (unpack === undefined) return response;
  response.on('error', (error) => unpack.destroy(error));
  unpack.on('close', () => response.destroy());
  return response.pipe(unpack);
}
