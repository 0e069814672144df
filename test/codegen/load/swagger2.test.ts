import { describe, expect, test } from 'vitest';
import type { Json } from '../../../src/codegen/load/document.ts';
import { loadDocument } from '../../../src/codegen/load/load.ts';
import { convertSwagger } from '../../../src/codegen/load/swagger2.ts';
import { fromText, URL_OF_TEXT } from './from-text.ts';

const convert = (more: object) => convertSwagger({ swagger: '2.0', ...more } as never, 'api.yaml');
/** An operation of its own in a document. */
const operation = (op: object, more: object = {}) => {
  const { root, warnings } = convert({ paths: { '/a': { post: { responses: {}, ...op } } }, ...more });
  const { responses: _, ...post } = (root.paths as { '/a': { post: { [key: string]: Json } } })['/a'].post;
  return { post, root, warnings };
};

describe('servers', () => {
  test.each([
    [
      { host: 'h:8080', basePath: '/v1/', schemes: ['http', 'https'] },
      [{ url: 'https://h:8080/v1' }, { url: 'http://h:8080/v1' }],
    ],
    [{ host: 'h', schemes: ['http'] }, [{ url: 'http://h' }]],
    [{ host: 'h', basePath: '/' }, [{ url: 'https://h' }]],
    [{ host: 'h', basePath: 'v1', schemes: ['wss'] }, [{ url: 'https://h/v1' }]],
    [{ host: 'https://h/', basePath: '/v1' }, [{ url: 'https://h/v1' }]],
    [{ basePath: '/v1' }, [{ url: '/v1' }]],
    [{}, undefined],
    [{ host: 5, basePath: {}, schemes: 'https' }, undefined],
  ])('%j', (given, want) => {
    expect(convert(given).root.servers).toEqual(want);
  });

  test('what a URL’s document leaves out is the URL’s', async () => {
    expect((await fromText('swagger: "2.0"\nbasePath: /v1')).root.servers).toEqual([
      { url: `${new URL(URL_OF_TEXT).origin}/v1` },
    ]);
  });

  test('schemes of one operation', () => {
    expect(operation({ schemes: ['http'] }, { host: 'h', schemes: ['https'] }).post).toEqual({
      servers: [{ url: 'http://h' }],
    });
  });
});

describe('parameters', () => {
  test.each([
    ['query', undefined, { style: 'form', explode: false }],
    ['query', 'csv', { style: 'form', explode: false }],
    ['query', 'multi', { style: 'form', explode: true }],
    ['query', 'ssv', { style: 'spaceDelimited', explode: false }],
    ['query', 'pipes', { style: 'pipeDelimited', explode: false }],
    ['path', 'csv', { style: 'simple', explode: false }],
    ['header', undefined, { style: 'simple', explode: false }],
  ])('an array in %s, collectionFormat %s', (where, collectionFormat, want) => {
    const { post, warnings } = operation({
      parameters: [
        {
          in: where,
          name: 'p',
          required: true,
          type: 'array',
          items: { type: 'integer', collectionFormat: 'csv' },
          collectionFormat,
          minItems: 1,
        },
      ],
    });
    expect(warnings).toEqual([]);
    expect(post).toEqual({
      parameters: [
        {
          in: where,
          name: 'p',
          required: true,
          ...want,
          schema: { type: 'array', items: { type: 'integer' }, minItems: 1 },
        },
      ],
    });
  });

  test.each([
    ['query', 'tsv', 'tabs'],
    ['path', 'ssv', 'spaces'],
    ['path', 'pipes', 'pipes (|)'],
    ['header', 'multi', '"multi" separators'],
  ])('what OpenAPI 3 cannot say is one text: %s %s', (where, collectionFormat, words) => {
    const { post, warnings } = operation({
      parameters: [{ in: where, name: 'p', type: 'array', items: { type: 'string' }, collectionFormat }],
    });
    expect(post.parameters).toEqual([
      {
        in: where,
        name: 'p',
        schema: { type: 'string', description: `Several values in one text, separated by ${words}.` },
      },
    ]);
    expect(warnings).toEqual([
      { where: '#/paths/~1a/post/parameters/0', message: expect.stringContaining(collectionFormat) },
    ]);
  });

  test('keywords go into the schema, the rest stays', () => {
    const { post } = operation({
      parameters: [
        {
          in: 'query',
          name: 'p',
          description: 'd',
          type: 'string',
          enum: ['a'],
          default: 'a',
          'x-nullable': true,
          allowEmptyValue: true,
          'x-o': 1,
        },
      ],
    });
    expect(post.parameters).toEqual([
      {
        in: 'query',
        name: 'p',
        description: 'd',
        allowEmptyValue: true,
        'x-o': 1,
        schema: { type: 'string', enum: ['a'], default: 'a', 'x-nullable': true, nullable: true },
      },
    ]);
  });

  test('shared ones, and those of the path', () => {
    const { root } = convert({
      parameters: {
        P: { in: 'query', name: 'p', type: 'string' },
        toString: { in: 'header', name: 'h', type: 'integer' },
      },
      paths: {
        '/a': {
          parameters: [{ $ref: '#/parameters/P' }],
          get: { parameters: [{ $ref: '#/parameters/toString' }], responses: {} },
        },
      },
    });
    expect(root.paths).toEqual({
      '/a': {
        parameters: [{ $ref: '#/components/parameters/P' }],
        get: { parameters: [{ $ref: '#/components/parameters/toString' }], responses: {} },
      },
    });
    expect(root.components).toEqual({
      parameters: {
        P: { in: 'query', name: 'p', schema: { type: 'string' } },
        toString: { in: 'header', name: 'h', schema: { type: 'integer' } },
      },
    });
  });

  test('a broken one costs nothing else', () => {
    const { root } = convert({
      paths: {
        '/a': { get: { parameters: [null, 5, { type: 'string' }, { $ref: '#/parameters/No' }], responses: {} } },
        '/b': { get: { operationId: 'b', responses: {} } },
        '/c': null,
      },
    });
    expect(root.paths).toMatchObject({
      '/a': { get: { parameters: [null, 5, {}, { $ref: '#/components/parameters/No' }] } },
      '/b': { get: { operationId: 'b' } },
      '/c': null,
    });
  });
});

describe('bodies', () => {
  const JSON_BODY = { in: 'body', name: 'b', schema: { $ref: '#/definitions/A' } };
  const A = { $ref: '#/components/schemas/A' };
  test.each([
    ['as it is', {}, {}, { 'application/json': { schema: A } }],
    [
      'consumes of the document',
      {},
      { consumes: ['application/xml', 'application/json'] },
      { 'application/xml': { schema: A }, 'application/json': { schema: A } },
    ],
    [
      'consumes of the operation',
      { consumes: ['text/json'] },
      { consumes: ['application/xml'] },
      { 'text/json': { schema: A } },
    ],
    ['nothing consumed', { consumes: [] }, { consumes: ['application/xml'] }, { 'application/json': { schema: A } }],
  ])('%s', (_, op, more, content) => {
    expect(operation({ parameters: [JSON_BODY], ...op }, more).post.requestBody).toEqual({
      'x-body-name': 'b',
      content,
    });
    expect(operation({ parameters: [{ ...JSON_BODY, required: true }], ...op }, more).post.requestBody).toMatchObject({
      required: true,
    });
  });

  test('shared, and of the path; an operation’s own comes first', () => {
    const shared = { parameters: { B: { ...JSON_BODY, required: true, description: 'd' } } };
    const want = {
      'x-body-name': 'b',
      description: 'd',
      content: { 'application/json': { schema: A } },
      required: true,
    };
    expect(operation({ parameters: [{ $ref: '#/parameters/B' }] }, shared).post).toEqual({
      parameters: [],
      requestBody: want,
    });
    expect(convert(shared).root.components).toBeUndefined();
    const { root } = convert({
      paths: {
        '/a': {
          parameters: [JSON_BODY],
          post: { responses: {} },
          put: { parameters: [{ in: 'body', name: 'c', schema: { type: 'string' } }], responses: {} },
        },
      },
    });
    expect(root.paths).toMatchObject({
      '/a': {
        parameters: [],
        post: { requestBody: { content: { 'application/json': { schema: A } } } },
        put: { requestBody: { content: { 'application/json': { schema: { type: 'string' } } } } },
      },
    });
  });

  const FORM = 'application/x-www-form-urlencoded';
  const MULTIPART = 'multipart/form-data';
  const text = { in: 'formData', name: 't', type: 'string', description: 'd', required: true };
  const file = { in: 'formData', name: 'f', type: 'file' };
  test.each([
    ['a form', [text], undefined, [FORM]],
    ['a form, JSON consumed', [text], ['application/json'], [FORM]],
    ['both kinds of form', [text], [MULTIPART, FORM], [MULTIPART, FORM]],
    ['a file', [text, file], undefined, [MULTIPART]],
    ['a file, in any form', [text, file], [FORM, MULTIPART], [MULTIPART]],
    ['a file, in the wrong form', [text, file], [FORM], [MULTIPART]],
  ])('%s', (_, parameters, consumes, types) => {
    const body = operation({ parameters, ...(consumes !== undefined && { consumes }) }).post.requestBody as {
      [key: string]: Json;
    };
    expect(body.required).toBe(true);
    expect(Object.keys(body.content as object)).toEqual(types);
    const properties = {
      t: { type: 'string', description: 'd' },
      ...(parameters.length > 1 && { f: { type: 'string', format: 'binary' } }),
    };
    expect(Object.values(body.content as object)[0]).toEqual({
      schema: { type: 'object', properties, required: ['t'] },
    });
  });

  test('a form of optional fields is required; arrays are encoded', () => {
    const array = (name: string, collectionFormat?: string) => ({
      in: 'formData',
      name,
      type: 'array',
      items: { type: 'string' },
      collectionFormat,
    });
    const { post, warnings } = operation({
      parameters: [array('a'), array('m', 'multi'), array('s', 'ssv'), array('p', 'pipes'), array('t', 'tsv')],
    });
    const list = { type: 'array', items: { type: 'string' } };
    expect(post.requestBody).toEqual({
      required: true,
      content: {
        [FORM]: {
          schema: {
            type: 'object',
            properties: {
              a: list,
              m: list,
              s: list,
              p: list,
              t: { type: 'string', description: expect.stringContaining('tabs') },
            },
          },
          encoding: {
            a: { style: 'form', explode: false },
            m: { style: 'form', explode: true },
            s: { style: 'spaceDelimited', explode: false },
            p: { style: 'pipeDelimited', explode: false },
          },
        },
      },
    });
    expect(warnings).toHaveLength(1);
  });

  test('both a body and a form: the body, with a warning', () => {
    const { post, warnings } = operation({ parameters: [text, JSON_BODY] });
    expect(post.requestBody).toEqual({ 'x-body-name': 'b', content: { 'application/json': { schema: A } } });
    expect(warnings).toEqual([
      { where: '#/paths/~1a/post', message: expect.stringContaining('both a body and form parameters') },
    ]);
  });
});

test('schemas', () => {
  const { root } = convert({
    definitions: {
      A: {
        type: 'object',
        discriminator: 'kind',
        properties: {
          discriminator: { type: 'string' },
          $ref: { type: 'string' },
          type: { $ref: '#/definitions/B' },
          list: { type: 'array', items: { $ref: '#/definitions/B/properties/x' } },
          n: { type: 'string', 'x-nullable': true },
        },
        additionalProperties: { allOf: [{ $ref: '#/definitions/A' }] },
        example: { $ref: '#/definitions/A', discriminator: 'x' },
      },
      __proto__: undefined,
    },
  });
  expect(root.components).toEqual({
    schemas: {
      A: {
        type: 'object',
        discriminator: { propertyName: 'kind' },
        properties: {
          discriminator: { type: 'string' },
          $ref: { type: 'string' },
          type: { $ref: '#/components/schemas/B' },
          list: { type: 'array', items: { $ref: '#/components/schemas/B/properties/x' } },
          n: { type: 'string', 'x-nullable': true, nullable: true },
        },
        additionalProperties: { allOf: [{ $ref: '#/components/schemas/A' }] },
        example: { $ref: '#/definitions/A', discriminator: 'x' },
      },
    },
  });
});

test('a schema that is referred to where OpenAPI 3 has none gets a place of its own, once, also if it recurs', () => {
  const inPlace = { type: 'object', properties: { self: { $ref: '#/paths/~1a/post/parameters/0/schema' } } };
  const { root } = convert({
    paths: {
      '/a': {
        post: {
          parameters: [{ in: 'body', name: 'b', schema: inPlace }],
          responses: { 200: { description: 'ok', schema: { $ref: '#/paths/~1a/post/parameters/0/schema' } } },
        },
      },
    },
  });
  const ref = { $ref: '#/components/schemas/paths_a_post_parameters_0_schema' };
  expect(root.components).toEqual({
    schemas: { paths_a_post_parameters_0_schema: { type: 'object', properties: { self: ref } } },
  });
  expect(root.paths).toMatchObject({
    '/a': { post: { responses: { 200: { content: { 'application/json': { schema: ref } } } } } },
  });
});

test('responses', () => {
  const { root } = convert({
    produces: ['application/json', 'text/csv'],
    responses: { R: { description: 'r', schema: { type: 'string' } } },
    paths: {
      '/a': {
        get: {
          responses: {
            200: {
              description: 'ok',
              schema: { $ref: '#/definitions/A' },
              headers: { h: { type: 'integer', description: 'd' } },
              examples: { 'text/csv': 'a,b' },
            },
            204: { description: 'none' },
            404: { $ref: '#/responses/R' },
          },
        },
        put: { produces: ['application/pdf'], responses: { 200: { description: 'ok', schema: { type: 'file' } } } },
      },
    },
  });
  const A = { $ref: '#/components/schemas/A' };
  expect(root.paths).toEqual({
    '/a': {
      get: {
        responses: {
          200: {
            description: 'ok',
            headers: { h: { description: 'd', schema: { type: 'integer' } } },
            content: { 'application/json': { schema: A }, 'text/csv': { schema: A, example: 'a,b' } },
          },
          204: { description: 'none' },
          404: { $ref: '#/components/responses/R' },
        },
      },
      put: {
        responses: {
          200: { description: 'ok', content: { 'application/pdf': { schema: { type: 'string', format: 'binary' } } } },
        },
      },
    },
  });
  expect(root.components).toMatchObject({
    responses: { R: { content: { 'text/csv': { schema: { type: 'string' } } } } },
  });
});

test('security', () => {
  const { root } = convert({
    security: [{ key: [] }],
    securityDefinitions: {
      basic: { type: 'basic', description: 'd' },
      key: { type: 'apiKey', in: 'header', name: 'X-Key' },
      implicit: { type: 'oauth2', flow: 'implicit', authorizationUrl: 'https://a', scopes: { r: 'read' } },
      password: { type: 'oauth2', flow: 'password', tokenUrl: 'https://t' },
      application: { type: 'oauth2', flow: 'application', tokenUrl: 'https://t', 'x-a': 1 },
      accessCode: {
        type: 'oauth2',
        flow: 'accessCode',
        authorizationUrl: 'https://a',
        tokenUrl: 'https://t',
        scopes: {},
      },
      odd: { type: 'oauth2', flow: 'constructor' },
    },
  });
  expect(root.security).toEqual([{ key: [] }]);
  expect(root.components).toEqual({
    securitySchemes: {
      basic: { type: 'http', scheme: 'basic', description: 'd' },
      key: { type: 'apiKey', in: 'header', name: 'X-Key' },
      implicit: { type: 'oauth2', flows: { implicit: { authorizationUrl: 'https://a', scopes: { r: 'read' } } } },
      password: { type: 'oauth2', flows: { password: { tokenUrl: 'https://t', scopes: {} } } },
      application: { type: 'oauth2', 'x-a': 1, flows: { clientCredentials: { tokenUrl: 'https://t', scopes: {} } } },
      accessCode: {
        type: 'oauth2',
        flows: { authorizationCode: { authorizationUrl: 'https://a', tokenUrl: 'https://t', scopes: {} } },
      },
      odd: { type: 'oauth2', flow: 'constructor' },
    },
  });
});

test('a document is not changed, and its lines are those of the file', async () => {
  const text =
    'swagger: "2.0"\npaths:\n  /a:\n    get: {responses: {}}\ndefinitions:\n  A:\n    type: string\nparameters:\n  P: {in: query, name: p, type: string}\n';
  const document = await loadDocument(URL_OF_TEXT, {
    fetchText: async (url) => ({ bytes: new TextEncoder().encode(text), url }),
  });
  expect(
    ['#/paths/~1a/get', '#/components/schemas/A/type', '#/components/parameters/P'].map((p) => document.line(p)),
  ).toEqual([4, 7, 9]);
  const given = {
    swagger: '2.0',
    paths: { '/a': { post: { parameters: [{ in: 'query', name: 'a', type: 'file' }], responses: {} } } },
  };
  const before = structuredClone(given);
  convertSwagger(given as never, '');
  expect(given).toEqual(before);
});
