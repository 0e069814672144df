import { Buffer } from 'node:buffer';
import { describe, expect, test } from 'vitest';
import { loadDocument } from '../../../src/codegen/load/load.ts';
import { errorOf, fromText, refusal } from './from-text.ts';

const HEAD = 'openapi: 3.0.3\n';

describe('what is read from YAML and JSON', () => {
  const cases: [what: string, text: string, want: unknown][] = [
    ['YAML', `${HEAD}x: 1`, 1],
    ['JSON', '{"openapi": "3.0.3", "x": 1}', 1],
    ['JSON after a byte-order mark and white space', '\uFEFF \n{"openapi": "3.0.3", "x": 1}', 1],
    ['YAML that begins like JSON', '{openapi: 3.0.3, x: 1,}', 1],
    ['YAML that begins like JSON, with comments', '{ # a comment\n "openapi": "3.0.3", "x": [1, 2,] }', [1, 2]],
    ['a byte-order mark, a comment, a document start', `\uFEFF# first\n---\n${HEAD}x: 1\n...\n`, 1],
    ['CRLF', 'openapi: 3.0.3\r\nx:\r\n  a: |\r\n    one\r\n    two\r\n', { a: 'one\ntwo\n' }],
    ['tabs where YAML allows them', 'openapi:\t3.0.3\t# so\nx:\t{a:\t1,\tb: 2}\t', { a: 1, b: 2 }],
    ['dates stay text', `${HEAD}x: [2024-01-01, 2001-12-14T21:59:43Z]`, ['2024-01-01', '2001-12-14T21:59:43Z']],
    ['yes, no, on and off are text', `${HEAD}x: [yes, no, on, off, y, n]`, ['yes', 'no', 'on', 'off', 'y', 'n']],
    [
      'also where the file asks for YAML 1.1',
      `%YAML 1.1\n---\n${HEAD}x: [yes, 2024-01-01, 0o17]`,
      ['yes', '2024-01-01', 15],
    ],
    ['the core schema', `${HEAD}x: [true, null, ~, 0x1F, 1e3, "1"]`, [true, null, null, 31, 1000, '1']],
    [
      'keys as they are written',
      `${HEAD}x: {1.10: a, 200: b, null: c, ~: d, true: e, on: f, 0x1F: g, 2024-01-01: h}`,
      { '1.10': 'a', '200': 'b', null: 'c', '~': 'd', true: 'e', on: 'f', '0x1F': 'g', '2024-01-01': 'h' },
    ],
    [
      'an anchor and its aliases',
      `${HEAD}x: {a: &a {b: 1}, c: *a, d: [*a]}`,
      { a: { b: 1 }, c: { b: 1 }, d: [{ b: 1 }] },
    ],
    ['an anchor that is set again', `${HEAD}x: [&a 1, *a, &a 2, *a]`, [1, 1, 2, 2]],
    ['an alias as a key', `${HEAD}x: {a: &k name, *k : 1}`, { a: 'name', name: 1 }],
    ['a merge key under what is written', `${HEAD}b: &b {p: 1, q: 2}\nx:\n  q: 3\n  <<: *b`, { q: 3, p: 1 }],
    ['a merge key before what is written', `${HEAD}b: &b {p: 1, q: 2}\nx:\n  <<: *b\n  q: 3`, { p: 1, q: 3 }],
    ['several merged: the first wins', `${HEAD}b: &b {p: 1}\nc: &c {p: 2, r: 4}\nx: {<<: [*b, *c]}`, { p: 1, r: 4 }],
    ['merges of merges', `${HEAD}b: &b {p: 1}\nc: &c {<<: *b, q: 2}\nx: {<<: *c, r: 3}`, { p: 1, q: 2, r: 3 }],
    ['a quoted << is a key', `${HEAD}x: {"<<": {p: 1}}`, { '<<': { p: 1 } }],
    ['an unknown tag is passed over', `${HEAD}x: !secret text`, 'text'],
    ['a block scalar', `${HEAD}x: >-\n  a\n  b`, 'a b'],
  ];
  test.each(cases)('%s', async (_, text, want) => {
    expect((await fromText(text)).root.x).toEqual(want);
  });

  test('copies are not shared', async () => {
    const { root } = await fromText(`${HEAD}x: &a {b: 1}\ny: *a`);
    expect(root.y).toEqual(root.x);
    expect(root.y).not.toBe(root.x);
  });

  test.each([
    ['YAML', `${HEAD}x: {__proto__: {a: 1}, constructor: 2, toString: 3}`],
    ['JSON', '{"openapi": "3.0.3", "x": {"__proto__": {"a": 1}, "constructor": 2, "toString": 3}}'],
    ['YAML merged', `${HEAD}b: &b {__proto__: {a: 1}, constructor: 2, toString: 3}\nx: {<<: *b}`],
  ])('names of inherited members are own members: %s', async (_, text) => {
    const { root } = await fromText(text);
    expect(JSON.stringify(root.x)).toBe('{"__proto__":{"a":1},"constructor":2,"toString":3}');
    expect(Object.getPrototypeOf(root.x)).toBe(Object.prototype);
    expect(({} as Record<string, unknown>).a).toBeUndefined();
  });

  test('a version is kept as it is written', async () => {
    expect((await fromText(`${HEAD}info: {title: t, version: 1.10}`)).root.info).toEqual({
      title: 't',
      version: '1.10',
    });
  });

  test('what the reader passed over or rounded is a warning', async () => {
    const yaml = await fromText(`${HEAD}x: !secret 1\ny: 9223372036854775807\nz: 12345678901234567890`);
    expect(yaml.warnings.map((w) => w.message)).toEqual([
      expect.stringMatching(/^Line 2: .*!secret/),
      '9223372036854775807 (line 3, and 1 more) is too large an integer to be kept exactly, and was rounded; write it as text to keep it.',
    ]);
    const json = await fromText(
      '{"openapi": "3.0.3",\n "x": -9007199254740993, "y": 9007199254740992, "z": 1.5e300, "s": "9007199254740993"}',
    );
    expect(json.warnings.map((w) => w.message)).toEqual([
      '-9007199254740993 (line 2) is too large an integer to be kept exactly, and was rounded; write it as text to keep it.',
    ]);
  });
});

describe('what is refused, where, and why', () => {
  const cases: [what: string, text: string, code: string, line: number | undefined, message: RegExp][] = [
    ['broken YAML', `${HEAD}x: [1,\ny: }`, 'syntax', 3, /line 3, column 1/],
    ['a tab as indentation', `${HEAD}x:\n\ty: 1`, 'syntax', 3, /line 3.*[Tt]ab/],
    ['broken JSON', '{"openapi": "3.0.3",\n "x": ]}', 'syntax', 2, /line 2, column 7: this is not valid JSON/],
    ['cut JSON', '{"openapi": "3.0.3",\n "x": [1', 'syntax', 2, /not valid JSON/],
    [
      'a key twice in YAML',
      `${HEAD}x:\n  a: 1\n  b: 2\n  a: 3`,
      'syntax',
      5,
      /line 5: the key "a" is already there in line 3/,
    ],
    ['a key twice, once as a number', `${HEAD}x:\n  200: 1\n  "200": 3`, 'syntax', 4, /the key "200"/],
    [
      'a key twice in JSON',
      '{"openapi": "3.0.3",\n"x": {"a": [{"b": 1}, {"b": 2,\n"\\u0062": 3}]}}',
      'syntax',
      3,
      /"b" is already there in line 2/,
    ],
    [
      'a key twice at the top of JSON',
      '{"openapi": "3.0.3",\n"x": {"x": 1},\n"x": 2}',
      'syntax',
      3,
      /"x" is already there in line 2/,
    ],
    ['several documents', `${HEAD}---\n${HEAD}`, 'syntax', 2, /second YAML document/],
    ['infinity', `${HEAD}x: [.inf]`, 'syntax', 2, /\.inf is no finite number/],
    ['not a number', `${HEAD}x: .NaN`, 'syntax', 2, /\.NaN is no finite number/],
    ['a number too large to be one', '{"openapi": "3.0.3", "x":\n [1e400]}', 'syntax', 2, /1e400 is no finite number/],
    ['an alias to nothing', `${HEAD}x: *nowhere`, 'syntax', 2, /names no anchor/],
    ['an alias before its anchor', `${HEAD}x: *a\ny: &a 1`, 'syntax', 2, /names no anchor/],
    ['an anchor in itself', `${HEAD}x: &a\n  b: *a`, 'syntax', 3, /stands inside what it stands for/],
    ['an anchor in itself, further in', `${HEAD}x: &a [{b: [*a]}]`, 'syntax', 2, /stands inside/],
    ['an anchor merged into itself', `${HEAD}x: &a\n  <<: *a`, 'syntax', 3, /stands inside/],
    ['a merge of no mapping', `${HEAD}x: {<<: 1}`, 'syntax', 2, /merge key/],
    ['a mapping as a key', `${HEAD}x: {? {a: 1} : 2}`, 'syntax', 2, /a key is text/],
    ['deep YAML', `${HEAD}x: ${'['.repeat(501)}${']'.repeat(501)}`, 'too_large', 2, /500 levels/],
    ['very deep YAML', `${HEAD}x: ${'['.repeat(50_000)}`, 'too_large', 2, /500 levels/],
    [
      'deep block YAML',
      `${HEAD}${Array.from({ length: 3000 }, (_, i) => `${' '.repeat(i)}a:`).join('\n')}`,
      'too_large',
      undefined,
      /500 levels/,
    ],
    [
      'deep JSON',
      `{"openapi": "3.0.3", "x": ${'[{"a":'.repeat(300)}1${'}]'.repeat(300)}}`,
      'too_large',
      1,
      /500 levels/,
    ],
    [
      'very deep JSON',
      `{"openapi": "3.0.3", "x": ${'['.repeat(100_000)}${']'.repeat(100_000)}}`,
      'too_large',
      1,
      /500 levels/,
    ],
  ];
  test.each(cases)('%s', async (_, text, code, line, message) => {
    const error = await refusal(text);
    expect([error.code, error.message]).toEqual([code, expect.stringMatching(message)]);
    if (line !== undefined) expect(error.line).toBe(line);
    expect(error.message).not.toContain('\n');
    expect(error.pointer).toMatch(/^#/);
  });

  test('a bomb of aliases, and one of merges', async () => {
    const levels = Array.from({ length: 12 }, (_, i) => i);
    const lists = levels.map(
      (i) =>
        `x${i}: &a${i} [${Array(10)
          .fill(i === 0 ? 'lol' : `*a${i - 1}`)
          .join(', ')}]`,
    );
    const maps = levels.map(
      (i) =>
        `x${i}: &a${i} {${Array.from({ length: 10 }, (_, k) => `k${k}: ${i === 0 ? 'lol' : `*a${i - 1}`}`).join(', ')}}`,
    );
    for (const bomb of [lists, maps]) {
      const error = await refusal(HEAD + bomb.join('\n'));
      expect([error.code, error.message]).toEqual(['too_large', expect.stringContaining('aliases')]);
    }
  });

  test.each([
    ['UTF-16 with its mark', Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(HEAD, 'utf16le')]), /UTF-16/],
    ['UTF-16 without', Buffer.from(HEAD, 'utf16le'), /UTF-16/],
    ['Latin-1', Buffer.concat([Buffer.from(`${HEAD}x: `), Buffer.from([0xe9])]), /not UTF-8/],
  ])('%s', async (_, bytes, message) => {
    const error = await refusal(bytes);
    expect([error.code, error.message]).toEqual(['unreadable', expect.stringMatching(message)]);
  });

  test('more bytes than the limit', async () => {
    const error = await refusal(`${HEAD}x: 1`, { limits: { bytes: 10 } });
    expect([error.code, error.message]).toEqual(['too_large', expect.stringContaining('at most 10 are read')]);
  });
});

test('a file called .json is JSON, also where YAML would take it', async () => {
  const fetchText = async (url: string) => ({ bytes: Buffer.from('{"openapi": "3.0.3",\n"x": }'), url });
  const error = await errorOf(loadDocument('https://api.example/a.json', { fetchText }));
  expect(error).toMatchObject({
    code: 'syntax',
    line: 2,
    message: 'https://api.example/a.json, line 2, column 6: this is not valid JSON.',
  });
});

test('half of a Unicode character, which only an escape can bring, is replaced, in names and texts', async () => {
  for (const text of [
    '{"openapi": "3.1.0", "x-\\ud800": ["a\\uDC00b", "\\ud83d\\ude00"]}',
    'openapi: 3.1.0\n"x-\\ud800": ["a\\uDC00b", 😀]\n',
  ]) {
    const { root, warnings } = await fromText(text);
    expect(root).toEqual({ openapi: '3.1.0', 'x-\ufffd': ['a\ufffdb', '😀'] });
    expect(warnings).toEqual([
      { where: '#', message: '2 escaped halves of Unicode characters (lone surrogates) were replaced by U+FFFD.' },
    ]);
  }
});

describe('the line of a pointer', () => {
  const yaml =
    'openapi: 3.0.3\npaths:\n  /a/{b}~c:\n    get:\n      parameters:\n        - name: x\n        -\n          name: y\n  200: {a: 1}\n';
  const json =
    '{\n "openapi": "3.0.3",\n "paths": {\n  "/a/{b}~c": {\n   "get": {"parameters": [\n    {"name": "x"},\n    {"name": "y", "e": {}, "f": []}\n   ]}},\n  "200": {"a": 1}}}';
  const cases: [pointer: string, yaml: number | undefined, json: number | undefined][] = [
    ['#', 1, 1],
    ['#/openapi', 1, 2],
    ['#/paths', 2, 3],
    ['#/paths/~1a~1{b}~0c/get', 4, 5],
    ['#/paths/~1a~1{b}~0c/get/parameters/0', 6, 6],
    ['#/paths/~1a~1{b}~0c/get/parameters/1/name', 8, 7],
    ['#/paths/200', 9, 9],
    ['#/paths/200/a', 9, 9],
    ['#/paths/nowhere', undefined, undefined],
    ['#/paths/~1a~1{b}~0c/get/parameters/2', undefined, undefined],
    ['#/toString', undefined, undefined],
    ['elsewhere', undefined, undefined],
  ];
  test.each(cases)('%s', async (pointer, inYaml, inJson) => {
    expect((await fromText(yaml)).line(pointer)).toBe(inYaml);
    expect((await fromText(json)).line(pointer)).toBe(inJson);
  });
});
