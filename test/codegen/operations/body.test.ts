import { describe, expect, it } from 'vitest';
import type { Json } from '../../../src/codegen/load/document.ts';
import { kindOf, readBody } from '../../../src/codegen/operations/body.ts';

const root: Json = {
  components: {
    requestBodies: { B: { required: true, content: { 'application/json': { schema: { type: 'object' } } } } },
  },
};
function read(body: Json | undefined) {
  const warnings: string[] = [];
  const made = readBody(root, body, '#/b', (w) => warnings.push(`${w.where} ${w.message}`));
  return { body: made, warnings };
}
const content = (types: string[], more: Record<string, Json> = {}) => ({
  content: Object.fromEntries(types.map((type) => [type, { schema: { title: type } }])),
  ...more,
});

describe('the kind of a media type', () => {
  const table: [type: string, kind: string, schema?: Json][] = [
    ['application/json', 'json'],
    ['Application/JSON; charset=utf-8', 'json'],
    ['text/json', 'json'],
    ['application/vnd.api+json', 'json'],
    ['application/merge-patch+json', 'json'],
    ['image/svg+json', 'json'],
    ['application/*+json', 'json'],
    ['*/*', 'json'],
    ['application/*', 'json'],
    ['*', 'json'],
    ['*/*', 'binary', { type: 'string', format: 'binary' }],
    ['application/x-www-form-urlencoded', 'form'],
    ['multipart/form-data', 'multipart'],
    ['multipart/mixed', 'multipart'],
    ['text/plain', 'text'],
    ['text/csv; header=present', 'text'],
    ['application/xml', 'text'],
    ['application/atom+xml', 'text'],
    ['application/x-ndjson', 'text'],
    ['application/jsonl', 'text'],
    ['application/graphql', 'text'],
    ['application/yaml', 'text'],
    ['application/octet-stream', 'binary'],
    ['application/pdf', 'binary'],
    ['image/png', 'binary'],
    ['image/*', 'binary'],
    ['application/jsonish', 'binary'],
  ];
  it.each(table)('%s is %s', (type, kind, schema) => expect(kindOf(type, schema)).toBe(kind));
});

describe('the media type that is sent', () => {
  const table: [given: string[], sent: string, chosen: string][] = [
    [['application/json'], 'application/json', 'application/json'],
    [
      ['application/xml', 'multipart/form-data', 'application/x-www-form-urlencoded', 'application/json'],
      'application/json',
      'application/json',
    ],
    [['application/vnd.api+json', 'application/json'], 'application/json', 'application/json'],
    [['*/*', 'application/vnd.api+json'], 'application/vnd.api+json', 'application/vnd.api+json'],
    [['application/a+json', 'application/b+json'], 'application/a+json', 'application/a+json'],
    [
      ['multipart/form-data', 'application/x-www-form-urlencoded'],
      'application/x-www-form-urlencoded',
      'application/x-www-form-urlencoded',
    ],
    [['image/png', 'text/plain'], 'text/plain', 'text/plain'],
    [['*/*'], 'application/json', '*/*'],
    [['*'], 'application/json', '*'],
    [['application/*+json'], 'application/json', 'application/*+json'],
    [['multipart/*'], 'multipart/form-data', 'multipart/*'],
    [['text/*'], 'text/plain', 'text/*'],
    [['image/*'], 'application/octet-stream', 'image/*'],
    [['application/json; charset=utf-8'], 'application/json; charset=utf-8', 'application/json; charset=utf-8'],
    [[' application/json '], 'application/json', ' application/json '],
  ];
  it.each(table)('of %j is %s', (given, sent, chosen) => {
    const { body, warnings } = read(content(given));
    expect(body).toMatchObject({ mediaType: sent, schema: { title: chosen } });
    expect(warnings).toEqual([]);
  });

  it('is never one that could end a header', () => {
    const { body, warnings } = read(content(['application/json\r\nX-Evil: 1', 'json', 'text/plain']));
    expect(body).toMatchObject({ mediaType: 'text/plain' });
    expect(warnings).toEqual([
      '#/b/content/application~1json\r\nX-Evil: 1 this is no media type; left out',
      '#/b/content/json this is no media type; left out',
    ]);
    expect(() => read(content(['json']))).toThrow('the request body has no media type');
  });
});

describe('a body', () => {
  it('is none where nothing is said', () => {
    for (const nothing of [undefined, null]) expect(read(nothing)).toEqual({ body: undefined, warnings: [] });
  });

  it('is none, with a warning, without content', () => {
    for (const empty of [{}, { content: {} }, { content: null }]) {
      expect(read(empty)).toEqual({
        body: undefined,
        warnings: ['#/b the request body has no content; taken as none'],
      });
    }
    expect(() => read({ required: true, content: {} })).toThrow('the request body has no content');
  });

  it('has its schema, place and description', () => {
    expect(read({ description: 'D.', content: { 'application/json': { schema: { type: 'array' } } } }).body).toEqual({
      mediaType: 'application/json',
      kind: 'json',
      required: false,
      schema: { type: 'array' },
      pointer: '#/b/content/application~1json/schema',
      description: 'D.',
      encoding: Object.create(null),
    });
    expect(read({ $ref: '#/components/requestBodies/B' }).body).toMatchObject({
      required: true,
      pointer: '#/components/requestBodies/B/content/application~1json/schema',
    });
    expect(read({ content: { 'application/json': null } }).body).toMatchObject({ schema: {} });
  });

  it('has the encoding of its properties', () => {
    const encoding = JSON.parse(`{
      "a": {"contentType": "image/png, image/jpeg"}, "b": {"style": "deepObject", "explode": true}, "c": {"allowReserved": true},
      "d": {"contentType": "x\\r\\nEvil: 1"}, "e": {"style": "matrix"}, "__proto__": {"explode": false}, "f": {"contentType": "image/*"}
    }`);
    const { body, warnings } = read({ content: { 'multipart/form-data': { encoding } } });
    expect(Object.entries(body?.encoding ?? {})).toEqual([
      ['a', { contentType: 'image/png' }],
      ['b', { style: 'deepObject', explode: true }],
      ['c', { allowReserved: true }],
      ['d', {}],
      ['e', {}],
      ['__proto__', { explode: false }],
      ['f', { contentType: 'image/*' }],
    ]);
    expect(warnings).toEqual([
      '#/b/content/multipart~1form-data/encoding/d "contentType" is no media type; ignored',
      '#/b/content/multipart~1form-data/encoding/e the style "matrix" does not exist for a form; ignored',
    ]);
  });

  it.each([
    ['no object', 'x', 'the request body is not an object'],
    ['a reference to nothing', { $ref: '#/x' }, 'the reference "#/x" finds nothing'],
    ['a media type that is no object', { content: { 'application/json': 'x' } }, 'a media type is not an object'],
    [
      'an encoding that is no object',
      { content: { 'multipart/form-data': { encoding: { a: 1 } } } },
      'an encoding is not an object',
    ],
  ])('is refused: %s', (_, body, message) => expect(() => read(body as Json)).toThrow(message));
});
