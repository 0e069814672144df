import fc from 'fast-check';
import { expect, test } from 'vitest';
import { jsonErrorOffset } from '../../../src/codegen/load/json-error.ts';

test.each([
  ['{}', undefined],
  [' [1, "a", {"b": [true, null, -1.5e+3]}] \n', undefined],
  ['{"a": }', 6],
  ['{"a": 1,}', 8],
  ['[1,]', 3],
  ['[1 2]', 3],
  ['{"a" 1}', 5],
  ['{a: 1}', 1],
  ['[1}', 2],
  ['{"a": 01}', 7],
  ['["a\nb"]', 1],
  ['{"a": [1', 8],
  ['{} {}', 3],
  ['', 0],
])('%s', (text, want) => {
  expect(jsonErrorOffset(text)).toBe(want);
});

test('it is JSON exactly where JSON.parse takes it', () => {
  const mutated = fc.tuple(
    fc.json(),
    fc.nat(),
    fc.constantFrom('', '"', ',', ':', '{', '}', '[', ']', '\\', '1', ' ', '\u0001'),
  );
  fc.assert(
    fc.property(mutated, ([json, at, by]) => {
      const i = at % (json.length + 1);
      for (const text of [json, json.slice(0, i) + by + json.slice(i), json.slice(0, i) + by + json.slice(i + 1)]) {
        let valid = true;
        try {
          JSON.parse(text);
        } catch {
          valid = false;
        }
        expect(jsonErrorOffset(text) === undefined).toBe(valid);
      }
    }),
    { numRuns: 2000 },
  );
});
