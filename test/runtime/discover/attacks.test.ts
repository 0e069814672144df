/** What a caller may try to get past the gate by the tools that call others: none of it sends anything. */
import { describe, expect, test } from 'vitest';
import type { Tool } from '../../../src/catalogue/index.ts';
import { catalogue } from '../../../src/generated/catalogue.ts';
import { discoverTools } from '../../../src/runtime/discover/discover-tools.ts';
import { meantIn } from '../../../src/runtime/discover/meant.ts';
import { Journal } from '../../../src/runtime/journal/journal.ts';
import { selectTools } from '../../../src/runtime/select.ts';
import { createService, type Service } from '../../../src/runtime/service.ts';
import { readSettings } from '../../../src/runtime/settings.ts';
import { callOnce } from '../../catalogue/confirmed-writes.ts';
import { recordingApi } from '../../catalogue/recording-api.ts';
import { identity, temporaryFolder } from '../journal/served.ts';

const { started, arrived, answer } = recordingApi();
const CREATE = 'nuntius_leads_create';
const ANA = { customerName: 'Ana' };

function serve(environment: Record<string, string> = {}, chosen = catalogue): Service {
  const settings = readSettings(
    'nuntius',
    { NUNTIUS_BASE_URL: 'https://api.nuntius.test', NUNTIUS_API_KEY: 'k', ...environment },
    () => '',
  );
  const journal = new Journal(`${temporaryFolder()}/journal.jsonl`, { identity });
  return createService(chosen, settings, { version: '0', discover: true, journal });
}

const flag = serve();
const told = async (service: Service, name: string, given: Record<string, unknown>) =>
  JSON.parse(((await callOnce(service, name, given)).content[0] as { text: string }).text) as Record<string, string>;
const json = (text: string) => JSON.parse(text) as Record<string, unknown>;

type Attack = [what: string, name: string, given: Record<string, unknown>, error: string, message?: RegExp];
const write = (given: Record<string, unknown>): [string, Record<string, unknown>] => ['nuntius_call_write', given];
const read = (given: Record<string, unknown>): [string, Record<string, unknown>] => ['nuntius_call_read', given];
const OWN = /^Nothing was sent\. nuntius_\w+ is listed: call it by its own name\.$/;

const NESTED = { tool: CREATE, arguments: ANA, confirm: true };
const ATTACKS: Attack[] = [
  ['itself', ...write({ tool: 'nuntius_call_write', arguments: NESTED, confirm: true }), 'listed', OWN],
  ['the other', ...write({ tool: 'nuntius_call_read', arguments: NESTED, confirm: true }), 'listed', OWN],
  ['the writing one by the reading one', ...read({ tool: 'nuntius_call_write', arguments: NESTED }), 'listed', OWN],
  ['the search', ...read({ tool: 'nuntius_tools_search', arguments: { query: 'x' } }), 'listed', OWN],
  ['an undo', ...write({ tool: 'nuntius_operations_undo', confirm: true }), 'listed', OWN],
  ['an undo by the reading one', ...read({ tool: 'nuntius_operations_undo' }), 'listed', OWN],
  ['the record', ...read({ tool: 'nuntius_operations_list' }), 'listed', OWN],
  ['a description of an undo', 'nuntius_tools_describe', { tools: ['nuntius_operations_undo'] }, 'listed', OWN],
  ['a write by the reading one', ...read({ tool: CREATE, arguments: { ...ANA, confirm: true } }), 'reads_only'],
  ['a read by the writing one', ...write({ tool: 'nuntius_leads_list', confirm: true }), 'writes_only'],
  ['a write past both', CREATE, { ...ANA, confirm: true }, 'not_listed'],
  [
    'a deletion',
    ...write({ tool: 'nuntius_leads_delete', confirm: true }),
    'unknown_tool',
    /nothing here can delete\./,
  ],
  ['a deletion past both', 'nuntius_leads_delete', { confirm: true }, 'unknown_tool', /nothing here can delete\./],
  ...[
    ' nuntius_leads_create',
    'nuntius_leads_create\n',
    'NUNTIUS_LEADS_CREATE',
    'Nuntius_Leads_Create',
    'nuntius_leads_create\u200b',
    'nuntius_leads_create\u0000',
    'nuntius_leads_create/../nuntius_leads_list',
    'nuntius_leads_list,nuntius_leads_create',
    '__proto__',
    'constructor',
    'hasOwnProperty',
    '',
  ].flatMap((tool): Attack[] => [
    [`the name ${JSON.stringify(tool)}`, ...write({ tool, arguments: ANA, confirm: true }), 'unknown_tool'],
    [`the name ${JSON.stringify(tool)}, to read`, ...read({ tool, arguments: ANA }), 'unknown_tool'],
  ]),
  ...[null, 5, true, [CREATE], { name: CREATE }].map(
    (tool): Attack => [
      `${JSON.stringify(tool)} for a name`,
      ...write({ tool, arguments: ANA, confirm: true }),
      'invalid_arguments',
    ],
  ),
  ...[5, true, 'customerName=Ana', '"Ana"', '[]', [], [ANA]].map(
    (given): Attack => [
      `${JSON.stringify(given)} for arguments`,
      ...write({ tool: CREATE, arguments: given, confirm: true }),
      'invalid_arguments',
    ],
  ),
  ...[true, false, null, 'true'].map(
    (confirm): Attack => [
      `confirm: ${confirm} within`,
      ...write({ tool: CREATE, arguments: { ...ANA, confirm } }),
      'misplaced_confirmation',
    ],
  ),
  [
    'confirm within and beside',
    ...write({ tool: CREATE, arguments: { ...ANA, confirm: true }, confirm: true }),
    'misplaced_confirmation',
  ],
  [
    'confirm within arguments as text',
    ...write({ tool: CREATE, arguments: '{"customerName":"Ana","confirm":true}' }),
    'misplaced_confirmation',
  ],
  [
    'a code within',
    ...write({ tool: CREATE, arguments: { ...ANA, confirmation: 'AAAAAAAAAAA' } }),
    'misplaced_confirmation',
  ],
  ['Confirm', ...write({ tool: CREATE, arguments: ANA, Confirm: true }), 'invalid_arguments'],
  ['confirm beside a read', ...read({ tool: 'nuntius_leads_list', confirm: true }), 'invalid_arguments'],
  ['the tool’s arguments beside', ...write({ tool: CREATE, ...ANA, confirm: true }), 'invalid_arguments'],
  [
    'a prototype that confirms',
    ...write(json(`{"tool":"${CREATE}","arguments":{"customerName":"Ana"},"__proto__":{"confirm":true}}`)),
    'invalid_arguments',
  ],
  [
    'a prototype that confirms, within',
    ...write(json(`{"tool":"${CREATE}","arguments":{"customerName":"Ana","__proto__":{"confirm":true}}}`)),
    'invalid_arguments',
  ],
  [
    'a prototype that names the tool',
    ...write(json(`{"__proto__":{"tool":"${CREATE}"},"arguments":{"customerName":"Ana"},"confirm":true}`)),
    'invalid_arguments',
  ],
];

test.each(ATTACKS)('%s', async (_, name, given, error, message = /./) => {
  answer();
  expect(await told(flag, name, given)).toMatchObject({ error, message: expect.stringMatching(message) });
  expect(started).toEqual([]);
});

test('what is no attack is sent', async () => {
  answer();
  for (const given of [ANA, JSON.stringify(ANA)])
    expect((await callOnce(flag, ...write({ tool: CREATE, arguments: given, confirm: true }))).isError).toBeUndefined();
  expect(arrived.map(({ method, path }) => `${method} ${path}`)).toEqual(Array(2).fill('POST /public/v1/leads'));
});

describe('codes', () => {
  const NOTE = 'nuntius_notes_create';
  const given = { text: 'Nota', leadId: 'lead_01' };
  const ask = serve({ NUNTIUS_CONFIRM: 'ask' });
  const code = async () => (await told(ask, ...write({ tool: NOTE, arguments: given }))).confirmation;

  test('a code is for the tool and the arguments that were shown', async () => {
    answer();
    for (const other of [
      { tool: NOTE, arguments: { ...given, text: 'Otra' } },
      { tool: CREATE, arguments: ANA },
    ])
      expect(await told(ask, ...write({ ...other, confirmation: await code() }))).toMatchObject({
        error: 'confirmation_code_invalid',
      });
    expect(started.filter((request) => !request.startsWith('GET'))).toEqual([]);
  });

  test('it is not taken by a call past the calling tool, nor by the reading one, and is still good then', async () => {
    answer();
    const confirmation = await code();
    expect(await told(ask, NOTE, { ...given, confirmation })).toMatchObject({ error: 'not_listed' });
    expect(await told(ask, ...read({ tool: NOTE, arguments: { ...given, confirmation } }))).toMatchObject({
      error: 'reads_only',
    });
    const once = await callOnce(ask, ...write({ tool: NOTE, arguments: given, confirmation }));
    expect(once._meta).toMatchObject({ 'nuntius-mcp/status': 'applied' });
    expect(await told(ask, ...write({ tool: NOTE, arguments: given, confirmation }))).toMatchObject({
      error: 'confirmation_code_invalid',
    });
    expect(started.filter((request) => !request.startsWith('GET'))).toHaveLength(1);
  });

  test.each([true, 'true', 1])('confirm: %j proves nothing in ask and strict', async (confirm) => {
    answer();
    const strict = serve({ NUNTIUS_CONFIRM: 'strict' });
    const call = write({ tool: NOTE, arguments: given, confirm });
    expect(await told(ask, ...call)).toMatchObject({ error: 'confirmation_required' });
    expect(await told(strict, ...call)).toMatchObject({ error: 'confirmation_unavailable' });
    expect(started.filter((request) => !request.startsWith('GET'))).toEqual([]);
  });
});

describe('what is not served', () => {
  test('read-only: no tool writes, and none is found, described or called', async () => {
    answer();
    const service = serve({ NUNTIUS_READ_ONLY: '1' });
    expect([...service.own.values()].filter((tool) => tool.type !== 'Lectura')).toEqual([]);
    for (const [name, given] of [
      write({ tool: CREATE, arguments: ANA, confirm: true }),
      read({ tool: CREATE, arguments: { ...ANA, confirm: true } }),
      [CREATE, { ...ANA, confirm: true }],
      ['nuntius_tools_describe', { tools: [CREATE] }],
    ] as [string, Record<string, unknown>][])
      expect(await told(service, name, given), name).toMatchObject({ error: 'unknown_tool' });
    expect(
      JSON.stringify(await told(service, 'nuntius_tools_search', { query: 'create a lead', limit: 20 })),
    ).not.toMatch(/Escritura/);
    expect(started).toEqual([]);
  });

  test.each([
    ['--tools', { tools: ['contacts_*'] }],
    ['--tags', { tags: ['Contacts'] }],
    ['--only', { only: 'Lectura' as const }],
  ])('%s: what was not chosen is not there', async (_, selection) => {
    answer();
    const service = serve({}, selectTools(catalogue, selection));
    for (const [name, given] of [
      write({ tool: CREATE, arguments: ANA, confirm: true }),
      ['nuntius_tools_describe', { tools: [CREATE] }],
    ] as [string, Record<string, unknown>][])
      expect(await told(service, name, given), name).toMatchObject({ error: 'unknown_tool' });
    expect(started).toEqual([]);
  });
});

describe('the hints of the tools that call', () => {
  const { read: reading, write: writing } = discoverTools(catalogue);

  test('the one reads; the other writes, and may do so destructively', () => {
    expect(reading.annotations).toMatchObject({ readOnlyHint: true, destructiveHint: false });
    expect(writing?.annotations).toMatchObject({ readOnlyHint: false, destructiveHint: true, idempotentHint: false });
  });

  test('no tool is called by one whose hints promise more than its own', () => {
    const find = meantIn(catalogue, new Set());
    for (const tool of catalogue.tools)
      for (const by of [reading, writing as Tool]) {
        const meant = find(by.name, { tool: tool.name });
        expect(meant?.kind, `${tool.name} by ${by.name}`).toBe(tool.type === by.type ? 'call' : 'answer');
        if (meant?.kind !== 'call') continue;
        if (by.annotations.readOnlyHint) expect(tool.annotations.readOnlyHint).toBe(true);
        // It cannot even find one of the other type.
        expect([...meant.tools.values()].filter(({ type }) => type !== by.type)).toEqual([]);
      }
  });
});
