import { describe, expect, test } from 'vitest';
import { maskProblem, select } from '../../../src/runtime/fields/mask.ts';
import { selectText } from '../../../src/runtime/fields/select-text.ts';

const answer = {
  data: [
    { id: 1, customerName: 'Ana', tags: [{ name: 'vip', color: 'red' }], owner: null },
    { id: 2, customerName: 'Luis', tags: [], owner: { id: 9, name: 'Carlos' } },
  ],
  nextCursor: 'abc',
  total: 2,
};

test.each<[mask: string, want: unknown, absent?: string[]]>([
  ['nextCursor', { nextCursor: 'abc' }],
  [
    'data(id,customerName),nextCursor',
    {
      data: [
        { id: 1, customerName: 'Ana' },
        { id: 2, customerName: 'Luis' },
      ],
      nextCursor: 'abc',
    },
  ],
  ['data/id', { data: [{ id: 1 }, { id: 2 }] }],
  ['data(tags/name)', { data: [{ tags: [{ name: 'vip' }] }, { tags: [] }] }],
  [
    'data(id,owner(name)),total',
    {
      data: [
        { id: 1, owner: null },
        { id: 2, owner: { name: 'Carlos' } },
      ],
      total: 2,
    },
  ],
  ['data/*', { data: answer.data }],
  ['*/id', { data: [{ id: 1 }, { id: 2 }] }],
  ['data(id,fax)', { data: [{ id: 1 }, { id: 2 }] }, ['data/fax']],
  ['name', {}, ['name']],
  // Neither what is inherited, nor what a text or a number has.
  ['constructor,__proto__,toString/name', {}, ['constructor', 'toString']],
  ['nextCursor/length,total/toFixed', {}],
])('%s', (mask, want, absent = []) => {
  expect(maskProblem(mask)).toBeUndefined();
  expect(select(answer, mask)).toEqual({ value: want, absent });
});

test('of a list, each item', () => {
  expect(select([{ a: 1, b: 2 }, null, 'text', { b: 3 }], 'a').value).toEqual([{ a: 1 }, null, {}]);
});

test.each(['a(b', 'a)b', '(a)', 'a,,b', ',a', 'a,', 'a/', '/a', 'a()', 'a(b)c', 'a(b))', 'a\\', '', 'x'.repeat(1001)])(
  'is refused: %s',
  (mask) => {
    expect(maskProblem(mask)).toMatch(/Write it like data\(id,customerName\),nextCursor$/);
  },
);

describe('numbers stay as they are written', () => {
  test.each([
    ['{"id":12345678901234567890,"x":1}', '{"id":12345678901234567890}'],
    ['{"id":0.1000000000000000055511151231257827,"x":1}', '{"id":0.1000000000000000055511151231257827}'],
    ['{"id":7,"x":12345678901234567890}', '{"id":7}'],
  ])('%s', (json, want) => {
    expect(selectText(json, 'id')).toEqual({ text: want, absent: [] });
  });

  test('a number of many digits has no members', () => {
    expect(selectText('{"id":12345678901234567890}', 'id/value')?.text).toBe('{}');
  });

  test('what is no JSON is not cut', () => {
    expect(selectText('{"id":', 'id')).toBeUndefined();
  });
});
