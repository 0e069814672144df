import { describe, expect, it } from 'vitest';
import type { Json, JsonObject, SourceDocument } from '../../../src/codegen/load/document.ts';
import { readOperations } from '../../../src/codegen/operations/read.ts';
import { readSecuritySchemes } from '../../../src/codegen/operations/security.ts';

function read(root: JsonObject) {
  const warnings: string[] = [];
  const warn = (w: { where: string; message: string }) => void warnings.push(`${w.where} ${w.message}`);
  const document: SourceDocument = {
    root,
    version: '3.2',
    source: 'a',
    sha256: '',
    warnings: [],
    line: () => undefined,
  };
  const rules = {
    isOverride: () => false,
    extension: (o: JsonObject) => (o['x-mcp'] === undefined ? undefined : { name: 'ours' }),
  };
  return {
    ...readOperations(
      document,
      readSecuritySchemes(root, () => {}),
      rules,
      warn,
    ),
    warnings,
  };
}
const ok = { responses: { 200: { description: 'ok' } } };
const found = (paths: Json, more: JsonObject = {}) => read({ paths, ...more });
const keys = (list: { method: string; path: string }[]) => list.map(({ method, path }) => `${method} ${path}`);

describe('the walk over paths', () => {
  it('finds every method, in the order of OpenAPI', () => {
    const all = Object.fromEntries(
      ['query', 'trace', 'patch', 'head', 'options', 'delete', 'post', 'put', 'get'].map((m) => [m, ok]),
    );
    expect(keys(found({ '/a': all }).operations)).toEqual(
      ['GET', 'PUT', 'POST', 'DELETE', 'OPTIONS', 'HEAD', 'PATCH', 'TRACE', 'QUERY'].map((m) => `${m} /a`),
    );
  });

  it('finds nothing where there is nothing', () => {
    for (const root of [{}, { paths: null }, { paths: {} }, { paths: { '/a': null, 'x-paths': 5 } }])
      expect(read(root)).toEqual({ operations: [], broken: [], warnings: [] });
  });

  it('refuses paths that are no object', () => {
    for (const paths of [[], 'x', 5]) expect(() => read({ paths })).toThrow('"paths" is not an object');
  });

  it('leaves out webhooks and callbacks: they are not sent by us', () => {
    const { operations } = found(
      { '/a': { get: { ...ok, callbacks: { done: { '{$url}': { post: ok } } } } } },
      { webhooks: { new: { post: ok } } },
    );
    expect(keys(operations)).toEqual(['GET /a']);
  });

  it('follows a path item’s reference, beside which its own fields win', () => {
    const { operations } = found(
      { '/a': { $ref: '#/components/pathItems/A', post: { ...ok, summary: 'own' } } },
      {
        components: {
          pathItems: { A: { parameters: [{ name: 'q', in: 'query' }], get: ok, post: { ...ok, summary: 'theirs' } } },
        },
      },
    );
    expect(operations.map((o) => [o.method, o.summary, o.parameters.map((p) => p.pointer)])).toEqual([
      ['GET', undefined, ['#/components/pathItems/A/parameters/0/schema']],
      ['POST', 'own', ['#/components/pathItems/A/parameters/0/schema']],
    ]);
  });

  it('finds 3.2’s additional operations, but no method that has a field of its own', () => {
    const { operations, broken } = found({
      '/a': { additionalOperations: { PURGE: ok, LINK: ok, POST: ok, delete: ok } },
    });
    expect(operations.map((o) => `${o.method} ${o.pointer}`)).toEqual([
      'PURGE #/paths/~1a/additionalOperations/PURGE',
      'LINK #/paths/~1a/additionalOperations/LINK',
    ]);
    expect(broken.map((b) => b.reason)).toEqual([
      'broken at #/paths/~1a/additionalOperations/POST: "POST" has a field of its own: it is no additional operation',
      'broken at #/paths/~1a/additionalOperations/delete: "delete" has a field of its own: it is no additional operation',
    ]);
  });

  it('warns of fields that are none', () => {
    expect(found({ '/a': { get: ok, gett: ok, 'x-y': 1, constructor: 1 } }).warnings).toEqual([
      '#/paths/~1a/gett "gett" is no field of a path item; ignored',
      '#/paths/~1a/constructor "constructor" is no field of a path item; ignored',
    ]);
  });
});

describe('a broken part costs its operation alone', () => {
  const broken: [what: string, operation: Json, reason: string][] = [
    ['no object', 'x', 'broken at #/paths/~1a/post: the operation is not an object'],
    ['null', null, 'broken at #/paths/~1a/post: the operation is not an object'],
    [
      'a parameter',
      { ...ok, parameters: [{ $ref: '#/x' }] },
      'broken at #/paths/~1a/post/parameters/0: the reference "#/x" finds nothing',
    ],
    [
      'a body',
      { ...ok, requestBody: { $ref: '#/x' } },
      'broken at #/paths/~1a/post/requestBody: the reference "#/x" finds nothing',
    ],
    [
      'its security',
      { ...ok, security: ['a'] },
      'broken at #/paths/~1a/post/security: a security requirement is not an object',
    ],
  ];
  it.each(broken)('%s', (_, operation, reason) => {
    const result = found({ '/a': { get: ok, post: operation, put: ok } });
    expect(keys(result.operations)).toEqual(['GET /a', 'PUT /a']);
    expect(result.broken).toEqual([{ method: 'POST', path: '/a', pointer: '#/paths/~1a/post', reason }]);
  });

  it('a path item, each of its operations', () => {
    const { operations, broken, warnings } = found({
      '/a': { $ref: '#/x', get: ok, post: ok },
      '/b': 'x',
      c: { get: ok },
      '/d': { get: ok },
    });
    expect(keys(operations)).toEqual(['GET /d']);
    expect(broken.map((b) => `${b.method} ${b.path} ${b.reason}`)).toEqual([
      'GET /a broken at #/paths/~1a: the reference "#/x" finds nothing',
      'POST /a broken at #/paths/~1a: the reference "#/x" finds nothing',
      '* /b broken at #/paths/~1b: the path item is not an object',
      'GET c broken at #/paths/c: the path "c" does not begin with "/"',
    ]);
    expect(warnings).toHaveLength(3);
  });

  it('its operationId is kept', () => {
    expect(found({ '/a': { get: { operationId: 'x', parameters: 5 } } }).broken).toMatchObject([{ operationId: 'x' }]);
  });
});

describe('an operation', () => {
  it('has its texts, tags and extension; what is no text is none', () => {
    const { operations } = found({
      '/a': {
        get: { operationId: 'x', summary: 's', description: 'd', tags: ['t', 5], 'x-mcp': {} },
        put: { operationId: 5, summary: {}, description: null, tags: 't' },
      },
    });
    expect(operations[0]).toEqual({
      method: 'GET',
      path: '/a',
      pointer: '#/paths/~1a/get',
      operationId: 'x',
      summary: 's',
      description: 'd',
      tags: ['t'],
      parameters: [],
      accepts: [],
      extension: { name: 'ours' },
    });
    expect(operations[1]).toEqual({
      method: 'PUT',
      path: '/a',
      pointer: '#/paths/~1a/put',
      tags: [],
      parameters: [],
      accepts: [],
    });
  });

  it('has the server of its own, else of its path', () => {
    const { operations } = found({
      '/a': {
        servers: [{ url: 'https://path.example' }],
        get: { servers: [{ url: 'https://own.example' }] },
        put: ok,
        post: { servers: [] },
      },
      '/b': { get: ok },
    });
    expect(operations.map((o) => o.server)).toEqual([
      'https://own.example',
      'https://path.example',
      'https://path.example',
      undefined,
    ]);
  });

  const accepts: [responses: Json | undefined, want: string[]][] = [
    [undefined, []],
    ['x', []],
    [
      { 200: { content: { 'application/json': {} } }, 404: { content: { 'application/problem+json': {} } } },
      ['application/json'],
    ],
    [
      {
        200: { content: { 'text/csv': {}, 'application/json': {} } },
        '2XX': { content: { 'application/json': {}, 'image/*': {} } },
      },
      ['text/csv', 'application/json', 'image/*'],
    ],
    [{ default: { content: { 'application/json': {} } }, 400: {} }, ['application/json']],
    [{ default: { content: { 'application/json': {} } }, 204: {} }, []],
    [{ 200: { $ref: '#/components/responses/R' } }, ['text/plain']],
    [
      { 200: { content: { 'text/plain\r\nX: y': {}, nonsense: {}, 'text/plain; charset=utf-8': {} } } },
      ['text/plain; charset=utf-8'],
    ],
  ];
  it.each(accepts)('with responses %j accepts %j', (responses, want) => {
    const components = { responses: { R: { content: { 'text/plain': {} } } } };
    const get = responses === undefined ? {} : { responses };
    expect(found({ '/a': { get } }, { components }).operations[0]?.accepts).toEqual(want);
  });

  it('has no argument for what its security fills, and one where it does not', () => {
    const components = {
      securitySchemes: {
        key: { type: 'apiKey', in: 'header', name: 'X-Key' },
        sid: { type: 'apiKey', in: 'cookie', name: 'sid' },
      },
    };
    const parameters = [
      { name: 'x-key', in: 'header' },
      { name: 'sid', in: 'cookie' },
      { name: 'SID', in: 'cookie' },
      { name: 'X-Key', in: 'query' },
    ];
    const { operations } = found(
      { '/a': { parameters, get: { security: [{ key: [] }, { sid: [] }] }, put: {} } },
      { components },
    );
    expect(operations.map((o) => o.parameters.map((p) => `${p.in} ${p.wireName}`))).toEqual([
      ['cookie SID', 'query X-Key'],
      ['header x-key', 'cookie sid', 'cookie SID', 'query X-Key'],
    ]);
    expect(operations.map((o) => JSON.stringify(o.security))).toEqual(['[{"key":[]},{"sid":[]}]', undefined]);
  });

  it('has what the path and it declare, its own first in meaning', () => {
    const { operations } = found({
      '/a/{id}': {
        parameters: [{ name: 'id', in: 'path', schema: { type: 'integer' } }],
        get: { parameters: [{ name: 'id', in: 'path', schema: { type: 'string' } }] },
        put: {},
      },
    });
    expect(operations.map((o) => o.parameters.map((p) => p.schema))).toEqual([
      [{ type: 'string' }],
      [{ type: 'integer' }],
    ]);
  });
});
