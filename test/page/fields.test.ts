import { expect, test } from 'vitest';
import type { JsonSchema } from '../../src/catalogue/index.ts';
import { type Field, fieldsOf } from '../../src/page/fields.ts';
import { toolOf } from './catalogue.ts';

function fieldOf(schema: JsonSchema, $defs?: Record<string, JsonSchema>): Field {
  const tool = toolOf('shop_things_list', { properties: { a: schema } });
  if ($defs !== undefined) tool.inputSchema.$defs = $defs;
  return fieldsOf(tool)[0] as Field;
}

const said = (schema: JsonSchema) =>
  fieldOf(schema).limits.map(({ name, values, each }) => `${each ? 'each ' : ''}${name} ${values.join('|')}`.trim());

test.each<[JsonSchema, string]>([
  [{ type: 'string' }, 'string'],
  [{ type: ['null', 'integer'] }, 'integer | null'],
  [{ type: 'number' }, 'number'],
  [{ type: 'array', items: { type: 'string' } }, 'string[]'],
  [{ type: 'array', items: { type: ['string', 'null'] } }, '(string | null)[]'],
  [{ type: 'array' }, 'any[]'],
  [{ anyOf: [{ type: 'string' }, { type: 'object', properties: {} }] }, 'string | object'],
  [{ enum: ['a', 1.5] }, 'string | number'],
  [true, 'any'],
  [{}, 'any'],
])('the type of %j is %s', (schema, want) => {
  expect(fieldOf(schema).type).toBe(want);
});

test.each<[JsonSchema, string[]]>([
  [{ type: 'integer', minimum: 5, maximum: 480 }, ['number 5|480']],
  [{ type: 'integer', minimum: 0 }, ['number 0|']],
  [{ type: 'string', minLength: 1, maxLength: 9 }, ['length 1|9']],
  [{ type: 'string', enum: ['a', '', null] }, ['values a|""|null']],
  [{ type: 'string', format: 'date', default: 'x' }, ['format date', 'default x']],
  [{ type: 'string', format: 'password' }, ['secret']],
  [{ type: 'number', exclusiveMinimum: 0, multipleOf: 0.5 }, ['above 0', 'multiple 0.5']],
  [
    { type: 'array', maxItems: 3, uniqueItems: true, items: { type: 'string', pattern: '^a' } },
    ['items |3', 'unique', 'each pattern ^a'],
  ],
  [{ type: 'boolean', deprecated: true, default: false }, ['default false', 'deprecated']],
])('the limits of %j are %j', (schema, want) => {
  expect(said(schema)).toEqual(want);
});

test('members of objects, of items and of forms are fields of their own', () => {
  const address: JsonSchema = {
    type: 'object',
    properties: {
      city: { type: 'string' },
      lines: { type: 'array', items: { type: 'object', properties: { n: { type: 'integer' } } } },
    },
    required: ['city'],
    additionalProperties: { type: 'boolean' },
  };
  const { members } = fieldOf({ oneOf: [{ type: 'string' }, { title: 'Address', ...address }] });
  expect(members.map((m) => [m.kind, m.name])).toEqual([['alternative', 'Address']]);
  expect(members[0]?.members.map((m) => [m.kind, m.name, m.type, m.required])).toEqual([
    ['member', 'city', 'string', true],
    ['member', 'lines', 'object[]', false],
    ['others', '', 'boolean', false],
  ]);
  expect(members[0]?.members[1]?.members.map((m) => m.name)).toEqual(['n']);
});

test('what refers to itself is said, not shown', () => {
  const node: JsonSchema = { type: 'object', properties: { child: { $ref: '#/$defs/Node' } } };
  const field = fieldOf({ $ref: '#/$defs/Node' }, { Node: node });
  expect(field.members.map((m) => [m.name, m.cut, m.members])).toEqual([['child', 'recurs', []]]);
});

test('what is too deep, or too much, is said, not shown', () => {
  const deep = (levels: number): JsonSchema =>
    levels === 0 ? { type: 'string' } : { type: 'object', properties: { inner: deep(levels - 1) } };
  const cuts = (field: Field): string[] => [
    ...(field.cut === undefined ? [] : [field.cut]),
    ...field.members.flatMap(cuts),
  ];
  expect(cuts(fieldOf(deep(20)))).toEqual(['deep']);
  const wide = Object.fromEntries(Array.from({ length: 400 }, (_, i) => [`p${i}`, deep(1)]));
  expect(cuts(fieldOf({ type: 'object', properties: wide })).length).toBeGreaterThan(0);
});

test('names that objects have by themselves are names like others', () => {
  const properties = JSON.parse('{"__proto__": {"type": "string"}, "constructor": {"type": "integer"}}');
  expect(fieldOf({ type: 'object', properties }).members.map((m) => [m.name, m.type])).toEqual([
    ['__proto__', 'string'],
    ['constructor', 'integer'],
  ]);
});

test('an argument says where it goes; the confirmation goes nowhere', () => {
  const tool = toolOf('shop_things_create', { method: 'POST', properties: { a: { type: 'string' } } });
  expect(fieldsOf(tool).map((f) => [f.name, f.place])).toEqual([
    ['a', 'body'],
    ['confirm', 'gate'],
  ]);
});
