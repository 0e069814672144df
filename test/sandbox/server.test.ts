/** The sandbox as a server: what it refuses, how it fails on demand, what it keeps. */
import { connect } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Sandbox, startSandbox } from '../../src/sandbox/sandbox.ts';
import { client, MONDAY } from './client.ts';

let sandbox: Sandbox;
let call: ReturnType<typeof client>;
beforeAll(async () => {
  sandbox = await startSandbox({ now: () => MONDAY });
  call = client(sandbox);
});
beforeEach(() => sandbox.reset());
afterAll(() => sandbox.close());

const post = (body: string | Buffer, headers: Record<string, string> = { 'content-type': 'application/json' }) =>
  fetch(`${sandbox.url}/public/v1/leads`, {
    method: 'POST',
    headers: { authorization: `Bearer ${sandbox.apiKey}`, ...headers },
    body,
  });

test.each([
  ['GET /nothing', 404, 'no_such_path'],
  ['GET /leads/', 404, 'no_such_path'],
  ['GET /leads/contact_01', 400, 'bad_request'],
  ['GET /leads/lead_99', 404, 'not_found'],
  ['GET /leads/%zz', 404, 'no_such_path'],
  ['DELETE /leads/lead_01', 405, 'method_not_allowed'],
  ['PUT /leads/lead_01', 405, 'method_not_allowed'],
])('%s: %i %s', async (request, status, code) => {
  const answer = await call(request);
  expect(answer.status).toBe(status);
  expect(answer.headers.get('content-type')).toBe('application/problem+json');
  expect(answer.body).toMatchObject({ status, code });
});

test.each([
  ['no JSON', '{', undefined, 400, 'bad_request'],
  ['no UTF-8', Buffer.from([0x22, 0xff, 0x22]), undefined, 400, 'bad_request'],
  ['nothing', '', undefined, 400, 'bad_request'],
  ['another media type', 'a=b', { 'content-type': 'application/x-www-form-urlencoded' }, 415, 'unsupported_media_type'],
  ['an array', '[]', undefined, 422, 'validation'],
  ['null', 'null', undefined, 422, 'validation'],
  ['too much', Buffer.alloc(12 * 1024 * 1024), undefined, 413, 'too_large'],
])('a body of %s is refused', async (_, body, headers, status, code) => {
  const answer = await post(body, headers);
  expect(answer.status).toBe(status);
  expect(await answer.json()).toMatchObject({ code });
});

test('a charset is no other media type', async () => {
  expect((await post('{"customerName":"Ana"}', { 'content-type': 'Application/JSON; charset=utf-8' })).status).toBe(
    201,
  );
});

test('failNext fails so many requests, then no more, and nothing is written', async () => {
  sandbox.failNext({ status: 503, times: 2, headers: { 'Retry-After': '7' } });
  for (const status of [503, 503, 201]) {
    const answer = await call('POST /leads', { customerName: 'Ana' });
    expect(answer.status).toBe(status);
    expect(answer.headers.get('retry-after')).toBe(status === 503 ? '7' : null);
  }
  expect(
    (await call('GET /leads?q=ana&limit=100')).body.data.filter(
      (l: { customerName: string }) => l.customerName === 'Ana',
    ),
  ).toHaveLength(1);
});

test.each([
  ['before', 0],
  ['after', 1],
] as const)('a connection that ends %s the work leaves %i new leads', async (disconnect, count) => {
  sandbox.failNext({ disconnect });
  await expect(call('POST /leads', { customerName: 'Inesperada' })).rejects.toThrow('fetch failed');
  expect((await call('GET /leads?q=inesperada')).body.data).toHaveLength(count);
});

test('Prefer: status asks for a failure; other preferences are let pass', async () => {
  expect((await call('GET /leads', undefined, { prefer: 'respond-async, status=500' })).body).toMatchObject({
    status: 500,
    code: 'on_demand',
  });
  expect((await call('GET /leads', undefined, { prefer: 'status=200, return=minimal' })).status).toBe(200);
});

test('chaos decides for each request', async () => {
  const wild = await startSandbox({ chaos: ({ method }) => (method === 'GET' ? { status: 502 } : undefined) });
  try {
    expect((await client(wild)('GET /leads')).status).toBe(502);
    expect((await client(wild)('POST /leads', { customerName: 'Ana' })).status).toBe(201);
  } finally {
    await wild.close();
  }
});

test('every request is kept as it came, also one that is refused', async () => {
  await call('GET /leads?q=a%2Bb');
  await post('{"customerName":');
  expect(sandbox.requests.map(({ method, target, body }) => [method, target, body.toString()])).toEqual([
    ['GET', '/public/v1/leads?q=a%2Bb', ''],
    ['POST', '/public/v1/leads', '{"customerName":'],
  ]);
  expect(sandbox.requests[0]?.headers.authorization).toBe(`Bearer ${sandbox.apiKey}`);
});

test('reset goes back to the same seed; two starts at one time are alike', async () => {
  const lists = ['leads', 'contacts', 'appointments', 'conversations', 'tasks', 'notes', 'services', 'files'];
  const everything = async (s: Sandbox) =>
    JSON.stringify(await Promise.all(lists.map(async (list) => (await client(s)(`GET /${list}?limit=100`)).body)));
  const before = await everything(sandbox);
  await call('PATCH /leads/lead_01', { customerName: 'Otra' });
  expect(await everything(sandbox)).not.toBe(before);
  sandbox.reset();
  expect(await everything(sandbox)).toBe(before);
  const other = await startSandbox({ now: () => MONDAY, apiKey: 'another-key' });
  try {
    expect(await everything(other)).toBe(before);
  } finally {
    await other.close();
  }
});

test('it listens on loopback alone, a port in use is an error, and close ends open connections', async () => {
  const own = await startSandbox();
  const port = Number(new URL(own.url).port);
  expect(new URL(own.url).hostname).toBe('127.0.0.1');
  await expect(startSandbox({ port })).rejects.toThrow('EADDRINUSE');
  const socket = connect(port, '127.0.0.1');
  await new Promise((resolve) => socket.once('connect', resolve));
  const ended = new Promise((resolve) => socket.once('close', resolve));
  socket.on('error', () => {});
  socket.write('GET /public/v1/status HTTP/1.1\r\nHost: x\r\n\r\n');
  await new Promise((resolve) => socket.once('data', resolve));
  await Promise.all([own.close(), ended]);
});
