import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { oneLine } from '../../src/runtime/one-line.ts';

describe('oneLine', () => {
  const table: [given: string, want: string][] = [
    ['Lead de ejemplo', 'Lead de ejemplo'],
    ['María ñ 日本語 😀 – “x”', 'María ñ 日本語 😀 – “x”'],
    ['a\nb\r\nc\td', 'a\\nb\\r\\nc\\td'],
    ['\u0000\u001b[31m\u007f\u009b', '\\u0000\\u001b[31m\\u007f\\u009b'],
    ['a\u200bb\u200cc\u200dd\ufeffe\u2060f\u00adg', 'a\\u200bb\\u200cc\\u200dd\\ufeffe\\u2060f\\u00adg'],
    ['\u202eabc\u202c\u2066x\u2069\u061c', '\\u202eabc\\u202c\\u2066x\\u2069\\u061c'],
    ['a\u2028b\u2029c\u0085d', 'a\\u2028b\\u2029c\\u0085d'],
    ['a\u00a0b\u1680c\u2003d\u202fe\u205ff\u3000g\u2800h', 'a\\u00a0b\\u1680c\\u2003d\\u202fe\\u205ff\\u3000g\\u2800h'],
    ['a\ufe0fb\ufe00\u{e0100}\u180b\u180f', 'a\\ufe0fb\\ufe00\\u{e0100}\\u180b\\u180f'],
    ['\u{e0041}\u{e0001}', '\\u{e0041}\\u{e0001}'],
    ['\ud800x\udfff', '\\ud800x\\udfff'],
    ['\u115f\u1160\u3164\uffa0\u034f\u17b4\u17b5', '\\u115f\\u1160\\u3164\\uffa0\\u034f\\u17b4\\u17b5'],
    ['\ue000\u{f0000}\uffff\u{1fffe}', '\\ue000\\u{f0000}\\uffff\\u{1fffe}'],
  ];
  it.each(table)('%j shows as %j', (given, want) => expect(oneLine(given)).toBe(want));

  it('cuts at a length, never within a character', () => {
    expect(oneLine('abcdef', 3)).toBe('abc…');
    expect(oneLine('abc', 3)).toBe('abc');
    expect(oneLine('ab😀', 3)).toBe('ab…');
  });

  it('leaves no character that is no line’s, no space but the plain one, and nothing invisible', () => {
    const seen = /^(?:(?![\ufe00-\ufe0f])[^\p{C}\p{Zl}\p{Zp}\u00a0\u1680\u2000-\u200a\u202f\u205f\u2800\u3000])*$/u;
    for (let unit = 0; unit <= 0xffff; unit++) {
      if (!seen.test(oneLine(String.fromCharCode(unit)))) expect.fail(`U+${unit.toString(16)} is left`);
    }
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => seen.test(oneLine(text))));
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 0xffff })), (units) =>
        seen.test(oneLine(String.fromCharCode(...units))),
      ),
    );
  });
});
