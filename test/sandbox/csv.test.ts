import { expect, test } from 'vitest';
import { csv } from '../../src/sandbox/csv.ts';

test.each([
  ['plain', 'plain'],
  [null, ''],
  [12.5, '12.5'],
  [-3, '-3'],
  ['a,b', '"a,b"'],
  ['say "hi"', '"say ""hi"""'],
  ['two\nlines', '"two\nlines"'],
  ['=1+1', "'=1+1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['-cmd', "'-cmd"],
  ['+34555010001', '+34555010001'],
  ['+34555010001+1', "'+34555010001+1"],
])('%j is written %j', (value, want) => {
  expect(csv(['value'], [{ value }])).toBe(`value\r\n${want}\r\n`);
});
