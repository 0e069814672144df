/** How the server ends: stdin closed, SIGTERM, SIGINT, at rest and during a call. Always exit code 0, and nothing left running. */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { type StubApi, stubApi } from '../runtime/http/stub-api.ts';
import { DISCOVER } from '../surfaces.ts';
import { connect, ERAS } from './clients.ts';
import { RawServer } from './program.ts';

const ENDS: [how: string, end: (server: RawServer) => void][] = [
  ['stdin closes', (server) => void server.child.stdin?.end()],
  ['SIGTERM', (server) => void server.child.kill('SIGTERM')],
  ['SIGINT', (server) => void server.child.kill('SIGINT')],
  ['SIGINT twice', (server) => void (server.child.kill('SIGINT') && server.child.kill('SIGINT'))],
  [
    'stdin closes and SIGTERM',
    (server) => {
      server.child.stdin?.end();
      server.child.kill('SIGTERM');
    },
  ],
];

const PLACES: [where: string, args: string[]][] = [
  ['serve', ['serve']],
  ['serve --sandbox', ['serve', '--sandbox']],
];

/** An API that takes a request and says nothing; tells when it came and when its connection ended. */
async function slowApi(): Promise<{ api: StubApi; arrived: Promise<void>; aborted: Promise<void> }> {
  let came = () => {};
  let gone = () => {};
  const arrived = new Promise<void>((resolve) => {
    came = resolve;
  });
  const aborted = new Promise<void>((resolve) => {
    gone = resolve;
  });
  const api = await stubApi((_, response) => {
    response.once('close', gone);
    came();
  });
  return { api, arrived, aborted };
}

function isAlive(pid: number | undefined): boolean {
  try {
    process.kill(pid ?? 0, 0);
    return true;
  } catch {
    return false;
  }
}

/** Processes begun by this one, where the system tells. */
function childrenOf(pid: number | undefined): string[] {
  try {
    return readdirSync('/proc').filter(
      (entry) =>
        /^\d+$/.test(entry) &&
        readFileSync(`/proc/${entry}/stat`, 'utf8')
          .replace(/^.*\) /s, '')
          .split(' ')[1] === String(pid),
    );
  } catch {
    return [];
  }
}

describe.each(ENDS)('%s', (_, end) => {
  // Which tools there are is not asked yet.
  test.skipIf(DISCOVER).each(PLACES)('%s, before anything is said', async (_where, args) => {
    await using server = new RawServer(args);
    // It answers nothing before it listens; a first answer shows that it is there.
    await server.request(1, 'ping').catch(() => {});
    end(server);
    expect(await server.done).toMatchObject({ code: 0, stderr: '' });
    expect(isAlive(server.child.pid)).toBe(false);
  });

  // It rests as it does with any list.
  test.skipIf(DISCOVER).each(PLACES)('%s, at rest', async (_where, args) => {
    await using server = new RawServer(args);
    await server.initialize();
    await server.request(1, 'tools/list');
    expect(childrenOf(server.child.pid)).toEqual([]);
    end(server);
    expect(await server.done).toMatchObject({ code: 0, stderr: '' });
    expect(isAlive(server.child.pid)).toBe(false);
  });

  test.each([
    ['a read', 'nuntius_leads_get', { leadId: 'lead_01' }],
    ['a write', 'nuntius_leads_create', { customerName: 'Ana', confirm: true }],
  ])('during %s: the request upstream is dropped', async (_what, name, args) => {
    const { api, arrived, aborted } = await slowApi();
    await using _api = api;
    await using server = new RawServer(['serve'], { NUNTIUS_BASE_URL: api.url.href, NUNTIUS_API_KEY: 'k' });
    await server.initialize();
    server.send({ id: 1, method: 'tools/call', params: { name, arguments: args } });
    await arrived;
    end(server);
    const { code } = await server.done;
    expect(code).toBe(0);
    await aborted;
    expect(api.arrived).toHaveLength(1);
  });
});

// It is not read.
test.skipIf(DISCOVER)('stdin that closes with a request still unread is no failure', async () => {
  await using server = new RawServer(['serve', '--sandbox']);
  server.write(
    '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}\n{"jsonrpc":"2.0","id":2,"meth',
  );
  server.child.stdin?.end();
  expect((await server.done).code).toBe(0);
});

test.each(ERAS)('a client that goes away leaves nothing: %s', async (era) => {
  const client = await connect(era, { args: ['serve', '--sandbox'] });
  const { pid } = client;
  await client.tools();
  expect(isAlive(pid)).toBe(true);
  await client.close();
  expect(isAlive(pid)).toBe(false);
});

test('a reader of stdout that goes away ends it', async () => {
  await using server = new RawServer(['serve', '--sandbox']);
  await server.initialize();
  server.child.stdout?.destroy();
  server.send({ id: 1, method: 'tools/list' });
  server.send({ id: 2, method: 'tools/list' });
  const { code } = await server.done;
  expect([0, 1]).toContain(code);
});

// Not a server of tools.
describe.skipIf(DISCOVER)('sandbox alone', () => {
  test.each(['SIGTERM', 'SIGINT'] as const)('%s ends it', async (signal) => {
    await using sandbox = new RawServer(['sandbox']);
    while (sandbox.lines.length < 3) await new Promise((resolve) => setTimeout(resolve, 10));
    expect(sandbox.lines.slice(0, 3)).toEqual([
      expect.stringMatching(/^Nuntius sandbox on http:\/\/127\.0\.0\.1:\d+$/),
      expect.stringMatching(/^NUNTIUS_BASE_URL=http:\/\/127\.0\.0\.1:\d+$/),
      expect.stringMatching(/^NUNTIUS_API_KEY=\S+$/),
    ]);
    const url = sandbox.lines[1]?.replace('NUNTIUS_BASE_URL=', '');
    expect((await fetch(`${url}/public/v1/status`)).status).toBe(200);
    sandbox.child.kill(signal);
    expect(await sandbox.done).toMatchObject({ code: 0, stderr: '' });
    await expect(fetch(`${url}/public/v1/status`)).rejects.toThrow();
  });
});
