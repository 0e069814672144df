import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonSchema } from '../../../src/catalogue/index.ts';
import { actionSummary } from '../../../src/runtime/gate/summary.ts';
import { testTool } from '../validate/tool.ts';

const sha = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 16);
const summary = (args: Record<string, unknown>, properties?: Record<string, JsonSchema>) => {
  const tool = testTool({ properties: properties ?? Object.fromEntries(Object.keys(args).map((name) => [name, {}])) });
  return actionSummary(tool, '/things', args);
};
const HEAD = 'POST /things (t_things_create)';

describe('the action summary', () => {
  it('is, byte for byte, the one of DESIGN §6', () => {
    const tool = {
      ...testTool({ properties: { customerName: {}, phone: {}, quality: {} } }),
      name: 'nuntius_leads_create',
    };
    expect(actionSummary(tool, '/public/v1/leads', { quality: 'hot', customerName: 'Lead de ejemplo' })).toBe(
      "POST /public/v1/leads (nuntius_leads_create) with customerName='Lead de ejemplo', quality='hot'",
    );
  });

  it('says nothing more where nothing more is sent', () => expect(summary({})).toBe(HEAD));

  it('shows what is in the path there, and only there', () => {
    const tool = testTool({ properties: { id: {}, note: {} }, places: { id: 'path' } });
    expect(actionSummary(tool, '/things/7', { id: 7, note: 'x' })).toBe(
      "POST /things/7 (t_things_create) with note='x'",
    );
  });

  const table: [what: string, value: unknown, shown: string][] = [
    ['text', 'Ana', "'Ana'"],
    ['empty text', '', "''"],
    ['a quote', "O'Hara", "'O\\'Hara'"],
    ['a backslash', 'C:\\x', "'C:\\\\x'"],
    ['a backslash before a quote', "\\'", "'\\\\\\''"],
    ['a line break', 'a\nb', "'a\\nb'"],
    ['a backslash and an n', 'a\\nb', "'a\\\\nb'"],
    ['what cannot be seen', 'a\u200b\u202e\u00a0', "'a\\u200b\\u202e\\u00a0'"],
    ['a lone surrogate', '\ud800', "'\\ud800'"],
    ['text like a number', '5', "'5'"],
    ['text like a mask', '[hidden: 3 characters]', "'[hidden: 3 characters]'"],
    ['a number', 5, '5'],
    ['digits beyond 2^53', 9007199254740993n, '9007199254740993'],
    ['a truth', true, 'true'],
    ['null', null, 'null'],
    ['a list', ['a', 1, null], '["a",1,null]'],
    ['an object', { b: 1, a: "it's", n: 9007199254740993n }, '{"b":1,"a":"it\'s","n":9007199254740993}'],
    ['own keys of any name', JSON.parse('{"__proto__":1,"constructor":2}'), '{"__proto__":1,"constructor":2}'],
    ['a line break in an object', { a: 'x\ny\u2028z' }, '{"a":"x\\ny\\u2028z"}'],
    ['500 characters', 'x'.repeat(500), `'${'x'.repeat(500)}'`],
    ['501 characters', 'x'.repeat(501), `'${'x'.repeat(500)}'… (501 characters, sha256 ${sha('x'.repeat(501))})`],
    [
      'a cut within a character',
      `${'x'.repeat(499)}😀`,
      `'${'x'.repeat(499)}'… (501 characters, sha256 ${sha(`${'x'.repeat(499)}😀`)})`,
    ],
    [
      'a long list',
      Array(300).fill(1),
      `[${'1,'.repeat(249)}1… (601 characters, sha256 ${sha(`[${Array(300).fill(1).join(',')}]`)})`,
    ],
  ];
  it.each(table)('shows %s', (_, value, shown) => expect(summary({ v: value })).toBe(`${HEAD} with v=${shown}`));

  it('tells cut values apart by their digest', () => {
    const long = 'x'.repeat(600);
    for (const [a, b] of [
      [`${long}a`, `${long}b`],
      [`${long}\ud800`, `${long}\ud801`],
      [
        [long, 1],
        [long, 2],
      ],
    ]) {
      expect(summary({ v: a })).not.toBe(summary({ v: b }));
    }
  });
});

describe('secrets', () => {
  const password: JsonSchema = { type: 'string', format: 'password' };
  const table: [what: string, schema: JsonSchema, value: unknown, shown: string][] = [
    ['by format', password, 'hunter2', '[hidden: 7 characters]'],
    ['empty, which hides nothing', password, '', "''"],
    ['null, which hides nothing', password, null, 'null'],
    ['a number', { format: 'password' }, 1234, '[hidden: 4 characters]'],
    [
      'nested',
      { properties: { user: {}, pin: password } },
      { user: 'ana', pin: '1234' },
      '{"user":"ana","pin":"[hidden: 4 characters]"}',
    ],
    ['in a list', { items: password }, ['a', 'bc'], '["[hidden: 1 characters]","[hidden: 2 characters]"]'],
    ['in a tuple', { prefixItems: [{}, password] }, ['a', 'bc'], '["a","[hidden: 2 characters]"]'],
    ['in a map', { additionalProperties: password }, { a: 'b' }, '{"a":"[hidden: 1 characters]"}'],
    ['by a pattern of keys', { patternProperties: { '^s': password } }, { s: 'b' }, '{"s":"[hidden: 1 characters]"}'],
    ['by reference', { $ref: '#/$defs/P' }, 'hunter2', '[hidden: 7 characters]'],
    ['in allOf', { allOf: [{ type: 'string' }, password] }, 'hunter2', '[hidden: 7 characters]'],
    [
      'in one of several alternatives',
      { anyOf: [{ properties: { a: {} } }, { properties: { a: password } }] },
      { a: 'b' },
      '{"a":"[hidden: 1 characters]"}',
    ],
    [
      'in what refers to itself',
      { $ref: '#/$defs/Tree' },
      { kids: [{ pin: 'ab' }] },
      '{"kids":[{"pin":"[hidden: 2 characters]"}]}',
    ],
    [
      'by name',
      {},
      { newPassword: 'ab', api_key: 'abc', clientSecret: 'abcd', token: 'e' },
      '{"newPassword":"[hidden: 2 characters]","api_key":"[hidden: 3 characters]","clientSecret":"[hidden: 4 characters]","token":"e"}',
    ],
    [
      'a name that is no secret',
      {},
      { passwordResetRequired: true, password: false, keyboard: 'a' },
      '{"passwordResetRequired":true,"password":false,"keyboard":"a"}',
    ],
  ];
  it.each(table)('are hidden: %s', (_, schema, value, shown) => {
    const defs: Record<string, JsonSchema> = {
      P: password,
      Tree: {
        allOf: [{ anyOf: [{ $ref: '#/$defs/Tree' }] }],
        properties: { pin: password, kids: { items: { $ref: '#/$defs/Tree' } } },
      },
    };
    expect(actionSummary(testTool({ properties: { v: schema }, defs }), '/things', { v: value })).toBe(
      `${HEAD} with v=${shown}`,
    );
  });

  it('are hidden where the argument itself is called one', () => {
    expect(summary({ password: 'hunter2', user: 'ana' })).toBe(
      `${HEAD} with password=[hidden: 7 characters], user='ana'`,
    );
  });

  it('do not show up anywhere in a long value', () => {
    const shown = summary({ v: { pin: 'hunter2', rest: 'x'.repeat(600) } }, { v: { properties: { pin: password } } });
    expect(shown).not.toContain('hunter2');
    // A digest over the secret would let it be guessed.
    expect(shown).toBe(
      summary({ v: { pin: 'hunter3', rest: 'x'.repeat(600) } }, { v: { properties: { pin: password } } }),
    );
  });
});

describe('no value can pass for another', () => {
  const tricky = fc.string({
    unit: fc.constantFrom("'", '\\', ',', ' ', '=', 'a', 'b', '"', '\n', 'n', '…', '(', ')', '}', '\u2028', '\ud800'),
    maxLength: 12,
  });
  const value = fc.oneof(
    tricky,
    fc.integer({ min: -20, max: 20 }),
    fc.constantFrom<unknown>(null, true, 9007199254740993n),
    fc.array(tricky, { maxLength: 3 }),
    fc.dictionary(tricky, tricky, { maxKeys: 2, noNullPrototype: true }),
  );
  const args = fc.record({ a: value, b: value }, { requiredKeys: [] });
  const tool = testTool({ properties: { a: {}, b: {} } });
  const plain = (given: object) =>
    JSON.stringify(
      [['a', 'b'].map((k) => (Object.hasOwn(given, k) ? [(given as Record<string, unknown>)[k]] : []))],
      (_, v) => (typeof v === 'bigint' ? `${v}n` : v),
    );

  it('gives two sets of arguments two summaries, of one line each', () => {
    fc.assert(
      fc.property(args, args, (one, other) => {
        const [first, second] = [actionSummary(tool, '/things', one), actionSummary(tool, '/things', other)];
        expect(first).toMatch(/^[^\p{C}\p{Zl}\p{Zp}]*$/u);
        expect(first === second).toBe(plain(one) === plain(other));
      }),
      { numRuns: 3000 },
    );
  });

  it('can be read back', () => {
    fc.assert(
      fc.property(tricky, tricky, (a, b) => {
        const [, first = '', second = ''] =
          /^POST \/things \(t_things_create\) with a='((?:[^'\\]|\\.)*)', b='((?:[^'\\]|\\.)*)'$/.exec(
            actionSummary(tool, '/things', { a, b }),
          ) ?? [];
        const back = (text: string) =>
          text.replace(/\\(?:u([0-9a-f]{4})|(.))/g, (_, hex, c) =>
            hex ? String.fromCharCode(Number.parseInt(hex, 16)) : c === 'n' ? '\n' : c,
          );
        expect([back(first), back(second)]).toEqual([a, b]);
      }),
    );
  });
});
