import { describe, expect, it } from 'vitest';
import { checkArguments } from '../../../src/runtime/validate/arguments.ts';
import { testTool } from './tool.ts';

const check = (items: unknown[], uniqueItems = true) =>
  checkArguments(testTool({ properties: { items: { type: 'array', uniqueItems } } }), { items });

describe('a list without repetition', () => {
  it.each([
    ['the same text', ['a', 'b', 'a']],
    [
      'the same object, its keys in another order',
      [
        { a: 1, b: [2] },
        { b: [2], a: 1 },
      ],
    ],
    ['null', [null, null]],
  ])('%s is refused', (_, items) => {
    expect(check(items)).toEqual({
      ok: false,
      problems: [{ argument: 'items', message: `must not have the same item twice (items 0 and ${items.length - 1})` }],
    });
    expect(check(items, false).ok).toBe(true);
  });

  it('tells 1 from "1", and lists in another order', () => {
    expect(check([1, '1', true, 'true', [1, 2], [2, 1], {}, [], null]).ok).toBe(true);
  });

  it('is checked in one pass', () => {
    const items = Array.from({ length: 100_000 }, (_, i) => ({ i }));
    expect(check(items).ok).toBe(true);
    expect(check([...items, { i: 99_999 }]).ok).toBe(false);
  });
});
