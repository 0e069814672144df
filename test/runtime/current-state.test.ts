import { describe, expect, test } from 'vitest';
import type { Tool } from '../../src/catalogue/index.ts';
import { readCurrentState, withEntityTag } from '../../src/runtime/current-state.ts';
import type { CurrentState, Plan } from '../../src/runtime/gate/decision.ts';
import type { ApiResponse, SendResult } from '../../src/runtime/http/send-result.ts';
import { buildRequest } from '../../src/runtime/request/build-request.ts';
import { RequestError } from '../../src/runtime/request/request-error.ts';
import { type TestTool, testTool } from './validate/tool.ts';

const BODY = { mediaType: 'application/json', kind: 'json' as const, required: true };
const make = (name: string, path: string, more: TestTool & Partial<Tool> = {}): Tool => {
  const { properties = { id: {} }, places = { id: 'path' }, ...rest } = more;
  const tool = { ...testTool({ ...more, properties, places, required: ['id'] }), name, path, ...rest };
  return tool.type === 'Escritura' ? { ...tool, body: BODY } : tool;
};
const READ = make('t_things_get', '/things/{id}', { method: 'GET' });

const answer = (body: string, more: Partial<ApiResponse> = {}): SendResult => ({
  kind: 'response',
  status: 200,
  url: '',
  headers: [],
  body: Buffer.from(body),
  truncated: false,
  ...more,
});

async function state(
  write: Tool,
  args: Record<string, unknown>,
  sent: SendResult | Error = answer('{"name":"Ana"}'),
  others: Tool[] = [],
): Promise<{ state: CurrentState; asked: string[] }> {
  const asked: string[] = [];
  const tools = new Map([READ, write, ...others].map((t) => [t.name, t]));
  const plan = { tool: write, args, request: buildRequest(write, args), state: { kind: 'none' } } satisfies Plan;
  const got = await readCurrentState(plan, tools, async (_, request) => {
    asked.push(`${request.method} ${request.path}`);
    if (sent instanceof Error) throw sent;
    return sent;
  });
  return { state: got, asked };
}

const PATCH = make('t_things_update', '/things/{id}', {
  method: 'PATCH',
  properties: { id: {}, name: {} },
  before: READ.name,
});

describe('what is read', () => {
  test('the thing itself, once', async () => {
    expect(await state(PATCH, { id: '7', name: 'Eva' })).toEqual({
      state: { kind: 'read', value: { name: 'Ana' }, argument: 'id' },
      asked: ['GET /things/7'],
    });
  });

  test('with its entity tag', async () => {
    const { state: got } = await state(PATCH, { id: '7' }, answer('{}', { headers: [['etag', '"1"']] }));
    expect(got).toMatchObject({ etag: '"1"' });
  });

  test('the thing of the path, never the one that a body of the same name names', async () => {
    const write = make('t_things_update', '/things/{id}', {
      method: 'PATCH',
      properties: { id_body: {}, id: {}, id_query: {} },
      places: { id: 'path', id_query: 'query' },
      wireNames: { id_body: 'id', id_query: 'id' },
      before: READ.name,
    });
    for (const args of [
      { id_body: 'other', id: '7', id_query: 'other' },
      { id: '7', id_query: 'other', id_body: 'other' },
    ])
      expect((await state(write, args)).asked).toEqual(['GET /things/7']);
  });

  test('nothing where the write does not say which thing', async () => {
    const write = make('t_x', '/x', { properties: { name: {} }, places: {}, before: READ.name });
    expect(await state(write, { name: 'x' })).toEqual({ state: { kind: 'none' }, asked: [] });
    const { before: _, ...without } = PATCH;
    expect(await state(without, { id: '7' })).toEqual({ state: { kind: 'none' }, asked: [] });
    // A write is never read by another write.
    expect((await state({ ...PATCH, before: PATCH.name }, { id: '7' })).asked).toEqual([]);
  });

  const UNREADABLE: [what: string, sent: SendResult | Error][] = [
    ['not found', answer('{}', { status: 404 })],
    ['a redirect', answer('{}', { status: 302 })],
    ['cut off', answer('{}', { truncated: true })],
    ['no JSON', answer('<html>')],
    ['a number that would be rounded', answer('{"n":9007199254740993}')],
    ['nested beyond measure', answer(`${'['.repeat(5000)}${']'.repeat(5000)}`)],
    ['a broken connection', { kind: 'failed', code: 'connection_lost', message: '' }],
    ['no credentials for the reading', new RequestError('missing_credentials', '')],
  ];
  test.each(UNREADABLE)('unreadable: %s', async (_, sent) => {
    expect((await state(PATCH, { id: '7' }, sent)).state).toEqual({ kind: 'unreadable' });
  });
});

describe('whether it is the thing that is changed', () => {
  const CASES: [what: string, path: string, others: string[], related: boolean][] = [
    ['the same path', '/things/{thing}', [], false],
    ['an action below it', '/things/{id}/convert', [], false],
    ['a list below it, whose items have paths', '/things/{id}/stages', ['/things/{id}/stages/{stage}'], true],
    ['a path elsewhere', '/messages', [], true],
    ['a path that only begins alike', '/things/{id}s', [], true],
  ];
  test.each(CASES)('%s', async (_, path, others, related) => {
    const name = path.includes('{thing}') ? 'thing' : 'id';
    const write = make('t_w', path, {
      properties: { [name]: {} },
      places: path.includes('{') ? { [name]: 'path' } : {},
      wireNames: { thing: 'id' },
      before: READ.name,
    });
    const { state: got } = await state(
      write.path.includes('{thing}') ? { ...write, path: '/things/{id}' } : write,
      { [name]: '7' },
      undefined,
      others.map((p, i) => make(`t_o${i}`, p, { method: 'PATCH', properties: { id: {}, stage: {} } })),
    );
    expect(got).toMatchObject({ kind: 'read' });
    expect('related' in got).toBe(related);
  });

  test('a list that has a reading of its own', async () => {
    const list = make('t_l', '/things/{id}/notes', { method: 'GET' });
    const write = make('t_w', '/things/{id}/notes', { before: READ.name });
    expect((await state(write, { id: '7' }, undefined, [list])).state).toMatchObject({ related: true });
  });
});

describe('the entity tag', () => {
  const write = make('t_things_update', '/things/{id}', {
    method: 'PATCH',
    properties: { id: {}, 'If-Match': {} },
    places: { id: 'path', 'If-Match': 'header' },
  });
  const headers = (tool: Tool, args: Record<string, unknown>, got: CurrentState) =>
    withEntityTag({ tool, args, request: buildRequest(tool, args), state: got }).headers.filter(
      ([n]) => n === 'if-match',
    );
  const read = (etag: string, more = {}): CurrentState => ({ kind: 'read', value: {}, etag, ...more });

  test('goes along where the API takes one and the call gives none', () => {
    expect(headers(write, { id: '7' }, read('"1"'))).toEqual([['if-match', '"1"']]);
    expect(headers(write, { id: '7', 'If-Match': '"0"' }, read('"1"'))).toEqual([['if-match', '"0"']]);
    expect(headers(PATCH, { id: '7' }, read('"1"'))).toEqual([]);
  });

  test('not a weak one, a broken one, or one of another thing', () => {
    for (const etag of ['W/"1"', '1', '"1', '"a\r\nX: y"', '*', ''])
      expect(headers(write, { id: '7' }, read(etag))).toEqual([]);
    expect(headers(write, { id: '7' }, read('"1"', { related: true }))).toEqual([]);
    for (const got of [{ kind: 'none' }, { kind: 'unreadable' }] as const)
      expect(headers(write, { id: '7' }, got)).toEqual([]);
  });
});
