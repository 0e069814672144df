import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ArgumentLocation } from '../../src/catalogue/index.ts';
import { type NamedInput, nameArguments } from '../../src/codegen/arguments.ts';

const RESERVED = new Set(['confirm', 'confirmation']);
/** `path id` → an input. */
const inputs = (list: string[]): NamedInput[] =>
  list.map((text) => ({ in: text.split(' ', 1)[0] as ArgumentLocation, wireName: text.slice(text.indexOf(' ') + 1) }));

describe('argument names', () => {
  const long = 'x'.repeat(200);
  const table: [what: string, given: string[], want: string[]][] = [
    [
      'legal names as they are',
      ['path id', 'query page_size', 'header X-Request-Id', 'body customer.name'],
      ['id', 'page_size', 'X-Request-Id', 'customer.name'],
    ],
    [
      'a clash: the path keeps its name',
      ['body id', 'query id', 'header id', 'cookie id', 'path id'],
      ['id_body', 'id_query', 'id_header', 'id_cookie', 'id'],
    ],
    ['a clash without a path: the query keeps it', ['body id', 'query id'], ['id_body', 'id']],
    ['a whole body beside a parameter of that name', ['query body', 'whole-body body'], ['body', 'body_body']],
    ['reserved', ['body confirm', 'body confirmation'], ['confirm_body', 'confirmation_body']],
    ['reserved, in the path', ['path confirm', 'query confirmation'], ['confirm_path', 'confirmation_query']],
    ['reserved, and its suffixed name in use', ['body confirm', 'body confirm_body'], ['confirm_2', 'confirm_body']],
    [
      'reserved, everywhere',
      ['path confirm', 'query confirm', 'body confirm'],
      ['confirm_path', 'confirm_query', 'confirm_body'],
    ],
    ['comparisons', ['query When', 'query When<', 'query When>'], ['When', 'When_lt', 'When_gt']],
    ['brackets', ['query filter[kind]', 'query filter[created_at][gte]'], ['filter_kind', 'filter_created_at_gte']],
    [
      'brackets, and the same name without',
      ['query filter[kind]', 'query filter_kind'],
      ['filter_kind_query', 'filter_kind'],
    ],
    ['two that become one', ['query a b', 'query a/b'], ['a_b', 'a_b_query']],
    ['three that become one', ['query a b', 'query a/b', 'query a:b'], ['a_b', 'a_b_query', 'a_b_2']],
    [
      'signs at the start',
      ['query $filter', 'query @type', 'query #', 'query -x', 'query .y'],
      ['filter', 'at_type', 'num', '-x', '.y'],
    ],
    ['accents', ['body teléfono', 'body Straße'], ['telefono', 'Stra_e']],
    ['nothing legal', ['body 名前', 'body 住所', 'body  ', 'body _'], ['argument_2', 'argument_body', 'argument', '_']],
    ['200 characters', [`query ${long}`], ['x'.repeat(64)]],
    [
      '200 characters, twice',
      [`query ${long}a`, `query ${long}b`, `body ${long}a`],
      ['x'.repeat(64), `${'x'.repeat(58)}_query`, `${'x'.repeat(59)}_body`],
    ],
    [
      'what objects inherit',
      ['body __proto__', 'body constructor', 'body toString'],
      ['proto', 'constructor', 'toString'],
    ],
    ['__proto__ and proto', ['body __proto__', 'body proto'], ['proto_body', 'proto']],
    ['names that differ by case', ['body id', 'body ID'], ['id', 'ID']],
    ['none', [], []],
  ];
  it.each(table)('%s', (_, given, want) => expect(nameArguments(inputs(given), RESERVED)).toEqual(want));

  it('keeps confirm on a read', () => expect(nameArguments(inputs(['query confirm']), new Set())).toEqual(['confirm']));
});

describe('properties', () => {
  const wireName = fc.oneof(
    fc.string({
      unit: fc.constantFrom('a', 'b', '_', '.', '[', ']', '<', '$', 'é', '名', '\u202e'),
      minLength: 1,
      maxLength: 4,
    }),
    fc.constantFrom(
      'confirm',
      'confirmation',
      'confirm_body',
      'confirm_2',
      '__proto__',
      'constructor',
      'x'.repeat(64),
      'x'.repeat(65),
      `${'x'.repeat(64)}_body`,
    ),
    fc.string({ unit: 'binary', minLength: 1 }),
  );
  const input = fc.record({
    in: fc.constantFrom<ArgumentLocation>('path', 'query', 'header', 'cookie', 'body'),
    wireName,
  });
  const all = fc.uniqueArray(input, { selector: (i) => `${i.in} ${i.wireName}`, maxLength: 12 });

  it('are legal, unique and never reserved', () => {
    fc.assert(
      fc.property(all, (list) => {
        const names = nameArguments(list, RESERVED);
        for (const name of names) expect(name).toMatch(/^(?!confirm(ation)?$|__proto__$)[a-zA-Z0-9_.-]{1,64}$/);
        expect(new Set(names).size).toBe(list.length);
      }),
      { numRuns: 1000 },
    );
  });

  it('do not depend on the order', () => {
    fc.assert(
      fc.property(all, (list) => {
        expect(nameArguments([...list].reverse(), RESERVED).reverse()).toEqual(nameArguments(list, RESERVED));
      }),
      { numRuns: 1000 },
    );
  });

  it('keep a legal name that only one input has, and a path parameter’s', () => {
    fc.assert(
      fc.property(all, (list) => {
        const names = nameArguments(list, RESERVED);
        list.forEach((i, at) => {
          const legal =
            /^[a-zA-Z0-9_.-]{1,64}$/.test(i.wireName) && !RESERVED.has(i.wireName) && i.wireName !== '__proto__';
          const alone = list.filter((other) => other.wireName === i.wireName).length === 1;
          if (legal && (alone || i.in === 'path')) expect(names[at]).toBe(i.wireName);
        });
      }),
      { numRuns: 1000 },
    );
  });
});
