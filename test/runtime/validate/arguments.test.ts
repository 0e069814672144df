import { describe, expect, it } from 'vitest';
import type { JsonSchema } from '../../../src/catalogue/index.ts';
import { type Checked, checkArguments } from '../../../src/runtime/validate/arguments.ts';
import { type TestTool, testTool } from './tool.ts';

const check = (tool: TestTool, given: Record<string, unknown>): Checked => checkArguments(testTool(tool), given);
const lead: TestTool = {
  properties: {
    customerName: { type: 'string', minLength: 1 },
    quality: { type: 'string', enum: ['hot', 'warm', 'cold'] },
    visits: { type: 'integer', minimum: 0 },
    address: {
      type: 'object',
      properties: { city: { type: 'string' } },
      required: ['city'],
      additionalProperties: false,
    },
  },
  required: ['customerName'],
};

describe('what is wrong is named, with what to do', () => {
  const table: [what: string, given: Record<string, unknown>, problems: { argument: string; message: string }[]][] = [
    ['missing', {}, [{ argument: 'customerName', message: 'is required (string)' }]],
    [
      'misspelt',
      { customerNmae: 'Ana' },
      [{ argument: 'customerNmae', message: 'is not an argument of this tool. Did you mean "customerName"?' }],
    ],
    [
      'far from any name',
      { customerName: 'Ana', zzz: 1 },
      [{ argument: 'zzz', message: 'is not an argument of this tool. Known: customerName, quality, visits, address.' }],
    ],
    ['wrong type', { customerName: 'Ana', visits: 'many' }, [{ argument: 'visits', message: 'must be integer' }]],
    [
      'not a whole number',
      { customerName: 'Ana', visits: '1.5' },
      [{ argument: 'visits', message: 'must be integer' }],
    ],
    [
      'not in the list',
      { customerName: 'Ana', quality: 'Hot' },
      [{ argument: 'quality', message: 'must be one of "hot", "warm", "cold"' }],
    ],
    ['nested, missing', { customerName: 'Ana', address: {} }, [{ argument: 'address.city', message: 'is required' }]],
    [
      'nested, misspelt',
      { customerName: 'Ana', address: { city: 'Soria', ctiy: 1 } },
      [{ argument: 'address', message: 'must not have "ctiy". Did you mean "city"?' }],
    ],
    [
      'null in a body',
      { customerName: 'Ana', quality: null },
      [
        { argument: 'quality', message: 'must be string' },
        { argument: 'quality', message: 'must be one of "hot", "warm", "cold"' },
      ],
    ],
    [
      'all at once',
      { qualty: 'hot', visits: -1, address: {} },
      [
        { argument: 'qualty', message: 'is not an argument of this tool. Did you mean "quality"?' },
        { argument: 'customerName', message: 'is required (string)' },
        { argument: 'visits', message: 'must be >= 0' },
        { argument: 'address.city', message: 'is required' },
      ],
    ],
    [
      'a rounded integer',
      { customerName: 'Ana', visits: 2 ** 53 + 2 },
      [
        {
          argument: 'visits',
          message: 'holds an integer too large to be exact as a JSON number; give it as a string of digits',
        },
      ],
    ],
    [
      'confirm, which is the gate’s',
      { customerName: 'Ana', confirm: true },
      [
        {
          argument: 'confirm',
          message: 'is not an argument of this tool. Known: customerName, quality, visits, address.',
        },
      ],
    ],
    [
      'hostile names',
      JSON.parse('{"customerName":"Ana","__proto__":1,"constructor":1,"a\\nb\\u202e":1}'),
      [
        {
          argument: '__proto__',
          message: 'is not an argument of this tool. Known: customerName, quality, visits, address.',
        },
        {
          argument: 'constructor',
          message: 'is not an argument of this tool. Known: customerName, quality, visits, address.',
        },
        {
          argument: 'a\\nb\\u202e',
          message: 'is not an argument of this tool. Known: customerName, quality, visits, address.',
        },
      ],
    ],
  ];
  it.each(table)('%s', (_, given, problems) => expect(check(lead, given)).toEqual({ ok: false, problems }));

  it('names the values of a missing choice', () => {
    expect(check({ properties: { q: { type: 'string', enum: ['a', 'b'] } }, required: ['q'] }, {})).toEqual({
      ok: false,
      problems: [{ argument: 'q', message: 'is required (string: "a", "b")' }],
    });
  });

  it('says of a tool without arguments that it has none', () => {
    expect(check({ method: 'GET' }, { body: {} })).toEqual({
      ok: false,
      problems: [{ argument: 'body', message: 'is not an argument of this tool. This tool takes no arguments.' }],
    });
  });

  it('tells ten problems at most, each on one bounded line', () => {
    const given = Object.fromEntries(Array.from({ length: 50 }, (_, i) => [`${'x'.repeat(500)}\n${i}`, 1]));
    const checked = check(lead, given);
    expect(checked.ok ? [] : checked.problems).toHaveLength(10);
    for (const { argument, message } of checked.ok ? [] : checked.problems) {
      expect(`${argument} ${message}`).not.toMatch(/\n/);
      expect(argument.length).toBeLessThan(100);
    }
  });

  it('sums up many alternatives, and keeps what is wrong elsewhere', () => {
    const oneOf = Array.from(
      { length: 12 },
      (_, i): JsonSchema => ({ type: 'object', properties: { k: { const: i } }, required: ['k', `f${i}`] }),
    );
    expect(check({ properties: { a: { oneOf }, n: { type: 'integer' } } }, { a: { k: 99 }, n: 'x' })).toEqual({
      ok: false,
      problems: [
        { argument: 'a', message: 'must match exactly one schema in oneOf' },
        { argument: 'n', message: 'must be integer' },
      ],
    });
  });
});

describe('what is right comes out coerced', () => {
  const table: [what: string, tool: TestTool, given: Record<string, unknown>, args: Record<string, unknown>][] = [
    ['as given', lead, { customerName: 'Ana', visits: 3 }, { customerName: 'Ana', visits: 3 }],
    [
      'from text',
      lead,
      { customerName: 'Ana', visits: '3', address: '{"city":"Soria"}' },
      { customerName: 'Ana', visits: 3, address: { city: 'Soria' } },
    ],
    [
      'digits beyond 2^53',
      lead,
      { customerName: 'Ana', visits: '9007199254740993' },
      { customerName: 'Ana', visits: 9007199254740993n },
    ],
    ['null for an optional parameter', { method: 'GET', properties: { q: { type: 'string' } } }, { q: null }, {}],
    ['null in a body that takes it', { properties: { n: { type: ['string', 'null'] } } }, { n: null }, { n: null }],
    [
      'an API’s own confirm on a read, as it is named there',
      { method: 'GET', properties: { confirm: { type: 'boolean' } } },
      { confirm: 'true' },
      { confirm: true },
    ],
    [
      'an API’s own confirm on a write',
      { properties: { confirm_body: { type: 'boolean' } }, wireNames: { confirm_body: 'confirm' } },
      { confirm_body: 'true' },
      { confirm_body: true },
    ],
    ['a body given whole', lead, { body: { customerName: 'Ana', visits: '2' } }, { customerName: 'Ana', visits: 2 }],
    ['a body given as text', lead, { body: '{"customerName":"Ana"}' }, { customerName: 'Ana' }],
    [
      'a body given whole, by names on the wire',
      {
        properties: { id: { type: 'string' }, id_body: { type: 'string' } },
        places: { id: 'path' },
        wireNames: { id_body: 'id' },
      },
      { id: 'a', body: { id: 'b' } },
      { id: 'a', id_body: 'b' },
    ],
    [
      'a whole body given flat',
      {
        properties: { id: { type: 'string' }, body: { $ref: '#/$defs/B' } },
        places: { id: 'path', body: 'whole-body' },
        defs: { B: { type: 'object', properties: { n: { type: 'integer' } } } },
      },
      { id: 'a', n: '1' },
      { id: 'a', body: { n: 1 } },
    ],
    [
      'arguments called like what objects inherit',
      { properties: { constructor: { type: 'string' }, toString: { type: 'integer' } }, required: ['constructor'] },
      { constructor: 'x' },
      { constructor: 'x' },
    ],
  ];
  it.each(table)('%s', (_, tool, given, args) => {
    const before = structuredClone(given);
    const checked = check(tool, given);
    // toEqual holds `constructor` against the class of an object: entries are compared instead.
    expect(checked.ok ? Object.entries(checked.args) : checked).toEqual(Object.entries(args));
    expect(Object.entries(given)).toEqual(Object.entries(before));
  });

  it('takes a number for text where it is sent as text, and refuses it in JSON', () => {
    const text = { type: 'string' };
    const refused = { ok: false, problems: [{ argument: 'v', message: 'must be string' }] };
    const taken = { ok: true, args: { v: '5' } };
    for (const place of ['path', 'query', 'header', 'cookie'] as const) {
      expect(check({ properties: { v: text }, places: { v: place } }, { v: 5 })).toEqual(taken);
    }
    const tool = testTool({ properties: { v: text } });
    const body = { mediaType: '', required: true };
    expect(checkArguments(tool, { v: 5 })).toEqual(refused);
    for (const kind of ['json', 'form', 'multipart'] as const) {
      expect(checkArguments({ ...tool, body: { ...body, kind } }, { v: 5 })).toEqual(kind === 'json' ? refused : taken);
    }
    const json = testTool({ method: 'GET', properties: { v: text } });
    json.arguments = json.arguments.map((a) => ({ ...a, contentType: 'application/json' }));
    expect(checkArguments(json, { v: 5 })).toEqual(refused);
  });

  it('misses a required argument that objects inherit', () => {
    expect(check({ properties: { constructor: { type: 'string' } }, required: ['constructor'] }, {})).toEqual({
      ok: false,
      problems: [{ argument: 'constructor', message: 'is required (string)' }],
    });
  });

  it('does not spread a body that would overwrite an argument, or holds what is not known', () => {
    const both = check(lead, { customerName: 'Ana', body: { customerName: 'Eva' } });
    const stray = check(lead, { body: { customerName: 'Ana', zzz: 1 } });
    for (const checked of [both, stray]) {
      expect(checked).toMatchObject({
        ok: false,
        problems: [
          {
            argument: 'body',
            message: 'is not an argument of this tool. Known: customerName, quality, visits, address.',
          },
          ...(checked === both ? [] : [{ argument: 'customerName' }]),
        ],
      });
    }
  });

  it('never takes a confirmation out of a body', () => {
    for (const confirm of [true, 'true', 1])
      expect(check(lead, { body: { customerName: 'Ana', confirm } })).toMatchObject({ ok: false });
  });
});

describe('hostile values', () => {
  it('refuses what nests too deeply', () => {
    const deep = JSON.parse(`${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`);
    expect(check({ properties: { a: {} } }, { a: deep })).toEqual({
      ok: false,
      problems: [{ argument: 'a', message: 'is nested too deeply: 100 levels at most' }],
    });
  });

  it('refuses a value on which its pattern would run for years, and takes the next call', () => {
    const tool = testTool({ properties: { a: { type: 'string', pattern: '^(a+)+$' } } });
    expect(checkArguments(tool, { a: `${'a'.repeat(60)}!` })).toEqual({
      ok: false,
      problems: [
        {
          argument: 'a',
          message: 'could not be checked in time: its pattern "^(a+)+$" takes too long on it. Give a simpler value',
        },
      ],
    });
    expect(checkArguments(tool, { a: 'a'.repeat(60) })).toEqual({ ok: true, args: { a: 'a'.repeat(60) } });
    expect(checkArguments(tool, { a: 'ab' })).toEqual({
      ok: false,
      problems: [{ argument: 'a', message: 'must match pattern "^(a+)+$"' }],
    });
  });
});
