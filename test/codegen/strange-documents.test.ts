/** Real files are large and strange; each kind here is one that was met. */
import { describe, expect, it } from 'vitest';
import { violations } from '../../src/catalogue/check.ts';
import type { Catalogue } from '../../src/catalogue/index.ts';
import { buildCatalogue } from '../../src/codegen/catalogue.ts';
import type { Json, JsonObject } from '../../src/codegen/load/document.ts';
import { fromText } from './load/from-text.ts';

async function built(paths: Json | undefined, more: JsonObject = {}): Promise<Catalogue> {
  const root = { openapi: '3.2.0', info: { title: 'T', version: '1' }, ...(paths !== undefined && { paths }), ...more };
  const catalogue = buildCatalogue(await fromText(JSON.stringify(root)), { prefix: 't' });
  expect(violations(catalogue)).toEqual([]);
  return catalogue;
}
const ok: JsonObject = { responses: { 200: { description: 'ok' } } };
const operation = (more: JsonObject = {}): JsonObject => ({ ...ok, ...more });
const range = (n: number) => Array.from({ length: n }, (_, i) => i);
const names = ({ tools }: Catalogue) => tools.map((tool) => tool.name);
const sorted = (list: string[]) => list.toSorted((a, b) => (a < b ? -1 : 1));

describe('operations', () => {
  it('237 of one operationId are 237 tools, whatever their order', async () => {
    const entries = range(237).map((i): [string, Json] => [
      `/group${i % 7}/thing${i}`,
      { get: operation({ operationId: 'get' }) },
    ]);
    const there = names(await built(Object.fromEntries(entries)));
    expect(new Set(there.map((name) => name.toLowerCase())).size).toBe(237);
    expect(names(await built(Object.fromEntries(entries.toReversed())))).toEqual(there);
  });

  it('operationIds of 207 characters, with signs in them, make legal names that differ', async () => {
    const id = (i: number) =>
      `projects/{project}/locations,${'very-long-collection.'.repeat(9)}get${i}`.padEnd(207, 'x').slice(-207);
    const catalogue = await built(
      Object.fromEntries(range(5).map((i) => [`/a${i}`, { get: operation({ operationId: id(i) }) }])),
    );
    expect(new Set(names(catalogue)).size).toBe(5);
    for (const name of names(catalogue)) expect(name).toMatch(/^t_[a-zA-Z0-9_]{1,62}$/);
  });

  it('none has an operationId: the path and the method are the name', async () => {
    const catalogue = await built({
      '/v1/users': { get: ok, post: ok },
      '/v1/users/{id}': { get: ok, patch: ok, put: ok },
      '/v1/users/{id}/roles': { get: ok },
    });
    expect(names(catalogue)).toEqual([
      't_users_create',
      't_users_get',
      't_users_list',
      't_users_replace',
      't_users_roles_list',
      't_users_update',
    ]);
  });

  it('all are POST: each is a write, and none that deletes is a tool', async () => {
    const methods = ['chat.postMessage', 'users.list', 'files.delete', 'search.messages'];
    const catalogue = await built(
      Object.fromEntries(methods.map((m) => [`/${m}`, { post: operation({ operationId: m }) }])),
    );
    expect(catalogue.tools.map((t) => [t.type, 'confirm' in t.inputSchema.properties])).toEqual([
      ['Escritura', true],
      ['Escritura', true],
      ['Escritura', true],
    ]);
    expect(catalogue.omitted.map((o) => o.path)).toEqual(['/files.delete']);
  });

  it('two that differ in their path’s query or fragment alone are two tools', async () => {
    const catalogue = await built({
      '/?Action=Run': { get: ok },
      '/?Action=Stop': { get: ok },
      '/#Run': { post: ok },
      '/#Stop': { post: ok },
    });
    expect(catalogue.tools.map((t) => `${t.method} ${t.path}`).sort()).toEqual([
      'GET /?Action=Run',
      'GET /?Action=Stop',
      'POST /#Run',
      'POST /#Stop',
    ]);
    expect(new Set(names(catalogue)).size).toBe(4);
  });

  it('QUERY and additional methods: the one reads, the others are omitted', async () => {
    const catalogue = await built({ '/a': { query: ok, additionalOperations: { COPY: ok, LINK: ok } } });
    expect(catalogue.tools.map((t) => [t.method, t.type])).toEqual([['QUERY', 'Lectura']]);
    expect(catalogue.omitted).toEqual([
      { method: 'COPY', path: '/a', reason: 'the method COPY is never a tool' },
      { method: 'LINK', path: '/a', reason: 'the method LINK is never a tool' },
    ]);
  });
});

describe('bodies', () => {
  const form = (type: string, properties: JsonObject): JsonObject =>
    operation({ requestBody: { required: true, content: { [type]: { schema: { type: 'object', properties } } } } });

  it('forms alone: their fields are arguments', async () => {
    const { tools } = await built({
      '/m': {
        post: form('application/x-www-form-urlencoded', { To: { type: 'string' }, 'Body<': { type: 'string' } }),
      },
    });
    expect(tools[0]?.body).toEqual({ mediaType: 'application/x-www-form-urlencoded', kind: 'form', required: true });
    expect(tools[0]?.arguments.map((a) => [a.name, a.wireName])).toEqual([
      ['To', 'To'],
      ['Body_lt', 'Body<'],
    ]);
  });

  it('a GET with a body has it', async () => {
    const { tools } = await built({ '/search': { get: form('application/json', { q: { type: 'string' } }) } });
    expect(tools[0]).toMatchObject({
      method: 'GET',
      type: 'Lectura',
      body: { kind: 'json' },
      arguments: [{ name: 'q', in: 'body' }],
    });
  });

  it('a property named $ref is a property, flat and nested', async () => {
    const properties: JsonObject = {
      $ref: { type: 'string' },
      inner: { type: 'object', properties: { $ref: { type: 'integer' } } },
    };
    const { tools } = await built({ '/a': { post: form('application/json', properties) } });
    expect(tools[0]?.arguments.map((a) => a.wireName)).toEqual(['$ref', 'inner']);
    expect(tools[0]?.inputSchema.properties).toMatchObject({
      ref: { type: 'string' },
      inner: { type: 'object', properties: { $ref: { type: 'integer' } } },
    });
  });
});

describe('servers and paths', () => {
  it.each([
    ['none', undefined],
    ['an empty list', []],
    ['null', null],
    ['an empty URL', [{ url: '' }]],
  ])('%s: the document’s own origin is the API', async (_, servers) => {
    const { api, warnings } = await built({ '/a': { get: ok } }, servers === undefined ? {} : { servers });
    expect([api.baseUrl, warnings]).toEqual(['https://api.example/', []]);
  });

  it('servers that cannot be called: a setting must say where, and a warning does', async () => {
    const { api, warnings } = await built({ '/a': { get: ok } }, { servers: [{ url: 'https://{tenant}.example' }] });
    expect(api.baseUrl).toBeUndefined();
    expect(warnings).toEqual([
      { where: '#/servers', message: 'no server has a URL that can be called: a setting must give the base URL' },
    ]);
  });

  it.each([
    ['no paths', undefined],
    ['null', null],
    ['an empty object', {}],
  ])('%s: no tool, and a warning', async (_, paths) => {
    const { tools, omitted, warnings } = await built(paths as Json);
    expect([tools, omitted]).toEqual([[], []]);
    expect(warnings).toEqual([{ where: '#/paths', message: 'the description has no operation that can be a tool' }]);
  });

  it('paths that are no object: an error with its pointer and line', async () => {
    await expect(built(5)).rejects.toMatchObject({ code: 'invalid_operation', pointer: '#/paths', line: 1 });
  });
});

describe('very many operations', () => {
  it('3,000, whose types all lead to each other, are read; each schema is bounded and says so', async () => {
    const types = 300;
    const text = 'What this is, at some length, as real descriptions say it. '.repeat(8);
    const type = (i: number): JsonObject => ({
      type: 'object',
      description: text,
      properties: { name: { type: 'string' }, next: schema(i + 1), other: { type: 'array', items: schema(i * 7 + 1) } },
    });
    const schema = (i: number): JsonObject => ({ $ref: `#/components/schemas/Type${i % types}` });
    const content = (i: number): JsonObject => ({ 'application/json': { schema: schema(i) } });
    const item = (i: number): JsonObject => ({
      get: operation({ operationId: `get${i}` }),
      post: operation({ operationId: `post${i}`, requestBody: { required: true, content: content(i) } }),
      put: operation({ operationId: `put${i}`, requestBody: { required: true, content: content(i + 1) } }),
    });
    const schemas = Object.fromEntries(range(types).map((i) => [`Type${i}`, type(i)]));
    const { tools, omitted, warnings } = await built(
      Object.fromEntries(range(1000).map((i) => [`/group${i % 40}/thing${i}/{id}`, item(i)])),
      { components: { schemas } },
    );
    expect([tools.length, omitted.length]).toEqual([3000, 0]);
    const lengths = tools.map((tool) => JSON.stringify(tool.inputSchema).length);
    expect(Math.max(...lengths)).toBeLessThan(100_000);
    expect(sorted([...new Set(warnings.map((w) => w.message.replace(/\d+/, 'N')))])).toContain(
      'The schema is very long: N of its types, those farthest inside, accept any value.',
    );
  });
});
