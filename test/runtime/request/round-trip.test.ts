/**
 * What a server that follows OpenAPI reads from the request is what was passed. The reading side is written here from the
 * style tables, and shares nothing with src: it splits the raw text at the style's separators first and decodes after.
 */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ParameterStyle } from '../../../src/catalogue/index.ts';
import { buildRequest } from '../../../src/runtime/request/build-request.ts';
import { tool } from './tool.ts';

/** `expect` without its return value, which fast-check would take for a verdict. */
const same = (got: unknown, want: unknown): void => {
  expect(got).toEqual(want);
};

const text = fc.string({ unit: 'grapheme' });
const word = text.filter((s) => s !== '');
const key = word.filter((s) => !/[[\]]/.test(s) && !/^\d+$/.test(s));
const list = fc.array(text, { minLength: 1, maxLength: 5 });
const object = fc.dictionary(key, text, { minKeys: 1, maxKeys: 5 });

const pairsOf = (query: string): [string, string][] =>
  query === ''
    ? []
    : query.split('&').map((pair) => {
        const at = pair.indexOf('=');
        return [decodeURIComponent(pair.slice(0, at)), decodeURIComponent(pair.slice(at + 1))];
      });
const rawOf = (query: string): string => query.slice(query.indexOf('=') + 1);
const objectOf = (entries: [string, string][]) => Object.fromEntries(entries);
const twos = (items: string[]): [string, string][] =>
  items.flatMap((item, i) => (i % 2 === 0 ? [[item, items[i + 1] ?? ''] as [string, string]] : []));

const query = (value: unknown, style: ParameterStyle, explode: boolean, allowReserved?: true) =>
  buildRequest(
    tool({ args: [{ wireName: 'p', in: 'query', style, explode, ...(allowReserved && { allowReserved }) }] }),
    { p: value },
  ).query;

describe('a query is read as it was passed', () => {
  test('primitives', () => {
    fc.assert(fc.property(text, (v) => same([...new URLSearchParams(query(v, 'form', true))], [['p', v]])));
    fc.assert(
      fc.property(
        fc.double({ noNaN: true, noDefaultInfinity: true }).filter((n) => !Object.is(n, -0)),
        (v) => same(Number(pairsOf(query(v, 'form', true))[0]?.[1]), v),
      ),
    );
    fc.assert(fc.property(fc.bigInt(), (v) => same(BigInt(pairsOf(query(v, 'form', true))[0]?.[1] ?? ''), v)));
  });

  test('allowReserved adds no pair and, but for triplets, changes no value', () => {
    fc.assert(
      fc.property(
        text.filter((s) => !/%[0-9a-f]{2}/i.test(s)),
        (v) => same([...new URLSearchParams(query(v, 'form', true, true))], [['p', v]]),
      ),
    );
    fc.assert(fc.property(text, (v) => same([...new URLSearchParams(query(v, 'form', true, true)).keys()], ['p'])));
  });

  test('lists', () => {
    fc.assert(
      fc.property(list, fc.constantFrom<ParameterStyle>('form', 'spaceDelimited', 'pipeDelimited'), (v, style) =>
        same(new URLSearchParams(query(v, style, true)).getAll('p'), v),
      ),
    );
    fc.assert(
      fc.property(list, fc.boolean(), (v, reserved) => {
        const given = reserved ? v.map((s) => s.replaceAll('%', '')) : v;
        expect(
          rawOf(query(given, 'form', false, reserved || undefined))
            .split(',')
            .map(decodeURIComponent),
        ).toEqual(given);
      }),
    );
    fc.assert(
      fc.property(list, (v) => {
        const spaced = v.map((s) => s.replaceAll(' ', '_'));
        expect(pairsOf(query(spaced, 'spaceDelimited', false))[0]?.[1].split(' ')).toEqual(spaced);
        const piped = v.map((s) => s.replaceAll('|', '_'));
        expect(pairsOf(query(piped, 'pipeDelimited', false))[0]?.[1].split('|')).toEqual(piped);
      }),
    );
  });

  test('objects', () => {
    fc.assert(fc.property(object, (v) => same(objectOf([...new URLSearchParams(query(v, 'form', true))]), { ...v })));
    fc.assert(
      fc.property(object, (v) =>
        same(
          objectOf(
            twos(
              rawOf(query(v, 'form', false))
                .split(',')
                .map(decodeURIComponent),
            ),
          ),
          { ...v },
        ),
      ),
    );
  });

  test('nested deepObject', () => {
    const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
      tree: fc.dictionary(
        key,
        fc.oneof(
          { maxDepth: 3 },
          text,
          list,
          tie('tree'),
          fc.array(fc.dictionary(key, text, { minKeys: 1 }), { minLength: 1, maxLength: 3 }),
        ),
        {
          minKeys: 1,
          maxKeys: 3,
        },
      ),
    }));
    fc.assert(
      fc.property(tree, (v) => {
        expect(brackets(pairsOf(query(v, 'deepObject', true)))).toEqual(plain({ p: v }));
      }),
    );
  });
});

/** `a[b][]=1&a[c][0][d]=2` as Rack, PHP and qs read it. */
function brackets(pairs: [string, string][]): unknown {
  const root = new Map<string, unknown>();
  for (const [name, value] of pairs) {
    const keys = [
      name.slice(0, name.indexOf('[') < 0 ? undefined : name.indexOf('[')),
      ...[...name.matchAll(/\[([^\]]*)\]/g)].map((m) => m[1] ?? ''),
    ];
    let here: Map<string, unknown> = root;
    keys.forEach((k, i) => {
      const at = k === '' ? String(here.size) : k;
      if (i === keys.length - 1) here.set(at, value);
      else {
        if (!here.has(at)) here.set(at, new Map());
        here = here.get(at) as Map<string, unknown>;
      }
    });
  }
  const settle = (node: unknown): unknown => {
    if (!(node instanceof Map)) return node;
    const keys = [...node.keys()];
    return keys.every((k, i) => k === String(i))
      ? [...node.values()].map(settle)
      : plain(Object.fromEntries([...node].map(([k, n]) => [k, settle(n)])));
  };
  return settle(root);
}

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

describe('a path is read as it was passed, and keeps its shape', () => {
  const path = (value: unknown, style: ParameterStyle, explode: boolean) =>
    buildRequest(tool({ path: '/a/{p}/b', args: [{ wireName: 'p', in: 'path', style, explode }] }), { p: value }).path;
  const safe = word.filter((s) => !s.includes('/') && !s.split('\\').some((part) => part === '.' || part === '..'));

  test('primitives, through a URL parser', () => {
    fc.assert(
      fc.property(safe, (v) => {
        const { pathname } = new URL(`http://h${path(v, 'simple', false)}`);
        expect(pathname.split('/').map(decodeURIComponent)).toEqual(['', 'a', v, 'b']);
        expect(decodeURIComponent(path(v, 'label', false).split('/')[2] ?? '')).toBe(`.${v}`);
        expect(decodeURIComponent(path(v, 'matrix', false).split('/')[2] ?? '')).toBe(`;p=${v}`);
      }),
    );
  });

  test('lists and objects', () => {
    const items = fc.array(
      safe.filter((s) => !s.includes('.')),
      { minLength: 1, maxLength: 5 },
    );
    const middle = (p: string) => p.slice('/a/'.length, -'/b'.length);
    fc.assert(
      fc.property(items, (v) => {
        expect(
          middle(path(v, 'simple', false))
            .split(',')
            .map(decodeURIComponent),
        ).toEqual(v);
        expect(
          middle(path(v, 'label', true))
            .split('.')
            .slice(1)
            .map(decodeURIComponent),
        ).toEqual(v);
        expect(
          middle(path(v, 'matrix', true))
            .split(';')
            .slice(1)
            .map((s) => decodeURIComponent(s.replace(/^p=/, ''))),
        ).toEqual(v);
      }),
    );
    fc.assert(
      fc.property(
        fc.dictionary(
          key.filter((k) => !k.includes('/')),
          safe,
          { minKeys: 1 },
        ),
        (v) => {
          const read = middle(path(v, 'simple', true))
            .split(',')
            .map((kv) => kv.split('=').map(decodeURIComponent) as [string, string]);
          expect(Object.fromEntries(read)).toEqual({ ...v });
        },
      ),
    );
  });

  test('whatever is passed, it is refused or stays in its segment', () => {
    const hostile = fc.oneof(
      text,
      fc
        .array(fc.constantFrom('.', '..', '/', '\\', '%2e', '%2F', '?', '#', ';', ' ', 'a', '\t', '\n', '@', ':'))
        .map((a) => a.join('')),
    );
    const styles = fc.constantFrom<ParameterStyle>('simple', 'label', 'matrix');
    fc.assert(
      fc.property(hostile, styles, (v, style) => {
        let built: string;
        try {
          built = path(v, style, false);
        } catch {
          return;
        }
        const url = new URL(`http://h/base${built}`);
        expect(url.pathname).toBe(`/base${built}`);
        expect([url.search, url.hash, url.host]).toEqual(['', '', 'h']);
        expect(url.pathname.split('/').length).toBe(5);
      }),
      { numRuns: 500 },
    );
  });
});

describe('headers and cookies are read as they were passed', () => {
  test('lists in headers', () => {
    const one = (value: unknown) =>
      new Map(buildRequest(tool({ args: [{ wireName: 'h', in: 'header' }] }), { h: value }).headers).get('h') ?? '';
    const item = word.filter((s) => !/[\x00-\x1f\x7f]/.test(s));
    fc.assert(
      fc.property(fc.array(item, { minLength: 1 }), (v) => {
        const raw = one(v);
        expect(raw).toMatch(/^[\x20-\x7e]*$/);
        // Encoded where it has to be, raw where it need not be: a value with nothing to encode is sent as it is.
        const encoded = v.some((s) => /[^\x20-\x7e]|,|^ | $/.test(s));
        expect(raw.split(',').map((s) => (encoded ? decodeURIComponent(s) : s))).toEqual(v);
      }),
    );
  });

  test('cookies', () => {
    fc.assert(
      fc.property(fc.dictionary(word, text, { minKeys: 1 }), (v) => {
        const args = Object.keys(v).map((wireName, i) => ({ name: `a${i}`, wireName, in: 'cookie' as const }));
        const planned = buildRequest(
          tool({ args }),
          Object.fromEntries(Object.values(v).map((value, i) => [`a${i}`, value])),
        );
        const read = (new Map(planned.headers).get('cookie') ?? '')
          .split('; ')
          .map((c) => c.split('=').map(decodeURIComponent) as [string, string]);
        expect(Object.fromEntries(read)).toEqual({ ...v });
      }),
    );
  });
});

describe('bodies are read as they were passed', () => {
  test('JSON', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (v) => {
        const planned = buildRequest(tool({ args: [{ wireName: 'body', in: 'whole-body' }], body: {} }), { body: v });
        expect(planned.body?.kind === 'json' && JSON.parse(planned.body.text)).toEqual(JSON.parse(JSON.stringify(v)));
      }),
    );
  });

  test('urlencoded', () => {
    fc.assert(
      fc.property(fc.dictionary(key, fc.oneof(text, list), { minKeys: 1 }), (v) => {
        const args = Object.keys(v).map((wireName, i) => ({ name: `a${i}`, wireName, in: 'body' as const }));
        const t = tool({ args, body: { kind: 'form', mediaType: 'application/x-www-form-urlencoded' } });
        const planned = buildRequest(t, Object.fromEntries(Object.values(v).map((value, i) => [`a${i}`, value])));
        const read = new URLSearchParams(planned.body?.kind === 'form' ? planned.body.text : '');
        for (const [k, value] of Object.entries(v)) expect(read.getAll(k)).toEqual([value].flat());
      }),
    );
  });
});
