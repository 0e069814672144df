import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import type { JsonSchema } from '../../src/catalogue/index.ts';
import { catalogue } from '../../src/generated/catalogue.ts';
import { exampleArguments } from '../../src/page/example.ts';
import { sample } from '../../src/page/sample.ts';
import { toolOf } from './catalogue.ts';

describe('sample', () => {
  test.each([
    ['^contact_[A-Za-z0-9]{2,32}$', 'contact_12'],
    ['^#[0-9a-f]{6}$', '#123456'],
    ['^([01][0-9]|2[0-3]):[0-5][0-9]$', '12:34'],
    ['^\\d{4}-\\d{2}$', '1234-56'],
    ['^(?:a|b)+c?$', 'a'],
    ['^(?!x)(?<n>[^a])\\x41\\u0042\\u{43}\\.$', '1ABC.'],
    ['\\p{Lu}{3}', 'ABC'],
    ['^https://', 'https://'],
    ['', ''],
  ])('of %s is %s', (pattern, want) => {
    expect(sample(pattern, 0)).toBe(want);
  });

  test.each([
    '[',
    '(',
    ')',
    '\\',
    'a{',
    '{1,2}',
    '(?',
    '[^',
    '\\u',
    '\\u{',
    '\\u{ffffffff}',
    'a{99999}',
    '(a{999}){999}',
    '((((',
    '+*?',
    '|',
    ']',
  ])('of what is no pattern ends: %s', (pattern) => {
    expect(sample(pattern, 2).length).toBeLessThanOrEqual(4096);
  });
});

test.each<[JsonSchema, unknown]>([
  [{ type: 'string' }, 'Example'],
  [{ type: 'string', format: 'email' }, 'ana@example.com'],
  [{ type: 'string', minLength: 20 }, 'ExampleExampleExampl'],
  [{ type: 'string', maxLength: 2 }, 'a'],
  [{ type: 'string', enum: ['', 'hot'] }, 'hot'],
  [{ const: 7 }, 7],
  [{ type: 'integer' }, 10],
  [{ type: 'integer', minimum: 100 }, 100],
  [{ type: 'integer', exclusiveMaximum: 3 }, 2],
  [{ type: 'number', multipleOf: 0.25, maximum: 1.1 }, 1],
  [{ type: 'integer', default: 20 }, 20],
  [{ type: ['null', 'boolean'] }, true],
  [{ type: 'null' }, null],
  [{ type: 'array', items: { type: 'integer' }, minItems: 2, uniqueItems: true }, [10, 11]],
  [{ type: 'object', properties: { a: { type: 'string' }, b: true }, required: ['a'] }, { a: 'Example' }],
  [
    { type: 'object', additionalProperties: { type: 'integer' }, minProperties: 2 },
    { key1: 10, key2: 10 },
  ],
  [{ oneOf: [{ type: 'string', maxLength: 3, minLength: 5 }, { type: 'integer' }] }, 10],
])('an example of %j is %j', (schema, want) => {
  const tool = toolOf('shop_things_list', { properties: { x: schema }, required: ['x'] });
  expect(exampleArguments(tool)).toEqual({ x: want });
});

test('where nothing is valid there is no example', () => {
  const tool = toolOf('shop_things_list', {
    properties: { x: { type: 'integer', minimum: 5, maximum: 4 } },
    required: ['x'],
  });
  expect(exampleArguments(tool)).toBeUndefined();
});

test('a schema without end comes to one', () => {
  const node = { type: 'object', properties: { child: { $ref: '#/$defs/Node' } }, required: ['child'] };
  const tool = toolOf('shop_things_list', { properties: { x: { $ref: '#/$defs/Node' } }, required: ['x'] });
  tool.inputSchema.$defs = { Node: node };
  expect(exampleArguments(tool)).toBeUndefined();
});

test('every tool of Nuntius has an example, which its schema accepts and which is the same each time', () => {
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  for (const tool of catalogue.tools) {
    const args = exampleArguments(tool);
    expect(args, tool.name).toBeDefined();
    expect(ajv.validate(tool.inputSchema, args), `${tool.name}: ${ajv.errorsText()}`).toBe(true);
    expect(exampleArguments(structuredClone(tool))).toEqual(args);
    expect(Object.keys(args ?? {})).not.toContain('confirm');
  }
});
