/** The built program, driven by the clients that people have: listing, reading, refused and confirmed writes, mistakes, slow APIs. */

import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Tool } from '../../src/catalogue/index.ts';
import { withFields } from '../../src/runtime/fields/argument.ts';
import { json, type StubApi, silence, stubApi } from '../runtime/http/stub-api.ts';
import { DISCOVER } from '../surfaces.ts';
import { type CallResult, type Connected, connect, ERAS } from './clients.ts';
import { RawServer, run } from './program.ts';

const KEY = 'nk-very-secret-0123456789';

function textOf(result: CallResult): string {
  return result.content[0]?.text ?? '';
}

/** A promise that something else resolves. */
function signalled(): { promise: Promise<void>; resolve: () => void } {
  let resolve = () => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

const LEAD = { id: 'lead_99', customerName: 'Lead de ejemplo', quality: 'hot' };
const UNCONFIRMED = [{}, ...[false, null, 1, 'true', 'yes', {}, []].map((confirm) => ({ confirm }))];

describe.each(ERAS)('%s', (era) => {
  let api: StubApi;
  let server: Connected;
  beforeAll(async () => {
    api = await stubApi(json(200, LEAD));
    server = await connect(era, { settings: { NUNTIUS_BASE_URL: api.url.href, NUNTIUS_API_KEY: KEY } });
  });
  afterAll(async () => {
    await server.close();
    await api[Symbol.asyncDispose]();
  });

  test('the instructions say how to confirm, and name no key', () => {
    const [first = '', ...rest] = (server.instructions() ?? '').split('\n');
    // Where the tools are not listed, it says first how they are found.
    if (DISCOVER)
      expect(first).toMatch(/^There are \d+ tools here, which are not listed: find them with nuntius_tools_search/);
    expect(DISCOVER ? rest[0] : first).toBe('Tools of Nuntius. A tool of type Lectura reads and can be called freely.');
    expect(server.instructions()).toContain('confirm: true');
    expect(server.instructions()).not.toContain(KEY);
  });

  test('tools/list, or what describes them, says exactly what `tools --json` says, and where `fields` is taken', async () => {
    const { stdout } = await run(['tools', '--json']);
    const { tools } = JSON.parse(stdout) as { tools: Record<string, unknown>[] };
    const whole = await server.tools();
    // The record's own tools come besides.
    const own = whole.filter((tool) => tool.name.startsWith('nuntius_operations_'));
    expect(own.map((tool) => tool.name).sort()).toEqual(['nuntius_operations_list', 'nuntius_operations_undo']);
    const listed = whole.filter((tool) => !own.includes(tool));
    const shown = ({ name, title, description, inputSchema, annotations }: Record<string, unknown>) => ({
      name,
      title,
      description,
      inputSchema,
      annotations,
    });
    const asListed = (tool: Record<string, unknown>) => {
      const of = tool as unknown as Tool;
      return shown({ ...tool, inputSchema: withFields(of, of.inputSchema) });
    };
    expect(listed.map(shown)).toEqual(tools.map(asListed));
    for (const [i, tool] of listed.entries()) {
      expect(tool._meta['nuntius-mcp/type']).toBe(tools[i]?.type);
      expect(tool.description).toContain(`Tipo: ${tools[i]?.type}`);
    }
  });

  test('a read is sent as described, with the key, and answered as text and as structured content', async () => {
    api.arrived.length = 0;
    const result = await server.call('nuntius_leads_get', { leadId: 'lead_99' });
    expect(result.isError).toBeFalsy();
    expect(JSON.parse(textOf(result))).toEqual(LEAD);
    expect(result.structuredContent).toEqual(LEAD);
    expect(api.arrived.map(({ method, target }) => `${method} ${target}`)).toEqual(['GET /public/v1/leads/lead_99']);
    expect(api.arrived[0]?.headers.authorization).toBe(`Bearer ${KEY}`);
    expect(api.arrived[0]?.headers['user-agent']).toMatch(/^nuntius-mcp\//);
  });

  test('a write that is not confirmed is refused, byte for byte, and nothing is sent', async () => {
    api.arrived.length = 0;
    for (const confirm of UNCONFIRMED) {
      const result = await server.call('nuntius_leads_create', {
        customerName: 'Lead de ejemplo',
        quality: 'hot',
        ...confirm,
      });
      expect(result.isError).toBe(true);
      expect(result).not.toHaveProperty('structuredContent');
      expect(result.content).toEqual([
        {
          type: 'text',
          text: `{
  "error": "confirmation_required",
  "message": "This action requires confirmation. Review the summary and call again with confirm: true.",
  "action_summary": "POST /public/v1/leads (nuntius_leads_create) with customerName='Lead de ejemplo', quality='hot'"
}`,
        },
      ]);
    }
    expect(api.arrived).toEqual([]);
  });

  test('the same for PATCH and PUT', async () => {
    api.arrived.length = 0;
    for (const confirm of UNCONFIRMED) {
      const patch = await server.call('nuntius_leads_update', { leadId: 'lead_99', quality: 'cold', ...confirm });
      expect(JSON.parse(textOf(patch)).action_summary).toBe(
        "PATCH /public/v1/leads/lead_99 (nuntius_leads_update) with quality='cold'",
      );
      const put = await server.call('nuntius_contacts_tags_replace', {
        contactId: 'contact_01',
        tagIds: ['tag_01'],
        ...confirm,
      });
      expect(JSON.parse(textOf(put)).action_summary).toBe(
        'PUT /public/v1/contacts/contact_01/tags (nuntius_contacts_tags_replace) with tagIds=["tag_01"]',
      );
    }
    expect(api.arrived).toEqual([]);
  });

  test('confirmed, it is sent once, as it was summarised', async () => {
    api.arrived.length = 0;
    const result = await server.call('nuntius_leads_create', {
      customerName: 'Lead de ejemplo',
      quality: 'hot',
      confirm: true,
    });
    expect(result.isError).toBeFalsy();
    expect(api.arrived).toHaveLength(1);
    const [one] = api.arrived;
    expect(`${one?.method} ${one?.target} ${one?.body}`).toBe(
      'POST /public/v1/leads {"customerName":"Lead de ejemplo","quality":"hot"}',
    );
    expect(one?.headers['content-type']).toBe('application/json');
    expect(one?.headers['idempotency-key']).toMatch(/^[\x21-\x7e]{16,}$/);
  });

  test('an unknown tool: the nearest is named', async () => {
    const result = await server.call('nuntius_lead_create', { customerName: 'Ana' });
    expect(result.isError).toBe(true);
    expect(JSON.parse(textOf(result))).toEqual({
      error: 'unknown_tool',
      message: 'There is no tool "nuntius_lead_create". Did you mean nuntius_leads_create?',
    });
  });

  test('unknown and wrong arguments: each is named, with the nearest, and nothing is sent', async () => {
    api.arrived.length = 0;
    const result = await server.call('nuntius_leads_create', { custmerName: 'Ana', quality: 'boiling', confirm: true });
    expect(result.isError).toBe(true);
    const { error, problems } = JSON.parse(textOf(result)) as {
      error: string;
      problems: { argument: string; message: string }[];
    };
    expect(error).toBe('invalid_arguments');
    expect(problems.map((p) => p.argument).sort()).toEqual(['custmerName', 'quality']);
    expect(problems.find((p) => p.argument === 'custmerName')?.message).toContain('customerName');
    expect(problems.find((p) => p.argument === 'quality')?.message).toMatch(/hot.*warm.*cold/);
    expect(api.arrived).toEqual([]);
  });

  test('the key stands nowhere in what the server wrote', () => {
    expect(server.stderr()).not.toContain(KEY);
  });
});

describe.each(ERAS)('a slow API: %s', (era) => {
  test('a cancelled call is aborted upstream, and the server goes on', async () => {
    const arrived = signalled();
    const closed = signalled();
    await using api = await stubApi(
      (_request, response) => {
        response.once('close', () => closed.resolve());
        arrived.resolve();
      },
      json(200, LEAD),
    );
    await using server = await connect(era, { settings: { NUNTIUS_BASE_URL: api.url.href, NUNTIUS_API_KEY: KEY } });
    const cancel = new AbortController();
    const call = server.call('nuntius_leads_get', { leadId: 'lead_99' }, { signal: cancel.signal });
    const failed = expect(call).rejects.toThrow();
    await arrived.promise;
    cancel.abort('no longer wanted');
    await failed;
    await closed.promise;
    expect(textOf(await server.call('nuntius_leads_get', { leadId: 'lead_99' }))).toContain('Lead de ejemplo');
    expect(api.arrived).toHaveLength(2);
  });

  test('NUNTIUS_TIMEOUT_MS ends a call: a read says so; a write says that its outcome is unknown, and is not sent again', async () => {
    await using api = await stubApi(silence);
    const settings = { NUNTIUS_BASE_URL: api.url.href, NUNTIUS_API_KEY: KEY, NUNTIUS_TIMEOUT_MS: '150' };
    await using server = await connect(era, { settings });
    const read = await server.call('nuntius_leads_get', { leadId: 'lead_99' });
    expect(read.isError).toBe(true);
    expect(textOf(read)).toMatch(/time/i);
    const before = api.arrived.length;
    const write = await server.call('nuntius_leads_create', { customerName: 'Ana', confirm: true });
    expect(write.isError).toBe(true);
    expect(textOf(write)).toMatch(/unknown|may have/i);
    await wait(300);
    expect(api.arrived).toHaveLength(before + 1);
  });
});

describe('initialize', () => {
  test.each(['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'])('%s is answered with itself', async (version) => {
    await using server = new RawServer();
    const { result } = await server.initialize(version);
    expect(result.protocolVersion).toBe(version);
    expect(result.serverInfo).toMatchObject({ name: 'nuntius-mcp', version: expect.stringMatching(/^\d+\.\d+\.\d+/) });
    expect(result.capabilities).toHaveProperty('tools');
    expect(result.instructions).toContain('Lectura');
    const { result: list } = await server.request(2, 'tools/list');
    expect(list.tools.length).toBeGreaterThan(DISCOVER ? 3 : 45);
    const call = await server.request(3, 'tools/call', {
      name: 'nuntius_leads_create',
      arguments: { customerName: 'Ana' },
    });
    expect(call.result.isError).toBe(true);
  });

  test.each(['2099-01-01', '1.0', ''])(
    '%j, which nobody knows, is answered with one that is known',
    async (version) => {
      await using server = new RawServer();
      const { result } = await server.initialize(version);
      expect(['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25']).toContain(result.protocolVersion);
    },
  );
});
