import { describe, expect, it } from 'vitest';
import { plainTable, printedJson, shortTable } from '../../src/cli/table.ts';

describe('what commands print', () => {
  it('is aligned, one line for each row, the unseen escaped', () => {
    const rows = [
      ['a', 'two\nlines', 'end\u001b[31m'],
      ['long name', '\u202eevil', ''],
    ];
    expect(plainTable(rows)).toBe('a          two\\nlines  end\\u001b[31m\nlong name  \\u202eevil');
  });

  it('says how much is left out', () => {
    const rows = [['1'], ['2'], ['3']];
    expect(shortTable(rows, 2, 'see --json')).toBe('1\n2\n… and 1 more: see --json');
    expect(shortTable(rows, 3, 'see --json')).toBe('1\n2\n3');
  });

  it('is JSON as JSON.stringify indents it', () => {
    const value = {
      a: 1,
      b: [],
      c: {},
      d: [{ e: [1, { f: null }] }, 'x'],
      g: undefined,
      h: { i: [2] },
      j: [undefined],
    };
    expect([...printedJson(value)].join('')).toBe(`${JSON.stringify(value, null, 2)}\n`);
    expect([...printedJson({})].join('')).toBe('{}\n');
  });

  it('is JSON that means the same and hides nothing', () => {
    const value = { 'a\u202e': ['\u009b31m', '\u2028', '\ud83d\ude00', '\u{e0041}', 'é\n'], __proto: 'x' };
    const text = [...printedJson(value)].join('');
    expect(JSON.parse(text)).toEqual(value);
    expect(text).toBe(
      '{\n  "a\\u202e": [\n    "\\u009b31m",\n    "\\u2028",\n    "😀",\n    "\\udb40\\udc41",\n    "é\\n"\n  ],\n  "__proto": "x"\n}\n',
    );
  });
});
