/** The journal of the built program: what is on disk, what the command shows, and a disk that takes no more. */
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import stringWidth from 'string-width';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Sandbox, startSandbox } from '../../src/sandbox/sandbox.ts';
import { DISCOVER } from '../surfaces.ts';
import { type CallResult, connect } from './clients.ts';
import { RawServer, run } from './program.ts';
import { hasTerminal, runOnTerminal } from './terminal.ts';

let sandbox: Sandbox;
let folder: string;
let file: string;
beforeAll(async () => {
  sandbox = await startSandbox();
});
beforeEach(() => {
  sandbox.reset();
  folder = mkdtempSync(path.join(tmpdir(), 'nuntius-mcp-journal-'));
  file = path.join(folder, 'journal.jsonl');
});
afterAll(() => sandbox.close());

const settings = (more: Record<string, string> = {}) => ({
  NUNTIUS_BASE_URL: sandbox.url,
  NUNTIUS_API_KEY: sandbox.apiKey,
  NUNTIUS_JOURNAL: file,
  ...more,
});
const create = (customerName: string) => ({ customerName, quality: 'hot', confirm: true });
const writes = () => sandbox.requests.filter(({ method }) => method !== 'GET');
const lines = () =>
  readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
const textOf = ({ content }: CallResult) => content.map(({ text }) => text).join('\n');

describe('on disk', () => {
  test('a line before the write leaves, and one with what came of it, without any secret', async () => {
    await using client = await connect('v1 SDK', { settings: settings({ NUNTIUS_CONFIRM: 'flag' }) });
    const result = await client.call('nuntius_leads_create', create('Ana'));
    const [before, after] = lines();
    expect(before).toMatchObject({
      n: 1,
      prev: '0'.repeat(64),
      event: 'sending',
      id: expect.stringMatching(/^[0-9a-f]{12}$/),
      tool: 'nuntius_leads_create',
      method: 'POST',
      path: '/public/v1/leads',
      arguments: { customerName: 'Ana', quality: 'hot' },
      confirmed: 'flag',
      client: 'test-client 1.0.0',
      fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    const { id } = result.structuredContent as { id: string };
    expect(after).toMatchObject({
      n: 2,
      event: 'outcome',
      id: before.id,
      outcome: 'done',
      status: 201,
      thing: { id, name: 'Ana' },
    });
    expect(result._meta).toMatchObject({ 'nuntius-mcp/operation': before.id, 'nuntius-mcp/outcome': 'done' });
    expect(textOf(result)).toContain(`On record as operation ${before.id}.`);
    expect(readFileSync(file, 'utf8')).not.toContain(sandbox.apiKey);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  test('in the state folder, which only its owner enters, where no setting names another', async () => {
    const { NUNTIUS_JOURNAL: _, ...rest } = settings({ XDG_STATE_HOME: path.join(folder, 'state') });
    await using client = await connect('v1 SDK', { settings: rest });
    await client.call('nuntius_leads_create', create('Ana'));
    const own = path.join(folder, 'state/nuntius-mcp');
    expect(statSync(own).mode & 0o777).toBe(0o700);
    expect(statSync(path.join(own, 'journal.jsonl')).mode & 0o777).toBe(0o600);
  });

  test('off: nothing is written, and neither tool is listed', async () => {
    await using client = await connect('v1 SDK', {
      settings: settings({ NUNTIUS_JOURNAL: 'off', XDG_STATE_HOME: folder }),
    });
    expect((await client.call('nuntius_leads_create', create('Ana'))).isError).toBeUndefined();
    expect((await client.tools()).filter(({ name }) => name.includes('_operations_'))).toEqual([]);
    expect(existsSync(path.join(folder, 'nuntius-mcp'))).toBe(false);
  });

  test('reads leave no line', async () => {
    await using client = await connect('v1 SDK', { settings: settings() });
    await client.call('nuntius_leads_list', {});
    expect(existsSync(file)).toBe(false);
  });
});

describe('a write that cannot be recorded is refused, and reads go on', () => {
  async function refused(server: RawServer, what: RegExp): Promise<void> {
    const lead = { name: 'nuntius_leads_create', arguments: create('Ana') };
    const write = (await server.request(1, 'tools/call', lead)).result;
    expect(write.isError).toBe(true);
    const { error, message } = JSON.parse(write.content[0].text);
    expect(error).toBe('journal_unwritable');
    expect(message).toMatch(what);
    expect(message).toContain(file);
    expect(message).toContain('NUNTIUS_JOURNAL');
    expect(writes()).toHaveLength(0);
    const read = (
      await server.request(2, 'tools/call', { name: 'nuntius_leads_get', arguments: { leadId: 'lead_01' } })
    ).result;
    expect(read.isError).toBeUndefined();
  }

  test('a full disk: what is there stays whole', async () => {
    // The file may grow no further than 8 blocks of 512 bytes.
    await using client = await connect('v1 SDK', { settings: settings() });
    for (let i = 0; i < 3; i++) await client.call('nuntius_leads_create', create(`Ana ${i} ${'x'.repeat(150)}`));
    const before = readFileSync(file, 'utf8');
    sandbox.reset();
    const blocks = Math.floor(before.length / 512);
    await using server = await limited(`ulimit -f ${blocks};`);
    await refused(server, /the file may not grow any further \(EFBIG\)|the disk is full/);
    expect(readFileSync(file, 'utf8')).toBe(before);
    expect((await run(['journal', '--verify', '--file', file])).code).toBe(0);
  });

  test('a read-only folder', async () => {
    mkdirSync(path.join(folder, 'locked'));
    file = path.join(folder, 'locked', 'journal.jsonl');
    chmodSync(folder, 0o755);
    chmodSync(path.join(folder, 'locked'), 0o555);
    // Root may write anywhere: then it is somebody else who may not.
    await using server = await limited('', process.getuid?.() === 0 ? 65_534 : undefined);
    await refused(server, /access is denied \(EACCES\)|the disk is read-only/);
  });

  test('a path that cannot be', async () => {
    writeFileSync(path.join(folder, 'plain'), '');
    file = path.join(folder, 'plain', 'journal.jsonl');
    await using server = await limited('');
    await refused(server, /a part of its path is not a folder|EEXIST/);
  });

  test('a disk that fills up while the write is on its way: the result comes, and says that it is not on record', async () => {
    await using client = await connect('v1 SDK', { settings: settings() });
    await client.call('nuntius_leads_create', create('Ana'));
    sandbox.reset();
    sandbox.failNext({ delayMs: 400 });
    const { rmSync } = await import('node:fs');
    const call = client.call('nuntius_leads_create', create('Eva'));
    while (writes().length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    rmSync(folder, { recursive: true });
    writeFileSync(folder, '');
    const result = await call;
    expect(result.isError).toBeUndefined();
    expect(textOf(result)).toContain('What came of it could not be recorded.');
    rmSync(folder);
  });
});

/** A server, begun by a shell that sets limits first. */
async function limited(before: string, uid?: number): Promise<RawServer> {
  const server = new RawServer(['serve'], settings(), { before, ...(uid !== undefined && { uid }) });
  await server.initialize();
  return server;
}

test('a torn last line: the next write closes it; the start, the table and --verify get along with it', async () => {
  const first = await connect('v1 SDK', { settings: settings() });
  await first.call('nuntius_leads_create', create('Ana'));
  await first.close();
  appendFileSync(file, '{"n":3,"prev":"ab');
  await using client = await connect('v1 SDK', { settings: settings() });
  expect((await client.call('nuntius_leads_create', create('Eva'))).isError).toBeUndefined();
  const verified = await run(['journal', '--verify', '--file', file]);
  expect(verified).toMatchObject({ code: 0, stdout: expect.stringContaining(`${file}, line 3: torn`) });
  const listed = await run(['journal', '--file', file]);
  expect(listed).toMatchObject({ code: 0, stderr: expect.stringContaining(`${file}, line 3: torn`) });
  expect(listed.stdout).toContain('Eva');
});

test('a damaged line: told at the start, with file and line; the rest can still be read and written', async () => {
  const first = await connect('v1 SDK', { settings: settings() });
  await first.call('nuntius_leads_create', create('Ana'));
  await first.call('nuntius_leads_create', create('Eva'));
  await first.close();
  const all = readFileSync(file, 'utf8').split('\n');
  writeFileSync(file, all.with(1, all[1]?.slice(5) ?? '').join('\n'));
  await using client = await connect('v1 SDK', { settings: settings() });
  expect((await client.call('nuntius_leads_create', create('Luz'))).isError).toBeUndefined();
  const record = (await client.call('nuntius_operations_list')).structuredContent;
  expect(record?.damaged).toEqual([`${file}, line 2`]);
  expect(record?.operations.map((o: { arguments: { customerName: string } }) => o.arguments.customerName)).toEqual([
    'Luz',
    'Eva',
    'Ana',
  ]);
  while (!client.stderr().includes('damaged')) await new Promise((resolve) => setTimeout(resolve, 10));
  expect(client.stderr()).toContain(`${file}, line 2: damaged`);
  expect(await run(['journal', '--verify', '--file', file])).toMatchObject({
    code: 1,
    stderr: `${file}, line 2: this line is damaged: it is no line of a journal\n`,
  });
});

test('several processes write one journal: one chain, nothing lost', async () => {
  const clients = await Promise.all(Array.from({ length: 3 }, () => connect('v1 SDK', { settings: settings() })));
  await Promise.all(
    clients.flatMap((client, p) =>
      Array.from({ length: 15 }, (_, i) => client.call('nuntius_leads_create', create(`p${p} ${i}`))),
    ),
  );
  await Promise.all(clients.map((client) => client.close()));
  expect(lines().map(({ n }) => n)).toEqual(Array.from({ length: 90 }, (_, i) => i + 1));
  expect(await run(['journal', '--verify', '--file', file])).toMatchObject({ code: 0, stderr: '' });
  const { operations } = JSON.parse((await run(['journal', '--json', '--file', file])).stdout);
  expect(operations.map(({ status }: { status: string }) => status)).toEqual(Array.from({ length: 45 }, () => 'done'));
});

describe('nuntius-mcp journal', () => {
  beforeEach(async () => {
    await using client = await connect('v1 SDK', { settings: settings() });
    await client.call('nuntius_leads_create', create('Ana'));
    await client.call('nuntius_notes_create', { text: 'Nota', leadId: 'lead_01', confirm: true });
    sandbox.failNext({ status: 403 });
    await client.call('nuntius_leads_create', create('Eva'));
    sandbox.failNext({ status: 500 });
    await client.call('nuntius_leads_create', create('Luz'));
  });
  const table = async (...args: string[]) => (await run(['journal', ...args], settings())).stdout.trimEnd().split('\n');

  test('is a table, oldest first', async () => {
    const rows = await table();
    expect(rows[0]).toMatch(/^WHEN \(UTC\) +OPERATION +STATUS +TOOL +WHAT +CONFIRMED BY$/);
    expect(rows.slice(1).map((row) => row.split(/ {2,}/).slice(2, 4))).toEqual([
      ['done 201', 'nuntius_leads_create'],
      ['done 201', 'nuntius_notes_create'],
      ['refused 403', 'nuntius_leads_create'],
      ['unknown 500', 'nuntius_leads_create'],
    ]);
    expect(rows[1]).toMatch(/Ana, lead_\d+ +flag, test-client 1\.0\.0$/);
  });

  // The command reads the same file.
  test.skipIf(DISCOVER).each([
    [['--tool', 'nuntius_notes_create'], 1],
    [['--status', 'refused'], 1],
    [['--status', 'undone'], 0],
    [['--since', '1h'], 4],
    [['--since', '2999-01-01'], 0],
  ])('%s', async (args, count) => {
    const { operations } = JSON.parse((await run(['journal', '--json', ...args], settings())).stdout);
    expect(operations).toHaveLength(count);
  });

  test.skipIf(DISCOVER || !hasTerminal).each([60, 80, 120, 200])(
    'fits %i columns, and breaks no name',
    async (columns) => {
      const { output } = await runOnTerminal(['journal'], { columns, settings: settings() });
      const lines = output
        .replace(/\u001b\[\d+m/g, '')
        .trimEnd()
        .split('\n');
      for (const line of lines) expect(stringWidth(line), line).toBeLessThanOrEqual(columns);
      expect(output.match(/nuntius_leads_create/g)).toHaveLength(3);
      expect(output.includes('CONFIRMED BY')).toBe(columns >= 100);
    },
  );

  // The command reads the same file.
  test.skipIf(DISCOVER)('of several APIs: names each, and shows one alone', async () => {
    const spec = path.join(folder, 'shop.json');
    const paths = { '/things': { post: { operationId: 'createThing', responses: {} } } };
    writeFileSync(spec, JSON.stringify({ openapi: '3.1.0', info: { title: 'Shop', version: '1' }, paths }));
    const shop = { SHOP_JOURNAL: file, SHOP_BASE_URL: `${sandbox.url}/shop` };
    await run(['call', 'shop_things_create', '--spec', spec, '--yes'], shop);
    const rows = (await table()).map((row) => row.split(/ {2,}/)[0]);
    expect(rows).toEqual(['API', 'nuntius', 'nuntius', 'nuntius', 'nuntius', 'shop']);
    const one = await run(['journal', '--prefix', 'shop', '--json'], shop);
    expect(JSON.parse(one.stdout).operations.map(({ tool }: { tool: string }) => tool)).toEqual(['shop_things_create']);
    // The same API at another address is told apart.
    await run(['call', 'shop_things_create', '--spec', spec, '--yes'], {
      ...shop,
      SHOP_BASE_URL: `${sandbox.url}/other`,
    });
    const names = (await table()).slice(5).map((row) => row.split(/ {2,}/)[0] ?? '');
    expect(names).toEqual([expect.stringMatching(/^shop [0-9a-f]{4}$/), expect.stringMatching(/^shop [0-9a-f]{4}$/)]);
    expect(new Set(names).size).toBe(2);
  });

  // The command reads the same file.
  test.skipIf(DISCOVER)('finds the line that was altered, and the one that is missing', async () => {
    const all = readFileSync(file, 'utf8').split('\n');
    writeFileSync(file, all.with(2, all[2]?.replace('Nota', 'Otra') ?? '').join('\n'));
    expect(await run(['journal', '--verify'], settings())).toMatchObject({
      code: 1,
      stderr: `${file}, line 3: this line was altered: the next one carries another digest\n`,
    });
    writeFileSync(file, all.toSpliced(2, 2).join('\n'));
    expect(await run(['journal', '--verify'], settings())).toMatchObject({
      code: 1,
      stderr: `${file}, line 3: lines number 3 to 4 are missing before here\n`,
    });
  });

  test('what is unknown is told at each start until somebody says what came of it', async () => {
    const [row = ''] = (await table('--status', 'unknown')).slice(1);
    const id = row.split(/ {2,}/)[1] ?? '';
    const told = `operation ${id} (`;
    await using client = await connect('v1 SDK', { settings: settings() });
    while (!client.stderr().includes(told)) await new Promise((resolve) => setTimeout(resolve, 10));
    expect(client.stderr()).toContain('has no known outcome: it may have been done. nuntius_leads_list can tell');
    expect((await client.call('nuntius_operations_list')).structuredContent?.unresolved).toEqual([id]);
    expect(await run(['journal', '--settle', `${id}=failed`], settings())).toMatchObject({ code: 0 });
    expect(await run(['journal', '--settle', `${id}=done`], settings())).toMatchObject({
      code: 1,
      stderr: `nuntius-mcp: The outcome of operation ${id} is known: failed.\n`,
    });
    expect((await client.call('nuntius_operations_list')).structuredContent?.unresolved).toEqual([]);
    await using next = await connect('v1 SDK', { settings: settings() });
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    expect(next.stderr()).toBe('');
  });

  // No server.
  test.skipIf(DISCOVER).each([
    [['--since', 'yesterday'], '--since takes'],
    [['--status', 'fine'], '--status takes one of'],
    [['--settle', 'x'], '--settle takes'],
  ])('%s: exit code 2', async (args, said) => {
    const { code, stderr } = await run(['journal', ...args], settings());
    expect([code, stderr]).toEqual([2, expect.stringContaining(said)]);
  });

  // No server.
  test.skipIf(DISCOVER)('off: says so', async () => {
    expect(await run(['journal'], settings({ NUNTIUS_JOURNAL: 'off' }))).toMatchObject({
      code: 1,
      stderr: 'nuntius-mcp: there is no journal: the setting says off. --file names one\n',
    });
  });
});

test('told to stop while a write is on its way: what is known of it is on record before the process ends', async () => {
  sandbox.failNext({ delayMs: 5_000 });
  await using server = new RawServer(['serve'], settings());
  await server.initialize();
  server.send({ id: 1, method: 'tools/call', params: { name: 'nuntius_leads_create', arguments: create('Ana') } });
  while (writes().length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  server.child.kill('SIGTERM');
  expect(await server.done).toMatchObject({ code: 0 });
  expect(lines().at(-1)).toMatchObject({ event: 'outcome', outcome: 'unknown', code: 'cancelled' });
  expect(writes()).toHaveLength(1);
});
