/** Undo with the built program: by every kind of client, and from the terminal. */
import { mkdtempSync } from 'node:fs';
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

  // No server.
  test.skipIf(DISCOVER).each([
    [['undo', 'lead_01'], 2, 'It is: nuntius-mcp undo [OPERATION]'],
    [['undo', '0123456789ab', '--yes'], 1, 'There is no operation 0123456789ab of this account on record'],
  ])('%s', async (args, code, said) => {
    expect(await run(args, settings)).toMatchObject({ code, stderr: expect.stringContaining(said) });
  });
});
