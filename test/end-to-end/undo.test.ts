/** Undo with the built program: by every kind of client, and from the terminal. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Sandbox, startSandbox } from '../../src/sandbox/sandbox.ts';
import { DISCOVER } from '../surfaces.ts';
import { type Person, person } from './asked-person.ts';
import { connect, ERAS } from './clients.ts';
import { run } from './program.ts';

let sandbox: Sandbox;
let settings: Record<string, string>;
beforeAll(async () => {
  sandbox = await startSandbox();
});
beforeEach(() => {
  sandbox.reset();
  settings = {
    NUNTIUS_BASE_URL: sandbox.url,
    NUNTIUS_API_KEY: sandbox.apiKey,
    NUNTIUS_TOKEN: sandbox.apiKey,
    NUNTIUS_CONFIRM: 'ask',
    NUNTIUS_JOURNAL: path.join(mkdtempSync(path.join(tmpdir(), 'nuntius-mcp-undo-')), 'journal.jsonl'),
  };
});
afterAll(() => sandbox.close());

const quality = async () => {
  const answer = await fetch(`${sandbox.url}/public/v1/leads/lead_01`, {
    headers: { authorization: `Bearer ${sandbox.apiKey}` },
  });
  return ((await answer.json()) as { quality: string }).quality;
};
const update = (client: Person['client']) =>
  client.call('nuntius_leads_update', { leadId: 'lead_01', quality: 'cold' });

describe.each(ERAS)('%s', (era) => {
  test.each(['ask', 'strict'])('%s: the person is asked, and it is put back', async (mode) => {
    const asked = await person(era, sandbox, { ...settings, NUNTIUS_CONFIRM: mode }, {});
    await using _ = asked.client;
    const done = await update(asked.client);
    expect(await quality()).toBe('cold');
    const id = done._meta?.['nuntius-mcp/operation'];
    asked.answer = { action: 'decline' };
    expect(JSON.parse((await asked.client.call('nuntius_operations_undo')).content[0]?.text ?? '').error).toBe(
      'declined',
    );
    expect(await quality()).toBe('cold');
    asked.answer = { action: 'accept', content: { value: true } };
    const undone = await asked.client.call('nuntius_operations_undo', { operation: id });
    expect(undone.isError).toBeUndefined();
    expect(asked.shown.at(-1)).toContain('quality: cold → hot');
    expect(asked.shown.at(-1)).toContain(`Undo of operation ${id}`);
    expect(await quality()).toBe('hot');
  });

  test('with a code, where the client cannot ask', async () => {
    await using client = await connect(era, { settings });
    const codeOf = async (name: string, args: Record<string, unknown>) =>
      JSON.parse((await client.call(name, args)).content[0]?.text ?? '').confirmation as string;
    const change = { leadId: 'lead_01', quality: 'cold' };
    await client.call('nuntius_leads_update', {
      ...change,
      confirmation: await codeOf('nuntius_leads_update', change),
    });
    expect(await quality()).toBe('cold');
    const confirmation = await codeOf('nuntius_operations_undo', {});
    expect((await client.call('nuntius_operations_undo', { confirmation })).isError).toBeUndefined();
    expect(await quality()).toBe('hot');
  });

  test('both tools are listed as what they are, and an undo in flag needs confirm', async () => {
    await using client = await connect(era, { settings: { ...settings, NUNTIUS_CONFIRM: 'flag' } });
    const own = (await client.tools()).filter(({ name }) => name.includes('_operations_'));
    expect(
      own.map(({ name, annotations, _meta }) => [name, annotations.readOnlyHint, _meta['nuntius-mcp/type']]),
    ).toEqual([
      ['nuntius_operations_list', true, 'Lectura'],
      ['nuntius_operations_undo', false, 'Escritura'],
    ]);
  });
});

describe('from the terminal', () => {
  test('nuntius-mcp undo: the latest, or the one that is named; twice is once', async () => {
    const asked = await person('v1 SDK', sandbox, settings, {});
    const done = await update(asked.client);
    await asked.client.close();
    const id = String(done._meta?.['nuntius-mcp/operation']);

    const silent = await run(['undo', id], settings);
    expect(silent).toMatchObject({
      code: 1,
      stderr: 'nuntius-mcp: there is no terminal to ask on; --yes undoes without asking\n',
    });
    const strict = await run(['undo', id, '--yes'], { ...settings, NUNTIUS_CONFIRM: 'strict' });
    expect(strict).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('--yes does not go with the setting strict'),
    });
    expect(await quality()).toBe('cold');

    // In flag as well, the state is read and shown.
    const undone = await run(['undo', '--yes'], { ...settings, NUNTIUS_CONFIRM: 'flag' });
    expect(undone).toMatchObject({ code: 0, stderr: expect.stringContaining('quality: cold → hot') });
    // As `call` prints it: the answer indented on stdout, what is said of it on stderr, nothing to an assistant.
    expect(undone.stdout).toBe(`${JSON.stringify(JSON.parse(undone.stdout), null, 2)}\n`);
    expect(undone.stderr).toContain('Done, as you confirmed.');
    expect(undone.stderr).toMatch(/On record as operation [0-9a-f]{12}\./);
    expect(undone.stdout + undone.stderr).not.toMatch(/data from the API|the person/);
    expect(await quality()).toBe('hot');

    const again = await run(['undo', id, '--yes'], settings);
    expect(again).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/^nuntius-mcp: Nothing was sent\. Operation \w+ is undone already/),
    });
    const { operations } = JSON.parse((await run(['journal', '--json'], settings)).stdout);
    expect(operations.map(({ status }: { status: string }) => status)).toEqual(['undone', 'done']);
    expect(operations[1]).toMatchObject({
      undoes: id,
      confirmed: 'person',
      client: expect.stringMatching(/^nuntius-mcp \d/),
    });
  });

  test.skipIf(DISCOVER)(
    'what was made in flag, by another API or with another key: which operation it is, and how to get at it',
    async () => {
      const change = ['call', 'nuntius_leads_update', '--leadId', 'lead_01', '--quality', 'cold', '--yes'];
      const inFlag = { ...settings, NUNTIUS_CONFIRM: 'flag' };
      expect((await run(change, inFlag)).code).toBe(0);
      const { operations } = JSON.parse((await run(['journal', '--json'], settings)).stdout);
      const id = operations[0].operation;
      const refused = await run(['undo', '--yes'], inFlag);
      expect(refused.stderr).toMatch(
        new RegExp(
          `^nuntius-mcp: Nothing was sent\\. The state before it was not read.*\\n  Operation ${id} \\(nuntius_leads_update, .* UTC\\): PATCH /public/v1/leads/lead_01\\n$`,
        ),
      );
      for (const args of [
        ['undo', '--yes'],
        ['undo', id, '--yes'],
      ]) {
        const otherKey = await run(args, { ...inFlag, NUNTIUS_TOKEN: 'another' });
        expect(otherKey.stderr).toContain(`Operation ${id} (nuntius_leads_update, `);
        expect(otherKey.stderr).toContain('or with another key: set NUNTIUS_BASE_URL and the key as they were then');
        const other = { SHOP_JOURNAL: settings.NUNTIUS_JOURNAL ?? '', SHOP_BASE_URL: sandbox.url, SHOP_API_KEY: 'k' };
        const shop = path.join(path.dirname(settings.NUNTIUS_JOURNAL ?? ''), 'shop.json');
        const paths = { '/things': { post: { operationId: 'create', responses: {} } } };
        writeFileSync(shop, JSON.stringify({ openapi: '3.1.0', info: { title: 'Shop', version: '1' }, paths }));
        const otherApi = await run([...args, '--spec', shop, '--prefix', 'shop'], other);
        expect(otherApi.code).toBe(1);
        expect(otherApi.stderr).toContain(`Operation ${id} (nuntius_leads_update, `);
        expect(otherApi.stderr).toContain(
          'is of another API: give the description that it was served from, with --spec',
        );
        expect(otherApi.stderr.trimEnd().split('\n')).toHaveLength(2);
      }
    },
  );

  test.skipIf(DISCOVER)('--sandbox: says why not, and what to do', async () => {
    const { code, stderr } = await run(['undo', '--sandbox'], settings);
    expect(code).toBe(2);
    expect(stderr).toMatch(/^nuntius-mcp: undo takes no --sandbox: .*nuntius-mcp journal --sandbox/);
    expect(stderr.trimEnd().split('\n')).toHaveLength(1);
  });

  // No server.
  test.skipIf(DISCOVER).each([
    [['undo', 'lead_01'], 2, 'It is: nuntius-mcp undo [OPERATION]'],
    [['undo', '0123456789ab', '--yes'], 1, 'There is no operation 0123456789ab of this account on record'],
  ])('%s', async (args, code, said) => {
    expect(await run(args, settings)).toMatchObject({ code, stderr: expect.stringContaining(said) });
  });
});
