/** The four tools of `--discover`: their size, their names, what they answer, and that what reads cannot write. */
import { encode } from 'gpt-tokenizer';
import { describe, expect, test } from 'vitest';
import type { Catalogue, Tool } from '../../../src/catalogue/index.ts';
import { catalogue } from '../../../src/generated/catalogue.ts';
import { type CallContext, call } from '../../../src/runtime/call.ts';
import { discoverTools } from '../../../src/runtime/discover/discover-tools.ts';
import { Codes } from '../../../src/runtime/gate/codes.ts';
import { gate } from '../../../src/runtime/gate/gate.ts';
import { Rounds } from '../../../src/runtime/gate/rounds.ts';
import type { OwnTool } from '../../../src/runtime/own-tool.ts';
import { buildRequest } from '../../../src/runtime/request/build-request.ts';
import type { ToolResult } from '../../../src/runtime/results.ts';
import { listedTool } from '../../../src/runtime/serve/listed-tool.ts';
import { createService, listedTools } from '../../../src/runtime/service.ts';
import { readSettings } from '../../../src/runtime/settings.ts';
import { callOnce, serviceOf } from '../../catalogue/confirmed-writes.ts';
import { recordingApi } from '../../catalogue/recording-api.ts';

const BASE = 'https://api.nuntius.test';
const { started, arrived, answer } = recordingApi();
const service = serviceOf(catalogue, BASE, 'discover');
const named = (name: string) => catalogue.tools.find((tool) => tool.name === name) as Tool;
const textOf = (result: ToolResult) => (result.content[0] as { text: string }).text;
const told = async (name: string, given: Record<string, unknown>) =>
  JSON.parse(textOf(await callOnce(service, name, given)));

/** A thousand tools with the longest names and titles there can be. */
const large: Catalogue = {
  ...catalogue,
  api: { ...catalogue.api, title: 'An API '.repeat(40), prefix: 'abcdefghijklmnopqrst' },
  tools: Array.from({ length: 20 }, (_, i) =>
    catalogue.tools.map((tool) => ({ ...tool, name: `${tool.name}_${i}` })),
  ).flat(),
};

describe.each([
  ['Nuntius', catalogue],
  ['1,360 tools', large],
] as const)('%s', (_, api) => {
  test.each(['flag', 'ask', 'strict'] as const)('%s: four tools, in at most 1,500 tokens', (mode) => {
    const prefix = api.api.prefix.toUpperCase();
    const settings = readSettings(
      api.api.prefix,
      { [`${prefix}_BASE_URL`]: BASE, [`${prefix}_CONFIRM`]: mode },
      () => '',
    );
    const listed = listedTools(createService(api, settings, { version: '0', discover: true }));
    expect(listed.map(({ name, type }) => [name.slice(api.api.prefix.length), type])).toEqual([
      ['_tools_search', 'Lectura'],
      ['_tools_describe', 'Lectura'],
      ['_call_read', 'Lectura'],
      ['_call_write', 'Escritura'],
    ]);
    const text = JSON.stringify(listed.map((tool) => listedTool(tool, mode)));
    expect(encode(text).length).toBeLessThanOrEqual(1_500);
  });
});

test('their names are no tool of the catalogue', () => {
  const taken = {
    ...catalogue,
    tools: [...catalogue.tools, { ...named('nuntius_leads_list'), name: 'nuntius_call_write' }],
  };
  expect(discoverTools(taken).write?.name).toBe('nuntius_call_write_here');
});

test('where nothing writes, nothing is listed that does', () => {
  const reads = { ...catalogue, tools: catalogue.tools.filter((tool) => tool.type === 'Lectura') };
  expect(discoverTools(reads).write).toBeUndefined();
  expect(JSON.stringify(discoverTools(reads))).not.toContain('call_write');
});

test('a search names the tools with what they take', async () => {
  const { tools } = await told('nuntius_tools_search', { query: 'create a lead', limit: 1 });
  expect(tools).toEqual([
    {
      name: 'nuntius_leads_create',
      type: 'Escritura',
      title: 'Create a lead',
      request: 'POST /public/v1/leads',
      arguments: expect.stringMatching(/^customerName, .*quality\?/),
    },
  ]);
  const reads = await told('nuntius_tools_search', { query: 'create a lead', type: 'Lectura', limit: 20 });
  expect(new Set(reads.tools.map((t: { type: string }) => t.type))).toEqual(new Set(['Lectura']));
  expect(await told('nuntius_tools_search', { query: 'zzzz qqqq' })).toMatchObject({
    tools: [],
    tags: expect.any(Array),
  });
  expect(started).toEqual([]);
});

test('a description holds the schema that validates, without what stands beside it', async () => {
  const { tools } = await told('nuntius_tools_describe', { tools: ['nuntius_leads_create', 'nuntius_leads_list'] });
  const { confirm: _, ...properties } = named('nuntius_leads_create').inputSchema.properties;
  expect(tools[0].inputSchema).toEqual({ ...named('nuntius_leads_create').inputSchema, properties });
  expect(tools.map((t: { callWith: string }) => t.callWith)).toEqual(['nuntius_call_write', 'nuntius_call_read']);
  expect(tools[1].inputSchema.properties).toHaveProperty('fields');
});

test('every tool of the catalogue can be described, and all that are long say which are left', async () => {
  for (const tool of catalogue.tools) {
    const { tools } = await told('nuntius_tools_describe', { tools: [tool.name] });
    expect(tools.map((t: { name: string }) => t.name)).toEqual([tool.name]);
  }
});

describe('what is not understood names what is near, and sends nothing', () => {
  test.each<[name: string, given: Record<string, unknown>, error: string, message: RegExp]>([
    ['nuntius_call_read', { tool: 'nuntius_lead_list' }, 'unknown_tool', /Did you mean nuntius_leads_list\?/],
    ['nuntius_tools_describe', { tools: ['leads_create'] }, 'unknown_tool', /Did you mean nuntius_leads_create\?/],
    ['nuntius_call_read', { tool: 'nuntius_leads_create' }, 'reads_only', /Call it with nuntius_call_write\.$/],
    [
      'nuntius_call_write',
      { tool: 'nuntius_leads_list', confirm: true },
      'writes_only',
      /Call it with nuntius_call_read\.$/,
    ],
    ['nuntius_leads_create', { customerName: 'Ana', confirm: true }, 'not_listed', /is called by nuntius_call_write/],
    ['nuntius_leads_list', {}, 'not_listed', /is called by nuntius_call_read/],
    [
      'nuntius_call_write',
      { tool: 'nuntius_leads_create', arguments: { customerName: 'A', confirm: true } },
      'misplaced_confirmation',
      /beside "arguments"/,
    ],
    [
      'nuntius_call_write',
      { tool: 'nuntius_leads_create', arguments: { name: 'A' }, confirm: true },
      'invalid_arguments',
      /of nuntius_leads_create/,
    ],
    ['nuntius_call_write', { arguments: {}, confirm: true }, 'invalid_arguments', /of nuntius_call_write/],
    ['nuntius_call_read', { tool: 'nuntius_leads_list', confirm: true }, 'invalid_arguments', /of nuntius_call_read/],
    ['nuntius_call_read', { tool: '__proto__' }, 'unknown_tool', /tool "__proto__"/],
  ])('%s %j', async (name, given, error, message) => {
    answer();
    expect(await told(name, given)).toEqual(
      expect.objectContaining({ error, message: expect.stringMatching(message) }),
    );
    expect(started).toEqual([]);
  });
});

test('arguments are also taken as JSON text', async () => {
  answer();
  const given = { tool: 'nuntius_leads_create', arguments: '{"customerName":"Ana"}', confirm: true };
  expect((await callOnce(service, 'nuntius_call_write', given)).isError).toBeUndefined();
  expect(JSON.parse(new TextDecoder().decode(arrived[0]?.body))).toEqual({ customerName: 'Ana' });
});

describe('nothing that reads can write', () => {
  const reads = catalogue.tools.filter((tool) => tool.type === 'Escritura');
  const confirmations = [{}, { confirm: true }, { confirm: 'true' }, { confirmation: 'AAAAAAAAAAA' }];

  test('call_read refuses every Escritura by its name', async () => {
    answer();
    for (const tool of reads)
      for (const said of confirmations) {
        const { error } = await told('nuntius_call_read', { tool: tool.name, arguments: said, ...said });
        expect(['reads_only', 'invalid_arguments']).toContain(error);
      }
    expect(started).toEqual([]);
  });

  const create = named('nuntius_leads_create');
  const keeper = {
    mode: 'flag' as const,
    scope: { api: 'x', account: 'y' } as never,
    codes: new Codes(() => 0),
    rounds: new Rounds<ToolResult>(() => 0, { content: [] }),
    language: 'en' as const,
  };
  const signal = new AbortController().signal;

  // As if the refusal by name were forgotten; also for a write that an overlay freed of confirmation.
  test.each([create, { ...create, confirm: 'none' as const }])(
    'the call itself refuses what reads and resolves to a write',
    async (meant) => {
      const reading = discoverTools(catalogue).read;
      const lies: OwnTool = {
        tool: reading,
        resolve: async () => ({ kind: 'call', tool: meant, args: { customerName: 'Ana' } }),
      };
      const sent: unknown[] = [];
      const context: CallContext = {
        tools: new Map(),
        own: new Map([[reading.name, lies]]),
        keeper,
        caller: 'test',
        asking: { way: 'none' },
        signal,
        checkTarget: () => {},
        readState: async () => ({ state: { kind: 'none' } }),
        send: async (plan) => {
          sent.push(plan);
          return { content: [] };
        },
      };
      const outcome = await call(reading.name, { tool: 'nuntius_leads_create' }, context);
      expect(outcome).toMatchObject({ kind: 'result', result: { isError: true } });
      expect(JSON.stringify(outcome)).toContain('reads_only');
      expect(sent).toEqual([]);
    },
  );

  test('the gate itself lets no write through that only a reading tool could have asked for', async () => {
    const args = { customerName: 'Ana' };
    const plan = { tool: create, args, request: buildRequest(create, args), state: { kind: 'none' as const } };
    const said = { confirm: undefined, confirmation: undefined };
    const decision = await gate(async () => plan, said, { way: 'none' }, 'test', keeper);
    expect(decision.kind).toBe('answer');
    expect(JSON.stringify(decision)).toContain('confirmation_required');
  });
});
