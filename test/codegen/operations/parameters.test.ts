import { describe, expect, it } from 'vitest';
import { DescriptionError } from '../../../src/codegen/description-error.ts';
import type { Json } from '../../../src/codegen/load/document.ts';
import { readParameters } from '../../../src/codegen/operations/parameters.ts';

const root: Json = {
  components: {
    parameters: { Page: { name: 'page', in: 'query', description: 'Theirs.', schema: { type: 'integer' } } },
  },
};
const string = { type: 'string' };

function read(path: string, own: Json | undefined, inherited?: Json) {
  const warnings: string[] = [];
  const parameters = readParameters(
    root,
    path,
    [
      { list: inherited, pointer: '#/p/parameters' },
      { list: own, pointer: '#/p/get/parameters' },
    ],
    {
      warn: (w) => warnings.push(`${w.where} ${w.message}`),
      isOverride: (name) => /override/i.test(name),
      isCredential: (location, name) => location === 'query' && name === 'api_key',
    },
  );
  return { parameters, warnings };
}

describe('the parameters of an operation', () => {
  const table: [what: string, path: string, own: Json | undefined, inherited: Json | undefined, want: object[]][] = [
    ['none', '/a', undefined, undefined, []],
    ['null lists', '/a', null, null, []],
    [
      'its own',
      '/a',
      [{ name: 'q', in: 'query', required: true, description: 'D.', schema: string }],
      undefined,
      [
        {
          wireName: 'q',
          in: 'query',
          required: true,
          description: 'D.',
          schema: string,
          pointer: '#/p/get/parameters/0/schema',
        },
      ],
    ],
    [
      'the path item’s',
      '/a',
      undefined,
      [{ name: 'q', in: 'query', schema: string }],
      [{ wireName: 'q', in: 'query', required: false, schema: string, pointer: '#/p/parameters/0/schema' }],
    ],
    [
      'overridden, in its place',
      '/a',
      [{ name: 'q', in: 'query', required: true }],
      [
        { name: 'q', in: 'query' },
        { name: 'r', in: 'query' },
      ],
      [
        { wireName: 'q', required: true },
        { wireName: 'r', required: false },
      ],
    ],
    [
      'not overridden elsewhere',
      '/a',
      [{ name: 'q', in: 'header' }],
      [{ name: 'q', in: 'query' }],
      [{ in: 'query' }, { in: 'header' }],
    ],
    [
      'a header overridden in other capitals',
      '/a',
      [{ name: 'x-id', in: 'header', required: true }],
      [{ name: 'X-Id', in: 'header' }],
      [{ wireName: 'x-id', required: true }],
    ],
    [
      'a query name is not',
      '/a',
      [{ name: 'ID', in: 'query' }],
      [{ name: 'id', in: 'query' }],
      [{ wireName: 'id' }, { wireName: 'ID' }],
    ],
    [
      'a path parameter, always required',
      '/a/{id}',
      [{ name: 'id', in: 'path', required: false }],
      undefined,
      [{ in: 'path', required: true }],
    ],
    [
      'a wildcard path parameter',
      '/a/{rest*}',
      [{ name: 'rest', in: 'path' }],
      undefined,
      [{ wireName: 'rest*', in: 'path' }],
    ],
    [
      'a reference',
      '/a',
      [{ $ref: '#/components/parameters/Page' }],
      undefined,
      [{ wireName: 'page', description: 'Theirs.', pointer: '#/components/parameters/Page/schema' }],
    ],
    [
      'a reference with its own description',
      '/a',
      [{ $ref: '#/components/parameters/Page', description: 'Ours.' }],
      undefined,
      [{ description: 'Ours.' }],
    ],
    [
      'names that objects inherit',
      '/{constructor}',
      [
        { name: 'constructor', in: 'path' },
        { name: '__proto__', in: 'query' },
      ],
      undefined,
      [{ wireName: 'constructor' }, { wireName: '__proto__' }],
    ],
    [
      'content',
      '/a',
      [{ name: 'f', in: 'query', content: { 'application/json': { schema: string } } }],
      undefined,
      [
        {
          contentType: 'application/json',
          schema: string,
          pointer: '#/p/get/parameters/0/content/application~1json/schema',
        },
      ],
    ],
    ['no schema', '/a', [{ name: 'q', in: 'query' }], undefined, [{ schema: {} }]],
    ['a credential, which the settings fill', '/a', [{ name: 'api_key', in: 'query' }], undefined, []],
    ['its namesake elsewhere', '/a', [{ name: 'api_key', in: 'header' }], undefined, [{ in: 'header' }]],
  ];
  it.each(table)('%s', (_, path, own, inherited, want) => {
    const { parameters, warnings } = read(path, own, inherited);
    expect(warnings).toEqual([]);
    expect(parameters).toHaveLength(want.length);
    expect(parameters).toMatchObject(want);
  });
});

describe('serialization stands where it is not the default', () => {
  const table: [given: Record<string, Json>, want: object][] = [
    [{ in: 'query' }, {}],
    [{ in: 'query', style: 'form', explode: true }, {}],
    [{ in: 'query', style: 'form', explode: false }, { explode: false }],
    [
      { in: 'query', style: 'deepObject', explode: true },
      { style: 'deepObject', explode: true },
    ],
    [{ in: 'query', style: 'pipeDelimited' }, { style: 'pipeDelimited' }],
    [{ in: 'query', style: 'spaceDelimited', explode: false }, { style: 'spaceDelimited' }],
    [{ in: 'query', allowReserved: true }, { allowReserved: true }],
    [{ in: 'header', style: 'simple', explode: true, allowReserved: true }, { explode: true }],
    [{ in: 'cookie', style: 'form', explode: true }, {}],
    [{ in: 'cookie', style: 'cookie' }, {}],
    [
      { in: 'path', style: 'matrix', explode: true },
      { style: 'matrix', explode: true },
    ],
    [{ in: 'path', style: 'label' }, { style: 'label' }],
  ];
  it.each(table)('%j', (given, want) => {
    const { parameters, warnings } = read(given.in === 'path' ? '/{p}' : '/a', [{ name: 'p', ...given }]);
    const { style, explode, allowReserved } = parameters[0] ?? {};
    expect(JSON.parse(JSON.stringify({ style, explode, allowReserved }))).toEqual(want);
    expect(warnings).toEqual([]);
  });

  it('ignores a style that does not exist there', () => {
    const { parameters, warnings } = read('/a', [{ name: 'p', in: 'query', style: 'matrix' }]);
    expect(parameters[0]).not.toHaveProperty('style');
    expect(warnings).toEqual(['#/p/get/parameters/0 the style "matrix" does not exist for query; ignored']);
  });
});

describe('what is no argument is said', () => {
  const own = [
    'Accept',
    'accept-encoding',
    'AUTHORIZATION',
    'Connection',
    'Content-Length',
    'content-type',
    'Cookie',
    'Host',
    'Keep-Alive',
    'Proxy-Authorization',
    'TE',
    'Trailer',
    'Transfer-Encoding',
    'Upgrade',
    'User-Agent',
    'Via',
  ];
  it.each(own)('the header %s', (name) => {
    expect(read('/a', [{ name, in: 'header' }])).toEqual({
      parameters: [],
      warnings: [`#/p/get/parameters/0 the header "${name}" is the client's own; it is never an argument`],
    });
  });

  it.each(['header', 'query'])('a method override in the %s', (location) => {
    expect(read('/a', [{ name: 'X-HTTP-Method-Override', in: location }])).toEqual({
      parameters: [],
      warnings: ['#/p/get/parameters/0 "X-HTTP-Method-Override" overrides the method; it is never an argument'],
    });
  });

  it('a path parameter that the path does not have', () => {
    expect(read('/a', [{ name: 'id', in: 'path' }])).toEqual({
      parameters: [],
      warnings: ['#/p/get/parameters/0 the path has no {id}; the parameter is left out'],
    });
  });

  it('one that is not declared is there all the same', () => {
    expect(read('/a/{id}/{id}', [{ name: 'id', in: 'query' }])).toMatchObject({
      parameters: [{ in: 'query' }, { wireName: 'id', in: 'path', required: true, schema: string }],
      warnings: ['#/p the path parameter "id" is not declared; taken as a required string'],
    });
  });
});

describe('what is broken is named', () => {
  const table: [what: string, path: string, list: Json, message: string, pointer: string][] = [
    ['no list', '/a', {}, '"parameters" is not a list', '#/p/get/parameters'],
    ['no object', '/a', ['x'], 'a parameter is not an object', '#/p/get/parameters/0'],
    ['no name', '/a', [{ in: 'query' }], 'a parameter has no name', '#/p/get/parameters/0'],
    ['an empty name', '/a', [{ in: 'query', name: '' }], 'a parameter has no name', '#/p/get/parameters/0'],
    [
      'no place',
      '/a',
      [{ name: 'x' }],
      'the parameter "x" is in "undefined", which is not path, query, header or cookie',
      '#/p/get/parameters/0',
    ],
    [
      'another place',
      '/a',
      [{ name: 'x', in: 'formData' }],
      'the parameter "x" is in "formData", which is not path, query, header or cookie',
      '#/p/get/parameters/0',
    ],
    ['a reference to nothing', '/a', [{ $ref: '#/x' }], 'the reference "#/x" finds nothing', '#/p/get/parameters/0'],
    ['a brace that does not close', '/a/{id', [], 'the path "/a/{id" has a brace that encloses no name', '#/p'],
    ['braces around nothing', '/a/{}', [], 'the path "/a/{}" has a brace that encloses no name', '#/p'],
  ];
  it.each(table)('%s', (_, path, list, message, pointer) => {
    expect(() => read(path, list)).toThrow(DescriptionError);
    expect(() => read(path, list)).toThrow(
      expect.objectContaining({
        code: message.includes('reference') ? 'broken_reference' : 'invalid_operation',
        message,
        pointer,
      }),
    );
  });
});
