import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../src/codegen/load/document.ts';
import { readParameters } from '../../../src/codegen/operations/parameters.ts';

const FORM = 'application/x-www-form-urlencoded';
const string = { type: 'string' };

function read(parameters: Json[], path = '/a') {
  const warnings: string[] = [];
  const root = { components: { schemas: { Filter: { type: 'object', properties: { q: string, page: {} } } } } };
  const list = readParameters(root, path, [{ list: parameters, pointer: '#/p' }], {
    warn: (w) => warnings.push(`${w.where} ${w.message}`),
    isOverride: (name) => name === '_method',
    isCredential: (_, name) => name === 'api_key',
  });
  return { list: list.map(({ pointer: _, ...parameter }) => parameter), warnings };
}
const whole = (schema: Json, more: JsonObject = {}, encoding?: JsonObject) => ({
  name: 'selector',
  in: 'querystring',
  content: { [FORM]: { schema, ...(encoding && { encoding }) } },
  ...more,
});

describe('a parameter that is the whole query string (OpenAPI 3.2)', () => {
  it('is the query parameters that its form has', () => {
    const schema = {
      type: 'object',
      required: ['q'],
      properties: { q: string, ids: { type: 'array', items: string }, where: { type: 'object' } },
    };
    expect(read([whole(schema, { required: true })]).list).toEqual([
      { wireName: 'q', in: 'query', required: true, schema: string },
      { wireName: 'ids', in: 'query', required: false, schema: { type: 'array', items: string } },
      { wireName: 'where', in: 'query', required: false, schema: { type: 'object' }, contentType: 'application/json' },
    ]);
  });

  it('requires nothing where it may be left out', () => {
    const schema = { type: 'object', required: ['q'], properties: { q: string } };
    expect(read([whole(schema)]).list).toEqual([{ wireName: 'q', in: 'query', required: false, schema: string }]);
  });

  it('is read through references, and written as its encoding says', () => {
    const encoding = { q: { style: 'pipeDelimited', explode: false }, page: { style: 'deepObject' } };
    expect(read([whole({ $ref: '#/components/schemas/Filter' }, {}, encoding)]).list).toEqual([
      { wireName: 'q', in: 'query', required: false, schema: string, style: 'pipeDelimited', explode: false },
      { wireName: 'page', in: 'query', required: false, schema: {}, style: 'deepObject' },
    ]);
  });

  it('never brings a credential or an override of the method', () => {
    const schema = { type: 'object', properties: { api_key: string, _method: string, q: string } };
    expect(read([whole(schema)]).list.map((p) => p.wireName)).toEqual(['q']);
  });

  const refused: [what: string, parameter: Json, message: string][] = [
    [
      'JSON',
      { name: 's', in: 'querystring', content: { 'application/json': {} } },
      'a query string as "application/json" cannot be sent, only a form',
    ],
    ['no content', { name: 's', in: 'querystring' }, 'a query string as "" cannot be sent, only a form'],
    [
      'an open map',
      whole({ type: 'object', additionalProperties: true }),
      'a query string is taken apart only where its schema names its properties',
    ],
    [
      'alternatives',
      whole({ properties: { a: {} }, oneOf: [{}] }),
      'a query string is taken apart only where its schema names its properties',
    ],
    ['no schema', { name: 's', in: 'querystring', content: { [FORM]: {} } }, 'its schema is not an object'],
  ];
  it.each(refused)('costs the operation where it is %s', (_, parameter, message) => {
    expect(() => read([parameter])).toThrow(expect.objectContaining({ code: 'invalid_operation', message }));
  });
});

describe('a path that holds a query', () => {
  it('is filled by the query parameter that it names', () => {
    const filled = { wireName: 'v', in: 'path', required: true, schema: { type: 'integer' } };
    const parameter = { name: 'v', in: 'query', style: 'form', explode: true, schema: { type: 'integer' } };
    expect(read([parameter], '/a?Action=List&v={v}')).toEqual({ list: [filled], warnings: [] });
  });

  it('is not said a second time', () => {
    const action = { name: 'Action', in: 'query', required: true, schema: { enum: ['List'] } };
    const page = { name: 'page', in: 'query', schema: string };
    expect(read([action, page], '/a?Action=List#x?page=1')).toEqual({
      list: [{ wireName: 'page', in: 'query', required: false, schema: string }],
      warnings: ['#/p/0 the path itself says "Action" in its query; the parameter is left out'],
    });
  });
});
