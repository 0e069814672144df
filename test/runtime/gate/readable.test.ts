import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { digest } from '../../../src/runtime/gate/fingerprint.ts';
import { gloss } from '../../../src/runtime/gate/gloss.ts';
import { inert, label, readable } from '../../../src/runtime/gate/readable.ts';
import { WORDS } from '../../../src/runtime/words.ts';

const say = (value: unknown) => readable(value, WORDS.en);
const sha = (text: string) => digest(text).slice(0, 16);

describe('a value for a person', () => {
  const TABLE: [what: string, value: unknown, shown: string][] = [
    ['plain words', 'Ana López', 'Ana López'],
    ['an apostrophe within a word', "O'Hara d’Este", "O'Hara d’Este"],
    ['an address', 'ana.lopez@example.com', 'ana.lopez@example.com'],
    ['a telephone', '+34 600 12-34', '+34 600 12-34'],
    ['another script', 'Анна 山田', 'Анна 山田'],
    ['empty text', '', "''"],
    ['null', null, '(empty)'],
    ['text like null’s word', '(empty)', "'(empty)'"],
    ['a number', 5, '5'],
    ['text like a number', '5', "'5'"],
    ['a truth', true, 'true'],
    ['text like a truth', 'true', "'true'"],
    ['digits beyond 2^53', 9007199254740993n, '9007199254740993'],
    ['blanks at the ends', ' a ', "' a '"],
    ['a quote', "'", "'\\''"],
    ['a backslash', 'a\\', "'a\\\\'"],
    ['a line break', 'a\nb', "'a\\nb'"],
    ['a carriage return', 'a\r\nb', "'a\\r\\nb'"],
    ['line separators', 'a\u2028b\u2029c\u0085d\vf\f', "'a\\u2028b\\u2029c\\u0085d\\u000bf\\u000c'"],
    ['an escape that was typed', 'a\\nb', "'a\\\\nb'"],
    ['right-to-left override', 'a\u202eb', "'a\\u202eb'"],
    ['isolates and marks', '\u2066a\u2069\u200f\u061c', "'\\u2066a\\u2069\\u200f\\u061c'"],
    ['zero width', 'a\u200b\u200c\u200d\ufeff\u2060b', "'a\\u200b\\u200c\\u200d\\ufeff\\u2060b'"],
    ['tag characters', 'a\u{e0041}', "'a\\u{e0041}'"],
    ['a no-break space', 'a\u00a0b', "'a\\u00a0b'"],
    ['a blank that is none', 'a\u2800\u3164b', "'a\\u2800\\u3164b'"],
    ['a lone surrogate', '\ud800', "'\\ud800'"],
    ['a variation selector', 'a\ufe0fb', 'a\\ufe0fb'],
    ['a Cyrillic a among Latin letters', 'p\u0430ypal', 'p\\u0430ypal'],
    ['a Greek o among Latin letters', 'hell\u03bf you', 'hell\\u03bf you'],
    ['a tower of marks', `a${'\u0301'.repeat(7)}`, `a${'\u0301'.repeat(4)}${'\\u0301'.repeat(3)}`],
    ['an arrow', 'warm → hot', "'warm \\u2192 hot'"],
    ['other arrows', 'a⇒b➜c⟶d⬅e', "'a\\u21d2b\\u279cc\\u27f6d\\u2b05e'"],
    ['an arrow by name', 'warm &rarr; hot', "'warm \\&rarr; hot'"],
    ['a line break by number', 'a&#10;b', "'a\\&\\#10;b'"],
    ['a field of its own', 'x, quality: cold', "'x, quality: cold'"],
    ['bold', '**no**', "'\\*\\*no\\*\\*'"],
    ['emphasis', '_no_', "'\\_no\\_'"],
    ['an underscore in a word', 'lead_01', 'lead_01'],
    ['a link', '[ok](https://evil.example)', "'\\[ok\\](https\\://evil.example)'"],
    ['a bare link', 'https://evil.example', "'https\\://evil.example'"],
    ['another scheme', 'ftp://x javascript:alert(1) mailto:a@b', "'ftp\\://x javascript\\:alert(1) mailto\\:a@b'"],
    ['www', 'www.evil.example', "'www\\.evil.example'"],
    ['HTML', '<img src=x onerror=alert(1)>', "'\\<img src=x onerror=alert(1)\\>'"],
    ['code', '`rm`', "'\\`rm\\`'"],
    ['a heading', '# Done', "'\\# Done'"],
    ['a table', 'a | b', "'a \\| b'"],
    ['a list', ['a', 'b c', 5], '[a, b c, 5]'],
    ['a list whose item has a comma', ['a, b', 'c'], "['a, b', c]"],
    ['an empty list', [], '[]'],
    ['an object', { name: 'Ana', n: null }, '{name: Ana, n: (empty)}'],
    ['an object whose value would be two', { a: 'x, b: y' }, "{a: 'x, b: y'}"],
    ['an object whose key would be two', { 'a: x, b': 'y' }, "{'a: x, b': y}"],
    ['an empty object', {}, '{}'],
    ['300 characters', 'x'.repeat(300), 'x'.repeat(300)],
    ['301 characters', 'x'.repeat(301), `${'x'.repeat(300)}… (301 characters, sha256 ${sha('x'.repeat(301))})`],
    [
      'a long list',
      Array(200).fill('ab'),
      `[${'ab, '.repeat(74)}ab,… (1001 characters, sha256 ${sha(JSON.stringify(Array(200).fill('ab')))})`,
    ],
  ];
  test.each(TABLE)('%s', (_, value, shown) => expect(say(value)).toBe(shown));

  test('is one line, whatever it is', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.string({ unit: 'binary' }), (json, text) => {
        for (const value of [json, text, [text], { [text]: json }])
          expect(say(value)).not.toMatch(/[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]|(?! )\p{Zs}/u);
      }),
    );
  });

  test('tells any two texts and any two values apart', () => {
    const unit = fc.constantFrom(...'ab\'"\\`, :;&→n\n(){}[]<>_*0415\u200b\u0430ртru'.split(''));
    const text = fc.string({ unit, maxLength: 12 });
    const value = fc.letrec((tie) => ({
      value: fc.oneof({ maxDepth: 3 }, text, fc.integer(), fc.boolean(), fc.constant(null), tie('list'), tie('object')),
      list: fc.array(tie('value'), { maxLength: 3 }),
      object: fc.dictionary(text, tie('value'), { maxKeys: 3 }),
    })).value;
    const seen = new Map<string, string>();
    fc.assert(
      fc.property(value, (v) => {
        const shown = say(v);
        if (shown.includes('sha256')) return;
        const json = JSON.stringify(v);
        expect(seen.get(shown) ?? json).toBe(json);
        seen.set(shown, json);
      }),
      { numRuns: 5000 },
    );
    expect(seen.size).toBeGreaterThan(1000);
  });

  test('a long text costs no more than its length', () => {
    expect(say({ a: 'x\u0430'.repeat(500_000) })).toContain('sha256');
    expect(label('x\u0430'.repeat(500_000), WORDS.en)).toContain('sha256');
  });
});

test.each([
  ['quality', 'quality'],
  ['custom_field-1', 'custom_field-1'],
  ['año', 'año'],
  ['a.b', "'a.b'"],
  ['a[0]', "'a\\[0\\]'"],
  ['quality: hot', "'quality: hot'"],
  ['_x_', "'\\_x\\_'"],
  ['a\nb', "'a\\nb'"],
  ['', "''"],
])('the field %j is labelled %s', (name, shown) => expect(label(name, WORDS.en)).toBe(shown));

test('text of a description cannot add a line, a link or markup', () => {
  expect(inert('Create\n**it** [now](https://evil.example) <b>')).toBe(
    'Create\\n\\*\\*it\\*\\* \\[now\\](https\\://evil.example) \\<b\\>',
  );
});

describe('said readably', () => {
  const DATES: [text: string, en: string | undefined, es: string | undefined][] = [
    [
      '2026-12-01T10:00:00+01:00',
      'Tuesday, 1 December 2026 at 10:00 +01:00',
      'martes, 1 de diciembre de 2026, 10:00 +01:00',
    ],
    ['2026-12-01T23:30:00Z', 'Tuesday, 1 December 2026 at 23:30 UTC', 'martes, 1 de diciembre de 2026, 23:30 UTC'],
    ['2026-12-01', 'Tuesday, 1 December 2026', 'martes, 1 de diciembre de 2026'],
    ['2026-02-31', undefined, undefined],
    ['2026-02-31T10:00:00Z', undefined, undefined],
    ['2026-13-01', undefined, undefined],
    ['2026-12-01T25:00Z', undefined, undefined],
    ['tomorrow', undefined, undefined],
  ];
  test.each(DATES)('%s', (text, en, es) => {
    expect(gloss('startsAt', text, undefined, 'en')?.replace(' at ', ' at ')).toBe(en);
    expect(gloss('startsAt', text, undefined, 'es')).toBe(es);
  });

  const MONEY: [name: string, value: unknown, currency: unknown, said: string | undefined][] = [
    ['price', 49.5, 'EUR', '€49.50'],
    ['unit_price', 49.5, 'USD', 'US$49.50'],
    // A whole number may be cents, a length is no price, and what is no currency is none.
    ['price', 4950, 'EUR', undefined],
    ['duration', 49.5, 'EUR', undefined],
    ['price', 49.5, 'eur', undefined],
    ['price', 49.5, undefined, undefined],
    ['price', '49.5', 'EUR', undefined],
  ];
  test.each(MONEY)('%s %j %s', (name, value, currency, said) => expect(gloss(name, value, currency, 'en')).toBe(said));
});
