/** What comes back over a real connection, told byte by byte: nothing hangs, nothing leaves twice, and no outcome is taken for another. */

import type { AddressInfo } from 'node:net';
import { createServer, type Server, type Socket } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { afterEach, describe, expect, test } from 'vitest';
import { type SendOptions, send } from '../../../src/runtime/http/send.ts';
import type { SendResult } from '../../../src/runtime/http/send-result.ts';

interface Wire {
  url: URL;
  connections: number;
  /** Requests whose head arrived. */
  requests: number;
}

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

/** @param answer told of each request when its head is there; what it returns is written, and the connection closed. */
async function wire(answer: (socket: Socket, n: number) => string | Buffer | undefined): Promise<Wire> {
  const server = createServer((socket) => {
    told.connections++;
    socket.on('error', () => {});
    socket.on('data', (chunk) => {
      if (!/^(GET|HEAD|POST|PUT) /.test(chunk.toString('latin1'))) return;
      const bytes = answer(socket, ++told.requests);
      if (bytes !== undefined) socket.end(bytes);
    });
  });
  servers.push(server);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/things`);
  const told: Wire = { url, connections: 0, requests: 0 };
  return told;
}

function get(url: URL, more: Partial<SendOptions> = {}, method = 'GET'): Promise<SendResult> {
  return send({ method, url, headers: [] }, { type: 'Lectura', timeoutMs: 5_000, ...more });
}

function post(url: URL, more: Partial<SendOptions> = {}, body: string | Uint8Array = '{"a":1}'): Promise<SendResult> {
  const headers: [string, string][] = [['content-type', 'application/json']];
  return send({ method: 'POST', url, headers, body }, { type: 'Escritura', timeoutMs: 5_000, ...more });
}

const text = (sent: SendResult) => (sent.kind === 'response' ? Buffer.from(sent.body).toString() : sent);
const head = (...lines: string[]) => `HTTP/1.1 ${['200 OK', ...lines].join('\r\n')}\r\n\r\n`;
const ok = (body: Buffer | string, ...lines: string[]) =>
  Buffer.concat([Buffer.from(head(`content-length: ${Buffer.byteLength(body)}`, ...lines)), Buffer.from(body)]);

describe('an answer that is whole', () => {
  const chunked = (trailer = '') => `${head('transfer-encoding: chunked')}3\r\nabc\r\n2\r\nde\r\n0\r\n${trailer}\r\n`;
  test.each<[string, string | Buffer, string]>([
    ['with its length', ok('abcde'), 'abcde'],
    ['in chunks', chunked(), 'abcde'],
    ['with trailers', chunked('x-sum: 1\r\n'), 'abcde'],
    ['until the connection closes', `${head('connection: close')}abcde`, 'abcde'],
    ['after 100 Continue', `HTTP/1.1 100 Continue\r\n\r\n${ok('abcde')}`, 'abcde'],
    ['after 103 Early Hints', `HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n${ok('abcde')}`, 'abcde'],
    ['gzip', ok(gzipSync('abcde'), 'content-encoding: gzip'), 'abcde'],
    ['x-gzip, in capitals', ok(gzipSync('abcde'), 'Content-Encoding: X-GZIP'), 'abcde'],
    ['deflate', ok(deflateSync('abcde'), 'content-encoding: deflate'), 'abcde'],
    ['br', ok(brotliCompressSync('abcde'), 'content-encoding: br'), 'abcde'],
    ['gzip within br', ok(brotliCompressSync(gzipSync('abcde')), 'content-encoding: gzip, br'), 'abcde'],
    [
      'the same in two lines',
      ok(brotliCompressSync(gzipSync('abcde')), 'content-encoding: gzip', 'content-encoding: br'),
      'abcde',
    ],
    ['a coding that nobody knows', ok('abcde', 'content-encoding: zipped'), 'abcde'],
    ['no coding', ok('abcde', 'content-encoding: identity'), 'abcde'],
    ['more codings than anybody has', ok('abcde', `content-encoding: ${'gzip,'.repeat(6)}gzip`), 'abcde'],
    ['gzip that ends early', ok(gzipSync('abcde').subarray(0, -8), 'content-encoding: gzip'), 'abcde'],
    ['an empty one that claims to be gzip', ok('', 'content-encoding: gzip'), ''],
    ['204 that claims to be gzip', 'HTTP/1.1 204 No Content\r\ncontent-encoding: gzip\r\n\r\n', ''],
  ])('%s', async (_, bytes, want) => {
    for (const ask of [get, post]) {
      const api = await wire(() => bytes);
      expect(text(await ask(api.url))).toBe(want);
      expect(api.requests).toBe(1);
    }
  });

  test('HEAD has no body, whatever its headers claim', async () => {
    const api = await wire(() => head('content-length: 1000', 'content-encoding: gzip'));
    expect(text(await get(api.url, {}, 'HEAD'))).toBe('');
  });

  test('a bomb is cut, and the connection let go', async () => {
    const bomb = gzipSync(Buffer.alloc(50_000_000));
    const closed = deferred();
    const api = await wire((socket) => {
      socket.on('close', () => closed.resolve());
      return ok(bomb, 'content-encoding: gzip');
    });
    const sent = await get(api.url, { maxBytes: 1_000 });
    expect(sent).toMatchObject({ kind: 'response', truncated: true });
    expect(sent.kind === 'response' && sent.body.byteLength).toBe(1_000);
    await closed.promise;
  });
});

describe('an answer that is not', () => {
  const closed = { code: 'connection_lost' };
  const malformed = { code: 'bad_answer' };
  test.each<[string, string | Buffer, object]>([
    ['none: the connection closes', '', closed],
    ['less than its length', `${head('content-length: 10')}abc`, { ...closed, status: 200 }],
    ['a chunk that breaks off', `${head('transfer-encoding: chunked')}a\r\nabc`, { ...closed, status: 200 }],
    ['half a head', 'HTTP/1.1 200 OK\r\ncontent-le', closed],
    [
      'another protocol',
      'HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: upgrade\r\n\r\n',
      closed,
    ],
    ['no HTTP', '220 mail.example ESMTP\r\n', malformed],
    ['a head without end', `HTTP/1.1 200 OK\r\nx: ${'x'.repeat(100_000)}`, malformed],
    ['a length that is none', `${head('content-length: ten')}abc`, malformed],
    ['two lengths', `${head('content-length: 3', 'content-length: 4')}abc`, malformed],
    [
      'a length and chunks',
      `${head('content-length: 3', 'transfer-encoding: chunked')}3\r\nabc\r\n0\r\n\r\n`,
      malformed,
    ],
    ['broken gzip', ok('no gzip at all', 'content-encoding: gzip'), { ...malformed, status: 200 }],
  ])('%s', async (_, bytes, want) => {
    const api = await wire(() => bytes);
    expect(await post(api.url)).toMatchObject({ kind: 'unknown', ...want });
    expect(api.requests).toBe(1);
    expect(await get(api.url)).toMatchObject({ kind: 'failed', ...want });
  });

  test('an answer before the body has arrived is the answer, and the body is not sent again', async () => {
    const api = await wire(() => 'HTTP/1.1 413 Content Too Large\r\ncontent-length: 0\r\nconnection: close\r\n\r\n');
    const sent = await post(api.url, {}, new Uint8Array(5_000_000));
    expect([413, 'unknown']).toContain(sent.kind === 'response' ? sent.status : sent.kind);
    expect(api.connections).toBe(1);
  });
});

describe('the client cancels, or the time is up', () => {
  const silent = () => undefined;
  const half = (socket: Socket) => void socket.write(`${head('content-length: 10')}abc`);
  const compressed = (socket: Socket) =>
    void socket.write(
      Buffer.concat([
        Buffer.from(head('content-length: 1000', 'content-encoding: gzip')),
        gzipSync('abc').subarray(0, 12),
      ]),
    );
  test.each([
    ['before any answer', silent, {}],
    ['within the answer', half, { status: 200 }],
    ['within a compressed answer', compressed, { status: 200 }],
  ])('%s', async (_, answer, more) => {
    for (const [ask, kind] of [
      [get, 'failed'],
      [post, 'unknown'],
    ] as const) {
      const api = await wire(answer);
      expect(await ask(api.url, { timeoutMs: 150 })).toMatchObject({ kind, code: 'timeout', ...more });
      const cancel = new AbortController();
      setTimeout(() => cancel.abort(), 100);
      expect(await ask(api.url, { signal: cancel.signal })).toMatchObject({ kind, code: 'cancelled', ...more });
      expect(api.requests).toBe(2);
    }
  });
});

describe('connections', () => {
  /** Answers on a connection that stays open. */
  const kept = (socket: Socket) => void socket.write(ok('{}'));

  test('reads share one; each write has its own', async () => {
    const api = await wire(kept);
    for (let i = 0; i < 3; i++) await get(api.url);
    expect(api.connections).toBe(1);
    for (let i = 0; i < 3; i++) await post(api.url);
    expect(api).toMatchObject({ connections: 4, requests: 6 });
  });

  test('a read whose kept connection was closed meanwhile is made on another', async () => {
    const api = await wire((socket, n) => {
      if (n !== 2) return kept(socket);
      socket.destroy();
      return undefined;
    });
    for (let i = 0; i < 2; i++) expect(text(await get(api.url))).toBe('{}');
    expect(api).toMatchObject({ connections: 2, requests: 3 });
  });

  test.each(['a\r\nb', 'a\nb', '→', 'a\0b'])('a header %j never leaves', async (value) => {
    const api = await wire(kept);
    const headers: [string, string][] = [['x-note', value]];
    const sent = await send(
      { method: 'POST', url: api.url, headers, body: '' },
      { type: 'Escritura', timeoutMs: 5_000 },
    );
    expect(sent).toMatchObject({ kind: 'failed', code: 'invalid_request' });
    expect(api.requests).toBe(0);
  });
});

function deferred(): { promise: Promise<void>; resolve: () => void } {
  let resolve = () => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}
