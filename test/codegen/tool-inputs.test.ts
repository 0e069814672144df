import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../src/codegen/load/document.ts';
import { readOperations } from '../../src/codegen/operations/read.ts';
import { createSchemaReader } from '../../src/codegen/schema/schema-reader.ts';
import { toolInputs } from '../../src/codegen/tool-inputs.ts';

/** The inputs of the one operation of a document. */
function inputs(
  operation: JsonObject,
  { method = 'post', path = '/a', version = '3.1', extension = {} as object, components = {} as Json } = {},
) {
  const root: JsonObject = { openapi: `${version}.0`, components, paths: { [path]: { [method]: operation } } };
  const warn = () => {};
  const document = { root, version: version as '3.1', source: '', sha256: '', warnings: [], line: () => undefined };
  const { operations, broken } = readOperations(
    document,
    Object.create(null),
    { isOverride: () => false, extension: () => extension },
    warn,
  );
  expect(broken).toEqual([]);
  const [only] = operations;
  if (only === undefined) return expect.fail('no operation');
  return toolInputs(
    root,
    only,
    method === 'get' ? 'Lectura' : 'Escritura',
    createSchemaReader(root, version as '3.1', warn),
  );
}
const json = (schema: Json, required = true) => ({
  requestBody: { required, content: { 'application/json': { schema } } },
});
const multipart = (properties: JsonObject, encoding: JsonObject = {}) => ({
  requestBody: {
    required: true,
    content: { 'multipart/form-data': { schema: { type: 'object', properties }, encoding } },
  },
});

describe('arguments', () => {
  it('are flat: parameters and the properties of a required object', () => {
    const made = inputs(
      {
        parameters: [
          { name: 'id', in: 'path', schema: { type: 'string' } },
          {
            name: 'dry',
            in: 'query',
            style: 'form',
            explode: false,
            schema: { type: 'array', items: { type: 'string' } },
          },
        ],
        ...json({
          type: 'object',
          required: ['name'],
          properties: { name: { type: 'string' }, id: { type: 'integer' }, confirm: { type: 'boolean' } },
        }),
      },
      { path: '/a/{id}' },
    );
    expect(made.arguments).toEqual([
      { name: 'id', in: 'path', wireName: 'id', required: true },
      { name: 'dry', in: 'query', wireName: 'dry', required: false, explode: false },
      { name: 'name', in: 'body', wireName: 'name', required: true },
      { name: 'id_body', in: 'body', wireName: 'id', required: false },
      { name: 'confirm_body', in: 'body', wireName: 'confirm', required: false },
    ]);
    expect(Object.keys(made.inputSchema.properties)).toEqual([
      'id',
      'dry',
      'name',
      'id_body',
      'confirm_body',
      'confirm',
    ]);
    expect(made.inputSchema).toMatchObject({ type: 'object', required: ['id', 'name'], additionalProperties: false });
    expect(made.body).toEqual({ mediaType: 'application/json', kind: 'json', required: true });
  });

  const whole: [what: string, operation: JsonObject, required: boolean][] = [
    ['optional', json({ type: 'object', properties: { a: {} } }, false), false],
    ['a list', json({ type: 'array', items: { type: 'string' } }), true],
    ['a scalar', json({ type: 'string' }), true],
    [
      'alternatives',
      json({
        oneOf: [
          { type: 'object', properties: { a: {} } },
          { type: 'object', properties: { b: {} } },
        ],
      }),
      true,
    ],
    ['an open map', json({ type: 'object', additionalProperties: { type: 'string' } }), true],
    ['text', { requestBody: { required: true, content: { 'text/plain': { schema: { type: 'string' } } } } }, true],
    [
      'XML',
      {
        requestBody: {
          required: true,
          content: { 'application/xml': { schema: { type: 'object', properties: { a: {} } } } },
        },
      },
      true,
    ],
    ['bytes', { requestBody: { required: true, content: { 'image/png': {} } } }, true],
  ];
  it.each(whole)('are one, "body", where it is %s', (_, operation, required) => {
    expect(inputs(operation).arguments).toEqual([{ name: 'body', in: 'whole-body', wireName: 'body', required }]);
  });

  it('of text that is described as an object is text', () => {
    const made = inputs({
      requestBody: {
        required: true,
        content: { 'application/xml': { schema: { type: 'object', properties: { a: {} } } } },
      },
    });
    expect(made.inputSchema.properties.body).toMatchObject({ type: 'string' });
  });
});

describe('confirm', () => {
  it('is on every write, and only there', () => {
    expect(inputs({}).inputSchema.properties).toEqual({
      confirm: { type: 'boolean', description: 'true only after the person agreed to the action summary.' },
    });
    expect(inputs({}, { method: 'get' }).inputSchema.properties).toEqual({});
  });
  it('is not on a write that the overlay frees of it', () =>
    expect(inputs({}, { extension: { confirm: 'none' } }).inputSchema.properties).toEqual({}));
  it('of the API keeps its name on a read, and not on a write', () => {
    const parameters = [
      { name: 'confirm', in: 'query', schema: { type: 'boolean' } },
      { name: 'confirmation', in: 'header', schema: { type: 'string' } },
    ];
    expect(inputs({ parameters }, { method: 'get' }).arguments.map((a) => a.name)).toEqual(['confirm', 'confirmation']);
    expect(inputs({ parameters }).arguments.map((a) => a.name)).toEqual(['confirm_query', 'confirmation_header']);
  });
});

describe('what else a tool knows', () => {
  it('its idempotency key, which nobody has to give', () => {
    const parameters = [{ name: 'Idempotency-Key', in: 'header', required: true, schema: { type: 'string' } }];
    expect(inputs({ parameters })).toMatchObject({
      idempotencyKey: 'Idempotency-Key',
      arguments: [{ required: false }],
    });
    const read = inputs({ parameters }, { method: 'get' });
    expect(read).not.toHaveProperty('idempotencyKey');
    expect(read.arguments).toMatchObject([{ required: true }]);
  });

  it('its arrays without order, by the argument’s name', () => {
    const operation = {
      parameters: [{ name: 'tags', in: 'query', schema: {} }],
      ...json({ type: 'object', properties: { tags: { type: 'array', items: { type: 'string' } }, list: {} } }),
    };
    expect(inputs(operation, { extension: { unordered: ['tags'] } }).unordered).toEqual(['tags', 'tags_body']);
    expect(inputs(operation)).not.toHaveProperty('unordered');
  });
});

describe('a property of a multipart body is a file', () => {
  const file = { type: 'string', format: 'binary' };
  const yes: [what: string, schema: JsonObject, encoding?: JsonObject][] = [
    ['by 3.0’s format', file],
    ['by its media type', { type: 'string', contentMediaType: 'image/png' }],
    ['that may be null', { type: ['string', 'null'], contentMediaType: 'image/png' }],
    ['or null, as FastAPI says it', { anyOf: [file, { type: 'null' }] }],
    ['by reference', { $ref: '#/components/schemas/File' }],
    ['in allOf', { allOf: [{ $ref: '#/components/schemas/File' }, { description: 'x' }] }],
    ['or several', { type: 'array', items: file }],
    ['by its encoding', { type: 'string' }, { contentType: 'image/png, image/jpeg' }],
    ['that says nothing, since 3.1', { description: 'The file.' }],
    ['or several that say nothing, since 3.1', { type: 'array', items: {} }],
  ];
  it.each(yes)('%s', (_, schema, encoding) => {
    const made = inputs(multipart({ f: schema }, encoding === undefined ? {} : { f: encoding }), {
      components: { schemas: { File: file } },
    });
    expect(made.body?.parts?.f?.binary).toBe(true);
  });

  const no: [what: string, schema: Json, encoding?: JsonObject | undefined, version?: string][] = [
    ['text', { type: 'string' }],
    ['an object', { type: 'object', properties: { a: {} } }],
    ['base64 as the API wants it', { type: 'string', contentMediaType: 'image/png', contentEncoding: 'base64' }],
    ['by its encoding, JSON', {}, { contentType: 'application/json' }],
    ['what says nothing, in 3.0', {}, undefined, '3.0'],
    ['what refers to itself', { $ref: '#/components/schemas/Loop' }],
  ];
  it.each(no)('and is not: %s', (_, schema, encoding, version = '3.1') => {
    const components = {
      schemas: { Loop: { type: 'object', properties: { a: { $ref: '#/components/schemas/Loop' } } } },
    };
    const made = inputs(
      multipart({ f: schema, g: { type: 'string' } }, encoding === undefined ? {} : { f: encoding }),
      { version, components },
    );
    expect(made.body?.kind).toBe('multipart');
    expect(made.body?.parts?.f?.binary).toBeUndefined();
  });

  it('of any name', () => {
    const made = inputs(
      multipart(JSON.parse('{"__proto__":{"type":"string","format":"binary"},"constructor":{"type":"string"}}')),
    );
    expect(Object.entries(made.body?.parts ?? {})).toEqual([['__proto__', { binary: true }]]);
    expect(made.arguments.map((a) => [a.name, a.wireName])).toEqual([
      ['proto', '__proto__'],
      ['constructor', 'constructor'],
    ]);
  });

  it('but not in a form or in JSON', () => {
    expect(inputs(json({ type: 'object', properties: { f: file } })).body).toEqual({
      mediaType: 'application/json',
      kind: 'json',
      required: true,
    });
  });
});
