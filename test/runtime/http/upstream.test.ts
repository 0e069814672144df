import { type AddressInfo, createServer } from 'node:net';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Tool } from '../../../src/catalogue/index.ts';
import { createUpstream, type UpstreamSettings } from '../../../src/runtime/http/upstream.ts';
import { buildRequest } from '../../../src/runtime/request/build-request.ts';
import type { PlannedRequest } from '../../../src/runtime/request/planned-request.ts';
import { tool } from '../request/tool.ts';
import { drop, half, json, type Reply, silence, stubApi } from './stub-api.ts';

const read = (more: Parameters<typeof tool>[0] = {}) => tool({ type: 'Lectura', method: 'GET', ...more });
const write = (more: Parameters<typeof tool>[0] = {}) =>
  tool({ body: {}, args: [{ wireName: 'a', in: 'body' }], ...more });

function call(
  base: URL,
  t: Tool,
  args: Record<string, unknown> = {},
  more: Partial<UpstreamSettings> = {},
  signal?: AbortSignal,
) {
  const upstream = createUpstream({
    prefix: 't',
    baseUrl: base,
    securitySchemes: {},
    credentials: { schemes: {} },
    trustedOrigins: [],
    timeoutMs: 5_000,
    version: '9.9',
    ...more,
  });
  return upstream.send(t, buildRequest(t, args), signal ? { signal } : {});
}

describe('what leaves', () => {
  test('is what was planned, byte for byte', async () => {
    await using api = await stubApi();
    const t = tool({
      method: 'PUT',
      path: '/a/{x}/b',
      args: [
        { wireName: 'x', in: 'path' },
        { wireName: 'sort', in: 'query', allowReserved: true },
        { wireName: 'X-Note', in: 'header' },
        { wireName: 'c', in: 'cookie' },
        { wireName: 'id', in: 'body' },
      ],
      body: { mediaType: 'application/vnd.api+json' },
    });
    await call(new URL('/base/', api.url), t, {
      x: 'a b',
      sort: 'due:up/x',
      'X-Note': '你',
      c: 'v',
      id: 9007199254740993n,
    });
    expect(api.arrived).toHaveLength(1);
    expect(api.arrived[0]).toMatchObject({
      method: 'PUT',
      target: '/base/a/a%20b/b?sort=due:up/x',
      headers: {
        'x-note': '%E4%BD%A0',
        cookie: 'c=v',
        accept: '*/*',
        'content-type': 'application/vnd.api+json',
        'content-length': '23',
        'user-agent': 'nuntius-mcp/9.9',
      },
    });
    expect(api.arrived[0]?.body.toString()).toBe('{"id":9007199254740993}');
  });

  test('for any arguments: nothing on the way rewrites the plan', async () => {
    await using api = await stubApi();
    const args = (['path', 'query', 'header', 'cookie', 'body'] as const).map((where) => ({
      wireName: where,
      in: where,
    }));
    const t = tool({ method: 'PATCH', path: '/a/{path}/b', args, body: {} });
    const value = fc.string({ unit: 'grapheme' });
    await fc.assert(
      fc.asyncProperty(
        fc.record({ path: value, query: value, header: value, cookie: value, body: fc.jsonValue() }),
        async (given) => {
          let planned: PlannedRequest;
          try {
            planned = buildRequest(t, given);
          } catch {
            return;
          }
          api.arrived.length = 0;
          await call(new URL('/base', api.url), t, given);
          const [arrived] = api.arrived;
          expect(arrived?.target).toBe(`/base${planned.path}?${planned.query}`);
          for (const [name, text] of planned.headers) expect(arrived?.headers[name]).toBe(text);
          expect(JSON.parse(arrived?.body.toString() ?? '')).toEqual(JSON.parse(JSON.stringify({ body: given.body })));
        },
      ),
      { numRuns: 150 },
    );
  });

  test('binary bodies, with their length', async () => {
    await using api = await stubApi();
    const t = tool({
      method: 'PUT',
      args: [{ wireName: 'body', in: 'whole-body' }],
      body: { kind: 'binary', mediaType: 'application/octet-stream' },
    });
    await call(api.url, t, { body: 'AAEC/w==' });
    expect([...(api.arrived[0]?.body ?? [])]).toEqual([0, 1, 2, 255]);
    expect(api.arrived[0]?.headers).toMatchObject({
      'content-length': '4',
      'content-type': 'application/octet-stream',
    });
  });

  test('multipart, as a standard parser reads it', async () => {
    await using api = await stubApi();
    const t = tool({
      args: [...['file', 'title', 'meta', 'q"\r\n'].map((wireName) => ({ wireName, in: 'body' as const }))],
      body: { kind: 'multipart', mediaType: 'multipart/form-data', parts: { file: { binary: true } } },
    });
    await call(api.url, t, { file: 'iVAA/wo=', title: 'Tñ', meta: { a: 1 }, 'q"\r\n': 'x' });
    const { headers, body } = api.arrived[0] ?? {};
    const form = await new Response(new Uint8Array(body ?? []), {
      headers: { 'content-type': headers?.['content-type'] ?? '' },
    }).formData();
    const file = form.get('file') as File;
    expect([file.name, file.type, [...new Uint8Array(await file.arrayBuffer())]]).toEqual([
      'file',
      'application/octet-stream',
      [0x89, 0x50, 0, 0xff, 0x0a],
    ]);
    expect(form.get('title')).toBe('Tñ');
    expect(form.get('q"\r\n')).toBe('x');
    expect(body?.toString()).toContain('name="meta"\r\nContent-Type: application/json\r\n\r\n{"a":1}\r\n');
  });

  test('the same multipart body is the same bytes', async () => {
    await using api = await stubApi();
    const t = tool({
      args: [{ wireName: 'a', in: 'body' }],
      body: { kind: 'multipart', mediaType: 'multipart/form-data' },
    });
    await call(api.url, t, { a: 'x' });
    await call(api.url, t, { a: 'x' });
    await call(api.url, t, { a: 'y' });
    const types = api.arrived.map((a) => a.headers['content-type']);
    expect(types[0]).toBe(types[1]);
    expect(types[0]).not.toBe(types[2]);
  });

  test.each(['GET', 'HEAD', 'QUERY'] as const)('%s with a body', async (method) => {
    await using api = await stubApi(json(200, { ok: 1 }));
    const t = read({ method, args: [{ wireName: 'q', in: 'body' }], body: {} });
    const sent = await call(api.url, t, { q: 'a' });
    expect(api.arrived[0]).toMatchObject({
      method,
      target: '/x',
      headers: { 'content-type': 'application/json', 'content-length': '9' },
    });
    expect(api.arrived[0]?.body.toString()).toBe('{"q":"a"}');
    expect(sent).toMatchObject({ kind: 'response', status: 200 });
    if (method !== 'HEAD' && sent.kind === 'response') expect(Buffer.from(sent.body).toString()).toBe('{"ok":1}');
  });

  test('a HEAD answer with a length does not wait for a body', async () => {
    await using api = await stubApi((_, r) => r.writeHead(200, { 'content-length': '1234', etag: '"e"' }).end());
    expect(await call(api.url, read({ method: 'HEAD' }))).toMatchObject({
      kind: 'response',
      status: 200,
      body: new Uint8Array(),
    });
  });
});

describe('credentials', () => {
  const secured = {
    securitySchemes: { k: { type: 'apiKey', in: 'header', name: 'X-Api-Key' } as const },
    credentials: { apiKey: 'SECRET', schemes: {} },
  };
  const security = [{ k: [] }];

  test('are missing: refused before sending, by the setting', async () => {
    await using api = await stubApi();
    await expect(
      call(api.url, read({ security }), {}, { ...secured, credentials: { schemes: {} } }),
    ).rejects.toMatchObject({
      code: 'missing_credentials',
      message: expect.stringContaining('T_API_KEY'),
    });
    expect(api.arrived).toEqual([]);
  });

  test('do not go to a foreign origin, unless it is trusted', async () => {
    await using api = await stubApi();
    await using other = await stubApi();
    const t = read({ security, server: other.url.href });
    await expect(call(api.url, t, {}, secured)).rejects.toMatchObject({
      code: 'untrusted_origin',
      message: expect.stringContaining('T_TRUSTED_ORIGINS'),
    });
    expect(other.arrived).toEqual([]);
    await call(api.url, read({ security: [...security, {}], server: other.url.href }), {}, secured);
    expect(other.arrived[0]?.headers['x-api-key']).toBeUndefined();
    await call(api.url, t, {}, { ...secured, trustedOrigins: [other.url.origin] });
    expect(other.arrived[1]?.headers['x-api-key']).toBe('SECRET');
  });

  test('do not follow a redirect to another origin', async () => {
    await using other = await stubApi();
    await using api = await stubApi(json(302, {}, { location: `${other.url.href}steal` }));
    expect(await call(api.url, read({ security }), {}, secured)).toMatchObject({
      kind: 'response',
      status: 302,
      redirect: { reason: 'other_origin' },
    });
    expect(other.arrived).toEqual([]);
  });
});

describe('redirects', () => {
  test('of a read are followed within the origin', async () => {
    await using api = await stubApi(json(301, {}, { location: '/y?z=1' }), json(200, { ok: true }));
    expect(await call(api.url, read())).toMatchObject({ status: 200 });
    expect(api.arrived.map((a) => a.target)).toEqual(['/x', '/y?z=1']);
  });

  test('five at most', async () => {
    await using api = await stubApi(json(302, {}, { location: '/x' }));
    expect(await call(api.url, read())).toMatchObject({ status: 302, redirect: { reason: 'too_many' } });
    expect(api.arrived).toHaveLength(6);
  });

  test.each<['GET' | 'HEAD' | 'QUERY' | 'POST', number, string]>([
    ['GET', 303, 'GET'],
    ['HEAD', 303, 'HEAD'],
    ['HEAD', 301, 'HEAD'],
    ['QUERY', 301, 'QUERY'],
    ['QUERY', 303, 'GET'],
    ['POST', 302, 'GET'],
    ['POST', 307, 'POST'],
  ])('a read by %s answered %i goes on as %s', async (method, status, want) => {
    await using api = await stubApi(json(status, {}, { location: '/y' }), json(200, {}));
    await call(
      api.url,
      read({
        method,
        args: [{ wireName: 'a', in: 'body' }],
        ...(method === 'QUERY' || method === 'POST' ? { body: {} } : {}),
      }),
      { a: 1 },
    );
    expect(api.arrived[1]).toMatchObject({ method: want, target: '/y' });
    expect(api.arrived[1]?.body.length).toBe(want === 'QUERY' || want === 'POST' ? 7 : 0);
  });

  test.each([301, 302, 303, 307, 308])('of a write (%i) are not followed', async (status) => {
    await using api = await stubApi(json(status, {}, { location: '/orders/' }));
    expect(await call(api.url, write(), { a: 1 })).toMatchObject({
      status,
      redirect: { location: '/orders/', reason: 'write' },
    });
    expect(api.arrived).toHaveLength(1);
  });

  for (const location of ['http://[', '//', 'http://u:p@127.0.0.1/']) {
    test(`to ${location} are not followed`, async () => {
      await using api = await stubApi(json(302, {}, { location }));
      expect(await call(api.url, read())).toMatchObject({ status: 302, redirect: { location } });
      expect(api.arrived).toHaveLength(1);
    });
  }
});

describe('retries', () => {
  test.each([429, 502, 503, 504])('a read answered %i is tried again', async (status) => {
    await using api = await stubApi(json(status, {}, { 'retry-after': '0' }), json(200, {}));
    expect(await call(api.url, read())).toMatchObject({ status: 200 });
    expect(api.arrived).toHaveLength(2);
  });

  test('twice at most', async () => {
    await using api = await stubApi(json(503, {}));
    expect(await call(api.url, read())).toMatchObject({ status: 503 });
    expect(api.arrived).toHaveLength(3);
  });

  test.each([500, 501, 400, 404])('a read answered %i is not', async (status) => {
    await using api = await stubApi(json(status, {}));
    expect(await call(api.url, read())).toMatchObject({ status });
    expect(api.arrived).toHaveLength(1);
  });

  test('a read whose connection breaks is tried again, also after the answer began', async () => {
    await using api = await stubApi(drop, half, json(200, {}));
    expect(await call(api.url, read())).toMatchObject({ status: 200 });
    expect(api.arrived).toHaveLength(3);
  });

  test('Retry-After longer than there is time, or than is honoured, is passed on at once', async () => {
    for (const after of ['4', '3600', new Date(Date.now() + 86_400_000).toUTCString()]) {
      await using api = await stubApi(json(429, {}, { 'retry-after': after }));
      expect(await call(api.url, read(), {}, { timeoutMs: 2_000 })).toMatchObject({ status: 429 });
      expect(api.arrived).toHaveLength(1);
    }
  });

  test('not after a cancellation', async () => {
    const controller = new AbortController();
    await using api = await stubApi((request, response, socket) => {
      json(503, {}, { 'retry-after': '1' })(request, response, socket);
      setTimeout(() => controller.abort(), 50);
    });
    expect(await call(api.url, read(), {}, {}, controller.signal)).toMatchObject({ kind: 'response', status: 503 });
    expect(api.arrived).toHaveLength(1);
  });

  test.each([429, 502, 503, 504])('a write answered %i is never', async (status) => {
    await using api = await stubApi(json(status, {}, { 'retry-after': '0' }));
    expect(await call(api.url, write(), { a: 1 })).toMatchObject({ status });
    expect(api.arrived).toHaveLength(1);
  });
});

describe('a write that left and got no whole answer is unknown, and is sent once', () => {
  test.each<[string, Reply, string, number | undefined]>([
    ['dropped', drop, 'connection_lost', undefined],
    ['half an answer', half, 'connection_lost', 201],
    ['no answer', silence, 'timeout', undefined],
    [
      'a slow answer',
      (_, r) => {
        r.writeHead(200);
        const timer = setInterval(() => r.write('x'), 20);
        r.on('close', () => clearInterval(timer));
      },
      'timeout',
      200,
    ],
    ['no HTTP', (_request, _response, socket) => socket.end('nonsense\r\n\r\n'), 'bad_answer', undefined],
    [
      'broken gzip',
      (_, r) => {
        r.writeHead(200, { 'content-encoding': 'gzip' });
        r.end('no gzip');
      },
      'bad_answer',
      200,
    ],
  ])('%s', async (_, reply, code, status) => {
    await using api = await stubApi(reply);
    const sent = await call(api.url, write(), { a: 1 }, { timeoutMs: 400 });
    expect(sent).toMatchObject({ kind: 'unknown', code, ...(status && { status }) });
    expect(api.arrived).toHaveLength(1);
  });

  test('cancelled after it left', async () => {
    const controller = new AbortController();
    await using api = await stubApi(() => controller.abort('any reason'));
    expect(await call(api.url, write(), { a: 1 }, {}, controller.signal)).toMatchObject({
      kind: 'unknown',
      code: 'cancelled',
    });
  });
});

describe('what never left has failed, writes too', () => {
  test('nobody listens', async () => {
    const api = await stubApi();
    await api[Symbol.asyncDispose]();
    expect(await call(api.url, write(), { a: 1 })).toMatchObject({ kind: 'failed', code: 'refused' });
  });
  test('no such host', async () => {
    expect(await call(new URL('http://nuntius.invalid'), write(), { a: 1 })).toMatchObject({
      kind: 'failed',
      code: 'not_found',
    });
  });
  test('a server that closes before it speaks TLS', async () => {
    const server = createServer((socket) => void socket.destroy());
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const url = new URL(`https://127.0.0.1:${(server.address() as AddressInfo).port}`);
    expect(await call(url, write(), { a: 1 })).toMatchObject({ kind: 'failed', code: 'unreachable' });
    server.close();
  });
  test('no TLS there', async () => {
    await using api = await stubApi();
    const url = new URL(api.url);
    url.protocol = 'https:';
    expect(await call(url, write(), { a: 1 })).toMatchObject({ kind: 'failed', code: 'tls' });
    expect(api.arrived).toEqual([]);
  });
  test('cancelled before', async () => {
    await using api = await stubApi();
    expect(await call(api.url, write(), { a: 1 }, {}, AbortSignal.abort())).toMatchObject({
      kind: 'failed',
      code: 'cancelled',
    });
    expect(api.arrived).toEqual([]);
  });
  test('a read that ran out of time', async () => {
    await using api = await stubApi(silence);
    expect(await call(api.url, read(), {}, { timeoutMs: 200 })).toMatchObject({ kind: 'failed', code: 'timeout' });
    expect(
      await call(api.url, read({ args: [{ wireName: 'a', in: 'body' }], body: {} }), {}, { timeoutMs: 200 }),
    ).toMatchObject({
      kind: 'failed',
      code: 'timeout',
    });
  });
});

describe('answers', () => {
  const big: Reply = (_, r) => {
    r.writeHead(200, { 'content-type': 'text/plain' });
    const more = () => {
      while (r.write('x'.repeat(10_000)));
      r.once('drain', more);
    };
    more();
  };
  test('endless ones end at the cap', async () => {
    await using api = await stubApi(big);
    for (const t of [read(), read({ args: [{ wireName: 'a', in: 'body' }], body: {} })]) {
      const sent = await call(api.url, t, {}, { maxBytes: 50_001 });
      expect(sent).toMatchObject({ kind: 'response', truncated: true });
      if (sent.kind === 'response') expect(sent.body.byteLength).toBe(50_001);
    }
  });

  test('endless errors too', async () => {
    await using api = await stubApi((request, r, socket) => {
      r.statusCode = 500;
      const { writeHead } = r;
      r.writeHead = ((_status: number, headers: object) => writeHead.call(r, 500, headers as never)) as never;
      big(request, r, socket);
    });
    expect(await call(api.url, read(), {}, { maxBytes: 1_000 })).toMatchObject({ status: 500, truncated: true });
  });

  test('a bomb ends at the cap, decompressed', async () => {
    const bomb = gzipSync(Buffer.alloc(20_000_000));
    await using api = await stubApi((_, r) => r.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb));
    for (const t of [read(), read({ args: [{ wireName: 'a', in: 'body' }], body: {} })]) {
      const sent = await call(api.url, t, {}, { maxBytes: 100_000 });
      expect(sent).toMatchObject({ kind: 'response', truncated: true });
      if (sent.kind === 'response') expect(sent.body.byteLength).toBe(100_000);
    }
  });

  test('gzip is decompressed', async () => {
    await using api = await stubApi((_, r) =>
      r.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('{"a":1}')),
    );
    for (const t of [read(), read({ args: [{ wireName: 'a', in: 'body' }], body: {} })]) {
      const sent = await call(api.url, t);
      expect(sent.kind === 'response' && Buffer.from(sent.body).toString()).toBe('{"a":1}');
    }
  });

  test.each([200, 204, 205, 304, 400, 500])('an empty %i', async (status) => {
    await using api = await stubApi((_, r) => r.writeHead(status).end());
    expect(await call(api.url, read())).toMatchObject({ kind: 'response', status, body: new Uint8Array() });
  });

  test('bytes come back as they are, errors too', async () => {
    await using api = await stubApi((_, r) => r.writeHead(400).end(Buffer.from([0xff, 0xfe, 0])));
    expect(await call(api.url, read())).toMatchObject({ body: new Uint8Array([0xff, 0xfe, 0]) });
  });
});
