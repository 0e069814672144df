import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Tool } from '../../../src/catalogue/index.ts';
import type { Plan } from '../../../src/runtime/gate/decision.ts';
import { canonicalJson, fingerprint, sightOf, subjectOf } from '../../../src/runtime/gate/fingerprint.ts';
import { buildRequest } from '../../../src/runtime/request/build-request.ts';
import { testTool } from '../validate/tool.ts';

const SCOPE = { api: 'https://api.example/', account: 'a1' };
const tool: Tool = {
  ...testTool({
    properties: { id: {}, q: {}, 'X-Mode': {}, title: {}, tags: {}, rest: {} },
    places: { id: 'path', q: 'query', 'X-Mode': 'header' },
  }),
  path: '/things/{id}',
  body: { mediaType: 'application/json', kind: 'json' as const, required: true },
  unordered: ['tags'],
};
const ARGS = {
  id: 'a b',
  q: 'x y',
  'X-Mode': 'm',
  title: 'Ana',
  tags: ['b', 'a', 'b'],
  rest: { k: [1, { z: 1, y: null }] },
};
const print = (args: Record<string, unknown>, scope = SCOPE, t: Tool = tool) => fingerprint(scope, subjectOf(t, args));

/** The same keys in another order, at every depth. */
function shuffled(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shuffled);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, member]) => [key, shuffled(member)]),
  );
}

describe('the fingerprint', () => {
  test('is the SHA-256 of the canonical JSON of [scope, subject]', () => {
    expect(subjectOf(tool, ARGS)).toEqual({
      tool: 't_things_create',
      method: 'POST',
      path: '/things/a%20b',
      query: 'q=x%20y',
      headers: [
        ['accept', '*/*'],
        ['content-type', 'application/json'],
        ['x-mode', 'm'],
      ],
      body: { json: { title: 'Ana', tags: ['a', 'b', 'b'], rest: { k: [1, { z: 1, y: null }] } } },
    });
    expect(print(ARGS)).toMatch(/^[0-9a-f]{64}$/);
  });

  test('does not mind the order of keys, nor of an array that is unordered', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.array(fc.string()), fc.nat(), (rest, tags, turn) => {
        const args = { ...ARGS, rest, tags };
        const at = tags.length === 0 ? 0 : turn % tags.length;
        const turned = [...tags.slice(at), ...tags.slice(0, at)].reverse();
        expect(print(shuffled({ ...args, tags: turned }) as typeof args)).toBe(print(args));
      }),
    );
  });

  test('does not mind the order of keys in forms and queries either', () => {
    const form = {
      ...tool,
      body: { mediaType: 'application/x-www-form-urlencoded', kind: 'form' as const, required: true },
    };
    const deep = {
      ...form,
      arguments: form.arguments.map((a) => (a.name === 'q' ? { ...a, style: 'deepObject' as const } : a)),
    };
    const args = { id: '1', q: { b: '1', a: '2' }, title: 'x', rest: { z: 1, y: 2 } };
    expect(print(shuffled(args) as typeof args, SCOPE, deep)).toBe(print(args, SCOPE, deep));
    expect(print({ ...args, q: { b: '2', a: '1' } }, SCOPE, deep)).not.toBe(print(args, SCOPE, deep));
  });

  test('minds any other difference: one character of one value, one member more, another type', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.dictionary(fc.string(), fc.jsonValue()), (a, b) => {
        const same = canonicalJson(a) === canonicalJson(b);
        expect(print({ ...ARGS, rest: a }) === print({ ...ARGS, rest: b })).toBe(same);
      }),
    );
    fc.assert(
      fc.property(fc.string(), fc.string(), (a, b) => {
        expect(print({ ...ARGS, title: a }) === print({ ...ARGS, title: b })).toBe(a === b);
        // The order of this array means something.
        expect(print({ ...ARGS, rest: [a, b] }) === print({ ...ARGS, rest: [b, a] })).toBe(a === b);
      }),
    );
  });

  const OTHERS: [what: string, args: Record<string, unknown>][] = [
    ['path', { ...ARGS, id: 'a c' }],
    ['query', { ...ARGS, q: 'x  y' }],
    ['header', { ...ARGS, 'X-Mode': 'M' }],
    ['text', { ...ARGS, title: 'ana' }],
    ['a zero-width space', { ...ARGS, title: 'Ana\u200b' }],
    ['a look-alike letter', { ...ARGS, title: '\u0410na' }],
    ['another normal form', { ...ARGS, title: 'A\u0301na' }],
    ['text for a number', { ...ARGS, rest: { k: ['1', { z: 1, y: null }] } }],
    ['null for nothing', { ...ARGS, rest: { k: [1, { z: 1 }] } }],
    ['one tag less', { ...ARGS, tags: ['a', 'b'] }],
    ['a member called __proto__', { ...ARGS, rest: JSON.parse('{"k":[1,{"z":1,"y":null}],"__proto__":1}') }],
    ['an argument less', (({ q: _, ...rest }) => rest)(ARGS)],
  ];
  test.each(OTHERS)('tells apart: %s', (_, args) => expect(print(args)).not.toBe(print(ARGS)));

  test('is of one API, one account, one tool', () => {
    const all = [
      print(ARGS),
      print(ARGS, { ...SCOPE, api: 'https://api.example/v2/' }),
      print(ARGS, { ...SCOPE, account: 'a2' }),
      print(ARGS, SCOPE, { ...tool, name: 't_things_update' }),
      print(ARGS, SCOPE, { ...tool, method: 'PUT' }),
    ];
    expect(new Set(all).size).toBe(5);
  });

  test('digits beyond 2^53 are told apart', () => {
    expect(print({ ...ARGS, rest: 9007199254740993n })).not.toBe(print({ ...ARGS, rest: 9007199254740992n }));
  });
});

describe('what is seen', () => {
  const plan = (state: Plan['state'], note?: string): Plan => ({
    tool,
    args: ARGS,
    request: buildRequest(tool, ARGS),
    state,
    ...(note !== undefined && { note }),
  });
  const whole = (state: Plan['state'], note?: string) => sightOf(plan(state, note), SCOPE).whole;
  const read = (value: unknown, etag?: string): Plan['state'] => ({ kind: 'read', value, ...(etag && { etag }) });

  test('differs by the state, its entity tag and the note, the subject by none of them', () => {
    const states = [
      whole({ kind: 'none' }),
      whole({ kind: 'unreadable' }),
      whole(read(null)),
      whole(read({ a: 1 })),
      whole(read({ a: 2 })),
      whole(read({ a: 1 }, '"1"')),
      whole(read({ a: 1 }, '"2"')),
      whole(read({ a: 1 }), 'note'),
    ];
    expect(new Set(states).size).toBe(states.length);
    expect(new Set([read({ a: 1 }), read({ a: 2 })].map((s) => sightOf(plan(s), SCOPE).subject)).size).toBe(1);
  });

  test('does not differ by the order of keys, nor by what wraps the thing', () => {
    expect(whole(read({ a: 1, b: 2 }))).toBe(whole(read({ b: 2, a: 1 })));
    const wrapped = (requestId: string) => whole(read({ data: { a: 1 }, meta: { requestId } }));
    expect(wrapped('1')).toBe(wrapped('2'));
  });
});
