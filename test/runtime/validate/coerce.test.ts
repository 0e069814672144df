import { isDeepStrictEqual } from 'node:util';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { InputSchema, JsonSchema } from '../../../src/catalogue/index.ts';
import { coerce } from '../../../src/runtime/validate/coerce.ts';

const root = ($defs: Record<string, JsonSchema> = {}): InputSchema => ({
  type: 'object',
  properties: {},
  additionalProperties: false,
  $defs,
});
const own = (json: string): unknown => JSON.parse(json);

describe('one value', () => {
  const table: [schema: JsonSchema, given: unknown, want: unknown][] = [
    [{ type: 'integer' }, '5', 5],
    [{ type: 'integer' }, ' 5 ', 5],
    [{ type: 'integer' }, '-7', -7],
    [{ type: 'integer' }, '-0', 0],
    [{ type: 'integer' }, '5.0', 5],
    [{ type: 'integer' }, '1e3', 1000],
    [{ type: 'integer' }, '1.5', '1.5'],
    [{ type: 'integer' }, '5.00000000000000000001', '5.00000000000000000001'],
    [{ type: 'integer' }, '007', '007'],
    [{ type: 'integer' }, '+5', '+5'],
    [{ type: 'integer' }, '0x10', '0x10'],
    [{ type: 'integer' }, '', ''],
    [{ type: 'integer' }, 'five', 'five'],
    [{ type: 'integer' }, '5 or 6', '5 or 6'],
    [{ type: 'integer' }, true, true],
    [{ type: 'integer' }, '9007199254740993', 9007199254740993n],
    [{ type: 'integer' }, '-9223372036854775808', -9223372036854775808n],
    [{ type: 'integer' }, '9'.repeat(301), '9'.repeat(301)],
    [{ type: 'number' }, '1.5', 1.5],
    [{ type: 'number' }, '1.10', 1.1],
    [{ type: 'number' }, '0.1234567890123456789', '0.1234567890123456789'],
    [{ type: 'number' }, '1e400', '1e400'],
    [{ type: 'number' }, '1e999999999999', '1e999999999999'],
    [{ type: 'number' }, 'NaN', 'NaN'],
    [{ type: 'number' }, 'Infinity', 'Infinity'],
    [{ type: 'number' }, '9007199254740993', 9007199254740993n],
    [{ type: 'boolean' }, 'true', true],
    [{ type: 'boolean' }, 'false', false],
    [{ type: 'boolean' }, 'yes', 'yes'],
    [{ type: 'boolean' }, '1', '1'],
    [{ type: 'boolean' }, 1, 1],
    [{ type: 'string' }, 5, 5],
    [{ type: 'string' }, true, true],
    [{ type: 'string' }, '5', '5'],
    [{ type: 'string' }, '{"a":1}', '{"a":1}'],
    [{ type: 'string' }, null, null],
    [{ type: 'string' }, { a: 1 }, { a: 1 }],
    [{ type: ['string', 'null'] }, 5, 5],
    [{ type: ['string', 'null'] }, 'null', 'null'],
    [{ type: ['integer', 'null'] }, 'null', null],
    [{ type: ['integer', 'null'] }, '5', 5],
    [{ type: ['integer', 'string'] }, '5', '5'],
    [{ type: ['integer', 'string'] }, 5, 5],
    [{ type: ['integer', 'string'] }, 1.5, 1.5],
    [{ type: ['integer', 'boolean'] }, '5', 5],
    [{ type: ['integer', 'boolean'] }, 'true', true],
    [{ type: 'null' }, 'null', null],
    [{}, '5', '5'],
    [true, '5', '5'],
    [false, '5', '5'],
    [{ enum: [1, 2] }, '2', 2],
    [{ enum: ['1', '2'] }, 2, '2'],
    [{ enum: [1, 2, 'all'] }, '2', 2],
    [{ enum: [1, 2, 'all'] }, 2, 2],
    [{ enum: [1, 2, 'all'] }, 'all', 'all'],
    [{ enum: [1, '1'] }, '1', '1'],
    [{ enum: [1, '1'] }, 1, 1],
    [{ enum: ['true', 'false'] }, true, 'true'],
    [{ enum: [true, 'auto'] }, 'true', true],
    [{ enum: [1, '1', 2] }, '3', '3'],
    [{ const: 7 }, '7', 7],
    [{ type: 'object' }, '{"a":1}', { a: 1 }],
    [{ type: 'object' }, ' {"a":1}\n', { a: 1 }],
    [{ type: 'object' }, '[1]', '[1]'],
    [{ type: 'object' }, '{broken', '{broken'],
    [{ type: 'array' }, '[1]', [1]],
    [{ type: 'array' }, 'a,b', 'a,b'],
    [{ type: ['object', 'array'] }, '[{}]', [{}]],
    [{ anyOf: [{ type: 'integer' }, { type: 'boolean' }] }, '5', 5],
    [{ anyOf: [{ type: 'integer' }, { type: 'string' }] }, '5', '5'],
    [{ anyOf: [{ type: 'integer' }, true] }, '5', '5'],
    [{ allOf: [{ type: ['integer', 'string'] }, { type: ['integer', 'null'] }] }, '5', 5],
    [{ type: 'integer', anyOf: [{ minimum: 3 }, { maximum: 1 }] }, '5', 5],
  ];
  it.each(table)('%j reads %o', (schema, given, want) => expect(coerce(given, schema, root())).toStrictEqual(want));
});

describe('one value that is sent as text', () => {
  const table: [schema: JsonSchema, given: unknown, want: unknown][] = [
    [{ type: 'string' }, 5, '5'],
    [{ type: 'string' }, -1.5, '-1.5'],
    [{ type: 'string' }, true, 'true'],
    [{ type: 'string' }, null, null],
    [{ type: 'string' }, { a: 1 }, { a: 1 }],
    [{ type: 'array', items: { type: 'string' } }, [1, 'b'], ['1', 'b']],
    [{ type: 'object', properties: { a: { type: 'string' } } }, { a: 1 }, { a: '1' }],
    // Digits that JSON.parse rounded are not written out as if they were meant.
    [{ type: 'string' }, 2 ** 63, 2 ** 63],
    [{ type: 'string' }, 1e21, 1e21],
    [{ type: ['string', 'null'] }, 5, '5'],
    [{ type: ['integer', 'string'] }, 5, 5],
    [{ type: ['integer', 'string'] }, 1.5, '1.5'],
    [{ type: ['number', 'string'] }, 1.5, 1.5],
    [{ type: ['boolean', 'string'] }, true, true],
    [{}, 5, 5],
    [{ type: 'integer' }, '5', 5],
  ];
  it.each(table)('%j reads %o', (schema, given, want) =>
    expect(coerce(given, schema, root(), true)).toStrictEqual(want),
  );
});

describe('every depth', () => {
  const kinds: JsonSchema = {
    oneOf: [
      { type: 'object', properties: { kind: { const: 'count' }, value: { type: 'integer' } }, required: ['kind'] },
      { type: 'object', properties: { kind: { const: 'text' }, value: { type: 'string' } }, required: ['kind'] },
    ],
  };
  const defs: Record<string, JsonSchema> = {
    Point: { type: 'object', properties: { x: { type: 'number' }, y: { type: 'number' } } },
    Tree: {
      type: 'object',
      properties: { n: { type: 'integer' }, kids: { type: 'array', items: { $ref: '#/$defs/Tree' } } },
    },
    Loop: { $ref: '#/$defs/Loop' },
    Ring: { anyOf: [{ $ref: '#/$defs/Ring' }, { type: 'integer' }] },
    'a/b~c': { type: 'integer' },
  };
  const table: [what: string, schema: JsonSchema, given: unknown, want: unknown][] = [
    ['properties', { type: 'object', properties: { a: { type: 'integer' } } }, { a: '5', b: '5' }, { a: 5, b: '5' }],
    ['items', { type: 'array', items: { type: 'integer' } }, ['1', 2, 'x'], [1, 2, 'x']],
    [
      'prefixItems',
      { prefixItems: [{ type: 'string' }, { type: 'integer' }], items: { type: 'boolean' } },
      ['1', '2', 'true'],
      ['1', 2, true],
    ],
    ['additionalProperties', { type: 'object', additionalProperties: { type: 'integer' } }, { a: '5' }, { a: 5 }],
    [
      'additionalProperties beside patternProperties',
      { type: 'object', patternProperties: { '^s': { type: 'string' } }, additionalProperties: { type: 'integer' } },
      { s1: '5' },
      { s1: '5' },
    ],
    [
      'JSON text in JSON text',
      { type: 'object', properties: { a: { type: 'array', items: { type: 'integer' } } } },
      '{"a":"[\\"1\\"]"}',
      { a: [1] },
    ],
    ['$ref', { $ref: '#/$defs/Point' }, { x: '1.5' }, { x: 1.5 }],
    [
      '$ref with neighbours',
      { $ref: '#/$defs/Point', properties: { z: { type: 'number' } } },
      { x: '1', z: '2' },
      { x: 1, z: 2 },
    ],
    ['$ref, escaped', { $ref: '#/$defs/a~1b~0c' }, '5', 5],
    ['$ref to nothing', { $ref: '#/$defs/constructor' }, '5', '5'],
    ['$ref to itself', { $ref: '#/$defs/Loop' }, '5', '5'],
    ['alternatives with themselves among them', { $ref: '#/$defs/Ring' }, '5', '5'],
    [
      'recursion',
      { $ref: '#/$defs/Tree' },
      { n: '1', kids: [{ n: '2', kids: '[{"n":"3"}]' }] },
      { n: 1, kids: [{ n: 2, kids: [{ n: 3 }] }] },
    ],
    [
      'allOf',
      { allOf: [{ $ref: '#/$defs/Point' }, { properties: { n: { type: 'integer' } } }] },
      { x: '1', n: '2' },
      { x: 1, n: 2 },
    ],
    ['oneOf with a constant', kinds, { kind: 'count', value: '5' }, { kind: 'count', value: 5 }],
    ['oneOf with the other constant', kinds, { kind: 'text', value: 5 }, { kind: 'text', value: 5 }],
    ['oneOf with no constant that fits', kinds, { kind: 'other', value: '5' }, { kind: 'other', value: '5' }],
    [
      'oneOf in a list',
      { type: 'array', items: kinds },
      [{ kind: 'count', value: '5' }, '{"kind":"text","value":6}'],
      [
        { kind: 'count', value: 5 },
        { kind: 'text', value: 6 },
      ],
    ],
    [
      'oneOf whose constant is inherited',
      {
        oneOf: [
          { allOf: [{ properties: { k: { const: 1 } }, required: ['k'] }, { properties: { v: { type: 'integer' } } }] },
          { properties: { k: { const: 2 }, v: { type: 'string' } } },
        ],
      },
      { k: '1', v: '5' },
      { k: 1, v: 5 },
    ],
    ['anyOf with null', { anyOf: [{ $ref: '#/$defs/Point' }, { type: 'null' }] }, { x: '1' }, { x: 1 }],
    [
      'anyOf with doubt',
      { anyOf: [{ properties: { a: { type: 'integer' } } }, { properties: { a: { type: 'string' } } }] },
      { a: '5' },
      { a: '5' },
    ],
    [
      'anyOf where anything goes',
      { anyOf: [true, { type: 'object', properties: { a: { type: 'integer' } } }] },
      { a: '5' },
      { a: '5' },
    ],
    [
      'required decides',
      {
        oneOf: [
          { required: ['a'], properties: { n: { type: 'integer' } } },
          { required: ['b'], properties: { n: { type: 'string' } } },
        ],
      },
      { a: 1, n: '5' },
      { a: 1, n: 5 },
    ],
  ];
  it.each(table)('%s', (_, schema, given, want) => expect(coerce(given, schema, root(defs))).toStrictEqual(want));

  it('keeps hostile keys as own keys and changes no prototype', () => {
    const schema: JsonSchema = {
      type: 'object',
      properties: own('{"__proto__":{"type":"integer"},"constructor":{"type":"integer"}}') as Record<
        string,
        JsonSchema
      >,
    };
    for (const given of [
      own('{"__proto__":"5","constructor":"6","toString":"7"}'),
      '{"__proto__":"5","constructor":"6","toString":"7"}',
    ]) {
      const read = coerce(given, schema, root()) as object;
      expect(Object.entries(read)).toStrictEqual([
        ['__proto__', 5],
        ['constructor', 6],
        ['toString', '7'],
      ]);
      expect(Object.getPrototypeOf(read)).toBe(Object.prototype);
    }
    coerce(own('{"__proto__":{"polluted":"1"}}'), { type: 'object', additionalProperties: { type: 'object' } }, root());
    expect({}).not.toHaveProperty('polluted');
    // An inherited name is no property of the schema.
    expect(
      coerce({ toString: '5' }, { type: 'object', properties: {}, additionalProperties: { type: 'integer' } }, root()),
    ).toStrictEqual({ toString: 5 });
  });

  it('leaves what nests too deeply, given or as text, as it is', () => {
    const deep = '['.repeat(50_000) + ']'.repeat(50_000);
    const value = own(deep);
    expect(coerce(value, { type: 'array', items: { type: 'integer' } }, root())).toBe(value);
    expect(coerce(deep, { type: 'array' }, root())).toBe(deep);
  });

  it('costs little where schemas refer to schemas twice, thirty levels down', () => {
    const levels: Record<string, JsonSchema> = { L30: { type: 'object', properties: { a: { type: 'integer' } } } };
    for (let i = 0; i < 30; i++) {
      levels[`L${i}`] = {
        allOf: [
          { $ref: `#/$defs/L${i + 1}` },
          { anyOf: [{ $ref: `#/$defs/L${i + 1}` }, { $ref: `#/$defs/L${i + 1}` }] },
        ],
      };
    }
    expect(coerce({ a: '5' }, { $ref: '#/$defs/L0' }, root(levels))).toStrictEqual({ a: 5 });
  });
});

const scalarSchema = fc.constantFrom<JsonSchema>(
  {},
  true,
  { type: 'string' },
  { type: 'integer' },
  { type: 'number' },
  { type: 'boolean' },
  { type: 'null' },
  { type: ['integer', 'null'] },
  { type: ['string', 'boolean'] },
  { enum: [1, '1', true, null] },
  { enum: ['1', 'true'] },
  { const: 2 },
  { type: 'integer', minimum: 2 },
  { type: 'string', pattern: '^[0-9]+$' },
  { $ref: '#/$defs/N' },
  { $ref: '#/$defs/T' },
);
const { schema: anySchema } = fc.letrec<{ schema: JsonSchema }>((tie) => ({
  schema: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    scalarSchema,
    fc.record(
      {
        properties: fc.dictionary(fc.constantFrom('a', 'b', 'kind', 'constructor'), tie('schema'), {
          noNullPrototype: true,
        }),
        required: fc.subarray(['a', 'kind']),
        additionalProperties: fc.oneof(fc.constant(false), tie('schema')),
        patternProperties: fc.dictionary(fc.constantFrom('^a', 'd$'), tie('schema'), {
          maxKeys: 1,
          noNullPrototype: true,
        }),
      },
      { requiredKeys: [] },
    ),
    fc.record({ type: fc.constant('array'), items: tie('schema') }),
    fc
      .array(tie('schema'), { minLength: 1, maxLength: 3 })
      .chain((list) => fc.constantFrom<JsonSchema>({ anyOf: list }, { oneOf: list }, { allOf: list })),
  ),
}));
const { value: anyValue } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom<unknown>(
      '1',
      'true',
      'null',
      '5',
      '1.5',
      '{"a":"1"}',
      '["1"]',
      '',
      1,
      2,
      1.5,
      5,
      true,
      false,
      null,
    ),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom('a', 'b', 'kind', 'constructor', 'd'), tie('value'), {
      maxKeys: 3,
      noNullPrototype: true,
    }),
  ),
}));

describe('properties', () => {
  const defs: Record<string, JsonSchema> = {
    N: { type: 'integer' },
    T: { type: 'object', properties: { a: { $ref: '#/$defs/N' } } },
  };

  it('leaves a value that is valid as it is', () => {
    let valid = 0;
    const ajv = new Ajv2020({ strict: false, logger: false, meta: false, validateSchema: false, ownProperties: true });
    fc.assert(
      fc.property(anySchema, anyValue, fc.boolean(), (schema, value, asText) => {
        const whole = typeof schema === 'boolean' ? (schema ? {} : { not: {} }) : schema;
        fc.pre(ajv.validate({ ...whole, $defs: defs }, value) === true);
        valid++;
        const read = coerce(value, schema, root(defs), asText);
        expect([read, isDeepStrictEqual(read, value)]).toEqual([read, true]);
      }),
      { numRuns: 500 },
    );
    expect(valid).toBe(500);
  });

  it('never throws, never changes what it was given, and does nothing more the second time', () => {
    fc.assert(
      fc.property(anySchema, anyValue, fc.boolean(), (schema, value, asText) => {
        const before = structuredClone(value);
        const once = coerce(value, schema, root(defs), asText);
        expect(isDeepStrictEqual(value, before)).toBe(true);
        const twice = coerce(once, schema, root(defs), asText);
        expect([twice, isDeepStrictEqual(twice, once)]).toEqual([twice, true]);
      }),
      { numRuns: 1500 },
    );
  });

  it('keeps every digit of an integer', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n }), (n) => {
        expect(String(coerce(String(n), { type: 'integer' }, root()))).toBe(String(n));
      }),
    );
  });
});
