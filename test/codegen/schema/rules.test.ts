// biome-ignore-all lint/suspicious/noThenProperty: JSON Schema's keyword.
import { describe, expect, test } from 'vitest';
import type { Json, JsonObject, OpenApiVersion } from '../../../src/codegen/load/document.ts';
import { listed, reading, warned } from './document.ts';

type Row = [what: string, given: Json, want: unknown, components?: JsonObject];

function table(name: string, version: OpenApiVersion, rows: Row[]): void {
  describe(name, () => {
    test.each(rows)('%s', (_, given, want, components = {}) => {
      expect(listed(given, version, components)).toEqual(want);
    });
  });
}

table('OpenAPI 3.0 nullable', '3.0', [
  ['beside a type', { type: 'string', nullable: true }, { type: ['string', 'null'] }],
  ['false keeps the type', { type: 'string', nullable: false }, { type: 'string' }],
  ['with an enum', { type: 'string', nullable: true, enum: ['S'] }, { type: ['string', 'null'], enum: ['S', null] }],
  ['with an enum and no type', { nullable: true, enum: ['S'] }, { type: ['string', 'null'], enum: ['S', null] }],
  ['alone says nothing', { nullable: true }, {}],
  [
    'beside $ref',
    { $ref: '#/components/schemas/A', nullable: true },
    { type: ['string', 'null'], minLength: 1 },
    { A: { type: 'string', minLength: 1 } },
  ],
  [
    'beside allOf of one, with a description',
    { allOf: [{ $ref: '#/components/schemas/A' }], nullable: true, description: 'Who' },
    { type: ['object', 'null'], description: 'Who', properties: { n: { type: 'integer' } } },
    { A: { type: 'object', properties: { n: { type: 'integer' } } } },
  ],
  [
    'beside type and allOf',
    { type: 'object', nullable: true, allOf: [{ properties: { a: { type: 'string' } } }] },
    { type: ['object', 'null'], properties: { a: { type: 'string' } } },
  ],
  [
    'beside oneOf',
    { oneOf: [{ type: 'string' }, { type: 'integer' }], nullable: true },
    { anyOf: [{ oneOf: [{ type: 'string' }, { type: 'integer' }] }, { type: 'null' }] },
  ],
  [
    'beside anyOf',
    { anyOf: [{ type: 'string' }, { type: 'integer' }], nullable: true },
    { anyOf: [{ type: 'string' }, { type: 'integer' }, { type: 'null' }] },
  ],
]);

table('nullable met in OpenAPI 3.1', '3.1', [
  ['beside a type', { type: 'string', nullable: true }, { type: ['string', 'null'] }],
  ['beside const', { const: 'a', nullable: true }, { type: ['string', 'null'], enum: ['a', null] }],
  [
    'anyOf with null, as frameworks write it',
    { anyOf: [{ type: 'string' }, { type: 'null' }], title: 'Note' },
    { type: ['string', 'null'], title: 'Note' },
  ],
]);

table('bounds', '3.0', [
  [
    'boolean exclusiveMinimum',
    { type: 'number', minimum: 0, exclusiveMinimum: true },
    { type: 'number', exclusiveMinimum: 0 },
  ],
  ['false exclusiveMaximum', { type: 'number', maximum: 1, exclusiveMaximum: false }, { type: 'number', maximum: 1 }],
  ['exclusiveMinimum without its bound', { type: 'number', exclusiveMinimum: true }, { type: 'number' }],
  ['numeric, as in 3.1', { type: 'number', exclusiveMinimum: 3 }, { type: 'number', exclusiveMinimum: 3 }],
  ['of the wrong type', { type: 'string', minLength: '3', pattern: 5 }, { type: 'string' }],
  ['texts for numbers', { type: 'integer', minimum: '0', multipleOf: 0 }, { type: 'integer' }],
  [
    'that say nothing',
    { type: 'array', items: { type: 'string' }, minItems: 0, uniqueItems: false },
    { type: 'array', items: { type: 'string' } },
  ],
  ['about another type', { type: 'integer', maxLength: 5, format: 'int64' }, { type: 'integer', format: 'int64' }],
]);

table('what JSON Schema does not know is dropped', '3.0', [
  [
    'all of it',
    {
      type: 'string',
      example: 'a',
      xml: {},
      externalDocs: {},
      'x-go-name': 'A',
      readOnly: false,
      collectionFormat: 'csv',
    },
    { type: 'string' },
  ],
  ['examples', { type: 'string', examples: ['a'] }, { type: 'string' }],
  [
    'writeOnly, password and deprecated stay',
    { type: 'string', format: 'password', writeOnly: true, deprecated: true },
    { type: 'string', format: 'password', writeOnly: true, deprecated: true },
  ],
  ['unknown formats stay', { type: 'string', format: 'phone' }, { type: 'string', format: 'phone' }],
  ['binary', { type: 'string', format: 'binary' }, { type: 'string', contentEncoding: 'base64' }],
  ['byte', { type: 'string', format: 'byte' }, { type: 'string', contentEncoding: 'base64' }],
]);

table('types', '3.1', [
  ['missing beside properties', { properties: { a: {} } }, { type: 'object', properties: { a: {} } }],
  ['missing beside items', { items: { type: 'string' } }, { type: 'array', items: { type: 'string' } }],
  ['array without items', { type: 'array' }, { type: 'array', items: {} }],
  ['array or null without items', { type: ['array', 'null'] }, { type: ['array', 'null'], items: {} }],
  ['repeated in a list', { type: ['string', 'string'] }, { type: 'string' }],
  ['number beside integer', { type: ['integer', 'number'] }, { type: 'number' }],
  ['unknown', { type: 'any' }, {}],
  ['of another language', { type: 'int' }, { type: 'integer' }],
  ['in capitals', { type: 'String' }, { type: 'string' }],
  ['unquoted null', { type: ['string', null] }, { type: ['string', 'null'] }],
  ['one unknown in a list', { type: ['string', 'money'] }, {}],
  [
    'tuple of draft 4',
    { type: 'array', items: [{ type: 'string' }, { type: 'integer' }] },
    { type: 'array', prefixItems: [{ type: 'string' }, { type: 'integer' }], items: {} },
  ],
  [
    'prefixItems',
    { type: 'array', prefixItems: [{ type: 'string' }], items: false },
    { type: 'array', prefixItems: [{ type: 'string' }], items: false },
  ],
]);

table('enum, const and default', '3.1', [
  ['duplicates', { type: 'string', enum: ['a', 'b', 'a'] }, { type: 'string', enum: ['a', 'b'] }],
  [
    'duplicates by structure',
    {
      enum: [
        { a: 1, b: 2 },
        { b: 2, a: 1 },
      ],
    },
    { type: 'object', enum: [{ a: 1, b: 2 }] },
  ],
  ['mixed types', { enum: [1, '1', null, true] }, { enum: [1, '1', null, true] }],
  ['one type that was not named', { enum: ['a', null] }, { type: ['string', 'null'], enum: ['a', null] }],
  [
    'null that the type leaves out',
    { type: 'string', enum: ['a', null] },
    { type: ['string', 'null'], enum: ['a', null] },
  ],
  ['integers that are called strings', { type: 'string', enum: [1, 2] }, { type: 'integer', enum: [1, 2] }],
  ['items, beside an array', { type: 'array', enum: ['a', 'b'] }, { type: 'array', items: { enum: ['a', 'b'] } }],
  [
    'items, with their own type',
    { type: 'array', items: { type: 'string' }, enum: ['a'] },
    { type: 'array', items: { type: 'string', enum: ['a'] } },
  ],
  ['empty', { type: 'string', enum: [] }, { type: 'string' }],
  ['const of another type', { type: 'string', const: 5 }, { type: 'integer', const: 5 }],
  ['const null', { const: null }, { type: 'null', const: null }],
  ['default of its type', { type: 'integer', default: 10 }, { type: 'integer', default: 10 }],
  ['default of another type', { type: 'integer', default: '10' }, { type: 'integer' }],
  ['default outside the enum', { enum: ['a'], default: 'b' }, { type: 'string', enum: ['a'] }],
  ['default null where null is none', { type: 'string', default: null }, { type: 'string' }],
]);

table('required', '3.0', [
  [
    'draft 3: true on a property',
    { type: 'object', properties: { a: { type: 'string', required: true } } },
    { type: 'object', properties: { a: { type: 'string' } } },
  ],
  ['no list', { type: 'object', properties: { a: {} }, required: 'a' }, { type: 'object', properties: { a: {} } }],
  [
    'twice',
    { type: 'object', properties: { a: {} }, required: ['a', 'a'] },
    { type: 'object', properties: { a: {} }, required: ['a'] },
  ],
  [
    'unknown name',
    { type: 'object', properties: { a: {} }, required: ['a', 'b'] },
    { type: 'object', properties: { a: {} }, required: ['a'] },
  ],
  [
    'unknown name where others are welcome',
    { type: 'object', properties: { a: {} }, required: ['b'], additionalProperties: true },
    { type: 'object', properties: { a: {} }, required: ['b'], additionalProperties: {} },
  ],
  ['empty', { type: 'object', properties: { a: {} }, required: [] }, { type: 'object', properties: { a: {} } }],
]);

table('read-only properties are no input', '3.0', [
  [
    'by themselves',
    {
      type: 'object',
      required: ['id', 'n'],
      properties: { id: { type: 'string', readOnly: true }, n: { type: 'string' } },
    },
    { type: 'object', properties: { n: { type: 'string' } }, required: ['n'] },
  ],
  [
    'by what they refer to',
    { type: 'object', required: ['id'], properties: { id: { $ref: '#/components/schemas/Id' } } },
    { type: 'object' },
    { Id: { type: 'string', readOnly: true } },
  ],
  [
    'beside $ref',
    { type: 'object', properties: { id: { $ref: '#/components/schemas/Id', readOnly: true } } },
    { type: 'object' },
    { Id: { type: 'string' } },
  ],
  [
    'by allOf',
    { type: 'object', properties: { id: { allOf: [{ $ref: '#/components/schemas/Id' }], readOnly: true } } },
    { type: 'object' },
    { Id: { type: 'string' } },
  ],
  [
    'in items',
    { type: 'array', items: { type: 'object', required: ['id'], properties: { id: { readOnly: true } } } },
    { type: 'array', items: { type: 'object' } },
  ],
  [
    'required by another member of allOf',
    {
      allOf: [{ $ref: '#/components/schemas/Base' }, { required: ['id', 'n'], properties: { n: { type: 'string' } } }],
    },
    { type: 'object', properties: { m: { type: 'string' }, n: { type: 'string' } }, required: ['n'] },
    { Base: { type: 'object', properties: { id: { type: 'string', readOnly: true }, m: { type: 'string' } } } },
  ],
  [
    'required by a component that another member makes read-only',
    { allOf: [{ properties: { id: { type: 'string', readOnly: true } } }, { $ref: '#/components/schemas/Base' }] },
    { type: 'object', properties: { n: { type: 'string' } }, required: ['n'] },
    { Base: { type: 'object', required: ['id', 'n'], properties: { id: { type: 'string' }, n: { type: 'string' } } } },
  ],
  [
    'required in an alternative: then more than one may hold',
    {
      type: 'object',
      properties: { id: { readOnly: true }, n: { type: 'string' } },
      oneOf: [{ required: ['id'] }, { required: ['n'] }],
    },
    { type: 'object', properties: { n: { type: 'string' } }, anyOf: [{}, { required: ['n'] }] },
  ],
]);

table('a property may have any name', '3.0', [
  [
    'of a keyword',
    {
      type: 'object',
      properties: {
        $ref: { type: 'string' },
        enum: { type: 'string' },
        properties: { type: 'string' },
        type: { type: 'string' },
        nullable: { type: 'string' },
        'x-foo': { type: 'string' },
        readOnly: { type: 'string' },
      },
    },
    {
      type: 'object',
      properties: {
        $ref: { type: 'string' },
        enum: { type: 'string' },
        properties: { type: 'string' },
        type: { type: 'string' },
        nullable: { type: 'string' },
        'x-foo': { type: 'string' },
        readOnly: { type: 'string' },
      },
    },
  ],
  [
    'of what every object inherits',
    JSON.parse(
      '{"type":"object","properties":{"__proto__":{"type":"string"},"constructor":{"type":"integer"},"toString":{}},"required":["__proto__"]}',
    ),
    JSON.parse(
      '{"type":"object","properties":{"__proto__":{"type":"string"},"constructor":{"type":"integer"},"toString":{}},"required":["__proto__"]}',
    ),
  ],
]);

table('no schemas', '3.1', [
  ['null', null, {}],
  ['a text', 'string', {}],
  ['a list', [], {}],
  ['true', true, {}],
  ['false', false, { not: {} }],
  ['properties: null', { type: 'object', properties: null }, { type: 'object' }],
  ['properties that is a list', { type: 'object', properties: [] }, { type: 'object' }],
  [
    'a property that is a text',
    { type: 'object', properties: { a: 'string' } },
    { type: 'object', properties: { a: {} } },
  ],
  ['allOf that is an object', { type: 'string', allOf: {} }, { type: 'string' }],
]);

table('conditions', '3.1', [
  [
    'if, then and else stay',
    { if: { required: ['a'] }, then: { required: ['b'] }, else: { required: ['c'] } },
    { if: { required: ['a'] }, then: { required: ['b'] }, else: { required: ['c'] } },
  ],
  ['then without if', { type: 'string', then: { minLength: 1 } }, { type: 'string' }],
  ['not', { type: 'string', not: { const: 'a' } }, { type: 'string', not: { type: 'string', const: 'a' } }],
  ['not, of what had to be mended: dropped whole', { type: 'string', not: { pattern: '(' } }, { type: 'string' }],
  [
    'not, of a component that had to be mended',
    { type: 'string', not: { $ref: '#/components/schemas/A' } },
    { type: 'string' },
    { A: { type: 'string', pattern: '(' } },
  ],
]);

table('texts', '3.1', [
  [
    'controls and bidi marks',
    { type: 'string', description: ' a\u202eb\u0000c\r\n ', title: '\u200b' },
    { type: 'string', description: 'abc' },
  ],
  ['halves of surrogate pairs', { description: 'a\ud800b' }, { description: 'a\ufffdb' }],
  ['that are none', { description: 5, title: null }, {}],
  ['too long', { description: 'x'.repeat(2000) }, { description: `${'x'.repeat(999)}…` }],
  [
    'a title that repeats the name',
    { type: 'object', properties: { first_name: { type: 'string', title: 'First Name' } } },
    { type: 'object', properties: { first_name: { type: 'string' } } },
  ],
]);

test('what is mended is said, with its place, once', () => {
  expect(
    warned({
      type: 'object',
      properties: { 'a/b': { type: 'strnig', minLength: '3', pattern: '(', default: 1 } },
      required: ['c'],
    }),
  ).toEqual([
    '#/v/properties/a~1b/type: type "strnig" is no type of JSON Schema and was dropped.',
    '#/v/properties/a~1b/pattern: pattern is no regular expression that JSON Schema knows (ECMA-262 with the u flag) and was dropped.',
    '#/v/properties/a~1b/minLength: minLength is no whole number of 0 or more and was dropped.',
    '#/v/required: required names "c", which is no property, and is read without it.',
  ]);
  expect(warned({ type: 'string', enum: [1] })).toEqual([
    '#/v/enum: enum holds 1, which is not of type string: the type was mended.',
  ]);
  expect(warned(null)).toEqual(['#/v: A schema must be an object, but here is null: any value is accepted.']);
});

test('a component is converted, and warned of, once for all tools', () => {
  const { reader, warnings } = reading({ A: { type: 'string', minLength: 'x' } });
  for (const name of ['a', 'b', 'c']) {
    reader.inputSchema([{ name, schema: { $ref: '#/components/schemas/A' }, pointer: `#/${name}`, required: true }]);
  }
  expect(warnings.map((w) => w.where)).toEqual(['#/components/schemas/A/minLength']);
});
