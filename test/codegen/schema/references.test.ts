import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../src/codegen/load/document.ts';
import { listed, tool } from './document.ts';

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const LONG = {
  type: 'object',
  properties: { street: { type: 'string', maxLength: 100 }, town: { type: 'string', maxLength: 50 } },
};

describe('$defs', () => {
  test('what is used once is inlined', () => {
    expect(tool(ref('A'), '3.0', { A: LONG })).toEqual({
      type: 'object',
      properties: { v: LONG },
      additionalProperties: false,
    });
  });

  test('what recurs stands in $defs, under its name', () => {
    const given = { type: 'object', properties: { home: ref('A'), work: ref('A') } };
    expect(tool(given, '3.0', { A: LONG })).toEqual({
      type: 'object',
      properties: { v: { type: 'object', properties: { home: { $ref: '#/$defs/A' }, work: { $ref: '#/$defs/A' } } } },
      additionalProperties: false,
      $defs: { A: LONG },
    });
  });

  test('what is shorter than its reference is always inlined', () => {
    const given = { type: 'object', properties: { a: ref('Id'), b: ref('Id'), c: ref('Id') } };
    expect(tool(given, '3.0', { Id: { type: 'string' } })).toEqual({
      type: 'object',
      properties: {
        v: { type: 'object', properties: { a: { type: 'string' }, b: { type: 'string' }, c: { type: 'string' } } },
      },
      additionalProperties: false,
    });
  });

  test('recursion stays, finite', () => {
    const Folder = { type: 'object', properties: { label: { type: 'string' }, inside: ref('Folder') } };
    expect(tool(ref('Folder'), '3.0', { Folder })).toEqual({
      type: 'object',
      properties: { v: { $ref: '#/$defs/Folder' } },
      additionalProperties: false,
      $defs: {
        Folder: { type: 'object', properties: { label: { type: 'string' }, inside: { $ref: '#/$defs/Folder' } } },
      },
    });
  });

  test('recursion through two components needs one definition', () => {
    const components = { A: { type: 'object', properties: { b: ref('B') } }, B: { type: 'array', items: ref('A') } };
    expect(tool(ref('A'), '3.0', components)).toEqual({
      type: 'object',
      properties: { v: { $ref: '#/$defs/A' } },
      additionalProperties: false,
      $defs: { A: { type: 'object', properties: { b: { type: 'array', items: { $ref: '#/$defs/A' } } } } },
    });
  });

  test('names are cleaned, and numbered where they clash', () => {
    const given = { type: 'object', properties: { a: ref('x y'), b: ref('x y'), c: ref('x+y'), d: ref('x+y') } };
    const { $defs } = tool(given, '3.0', { 'x y': LONG, 'x+y': { ...LONG, required: ['town'] } });
    expect($defs).toEqual({ x_y: LONG, x_y_2: { ...LONG, required: ['town'] } });
  });

  test('each schema names the next twice: the size grows by steps, not by doubling', () => {
    const components: JsonObject = { L60: { type: 'object', properties: { v: { type: 'string' } } } };
    for (let i = 0; i < 60; i++)
      components[`L${i}`] = { type: 'object', properties: { a: ref(`L${i + 1}`), b: ref(`L${i + 1}`) } };
    expect(JSON.stringify(tool(ref('L0'), '3.0', components)).length).toBeLessThan(7000);
  });

  test('a chain of thousands of components neither overflows nor nests without end', () => {
    const components: JsonObject = { C3000: { type: 'string' } };
    for (let i = 0; i < 3000; i++) components[`C${i}`] = { type: 'object', properties: { next: ref(`C${i + 1}`) } };
    const made = tool(ref('C0'), '3.0', components);
    let depth = 0;
    let deepest = 0;
    for (const [brace] of JSON.stringify(made).matchAll(/[{}]/g)) {
      depth += brace === '{' ? 1 : -1;
      deepest = Math.max(deepest, depth);
    }
    expect(deepest).toBeLessThan(500);
    expect(Object.keys(made.$defs ?? {}).length).toBeGreaterThan(5);
    expect(() => structuredClone(made)).not.toThrow();
  });

  test('types that all lead to each other are cut to open values once they are too long', () => {
    const names = Array.from({ length: 1500 }, (_, i) => `Entity${i}`);
    const components: JsonObject = Object.fromEntries(
      names.map((name, i) => [
        name,
        {
          type: 'object',
          description: name,
          properties: { a: ref(`Entity${(i * 7 + 1) % 1500}`), b: ref(`Entity${(i * 3 + 2) % 1500}`) },
        },
      ]),
    );
    const length = JSON.stringify(tool(ref('Entity0'), '3.0', components)).length;
    expect(length).toBeLessThan(250_000);
    expect(length).toBeGreaterThan(100_000);
  });
});

describe('a $ref beside other keywords', () => {
  test('OpenAPI 3.0: texts count, constraints do not', () => {
    expect(
      listed({ ...ref('A'), description: 'Mine', minLength: 3 }, '3.0', { A: { type: 'string', description: 'Its' } }),
    ).toEqual({ type: 'string', description: 'Mine' });
  });

  test('OpenAPI 3.1: all of them count', () => {
    expect(
      listed({ ...ref('A'), minLength: 3, default: 'abc' }, '3.1', { A: { type: 'string', minLength: 1 } }),
    ).toEqual({ type: 'string', default: 'abc', minLength: 3 });
  });

  test('beside a definition stand texts only: constraints go into allOf', () => {
    const given = {
      type: 'object',
      properties: { a: ref('A'), b: { ...ref('A'), description: 'B' }, c: { ...ref('A'), required: ['town'] } },
    };
    expect(listed(given, '3.1', { A: LONG })).toEqual({
      type: 'object',
      properties: {
        a: { $ref: '#/$defs/A' },
        b: { $ref: '#/$defs/A', description: 'B' },
        c: { required: ['town'], allOf: [{ $ref: '#/$defs/A' }] },
      },
    });
  });
});

describe('where a reference may lead', () => {
  test.each<[string, JsonObject, JsonObject]>([
    ['into a component', { $ref: '#/components/schemas/A/properties/town' }, { A: LONG }],
    [
      'through a component that is a reference itself',
      { $ref: '#/components/schemas/B/properties/town' },
      { A: LONG, B: ref('A') },
    ],
    ['to an alias of an alias', ref('C'), { A: { type: 'string', maxLength: 50 }, B: ref('A'), C: ref('B') }],
    [
      'to a name that every object inherits, where it is defined',
      ref('toString'),
      { toString: { type: 'string', maxLength: 50 } },
    ],
    ['to an $anchor', { $ref: '#town' }, { A: { $anchor: 'town', type: 'string', maxLength: 50 } }],
    [
      'to an $id',
      { $ref: 'https://example.com/town' },
      { A: { $id: 'https://example.com/town', type: 'string', maxLength: 50 } },
    ],
    ['to a $dynamicAnchor', { $dynamicRef: '#node' }, { A: { $dynamicAnchor: 'node', type: 'string', maxLength: 50 } }],
    ['by an escaped name', { $ref: '#/components/schemas/a~1b%20c' }, { 'a/b c': { type: 'string', maxLength: 50 } }],
    [
      "to a component's own $defs",
      ref('A'),
      { A: { $ref: '#/$defs/T', $defs: { T: { type: 'string', maxLength: 50 } } } },
    ],
  ])('%s', (_, given, components) => {
    expect(listed(given, '3.1', components)).toEqual({ type: 'string', maxLength: 50 });
  });

  test.each<[string, string, JsonObject]>([
    ['broken_reference', '#/components/schemas/Missing', {}],
    ['broken_reference', '#/components/schemas/toString', {}],
    ['broken_reference', '#/components/schemas/__proto__', {}],
    ['broken_reference', '#nowhere', {}],
    ['broken_reference', '#/components/schemas/A', { A: ref('A') }],
    ['broken_reference', '#/components/schemas/A', { A: ref('B'), B: { ...ref('A'), description: 'b' } }],
    ['forbidden_reference', './other.yaml#/A', {}],
    ['forbidden_reference', 'https://example.com/a.json', {}],
    ['forbidden_reference', 'Pet', { Pet: {} }],
  ])('%s: %s', (code, $ref, components) => {
    const found = { code: 'none', message: '' };
    try {
      tool({ type: 'array', items: { $ref } }, '3.1', components);
    } catch (error) {
      Object.assign(found, error, { message: (error as Error).message });
    }
    expect(found).toMatchObject({ code, pointer: expect.stringMatching(/^#\/v\/items|^#\/components/) });
    expect(found.message).toContain(JSON.stringify($ref));
  });

  test.each<[string, JsonObject]>([
    ['allOf', { A: { allOf: [ref('A')] } }],
    ['allOf of another', { A: { allOf: [ref('B')] }, B: { type: 'object', allOf: [ref('A')] } }],
    ['anyOf', { A: { anyOf: [ref('A'), { type: 'string' }] } }],
    ['not', { A: { not: ref('A') } }],
  ])('a schema that contains itself by %s is an error, each time', (_, components) => {
    for (let i = 0; i < 2; i++) expect(() => tool(ref('A'), '3.0', components)).toThrow('contains itself through');
  });

  test('a schema that nests too deep is an error, not an overflow', () => {
    let deep: JsonObject = { type: 'string' };
    for (let i = 0; i < 50_000; i++) deep = { type: 'array', items: deep };
    expect(() => tool(deep)).toThrow('nests more than 200 levels deep');
  });
});
