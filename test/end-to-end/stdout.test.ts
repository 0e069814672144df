/** Nothing but JSON-RPC, one message a line, ever stands on stdout: whatever comes in, however it fails, however much is logged. No secret on stderr. */
import { afterEach, describe, expect, test } from 'vitest';
import { drop, json, type Reply, type StubApi, stubApi } from '../runtime/http/stub-api.ts';
import { DISCOVER } from '../surfaces.ts';
import { RawServer, run } from './program.ts';

const KEY = 'nk-very-secret-0123456789';
const open: AsyncDisposable[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) await one[Symbol.asyncDispose]();
});

async function serve(args: string[], ...replies: Reply[]): Promise<{ server: RawServer; api: StubApi }> {
  const api = await stubApi(...replies);
  const server = new RawServer(['serve', ...args], { NUNTIUS_BASE_URL: api.url.href, NUNTIUS_API_KEY: KEY });
  open.push(server, api);
  await server.initialize();
  return { server, api };
}

async function expectClean(server: RawServer): Promise<void> {
  server.child.stdin?.end();
  const { code, stdout, stderr } = await server.done;
  expect(code).toBe(0);
  expect(stdout.endsWith('\n')).toBe(true);
  for (const line of stdout.slice(0, -1).split('\n')) {
    const message = JSON.parse(line) as Record<string, unknown>;
    expect(message.jsonrpc).toBe('2.0');
    expect('result' in message || 'error' in message || 'method' in message).toBe(true);
    expect(line).not.toContain(KEY);
  }
  expect(stderr).not.toContain(KEY);
  expect(stderr).not.toContain(Buffer.from(KEY).toString('base64'));
}

const call = (name: string, args: Record<string, unknown>) => ({ name, arguments: args });
const leads = { customerName: 'Ana', confirm: true };

describe.each([[[]], [['--debug']]])('serve %j', (args) => {
  test('through every kind of answer', async () => {
    const echo: Reply = ({ headers }, response) =>
      void response.writeHead(400, { 'content-type': 'application/json' }).end(JSON.stringify({ got: headers }));
    const { server } = await serve(
      args,
      json(200, { id: 'lead_1' }),
      echo,
      json(500, '<html>boom</html>', { 'content-type': 'text/html' }),
      json(200, '{"broken'),
      json(302, '', { location: 'https://elsewhere.test/' }),
      json(401, { title: `the key ${KEY} is wrong` }),
      drop,
    );
    let id = 10;
    for (let i = 0; i < 7; i++) {
      const { result } = await server.request(++id, 'tools/call', call('nuntius_leads_create', leads));
      expect(result.content[0].type).toBe('text');
    }
    await expectClean(server);
  });

  test('through malformed lines, unknown methods and wrong parameters; then it still answers', async () => {
    const { server } = await serve(args, json(200, { ok: true }));
    const noise = [
      '',
      '   ',
      'hello',
      '{',
      '{"jsonrpc":"2.0"',
      '[]',
      'null',
      '42',
      '"text"',
      '{"jsonrpc":"1.0","id":1,"method":"ping"}',
      '{"id":7}',
      '[{"jsonrpc":"2.0","id":8,"method":"ping"}]',
      '{"jsonrpc":"2.0","id":{},"method":"ping"}',
      '\u0000\u0001',
      `{"jsonrpc":"2.0","method":"${'x'.repeat(100_000)}"}`,
      '{"__proto__":{"jsonrpc":"2.0"}}',
    ];
    for (const line of noise) server.write(`${line}\n`);
    server.write('{"jsonrpc":"2.0","id":"crlf","method":"ping"}\r\n');
    await server.next((message) => message.id === 'crlf');
    for (const [i, [method, params]] of WRONG.entries()) {
      const answer = await server.request(`wrong-${i}`, method, params);
      expect(answer.error?.message ?? answer.result?.isError, method).toBeTruthy();
    }
    server.send({ method: 'notifications/nonsense', params: {} });
    server.send({ method: 'notifications/cancelled', params: { requestId: 'not-there' } });
    const { result } = await server.request('after', 'tools/call', call('nuntius_leads_get', { leadId: 'lead_01' }));
    expect(result.structuredContent).toEqual({ ok: true });
    expect(({} as Record<string, unknown>).jsonrpc).toBeUndefined();
    await expectClean(server);
  });
});

const WRONG: [string, Record<string, unknown>][] = [
  ['no/such/method', {}],
  ['completion/complete', {}],
  ['tools/call', {}],
  ['tools/call', { name: 7 }],
  ['tools/call', { name: 'nuntius_leads_get', arguments: [] }],
  ['tools/call', { name: 'nuntius_leads_get', arguments: 'leadId' }],
  ['tools/call', call('__proto__', {})],
  ['tools/call', call('constructor', { confirm: true })],
  ['tools/call', call('x'.repeat(10_000), {})],
  ['tools/call', { name: 'nuntius_leads_get', arguments: JSON.parse('{"__proto__": {"leadId": "lead_01"}}') }],
];

test('a thousand calls at once are each answered, in whole lines', async () => {
  const { server } = await serve([], json(200, { text: 'ñ'.repeat(2000) }));
  for (let i = 0; i < 300; i++)
    server.send({ id: i, method: 'tools/call', params: call('nuntius_leads_get', { leadId: 'lead_01' }) });
  const seen = new Set<unknown>();
  while (seen.size < 300) seen.add((await server.next((message) => typeof message.id === 'number')).id);
  await expectClean(server);
});

test('a message in pieces, and several in one piece', async () => {
  const { server } = await serve([], json(200, {}));
  const ping = (id: string) => `${JSON.stringify({ jsonrpc: '2.0', id, method: 'ping' })}\n`;
  for (const piece of ping('pieces')) server.write(piece);
  await server.next((message) => message.id === 'pieces');
  server.write(ping('one') + ping('two') + ping('three'));
  for (const id of ['one', 'two', 'three']) await server.next((message) => message.id === id);
  await expectClean(server);
});

test('with --sandbox', async () => {
  const server = new RawServer(['serve', '--sandbox', '--debug']);
  open.push(server);
  await server.initialize();
  const { result } = await server.request(1, 'tools/call', call('nuntius_leads_create', leads));
  expect(result.structuredContent).toMatchObject({ customerName: 'Ana' });
  await expectClean(server);
});

// No surface without a server.
describe.skipIf(DISCOVER)('where the server cannot start, stdout stays empty', () => {
  test.each<[string[], Record<string, string>, RegExp]>([
    [['serve', '--debug'], { NUNTIUS_CONFIRM: KEY }, /NUNTIUS_CONFIRM must be one of flag, ask, strict/],
    [['serve'], { NUNTIUS_API_KEY: `${KEY}\n` }, /NUNTIUS_API_KEY holds a control character/],
    [['serve'], { NUNTIUS_BASE_URL: `https://user:${KEY}@host/` }, /NUNTIUS_BASE_URL must hold no credentials/],
    [['serve', '--spec', 'no-such-file.yaml', '--debug'], {}, /no-such-file\.yaml/],
    [['serve', '--no-such-option'], {}, /no-such-option/],
  ])('%j %j', async (args, settings, message) => {
    const { code, stdout, stderr } = await run(args, settings);
    expect(stdout).toBe('');
    expect(stderr).toMatch(message);
    expect(code).toBeGreaterThan(0);
    expect(stderr).not.toContain(KEY);
  });
});
