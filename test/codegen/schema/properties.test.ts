/** What must hold of any document, tried on random ones. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { InputSchema } from '../../../src/catalogue/index.ts';
import { DescriptionError } from '../../../src/codegen/description-error.ts';
import type { Json, JsonObject } from '../../../src/codegen/load/document.ts';
import { reading, tool } from './document.ts';

const NAMES = ['A', 'B', 'C', 'D'];
const KEYS = ['a', 'b', 'type', '$ref', '__proto__', 'nullable'];
const ajv = new Ajv2020({ strict: false, logger: false, validateFormats: false });

function record(schema: fc.Arbitrary<Json>): fc.Arbitrary<JsonObject> {
  return fc.array(fc.tuple(fc.constantFrom(...KEYS), schema), { maxLength: 3 }).map((pairs) => {
    const result: JsonObject = {};
    for (const [key, value] of pairs)
      Object.defineProperty(result, key, { value, enumerable: true, configurable: true, writable: true });
    return result;
  });
}

/** Values made of few parts, so that schemas and values meet. */
const value: fc.Arbitrary<Json> = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom<Json>(null, true, 0, 1, 2.5, '', 'a', 'ab'),
    fc.array(tie('value'), { maxLength: 2 }),
    record(tie('value')),
  ),
})).value;

/** Schemas of OpenAPI 3.1 that say their types; references in place only from properties and items, so that none is endless. */
const { schema } = fc.letrec<{ schema: JsonObject; inner: JsonObject }>((tie) => {
  const inner = tie('inner');
  const described = fc.record({ title: fc.constantFrom('T'), description: fc.constantFrom('D') }, { requiredKeys: [] });
  const leaf = fc.oneof(
    fc.record(
      { type: fc.constant('string'), minLength: fc.nat(2), maxLength: fc.nat(3), pattern: fc.constantFrom('^a', 'b$') },
      { requiredKeys: ['type'] },
    ),
    fc.record(
      {
        type: fc.constantFrom<Json>('integer', 'number', ['number', 'null']),
        minimum: fc.nat(2),
        exclusiveMaximum: fc.nat(4),
      },
      { requiredKeys: ['type'] },
    ),
    fc.record({ enum: fc.array(value, { minLength: 1, maxLength: 3 }) }),
    fc.record({ const: value }),
    fc.record({ type: fc.constantFrom<Json>('boolean', 'null', ['string', 'null']) }),
  );
  const reference = fc.constantFrom(...NAMES).map((name) => ({ $ref: `#/components/schemas/${name}` }));
  const object = fc.record(
    {
      type: fc.constantFrom<Json>('object', ['object', 'null']),
      properties: record(fc.oneof(inner, reference, fc.constant(true))),
      required: fc.uniqueArray(fc.constantFrom(...KEYS), { maxLength: 2 }),
      additionalProperties: fc.oneof(fc.boolean(), inner),
      minProperties: fc.nat(2),
    },
    { requiredKeys: ['type'] },
  );
  const array = fc.record(
    {
      type: fc.constantFrom<Json>('array', ['array', 'null']),
      items: fc.oneof(inner, reference),
      minItems: fc.nat(1),
      uniqueItems: fc.boolean(),
    },
    { requiredKeys: ['type'] },
  );
  const combined = fc
    .tuple(
      fc.oneof(fc.constant({}), leaf, object),
      fc.record(
        {
          allOf: fc.array(inner, { minLength: 1, maxLength: 3 }),
          anyOf: fc.array(inner, { minLength: 1, maxLength: 2 }),
          oneOf: fc.array(inner, { minLength: 1, maxLength: 2 }),
          not: inner,
        },
        { requiredKeys: [] },
      ),
    )
    .map(([a, b]) => ({ ...a, ...b }));
  const any = fc
    .oneof({ depthSize: 'small' }, leaf, object, array, combined)
    .chain((s) => described.map((d) => ({ ...d, ...s }) as JsonObject));
  return { inner: any, schema: any };
});

const document = fc.tuple(schema, fc.tuple(schema, schema, schema, schema)).map(([given, parts]) => ({
  given,
  components: Object.fromEntries(NAMES.map((name, i) => [name, parts[i] ?? {}])) as JsonObject,
}));

/** A schema as its document has it, for a validator: all components beside it. */
function original(given: JsonObject, components: JsonObject): object {
  const text = JSON.stringify({ allOf: [given], $defs: components });
  return JSON.parse(text.replaceAll('#/components/schemas/', '#/$defs/')) as object;
}

function references(made: unknown, isMap = false, found: string[] = []): string[] {
  if (Array.isArray(made)) for (const item of made) references(item, false, found);
  else if (typeof made === 'object' && made !== null) {
    for (const [key, item] of Object.entries(made)) {
      if (!isMap && key === '$ref') found.push(item as string);
      if (isMap || !['enum', 'const', 'default', 'dependentRequired'].includes(key))
        references(item, !isMap && ['properties', '$defs'].includes(key), found);
    }
  }
  return found;
}

function soundness(made: InputSchema): void {
  const used = new Set(references(made));
  expect([...used].sort()).toEqual(
    Object.keys(made.$defs ?? {})
      .map((name) => `#/$defs/${name}`)
      .sort(),
  );
  expect(Object.keys(made)).toEqual(
    ['type', 'properties', 'required', 'additionalProperties', '$defs'].filter((key) => key in made),
  );
}

test('the schema compiles, refers to what it defines and to all of it, and comes out the same each time', () => {
  fc.assert(
    fc.property(document, ({ given, components }) => {
      const made = tool(given, '3.1', components);
      soundness(made);
      expect(() => ajv.compile(made)).not.toThrow();
      expect(JSON.stringify(tool(given, '3.1', components))).toBe(JSON.stringify(made));
    }),
    { numRuns: 150 },
  );
});

test('a value that the description accepts is accepted', () => {
  let accepted = 0;
  fc.assert(
    fc.property(document, fc.array(value, { minLength: 5, maxLength: 20 }), ({ given, components }, values) => {
      const before = ajv.compile(original(given, components));
      const after = ajv.compile(tool(given, '3.1', components));
      for (const v of values) {
        if (!before(v)) continue;
        accepted++;
        expect(after({ v }), `${JSON.stringify(v)} is valid for ${JSON.stringify({ given, components })}`).toBe(true);
      }
    }),
    { numRuns: 200 },
  );
  expect(accepted).toBeGreaterThan(100);
});

test('whatever stands where a schema should, it ends in a schema or in an error with a pointer', () => {
  const keyword = fc.constantFrom(
    ...'type enum const default properties required items additionalProperties allOf oneOf anyOf not if then $ref nullable readOnly'.split(
      ' ',
    ),
    ...'discriminator pattern minLength minimum exclusiveMinimum format prefixItems $id $anchor dependentRequired title description'.split(
      ' ',
    ),
  );
  const wild = fc.letrec<{ wild: Json }>((tie) => ({
    wild: fc.oneof(
      { depthSize: 'medium' },
      value,
      fc.constantFrom<Json>(
        'object',
        'string',
        '#/components/schemas/A',
        '#/components/schemas/B',
        '#/x',
        '(',
        '^[\\w-.]+$',
      ),
      fc.record({
        $ref: fc.constantFrom('#/components/schemas/A', '#/components/schemas/B', '#/components/schemas/C', '#x', 'x'),
      }),
      fc.array(tie('wild'), { maxLength: 3 }),
      fc.dictionary(keyword, tie('wild'), { maxKeys: 4 }),
      fc.record({
        propertyName: fc.constant('a'),
        mapping: fc.constantFrom<Json>({ x: 'A', y: 'B' }, {}, null),
      }) as fc.Arbitrary<Json>,
    ),
  })).wild;
  const errors = new Set<string>();
  fc.assert(
    fc.property(wild, wild, wild, fc.constantFrom('3.0' as const, '3.1' as const), (given, A, B, version) => {
      const { reader, warnings } = reading({ A, B }, version);
      try {
        const plain = reader.plainObject(given, '#/body');
        const entries = [...(plain?.properties ?? new Map([['body', { schema: given, pointer: '#/body' }]]))];
        const made = reader.inputSchema(
          entries.map(([name, at]) => ({ name, ...at, required: plain?.required.has(name) ?? true })),
        );
        soundness(made);
        expect(() => ajv.compile(made), JSON.stringify(made)).not.toThrow();
        for (const { where } of warnings) expect(where).toMatch(/^#\//);
      } catch (error) {
        if (!(error instanceof DescriptionError)) throw error;
        expect(error.pointer).toMatch(/^#\//);
        errors.add(error.code);
      }
    }),
    { numRuns: 500 },
  );
  expect([...errors]).toContain('broken_reference');
});
