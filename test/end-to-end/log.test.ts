/** One line per call, to stderr and to the client that wants it; nothing personal in it; the client's trace goes on to the API. */
import { afterEach, describe, expect, test } from 'vitest';
import { json, type StubApi, stubApi } from '../runtime/http/stub-api.ts';
import { connect, ERAS } from './clients.ts';
import { type Environment, RawServer } from './program.ts';

const KEY = 'nk-very-secret-0123456789';
const TRACE = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
const open: AsyncDisposable[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) await one[Symbol.asyncDispose]();
});

async function api(): Promise<StubApi> {
  const stub = await stubApi(json(200, { id: 'lead_01', customerName: 'Ana López' }));
  open.push(stub);
  return stub;
}

async function serve(stub: StubApi, settings: Environment = {}): Promise<RawServer> {
  const server = new RawServer(['serve'], {
    NUNTIUS_BASE_URL: stub.url.href,
    NUNTIUS_API_KEY: KEY,
    NUNTIUS_LOG_LEVEL: 'info',
    ...settings,
  });
  open.push(server);
  await server.initialize();
  return server;
}

/** What a server that writes JSON has logged when its client is gone. */
async function logged(server: RawServer): Promise<{ stderr: string; lines: Record<string, unknown>[] }> {
  server.child.stdin?.end();
  const { stderr } = await server.done;
  return {
    stderr,
    lines: stderr
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line)),
  };
}

const CALLS: [name: string, args: Record<string, unknown>, facts: Record<string, unknown>][] = [
  ['nuntius_leads_get', { leadId: 'lead_01' }, { tool: 'nuntius_leads_get', type: 'Lectura', status: 200 }],
  [
    'nuntius_leads_create',
    { customerName: 'Ana López' },
    { tool: 'nuntius_leads_create', type: 'Escritura', status: 'confirmation_required' },
  ],
  [
    'nuntius_leads_create',
    { customerName: 'Ana López', confirm: true },
    { tool: 'nuntius_leads_create', type: 'Escritura', status: 200, confirmation: 'flag' },
  ],
  ['nuntius_leads_get', { id: 'x' }, { tool: 'nuntius_leads_get', type: 'Lectura', status: 'invalid_arguments' }],
  ['ana@example.com', {}, { tool: 'unknown', status: 'unknown_tool' }],
  ['nuntius_operations_list', {}, { tool: 'nuntius_operations_list', type: 'Lectura', status: 'answered' }],
];

test('a line per call: tool, type, status, time, confirmation; no personal data, no key', async () => {
  const server = await serve(await api(), { NUNTIUS_LOG_FORMAT: 'json' });
  for (const [i, [name, args]] of CALLS.entries())
    await server.request(i, 'tools/call', { name, arguments: args, _meta: { traceparent: TRACE } });
  const { stderr, lines } = await logged(server);
  const calls = lines.filter((line) => line.message === 'call');
  expect(calls).toEqual(
    CALLS.map(([, , facts]) => ({
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      level: 'info',
      message: 'call',
      ms: expect.any(Number),
      trace: '4bf92f3577b34da6a3ce929d0e0e4736',
      ...facts,
    })),
  );
  for (const secret of [KEY, 'Ana', 'example.com', 'lead_01']) expect(stderr).not.toContain(secret);
});

test('at the level debug, a line for each request too, without its path or query', async () => {
  const stub = await stubApi(json(503, {}), json(200, { id: 'lead_01', customerName: 'Ana López' }));
  open.push(stub);
  const server = await serve(stub, { NUNTIUS_LOG_FORMAT: 'json', NUNTIUS_LOG_LEVEL: 'debug' });
  await server.request(1, 'tools/call', { name: 'nuntius_leads_get', arguments: { leadId: 'lead_01' } });
  const { stderr, lines } = await logged(server);
  const line = {
    time: expect.any(String),
    level: 'debug',
    message: 'request',
    method: 'GET',
    origin: stub.url.origin,
    ms: expect.any(Number),
  };
  expect(lines.filter(({ message }) => message === 'request')).toEqual([
    { ...line, attempt: 1, status: 503, bytes: 2 },
    { ...line, attempt: 2, status: 200, bytes: 44 },
  ]);
  for (const secret of [KEY, 'Ana', 'lead_01']) expect(stderr).not.toContain(secret);
});

test('as text, and nothing of it at the level that is the default', async () => {
  const server = await serve(await api());
  await server.request(1, 'tools/call', { name: 'nuntius_leads_get', arguments: { leadId: 'lead_01' } });
  server.child.stdin?.end();
  expect((await server.done).stderr).toMatch(
    /^nuntius-mcp info: call tool=nuntius_leads_get type=Lectura status=200 ms=\d+$/m,
  );
  const quiet = await serve(await api(), { NUNTIUS_LOG_LEVEL: '' });
  await quiet.request(1, 'tools/call', { name: 'nuntius_leads_get', arguments: { leadId: 'lead_01' } });
  quiet.child.stdin?.end();
  expect((await quiet.done).stderr).toBe('');
});

describe('the trace', () => {
  test.each(ERAS)('of a %s goes on to the API, where it is one', async (era) => {
    const stub = await api();
    await using client = await connect(era, {
      settings: { NUNTIUS_BASE_URL: stub.url.href, NUNTIUS_API_KEY: KEY },
    });
    const params = await client.onSurface('nuntius_leads_get', { leadId: 'lead_01' });
    await client.client.callTool({ ...params, _meta: { traceparent: TRACE } });
    await client.client.callTool({ ...params, _meta: { traceparent: 'x\r\nx-evil: 1' } });
    expect(stub.arrived.map(({ headers }) => headers.traceparent)).toEqual([TRACE, undefined]);
  });
});

describe('log messages to the client', () => {
  test('come where it asked for them by logging/setLevel, and not before', async () => {
    const server = await serve(await api());
    const get = { name: 'nuntius_leads_get', arguments: { leadId: 'lead_01' } };
    await server.request(1, 'tools/call', get);
    await server.request(2, 'logging/setLevel', { level: 'warning' });
    await server.request(3, 'tools/call', get);
    expect(server.lines.filter((line) => line.includes('notifications/message'))).toEqual([]);
    await server.request(4, 'logging/setLevel', { level: 'info' });
    server.send({ id: 5, method: 'tools/call', params: get });
    const { params } = await server.next((message) => message.method === 'notifications/message');
    expect(params).toEqual({
      level: 'info',
      logger: 'nuntius-mcp',
      data: { message: 'call', tool: 'nuntius_leads_get', type: 'Lectura', status: 200, ms: expect.any(Number) },
    });
  });

  test('come to a client of 2026-07-28 that asks on the request', async () => {
    const stub = await api();
    const got: unknown[] = [];
    await using client = await connect('v2 client, 2026-07-28', {
      settings: { NUNTIUS_BASE_URL: stub.url.href, NUNTIUS_API_KEY: KEY },
      prepare: (c) =>
        (
          c as { setNotificationHandler(method: string, handler: (n: { params: unknown }) => void): void }
        ).setNotificationHandler('notifications/message', ({ params }) => void got.push(params)),
    });
    const params = await client.onSurface('nuntius_leads_get', { leadId: 'lead_01' });
    await client.client.callTool(params);
    expect(got).toEqual([]);
    await client.client.callTool({ ...params, _meta: { 'io.modelcontextprotocol/logLevel': 'info' } });
    expect(got).toMatchObject([{ level: 'info', data: { tool: 'nuntius_leads_get', status: 200 } }]);
  });
});
