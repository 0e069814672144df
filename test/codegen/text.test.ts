import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cleanText, cutText } from '../../src/codegen/text.ts';

test.each([
  ['plain', 'plain'],
  ['two\nlines\tand a tab', 'two\nlines\tand a tab'],
  ['a\r\nb\rc\u2028d\u2029e', 'a\nb\nc\nd\ne'],
  ['a\u0000\u0007\u001b[31mb\u007f\u009f', 'a[31mb'],
  ['pay \u202egnp.exe\u202c \u2066x\u2069\u200e\u061c', 'pay gnp.exe x'],
  ['zero\u200bwidth\ufeff\u2060', 'zerowidth'],
  ['hidden\u{e0048}\u{e0049}', 'hidden'],
  ['می\u200cخواهم 👩\u200d💻', 'می\u200cخواهم 👩\u200d💻'],
  ['half \ud83d and \ude00', 'half \ufffd and \ufffd'],
  ['whole 😀', 'whole 😀'],
])('%j', (given, want) => {
  expect(cleanText(given)).toBe(want);
});

test('whatever comes in, clean text is well formed, and cleaning it again changes nothing', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary' }),
      fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map((n) => String.fromCharCode(n)) }),
      (a, b) => {
        for (const text of [a, b]) {
          const clean = cleanText(text);
          expect(() => encodeURIComponent(clean)).not.toThrow();
          expect(clean).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/);
          expect(cleanText(clean)).toBe(clean);
        }
      },
    ),
  );
});

test('a cut never leaves half a character', () => {
  expect(cutText('abc', 3)).toBe('abc');
  expect(cutText('abcd', 3)).toBe('ab…');
  expect(cutText('a😀b', 3)).toBe('a…');
  expect(cutText('a  bcd', 4)).toBe('a…');
});
