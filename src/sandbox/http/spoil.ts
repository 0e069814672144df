/** Answers that are wrong on the wire: what a client must survive. */
import type { ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { createGzip } from 'node:zlib';
import type { Answer } from './answer.ts';

export const SPOILS = [
  'slow',
  'hang',
  'hang-midway',
  'close-midway',
  'wrong-length',
  'bad-json',
  'endless',
  'gzip-bomb',
  'bad-gzip',
  'redirect',
  'redirect-loop',
] as const;
/** `hang`: no answer ever. `slow`: in ten pieces, over a second. `wrong-length`: longer than it says. */
export type Spoil = (typeof SPOILS)[number];

const CHUNK = Buffer.alloc(64 * 1024, 'x');
/** What a bomb unpacks to. */
const BOMB_BYTES = 200 * 1024 * 1024;

export async function writeSpoiled(
  outgoing: ServerResponse,
  { status, headers, body }: Answer,
  spoil: Spoil,
  target: string,
): Promise<void> {
  outgoing.on('error', () => {});
  const length = { 'Content-Length': body.length };
  switch (spoil) {
    case 'hang':
      return;
    case 'slow':
      outgoing.writeHead(status, { ...headers, ...length });
      for (let i = 0; i < 10; i++) {
        await wait(100, undefined, { ref: false });
        outgoing.write(body.subarray((body.length * i) / 10, (body.length * (i + 1)) / 10));
      }
      outgoing.end();
      return;
    case 'hang-midway':
      outgoing.writeHead(status, { ...headers, ...length }).write(body.subarray(0, body.length / 2));
      return;
    case 'close-midway':
      outgoing.writeHead(status, { ...headers, ...length });
      outgoing.write(body.subarray(0, body.length / 2), () => outgoing.destroy());
      return;
    case 'wrong-length':
      // Fewer bytes than are said, then the end of the connection.
      outgoing.writeHead(status, { ...headers, 'Content-Length': body.length + 100, Connection: 'close' });
      outgoing.write(body, () => outgoing.destroy());
      return;
    case 'bad-json':
      outgoing.writeHead(status, { ...headers, 'Content-Type': 'application/json' }).end('{"id": "lead_01", "name": ');
      return;
    case 'endless':
      outgoing.writeHead(status, headers);
      await pour(outgoing, outgoing, Number.POSITIVE_INFINITY);
      return;
    case 'gzip-bomb': {
      outgoing.writeHead(status, { ...headers, 'Content-Encoding': 'gzip' });
      const gzip = createGzip({ level: 1 });
      gzip.on('error', () => {});
      gzip.pipe(outgoing);
      await pour(gzip, outgoing, BOMB_BYTES);
      gzip.end();
      return;
    }
    case 'bad-gzip':
      outgoing.writeHead(status, { ...headers, 'Content-Encoding': 'gzip' }).end(body);
      return;
    case 'redirect':
      outgoing.writeHead(307, { Location: 'http://127.0.0.1:9/elsewhere', 'Content-Length': 0 }).end();
      return;
    case 'redirect-loop':
      outgoing.writeHead(307, { Location: target, 'Content-Length': 0 }).end();
      return;
  }
}

/** Writes until all is written or the client has gone. */
async function pour(into: NodeJS.WritableStream, outgoing: ServerResponse, bytes: number): Promise<void> {
  for (let sent = 0; sent < bytes && !outgoing.destroyed; sent += CHUNK.length) {
    if (into.write(CHUNK)) {
      await new Promise<void>((resolve) => setImmediate(resolve));
      continue;
    }
    await new Promise<void>((resolve) => {
      const done = () => {
        into.removeListener('drain', done);
        outgoing.removeListener('close', done);
        resolve();
      };
      into.on('drain', done);
      outgoing.on('close', done);
    });
  }
}
