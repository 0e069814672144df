import { expect, test } from 'vitest';
import { unicodePattern } from '../../../src/codegen/schema/pattern.ts';

test.each<[given: string, want: string | undefined]>([
  ['^[a-z]+$', '^[a-z]+$'],
  ['', ''],
  // Needless escapes, as editors and generators write them.
  ['^[\\w\\-\\.]+\\@[\\w\\-]+\\.\\w{2,7}$', '^[\\w\\-\\.]+@[\\w\\-]+\\.\\w{2,7}$'],
  ['^\\d{3}\\-\\d{4}$', '^\\d{3}-\\d{4}$'],
  ['\\"\\:\\#\\_', '":#_'],
  ['^a\\/b$', '^a\\/b$'],
  ['[\\-\\]]', '[\\-\\]]'],
  // A hyphen beside a class stands for itself.
  ['^[\\w-.]+$', '^[\\w\\-.]+$'],
  ['^[a-\\d]$', '^[a\\-\\d]$'],
  ['^[-\\w]$', '^[-\\w]$'],
  // Brackets that stand for themselves.
  ['^{a}$', '^\\{a\\}$'],
  ['a]', 'a\\]'],
  ['^a{2}$', '^a{2}$'],
  ['^\\{\\-{2}\\}$', '^\\{-{2}\\}$'],
  ['\\A\\w+\\z', '^\\w+$'],
  ['(?P<year>\\d+)', '(?<year>\\d+)'],
  // Delimiters of other languages.
  ['/^[a-z]+$/', '^[a-z]+$'],
  ['/^a$/i', undefined],
  // What would come to mean something else.
  ['[[:alpha:]]+', undefined],
  ['(?i)abc', undefined],
  ['(?>a+)b', undefined],
  ['a++', undefined],
  ['\\p{IsAlpha}', undefined],
  ['(', undefined],
  ['[', undefined],
  ['\\', undefined],
  ['*', undefined],
])('%s', (given, want) => {
  expect(unicodePattern(given)).toBe(want);
  if (want !== undefined) expect(() => new RegExp(want, 'u')).not.toThrow();
});

test('a repaired pattern matches what it matched without the u flag', () => {
  for (const pattern of ['^[\\w-.]+$', '^\\d\\-\\d$', '^{a}$', '^[a-\\d]$', '\\@', 'x{,2}']) {
    const repaired = new RegExp(unicodePattern(pattern) ?? '(?!)', 'u');
    for (const text of ['a', 'a-b.c', '1-2', '{a}', '-', 'b', '@', 'x{,2}', 'xx', '']) {
      expect(`${text}: ${repaired.test(text)}`).toBe(`${text}: ${new RegExp(pattern).test(text)}`);
    }
  }
});
