import { describe, expect, test } from 'vitest';
import type { Json, JsonObject } from '../../../src/codegen/load/document.ts';
import { reading } from './document.ts';

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const text = { type: 'string' };

/** Names, required names, and the description. */
function plain(schema: Json, components: JsonObject = {}) {
  const found = reading(components, '3.0').reader.plainObject(schema, '#/body');
  return found && [[...found.properties.keys()].join(), [...found.required].join(), found.description];
}

describe('plain objects', () => {
  test.each<[string, Json, unknown[], JsonObject?]>([
    [
      'named properties',
      { type: 'object', properties: { a: text, b: text }, required: ['b'] },
      ['a,b', 'b', undefined],
    ],
    ['without a type', { properties: { a: text } }, ['a', '', undefined]],
    [
      'by reference',
      ref('A'),
      ['a', '', 'An A'],
      { A: { description: 'An A', type: 'object', properties: { a: text } } },
    ],
    [
      'allOf of references and objects, nested, with siblings',
      { allOf: [ref('A'), { allOf: [{ properties: { b: text } }] }], properties: { c: text }, required: ['a', 'c'] },
      ['a,b,c', 'a,c', undefined],
      { A: { type: 'object', properties: { a: text } } },
    ],
    ['closed', { type: 'object', properties: { a: text }, additionalProperties: false }, ['a', '', undefined]],
    [
      'without its read-only properties',
      { type: 'object', properties: { id: { readOnly: true }, a: text }, required: ['id', 'a'] },
      ['a', 'a', undefined],
    ],
    ['without any: all are read-only', { type: 'object', properties: { id: { readOnly: true } } }, ['', '', undefined]],
    [
      'with unknown names in required',
      { type: 'object', properties: { a: text }, required: ['a', 'b', 5, 'a'] },
      ['a', 'a', undefined],
    ],
    [
      'with a property that every object inherits',
      JSON.parse('{"type":"object","properties":{"__proto__":{"type":"string"}}}'),
      ['__proto__', '', undefined],
    ],
    ['a subtype', ref('Car'), ['kind,doors', 'kind', undefined], { Vehicle: vehicle(), Car: car() }],
  ])('%s', (_, schema, want, components = {}) => {
    expect(plain(schema, components)).toEqual(want);
  });

  test('each property keeps its schema and its place', () => {
    const { reader } = reading({ A: { properties: { a: { type: 'string', maxLength: 3 } } } });
    const found = reader.plainObject({ allOf: [ref('A'), { properties: { b: text, a: { minLength: 1 } } }] }, '#/body');
    expect(found?.properties.get('b')).toEqual({ schema: text, pointer: '#/body/allOf/1/properties/b' });
    expect(found?.properties.get('a')).toEqual({
      schema: { allOf: [{ type: 'string', maxLength: 3 }, { minLength: 1 }] },
      pointer: '#/components/schemas/A/properties/a',
    });
  });
});

describe('bodies that stay one argument', () => {
  test.each<[string, Json, JsonObject?]>([
    ['an array', { type: 'array', items: text }],
    ['a scalar', text],
    ['nothing', null],
    ['anything', {}],
    ['an open map', { type: 'object', additionalProperties: text }],
    ['an object without names', { type: 'object', properties: {} }],
    ['others welcome', { type: 'object', properties: { a: text }, additionalProperties: true }],
    ['others of a kind welcome', { type: 'object', properties: { a: text }, additionalProperties: text }],
    ['patterns of names', { type: 'object', properties: { a: text }, patternProperties: { '^x': text } }],
    ['oneOf', { oneOf: [{ properties: { a: text } }] }],
    [
      'anyOf beside properties',
      { properties: { a: text, b: text }, anyOf: [{ required: ['a'] }, { required: ['b'] }] },
    ],
    ['not', { properties: { a: text }, not: { required: ['a'] } }],
    ['if', { properties: { a: text }, if: { required: ['a'] } }],
    ['at least one', { properties: { a: text }, minProperties: 1 }],
    ['dependencies', { properties: { a: text }, dependentRequired: { a: ['b'] } }],
    ['null too (3.0)', { type: 'object', nullable: true, properties: { a: text } }],
    ['null too (3.1)', { type: ['object', 'null'], properties: { a: text } }],
    ['null too, beside a reference', { ...ref('A'), nullable: true }, { A: { properties: { a: text } } }],
    ['allOf of something else', { allOf: [{ properties: { a: text } }, { oneOf: [{}] }] }],
    ['a parent of subtypes', ref('Vehicle'), { Vehicle: vehicle(), Car: car() }],
  ])('%s', (_, schema, components = {}) => {
    expect(plain(schema, components)).toBeUndefined();
  });
});

test('allOf that leads back to itself is an error', () => {
  const components = { A: { allOf: [ref('B')] }, B: { allOf: [ref('A'), { properties: { a: text } }] } };
  expect(() => plain(ref('A'), components)).toThrow('The schema contains itself through allOf: break the circle.');
});

test('a broken reference is an error', () => {
  expect(() => plain({ allOf: [ref('Missing')] })).toThrow('"#/components/schemas/Missing" leads nowhere');
});

function vehicle(): JsonObject {
  return { type: 'object', required: ['kind'], properties: { kind: text }, discriminator: { propertyName: 'kind' } };
}

function car(): JsonObject {
  return { allOf: [ref('Vehicle'), { type: 'object', properties: { doors: { type: 'integer' } } }] };
}
