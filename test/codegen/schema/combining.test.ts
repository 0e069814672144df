import { describe, expect, test } from 'vitest';
import type { Json, JsonObject, OpenApiVersion } from '../../../src/codegen/load/document.ts';
import { listed } from './document.ts';

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

function table(name: string, version: OpenApiVersion, rows: [string, Json, unknown, JsonObject?][]): void {
  describe(name, () => {
    test.each(rows)('%s', (_, given, want, components = {}) => {
      expect(listed(given, version, components)).toEqual(want);
    });
  });
}

table('allOf', '3.1', [
  [
    'of one, with a description',
    { allOf: [{ type: 'string', description: 'a' }], description: 'b' },
    { type: 'string', description: 'b' },
  ],
  [
    'of one, with a default',
    { allOf: [ref('S')], default: 'x' },
    { type: 'string', enum: ['x', 'y'], default: 'x' },
    { S: { type: 'string', enum: ['x', 'y'] } },
  ],
  [
    'of objects',
    {
      allOf: [
        { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] },
        { type: 'object', properties: { b: {} }, required: ['b'] },
      ],
    },
    { type: 'object', properties: { a: { type: 'string' }, b: {} }, required: ['a', 'b'] },
  ],
  [
    'the tighter bounds hold',
    {
      allOf: [
        { type: 'string', minLength: 1, maxLength: 9 },
        { minLength: 2, maxLength: 10 },
      ],
    },
    { type: 'string', minLength: 2, maxLength: 9 },
  ],
  [
    'lists are cut to what both hold',
    { allOf: [{ enum: ['a', 'b'] }, { enum: ['b', 'c'] }] },
    { type: 'string', enum: ['b'] },
  ],
  [
    'types are cut to what both allow',
    { allOf: [{ type: ['number', 'null'] }, { type: 'integer' }] },
    { type: 'integer' },
  ],
  [
    'two patterns cannot be one',
    {
      allOf: [
        { type: 'string', pattern: '^a' },
        { type: 'string', pattern: 'b$' },
      ],
    },
    { type: 'string', pattern: '^a', allOf: [{ type: 'string', pattern: 'b$' }] },
  ],
  [
    'what says "and no others" is not joined',
    {
      allOf: [
        { type: 'object', properties: { a: {} }, additionalProperties: false },
        { type: 'object', properties: { b: {} } },
      ],
    },
    {
      type: 'object',
      properties: { a: {} },
      additionalProperties: false,
      allOf: [{ type: 'object', properties: { b: {} } }],
    },
  ],
  [
    'of contradictions stays one',
    { allOf: [{ type: 'string' }, { type: 'integer' }] },
    { type: 'string', allOf: [{ type: 'integer' }] },
  ],
  ['empty members say nothing', { allOf: [{}, true, { type: 'string' }] }, { type: 'string' }],
]);

table('oneOf', '3.1', [
  [
    'alternatives that shut each other out stay so',
    { oneOf: [{ type: 'string' }, { type: 'integer' }] },
    { oneOf: [{ type: 'string' }, { type: 'integer' }] },
  ],
  [
    'exactly one of two names',
    { type: 'object', oneOf: [{ required: ['a'] }, { required: ['b'] }] },
    { type: 'object', oneOf: [{ required: ['a'] }, { required: ['b'] }] },
  ],
  [
    'one accepts all that another accepts',
    { oneOf: [{ type: 'string' }, { type: 'string', format: 'uuid' }] },
    { anyOf: [{ type: 'string' }, { type: 'string', format: 'uuid' }] },
  ],
  [
    'integer and number',
    { oneOf: [{ type: 'number' }, { type: 'integer' }] },
    { anyOf: [{ type: 'number' }, { type: 'integer' }] },
  ],
  [
    'open objects that nothing tells apart',
    {
      oneOf: [
        { type: 'object', properties: { a: { type: 'string' } } },
        { type: 'object', properties: { b: { type: 'string' } } },
      ],
    },
    {
      anyOf: [
        { type: 'object', properties: { a: { type: 'string' } } },
        { type: 'object', properties: { b: { type: 'string' } } },
      ],
    },
  ],
  [
    'objects that a constant tells apart',
    {
      oneOf: [
        { type: 'object', properties: { t: { const: 'a' } }, required: ['t'] },
        { type: 'object', properties: { t: { const: 'b' } }, required: ['t'] },
      ],
    },
    {
      oneOf: [
        { type: 'object', properties: { t: { type: 'string', const: 'a' } }, required: ['t'] },
        { type: 'object', properties: { t: { type: 'string', const: 'b' } }, required: ['t'] },
      ],
    },
  ],
]);

const mapping = { car: '#/components/schemas/Car', truck: 'Truck' };
const Vehicle = {
  type: 'object',
  required: ['kind'],
  properties: { kind: { type: 'string' } },
  discriminator: { propertyName: 'kind', mapping },
};
const Car = { allOf: [ref('Vehicle'), { type: 'object', properties: { doors: { type: 'integer' } } }] };
const Truck = { allOf: [ref('Vehicle'), { type: 'object', properties: { axles: { type: 'integer' } } }] };
const VehicleBase = { $ref: '#/$defs/VehicleBase' };

table('discriminator', '3.0', [
  [
    'a parent is one of its subtypes, each with the value that chooses it',
    ref('Vehicle'),
    {
      type: 'object',
      oneOf: [
        {
          type: 'object',
          properties: { doors: { type: 'integer' }, kind: { type: 'string', const: 'car' } },
          allOf: [VehicleBase],
        },
        {
          type: 'object',
          properties: { axles: { type: 'integer' }, kind: { type: 'string', const: 'truck' } },
          allOf: [VehicleBase],
        },
      ],
    },
    { Vehicle, Car, Truck },
  ],
  [
    'a subtype is what it says',
    ref('Car'),
    { type: 'object', properties: { kind: { type: 'string' }, doors: { type: 'integer' } }, required: ['kind'] },
    { Vehicle, Car, Truck },
  ],
  [
    'without a mapping its subtypes are those that extend it, and nothing is pinned',
    ref('Vehicle'),
    {
      type: 'object',
      anyOf: [
        { type: 'object', properties: { doors: { type: 'integer' } }, allOf: [VehicleBase] },
        { type: 'object', properties: { axles: { type: 'integer' } }, allOf: [VehicleBase] },
      ],
    },
    { Vehicle: { ...Vehicle, discriminator: { propertyName: 'kind' } }, Car, Truck },
  ],
  [
    'without subtypes it is a plain object',
    ref('Vehicle'),
    { type: 'object', properties: { kind: { type: 'string' } }, required: ['kind'] },
    { Vehicle: { ...Vehicle, discriminator: { propertyName: 'kind' } } },
  ],
  [
    'in oneOf, the mapping pins each alternative that does not say its value itself',
    {
      oneOf: [ref('A'), ref('B')],
      discriminator: { propertyName: 't', mapping: { a: '#/components/schemas/A', b: '#/components/schemas/B' } },
    },
    {
      oneOf: [
        { type: 'object', properties: { t: { type: 'string', const: 'a' } }, required: ['t'] },
        { type: 'object', properties: { t: { type: 'string', enum: ['b'] } }, required: ['t'] },
      ],
    },
    {
      A: { type: 'object', required: ['t'], properties: { t: { type: 'string' } } },
      B: { type: 'object', required: ['t'], properties: { t: { type: 'string', enum: ['b'] } } },
    },
  ],
]);
