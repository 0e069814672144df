/** What the program promises holds for whoever embeds it: each promise, through every door, over the whole catalogue of Nuntius. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { catalogue } from '../../src/generated/catalogue.ts';
import { buildCatalogue, type Catalogue, createServer, createService, type Settings } from '../../src/library/index.ts';
import { UNCONFIRMED, writesOf } from '../catalogue/confirmed-writes.ts';
import { json, type StubApi, stubApi } from '../runtime/http/stub-api.ts';
import { minimalArguments } from '../valid-arguments.ts';
import { DOORS, open } from './doors.ts';

let api: StubApi;
let folder: string;
beforeAll(async () => {
  api = await stubApi(json(200, { id: 'lead_01', customerName: 'Ana López', quality: 'hot' }));
  folder = mkdtempSync(path.join(os.tmpdir(), 'nuntius-library-'));
});
afterEach(() => void api.arrived.splice(0));
afterAll(async () => {
  await api?.[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});

const settings = (more: Settings = {}): Settings => ({
  baseUrl: api.url.href,
  credentials: { apiKey: 's3cr3t', token: 's3cr3t' },
  journal: 'off',
  ...more,
});
const CREATE = 'nuntius_leads_create';
const UPDATE = 'nuntius_leads_update';
const LEAD = { customerName: 'Lead de ejemplo', quality: 'hot' };
const CHANGE = { leadId: 'lead_01', quality: 'warm' };
const reason = (result: { content: unknown }) =>
  JSON.parse((result.content as { text: string }[])[0]?.text ?? '') as Record<string, string>;
const sent = () => api.arrived.map(({ method, target }) => `${method} ${target}`);
const writes = writesOf(catalogue);

describe.each(DOORS)('nothing is written without a confirmation: %s', (door) => {
  test('no request for any write, however it is not confirmed; one where it is', async () => {
    const { call, tools, close } = await open(door, createService(catalogue, settings()));
    expect(await tools()).toEqual(catalogue.tools.map(({ name }) => name));
    expect(writes.length).toBeGreaterThan(25);
    for (const tool of writes) {
      const args = minimalArguments(tool);
      for (const [said, given] of UNCONFIRMED) {
        const result = await call(tool.name, { ...args, ...given });
        expect([result.isError, reason(result).error], `${tool.name}, confirm: ${said}`).toEqual([
          true,
          'confirmation_required',
        ]);
      }
      expect(sent(), tool.name).toEqual([]);
      expect((await call(tool.name, { ...args, confirm: true })).isError, tool.name).toBeFalsy();
      expect(sent(), tool.name).toHaveLength(1);
      expect(api.arrived.splice(0)[0]?.method).toBe(tool.method);
    }
    await close();
  });

  test('in the setting ask, confirm: true is none, and a code is one, once', async () => {
    const { call, close } = await open(door, createService(catalogue, settings({ confirm: 'ask' })));
    const { confirmation, error } = reason(await call(CREATE, { ...LEAD, confirm: true }));
    expect([error, sent()]).toEqual(['confirmation_required', []]);
    const other = reason(await call(CREATE, { ...LEAD, quality: 'cold', confirmation: 'AAAAAAAAAAA' }));
    expect([other.error, sent()]).toEqual(['confirmation_code_invalid', []]);
    expect((await call(CREATE, { ...LEAD, confirmation })).isError).toBeFalsy();
    expect(sent()).toEqual(['POST /public/v1/leads']);
    expect(reason(await call(CREATE, { ...LEAD, confirmation })).error).toBe('confirmation_code_invalid');
    expect(sent()).toHaveLength(1);
    await close();
  });

  test('in the setting strict, without a way to ask, nothing is', async () => {
    const { call, close } = await open(door, createService(catalogue, settings({ confirm: 'strict' })));
    for (const given of [{}, { confirm: true }, { confirmation: 'AAAAAAAAAAA' }])
      expect((await call(CREATE, { ...LEAD, ...given })).isError).toBe(true);
    expect(sent()).toEqual([]);
    await close();
  });

  test('where writes are left out, they are neither listed nor callable', async () => {
    const { call, tools, close } = await open(door, createService(catalogue, settings({ readOnly: true })));
    expect(await tools()).toEqual(catalogue.tools.filter(({ type }) => type === 'Lectura').map(({ name }) => name));
    expect(reason(await call(CREATE, { ...LEAD, confirm: true })).error).toBe('unknown_tool');
    expect(sent()).toEqual([]);
    await close();
  });
});

describe('a client that asks the person', () => {
  const ticked = { action: 'accept', content: { value: true } };
  test.each(['in memory, v2', 'streamable HTTP, 2026-07-28'] as const)('%s: only a ticked box writes', async (door) => {
    const service = createService(catalogue, settings({ confirm: 'strict' }));
    for (const [answer, count] of [
      [{ action: 'decline' }, 0],
      [{ action: 'accept', content: { value: false } }, 0],
      [ticked, 1],
    ] as const) {
      const { call, close } = await open(door, service, () => answer);
      await call(CREATE, LEAD);
      expect(sent().filter((line) => line.startsWith('POST'))).toHaveLength(count);
      await close();
    }
  });
});

describe('a function that asks the person', () => {
  test.each<[string, () => Promise<unknown>, string]>([
    ['no', async () => false, 'declined'],
    ['nothing', async () => undefined, 'declined'],
    ['a text', async () => 'true', 'declined'],
    ['1', async () => 1, 'declined'],
    ['an error', () => Promise.reject(new Error('no terminal')), 'confirmation_unavailable'],
    [
      'an error at once',
      () => {
        throw new Error('no terminal');
      },
      'confirmation_unavailable',
    ],
    ['never', () => new Promise(() => {}), 'declined'],
  ])('%s is no yes', async (_, ask) => {
    const service = createService(catalogue, settings({ confirm: 'strict', askTimeoutMs: 50 }));
    const result = await service.call(UPDATE, CHANGE, { ask: ask as () => Promise<boolean> });
    expect(result.isError).toBe(true);
    expect(sent().filter((line) => !line.startsWith('GET'))).toEqual([]);
  });

  test('true is one; the question shows what will change', async () => {
    const questions: string[] = [];
    const ask = async (question: string) => questions.push(question) > 0;
    const service = createService(catalogue, settings({ confirm: 'strict' }));
    const result = await service.call(UPDATE, CHANGE, { ask });
    expect(result.isError).toBeUndefined();
    expect(questions).toHaveLength(1);
    expect(questions[0]).toMatch(/quality: ‘?hot’? → ‘?warm’?/);
    expect(sent().filter((line) => !line.startsWith('GET'))).toEqual(['PATCH /public/v1/leads/lead_01']);
  });

  test('a call that is cancelled while it asks writes nothing', async () => {
    const controller = new AbortController();
    const service = createService(catalogue, settings({ confirm: 'ask' }));
    const ask = async () => {
      controller.abort();
      return new Promise<boolean>((resolve) => setTimeout(resolve, 20, true));
    };
    const result = await service.call(CREATE, LEAD, { ask, signal: controller.signal });
    expect([result.isError, sent()]).toEqual([true, []]);
  });
});

describe('what was approved is what is sent', () => {
  test('arguments that are changed while the person is asked stay as they were', async () => {
    const args: Record<string, unknown> = { ...CHANGE, estimatedValue: 100 };
    const service = createService(catalogue, settings({ confirm: 'ask' }));
    const ask = async () => {
      args.leadId = 'lead_02';
      args.estimatedValue = 999;
      return true;
    };
    await service.call(UPDATE, args, { ask });
    const write = api.arrived.find(({ method }) => method === 'PATCH');
    expect([write?.target, JSON.parse(String(write?.body))]).toEqual([
      '/public/v1/leads/lead_01',
      { quality: 'warm', estimatedValue: 100 },
    ]);
  });

  test('a value that answers otherwise each time it is read is read once', async () => {
    let reads = 0;
    const args = {
      ...LEAD,
      get quality() {
        return reads++ === 0 ? 'cold' : 'hot';
      },
    };
    const service = createService(catalogue, settings({ confirm: 'ask' }));
    let question = '';
    await service.call(CREATE, args, {
      ask: async (text) => {
        question = text;
        return true;
      },
    });
    expect(question).toContain('cold');
    expect(JSON.parse(String(api.arrived[0]?.body))).toMatchObject({ quality: 'cold' });
  });

  test('a catalogue that is changed afterwards is served as it was', async () => {
    const mine = structuredClone(catalogue) as Catalogue;
    const service = createService(mine, settings());
    const read = mine.tools.find(({ name }) => name === 'nuntius_leads_get');
    Object.assign(read ?? {}, { method: 'DELETE' });
    await service.call('nuntius_leads_get', { leadId: 'lead_01' });
    expect(sent()).toEqual(['GET /public/v1/leads/lead_01']);
    for (const change of [
      () => void Object.assign(service.catalogue.tools[0] ?? {}, { method: 'DELETE' }),
      () => void service.catalogue.tools.push(...mine.tools),
      () => void Object.assign(service, { call: async () => ({}) }),
      () => void Object.assign(service.tools[0]?.inputSchema ?? {}, { properties: {} }),
    ])
      expect(change).toThrow(TypeError);
  });

  test.each([
    ['a list', []],
    ['a text', 'x'],
    ['nothing', null],
    [
      'a circle',
      (() => {
        const a: Record<string, unknown> = {};
        a.a = a;
        return a;
      })(),
    ],
    ['a BigInt', { a: 1n }],
  ])('%s is no arguments', async (_, args) => {
    const service = createService(catalogue, settings());
    await expect(service.call(CREATE, args as never)).rejects.toThrow(TypeError);
    expect(sent()).toEqual([]);
  });
});

describe('nothing is deleted', () => {
  const deleting: [string, (tool: Catalogue['tools'][number]) => object][] = [
    ['the method DELETE', () => ({ method: 'DELETE' })],
    [
      'a POST to a path that deletes',
      () => ({ method: 'POST', type: 'Escritura', path: '/leads/delete', arguments: [] }),
    ],
    [
      'a write without a gate',
      (tool) => ({ type: 'Escritura', method: 'POST', inputSchema: { ...tool.inputSchema, properties: {} } }),
    ],
    ['a write that says it reads', () => ({ method: 'POST', type: 'Lectura' })],
  ];
  test.each(deleting)('a catalogue with %s is refused, by both functions', (_, change) => {
    const [first, ...others] = catalogue.tools;
    if (first === undefined) throw new Error('there is no tool');
    const unsafe = { ...catalogue, tools: [{ ...first, ...change(first) }, ...others] } as Catalogue;
    const refused = expect.objectContaining({ name: 'CatalogueError', code: 'unsafe_catalogue' });
    expect(() => createService(unsafe, settings())).toThrow(refused);
    expect(() => createServer(unsafe, settings())).toThrow(refused);
  });

  test('a description’s deletions are omitted, each with its reason', async () => {
    const operation = (operationId: string) => ({ operationId, responses: { 200: { description: 'Done' } } });
    const { tools, omitted } = await buildCatalogue({
      openapi: '3.1.0',
      info: { title: 'Shop', version: '1' },
      paths: {
        '/orders/{id}': {
          parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
          get: operation('getOrder'),
          delete: operation('deleteOrder'),
        },
        '/orders/purge': { post: operation('purgeOrders') },
      },
    });
    expect(tools.map(({ method, path }) => `${method} ${path}`)).toEqual(['GET /orders/{id}']);
    expect(omitted.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'POST /orders/purge',
      'DELETE /orders/{id}',
    ]);
    for (const { reason: why } of omitted) expect(why).toMatch(/delete/i);
  });
});

describe('every write is on record', () => {
  test('in the file that the settings name, before it leaves and after; and can be undone', async () => {
    const journal = path.join(folder, 'writes.jsonl');
    const service = createService(catalogue, settings({ journal, confirm: 'ask' }));
    expect(service.tools.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['nuntius_operations_list', 'nuntius_operations_undo']),
    );
    await service.call(UPDATE, CHANGE, { ask: async () => true, caller: 'back office' });
    await service.settled();
    const lines = readFileSync(journal, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(lines).toHaveLength(2);
    expect(JSON.stringify(lines[0])).toContain('back office');
    expect(JSON.stringify(lines)).not.toContain('s3cr3t');
    const asked: string[] = [];
    const undone = await service.call(
      'nuntius_operations_undo',
      { operation: String(lines[0]?.id) },
      {
        ask: async (question) => {
          asked.push(question);
          return false;
        },
      },
    );
    expect(undone.isError).toBe(true);
  });

  test('where it cannot be recorded, nothing leaves', async () => {
    const service = createService(catalogue, settings({ journal: '/dev/null/writes.jsonl' }));
    expect((await service.call(CREATE, { ...LEAD, confirm: true })).isError).toBe(true);
    expect(sent()).toEqual([]);
  });
});
