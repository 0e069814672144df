/** Where the two surfaces must not differ: what a tool is said to be, what a call is answered, what is logged and recorded of it. */
import { describe, expect, test } from 'vitest';
import type { Tool } from '../../../src/catalogue/index.ts';
import { catalogue } from '../../../src/generated/catalogue.ts';
import type { CallReport } from '../../../src/runtime/call-report.ts';
import { Journal } from '../../../src/runtime/journal/journal.ts';
import { listedTool } from '../../../src/runtime/serve/listed-tool.ts';
import { createService, listedTools, type Service } from '../../../src/runtime/service.ts';
import { readSettings } from '../../../src/runtime/settings.ts';
import { callOnce } from '../../catalogue/confirmed-writes.ts';
import { recordingApi } from '../../catalogue/recording-api.ts';
import { callOf, SURFACES, type Surface } from '../../surfaces.ts';
import { maximalArguments } from '../../valid-arguments.ts';
import { identity, temporaryFolder } from '../journal/served.ts';

const { started, answer } = recordingApi();
const named = (name: string) => catalogue.tools.find((tool) => tool.name === name) as Tool;
const LEADS = named('nuntius_leads_list');
const CREATE = named('nuntius_leads_create');

function serve(
  surface: Surface,
  mode = 'flag',
  more: { descriptions?: 'full' | 'short'; journal?: Journal } = {},
): Service {
  const environment = {
    NUNTIUS_BASE_URL: 'https://api.nuntius.test',
    NUNTIUS_API_KEY: 'k',
    NUNTIUS_TOKEN: 'k',
    NUNTIUS_CONFIRM: mode,
  };
  const settings = readSettings('nuntius', environment, () => '');
  return createService(catalogue, settings, { version: '0', discover: surface === 'discover', ...more });
}

describe.each(['flag', 'ask', 'strict'] as const)('%s', (mode) => {
  test.each(['full', 'short'] as const)('%s: each tool is described as it would be listed', async (descriptions) => {
    const listed = serve('listed', mode, { descriptions });
    const discover = serve('discover', mode, { descriptions });
    const write = listedTool(discover.discover?.write as Tool, mode).inputSchema as Tool['inputSchema'];
    const { tool: _, arguments: __, ...gates } = write.properties;
    for (const want of listedTools(listed).map((tool) => listedTool(tool, mode))) {
      const { content } = await callOnce(discover, 'nuntius_tools_describe', { tools: [want.name] });
      const [described] = JSON.parse((content[0] as { text: string }).text).tools;
      const { type, callWith, inputSchema, ...rest } = described;
      const beside = callWith === 'nuntius_call_write' ? gates : {};
      expect({
        ...rest,
        inputSchema: { ...inputSchema, properties: { ...inputSchema.properties, ...beside } },
        _meta: { 'nuntius-mcp/type': type },
      }).toEqual(want);
      expect(callWith).toBe(type === 'Escritura' ? 'nuntius_call_write' : 'nuntius_call_read');
    }
  });
});

const deep = (levels: number) => JSON.parse(`${'['.repeat(levels)}${']'.repeat(levels)}`) as unknown;

/** Calls of every kind; what is answered, and logged, must be the same to the letter. */
const CALLS: [what: string, tool: Pick<Tool, 'name' | 'type'>, given: Record<string, unknown>][] = [
  ['a read', LEADS, { limit: 5 }],
  ['a read, cut to fields', LEADS, { fields: 'data(id)' }],
  ['a bad mask', LEADS, { fields: 'data(' }],
  ['text for a number', LEADS, { limit: '5' }],
  ['a wrong value', LEADS, { limit: 'many' }],
  ['an unknown argument', LEADS, { limt: 5 }],
  ['confirm on a read', LEADS, { confirm: true }],
  ['an argument called __proto__', LEADS, JSON.parse('{"__proto__":{"limit":5}}')],
  ['an integer that is not exact', LEADS, { limit: Number('12345678901234567890') }],
  ['nothing for a write', CREATE, {}],
  ['a write that is not confirmed', CREATE, { customerName: 'Ana' }],
  ['confirm: "true"', CREATE, { customerName: 'Ana', confirm: 'true' }],
  ['a confirmed write', CREATE, { customerName: 'Ana', confirm: true }],
  ['a code in flag', CREATE, { customerName: 'Ana', confirmation: 'AAAAAAAAAAA' }],
  ['a wrong write, confirmed', CREATE, { custmerName: 'Ana', quality: 'boiling', confirm: true }],
  ['nested as deep as may be', CREATE, { customerName: 'Ana', customFields: { a: deep(97) } }],
  ['nested too deeply', CREATE, { customerName: 'Ana', customFields: { a: deep(120) } }],
  ['a body at once', CREATE, { body: { customerName: 'Ana' } }],
  ['a body at once, confirmed', CREATE, { body: { customerName: 'Ana' }, confirm: true }],
  ['no tool', { name: 'nuntius_lead_create', type: 'Escritura' }, { customerName: 'Ana', confirm: true }],
  ['no tool, to read', { name: 'nuntius_lead_list', type: 'Lectura' }, {}],
  ['a name that is personal', { name: 'ana@example.com', type: 'Lectura' }, {}],
];

async function made(
  service: Service,
  surface: Surface,
  tool: Pick<Tool, 'name' | 'type'>,
  given: Record<string, unknown>,
) {
  const reports: CallReport[] = [];
  const { result } = (await service.call(...callOf(surface, 'nuntius', tool, given), {
    caller: 'test',
    asking: { way: 'none' },
    signal: new AbortController().signal,
    report: (report) => reports.push({ ...report, ms: 0, date: '' }),
  })) as { result: { content: { text: string }[] } };
  // A code is another each time; where a tool is to be found differs with need.
  const text = JSON.stringify(result)
    .replace(/(confirmation\\": \\")[\w-]{11}/, '$1…')
    .replace('See tools/list for those there are.', 'Find it with nuntius_tools_search.');
  return { text, reports, sent: started.splice(0) };
}

describe.each(['flag', 'ask', 'strict'])('%s', (mode) => {
  const services = { listed: serve('listed', mode), discover: serve('discover', mode) };

  test.each(CALLS)('%s', async (_, tool, given) => {
    answer();
    const [listed, discover] = [
      await made(services.listed, 'listed', tool, given),
      await made(services.discover, 'discover', tool, given),
    ];
    expect(discover).toEqual(listed);
    expect(listed.reports).toHaveLength(1);
  });

  test('each tool of the catalogue, with nothing, with everything, with a wrong argument', async () => {
    answer();
    for (const tool of catalogue.tools)
      for (const given of [{}, maximalArguments(tool), { ...maximalArguments(tool), wrong: 1 }]) {
        const listed = await made(services.listed, 'listed', tool, given);
        expect(await made(services.discover, 'discover', tool, given), tool.name).toEqual(listed);
      }
  });
});

test('a write is on record as the same operation: its tool, its request, its fingerprint', async () => {
  const lines = [];
  for (const surface of SURFACES) {
    answer();
    const journal = new Journal(`${temporaryFolder()}/journal.jsonl`, { identity });
    await made(serve(surface, 'flag', { journal }), surface, CREATE, { customerName: 'Ana', confirm: true });
    const [
      {
        sending: { id: _, at: __, ...sending },
        status,
      } = {} as never,
    ] = (await journal.read()).operations;
    lines.push({ sending, status });
  }
  expect(lines[0]).toMatchObject({ sending: { tool: 'nuntius_leads_create', confirmed: 'flag' }, status: 'done' });
  expect(lines[1]).toEqual(lines[0]);
});
