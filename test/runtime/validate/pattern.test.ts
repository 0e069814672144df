import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { checkArguments } from '../../../src/runtime/validate/arguments.ts';
import { boundedRegExp, patternTimeRanOut, resetPatternTime } from '../../../src/runtime/validate/pattern.ts';
import { testTool } from './tool.ts';

beforeEach(resetPatternTime);

describe('a pattern that never ends', () => {
  const hostile: [source: string, value: string][] = [
    ['^(a+)+$', `${'a'.repeat(50)}!`],
    ['^(a|a|a|a|a|a|a|a|a)*$', 'aaaaaaaaaaa!'],
    ['^((((((a*)*)*)*)*)*)*$', `${'a'.repeat(30)}!`],
    ['^(?:a|aa)+$', `${'a'.repeat(80)}!`],
    ['^(a{1,30}){1,30}$', `${'a'.repeat(60)}!`],
    ['a*a*a*a*a*a*a*a*a*!', 'a'.repeat(2000)],
    ['^([^)]|[^(])*x$', `${'a'.repeat(60)}!`],
    ['(\\w|\\d)+\\1x$', `${'1'.repeat(60)}!`],
  ];
  it.each(hostile)('%s is stopped, and the next one runs', (source, value) => {
    expect(boundedRegExp(source, 'u').test(value)).toBe(false);
    expect(patternTimeRanOut()).toBe(true);
    // The limit is for the whole call: what comes after it in the same call is refused unchecked.
    expect(boundedRegExp('^(a|b)+$', 'u').test('ab'.repeat(20))).toBe(false);
    resetPatternTime();
    expect(boundedRegExp('^(a|b)+$', 'u').test('ab'.repeat(20))).toBe(true);
    expect(patternTimeRanOut()).toBe(false);
  });
});

describe('two patterns of one schema', () => {
  const tool = testTool({
    properties: {
      leadId: { type: 'string', pattern: '^lead_' },
      userId: { type: ['string', 'null'], pattern: '^user_' },
    },
  });
  it('are each held against their own value', () => {
    expect(checkArguments(tool, { leadId: 'lead_01', userId: 'user_02' }).ok).toBe(true);
    expect(checkArguments(tool, { leadId: 'lead_01', userId: 'lead_01' }).ok).toBe(false);
  });
});

describe('an honest pattern', () => {
  it('takes thousands of values in one call', () => {
    const patterns = [
      '^[0-9a-f]{8}-[0-9a-f]{4}$',
      '^\\+?[1-9]\\d{1,14}$',
      '^[^@\\s]+@[^@\\s]+$',
      '^(?=.*\\d)[\\w)(*+]{2,40}$',
      '^\\p{L}[\\p{L} ]*$',
    ];
    const values = ['0123abcd-09af', '+34600111222', 'ana@example.com', 'abc1)', 'María José'];
    patterns.forEach((source, i) => {
      const pattern = boundedRegExp(source, 'u');
      const results = Array.from({ length: 5000 }, () => pattern.test(values[i] ?? ''));
      expect([source, new Set(results)]).toEqual([source, new Set([true])]);
    });
    expect(patternTimeRanOut()).toBe(false);
  });

  it('answers as RegExp does', () => {
    const source = fc.constantFrom(
      '^a+$',
      '(a|b)+c',
      '^(ab?)*$',
      '[ab]{2,3}',
      'a(?!b)',
      '^(?:a|b)$',
      '\\bb',
      '(a)\\1',
      '^[\\]a)]+$',
    );
    fc.assert(
      fc.property(
        source,
        fc.string({ unit: fc.constantFrom('a', 'b', 'c', ')', ']'), maxLength: 15 }),
        (pattern, value) => {
          expect(boundedRegExp(pattern, 'u').test(value)).toBe(new RegExp(pattern, 'u').test(value));
          resetPatternTime();
        },
      ),
    );
  });

  it('is refused where it is no pattern', () => expect(() => boundedRegExp('(', 'u')).toThrow(SyntaxError));
});
