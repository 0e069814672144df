/** A broken part of a usable description costs that operation alone; its reason and every warning say where. */
import { describe, expect, it } from 'vitest';
import { buildCatalogue } from '../../src/codegen/catalogue.ts';
import type { Json, JsonObject } from '../../src/codegen/load/document.ts';
import { fromText } from './load/from-text.ts';

const ok: JsonObject = { responses: { 200: { description: 'ok' } } };
const body = (content: Json, more: JsonObject = {}): JsonObject => ({
  ...ok,
  requestBody: { required: true, content, ...more },
});
const json = (schema: Json): JsonObject => body({ 'application/json': { schema } });
const parameter = (entry: Json): JsonObject => ({ ...ok, parameters: [entry] });

/** Two operations at one path, of which the first is broken, and one elsewhere. */
async function beside(broken: Json) {
  const paths = { '/a': { post: broken, get: ok }, '/b': { get: ok } };
  const document = {
    openapi: '3.1.0',
    info: { title: 'T', version: '1' },
    paths,
    components: { schemas: { Loop: { $ref: '#/components/schemas/Loop' } } },
  };
  return buildCatalogue(await fromText(JSON.stringify(document)), { prefix: 't' });
}

const OMITTED: [what: string, broken: Json, reason: RegExp][] = [
  ['no object', 5, /^broken at #\/paths\/~1a\/post: the operation is not an object$/],
  ['null', null, /^broken at #\/paths\/~1a\/post: /],
  ['parameters that are no list', { ...ok, parameters: { a: 1 } }, /^broken at #\/paths\/~1a\/post\/parameters: /],
  ['a parameter that is no object', parameter(5), /^broken at #\/paths\/~1a\/post\/parameters\/0: /],
  ['a parameter without a name', parameter({ in: 'query' }), /^broken at #\/paths\/~1a\/post\/parameters\/0: /],
  [
    'a parameter in nowhere',
    parameter({ name: 'a', in: 'nowhere' }),
    /^broken at #\/paths\/~1a\/post\/parameters\/0: .*nowhere/,
  ],
  [
    'a parameter that refers to nothing',
    parameter({ $ref: '#/components/parameters/No' }),
    /^broken at #\/paths\/~1a\/post\/parameters\/0: .*No/,
  ],
  [
    'a parameter’s schema that does',
    parameter({ name: 'a', in: 'query', schema: { $ref: '#/no' } }),
    /^broken at #\/paths\/~1a\/post\/parameters\/0\/schema: .*#\/no/,
  ],
  ['a body that is no object', { ...ok, requestBody: [1] }, /^broken at #\/paths\/~1a\/post\/requestBody: /],
  ['a body without content', body({}), /^broken at #\/paths\/~1a\/post\/requestBody: /],
  [
    'a body that refers to itself',
    { ...ok, requestBody: { $ref: '#/paths/~1a/post/requestBody' } },
    /^broken at #\/paths\/~1a\/post\/requestBody: .*itself/,
  ],
  [
    'a media type that is no object',
    body({ 'application/json': 5 }),
    /^broken at #\/paths\/~1a\/post\/requestBody\/content\/application~1json: /,
  ],
  ['no media type that can be sent', body({ 'not a type': {} }), /^broken at #\/paths\/~1a\/post\/requestBody: /],
  [
    'a body’s schema that refers to nothing',
    json({ $ref: '#/no' }),
    /^broken at #\/paths\/~1a\/post\/requestBody\/content\/application~1json\/schema: .*#\/no/,
  ],
  [
    'one deep in it',
    json({ properties: { a: { items: { $ref: 'other.yaml' } } } }),
    /^broken at #\/paths\/.*\/properties\/a\/items: .*other\.yaml/,
  ],
  ['a schema that is only itself', json({ $ref: '#/components/schemas/Loop' }), /\/schema: .*Loop.*itself/],
  [
    'an encoding that is no object',
    body({ 'multipart/form-data': { schema: { type: 'object', properties: { a: {} } }, encoding: { a: 5 } } }),
    /\/encoding\/a: /,
  ],
  [
    'a response that refers to nothing',
    { responses: { 200: { $ref: '#/no' } } },
    /^broken at #\/paths\/~1a\/post\/responses\/200: .*#\/no/,
  ],
  ['security that is no object', { ...ok, security: [5] }, /^broken at #\/paths\/~1a\/post\/security: /],
  [
    'servers that cannot be called',
    { ...ok, servers: [{ url: 'ftp://a.example' }] },
    /^broken at #\/paths\/~1a\/post\/servers: /,
  ],
];

describe('an operation is omitted, and it alone, for', () => {
  it.each(OMITTED)('%s', async (_, broken, reason) => {
    const { tools, omitted, warnings } = await beside(broken);
    expect(tools.map((t) => `${t.method} ${t.path}`).sort()).toEqual(['GET /a', 'GET /b']);
    expect(omitted).toEqual([{ method: 'POST', path: '/a', reason: expect.stringMatching(reason) }]);
    for (const { where } of warnings) expect(where).toMatch(/^#(\/|$)/);
  });
});

const PATH_ITEMS: [what: string, item: Json, reason: RegExp][] = [
  ['a number', 5, /^broken at #\/paths\/~1a: the path item is not an object$/],
  ['a list', [{ get: ok }], /^broken at #\/paths\/~1a: /],
  ['a reference to nothing', { $ref: '#/no' }, /^broken at #\/paths\/~1a: .*#\/no/],
  ['a reference to itself', { $ref: '#/paths/~1a' }, /^broken at #\/paths\/~1a: .*itself/],
  ['a reference to a file that may not be read', { $ref: '../secret.yaml' }, /^broken at #\/paths\/~1a: .*secret/],
];

it.each(PATH_ITEMS)('a path item that is %s costs that path alone', async (_, item, reason) => {
  const document = { openapi: '3.1.0', info: { title: 'T', version: '1' }, paths: { '/a': item, '/b': { get: ok } } };
  const { tools, omitted, warnings } = buildCatalogue(await fromText(JSON.stringify(document)), { prefix: 't' });
  expect(tools.map((t) => `${t.method} ${t.path}`)).toEqual(['GET /b']);
  expect(omitted).toEqual([{ method: '*', path: '/a', reason: expect.stringMatching(reason) }]);
  expect(warnings.map((w) => w.where)).toContain('#/paths/~1a');
});

const MENDED: [what: string, broken: JsonObject, where: string][] = [
  ['a schema that is no object', json(5), '#/paths/~1a/post/requestBody/content/application~1json/schema'],
  [
    'properties that are no object',
    json({ type: 'object', properties: 7 }),
    '#/paths/~1a/post/requestBody/content/application~1json/schema/properties',
  ],
  ['responses that are no object', { responses: 5 }, '#/paths/~1a/post/responses'],
  [
    'a style that does not exist there',
    parameter({ name: 'a', in: 'query', style: 'matrix', schema: {} }),
    '#/paths/~1a/post/parameters/0',
  ],
  ['a scheme that is not declared', { ...ok, security: [{ none: [] }] }, '#/paths/~1a/post/security'],
  [
    'a header that is the client’s own',
    parameter({ name: 'Content-Length', in: 'header', schema: {} }),
    '#/paths/~1a/post/parameters/0',
  ],
  [
    'a parameter that the path has not',
    parameter({ name: 'id', in: 'path', required: true, schema: {} }),
    '#/paths/~1a/post/parameters/0',
  ],
  [
    'a pattern that is none',
    parameter({ name: 'a', in: 'query', schema: { type: 'string', pattern: '(' } }),
    '#/paths/~1a/post/parameters/0/schema/pattern',
  ],
];

describe('a tool is mended, with a warning where, for', () => {
  it.each(MENDED)('%s', async (_, broken, where) => {
    const { tools, omitted, warnings } = await beside(broken);
    expect([tools.length, omitted]).toEqual([3, []]);
    expect(warnings.map((w) => w.where)).toContain(where);
  });
});
