import { describe, expect, test } from 'vitest';
import type { PartEncoding } from '../../../src/catalogue/index.ts';
import { buildRequest } from '../../../src/runtime/request/build-request.ts';
import { tool } from './tool.ts';

const flat = (body: NonNullable<Parameters<typeof tool>[0]['body']>, args: Record<string, unknown>) =>
  buildRequest(tool({ args: Object.keys(args).map((wireName) => ({ wireName, in: 'body' as const })), body }), args);
const whole = (body: NonNullable<Parameters<typeof tool>[0]['body']>, args: Record<string, unknown>) =>
  buildRequest(tool({ args: [{ name: 'body', wireName: 'body', in: 'whole-body' }], body }), args);
const type = (planned: { headers: [string, string][] }) => new Map(planned.headers).get('content-type');
const bytes = (...b: number[]) => new Uint8Array(b);

describe('JSON', () => {
  test.each<[unknown, string]>([
    ['hello', '"hello"'],
    ['5', '"5"'],
    [5, '5'],
    [null, 'null'],
    [[{ id: 1 }], '[{"id":1}]'],
    [{}, '{}'],
    [{ a: 9007199254740993n, b: [1n], c: undefined, d: [undefined] }, '{"a":9007199254740993,"b":[1],"d":[null]}'],
    [
      JSON.parse('{"__proto__":{"x":"y"},"constructor":{"prototype":1}}'),
      '{"__proto__":{"x":"y"},"constructor":{"prototype":1}}',
    ],
    ['\uD800', '"\\ud800"'],
  ])('the whole body %#', (value, want) => {
    expect(whole({}, { body: value }).body).toMatchObject({ kind: 'json', text: want });
  });

  test('flat arguments go under their wire names, null kept, absent ones absent', () => {
    const t = tool({
      args: [
        { name: 'id', wireName: 'id', in: 'path' },
        { name: 'id_body', wireName: 'id', in: 'body' },
        { name: 'proto', wireName: '__proto__', in: 'body' },
        { name: 'nick', wireName: 'nick', in: 'body' },
        { name: 'age', wireName: 'age', in: 'body' },
      ],
      path: '/u/{id}',
      body: { mediaType: 'application/merge-patch+json' },
    });
    const planned = buildRequest(t, { id: 1, id_body: 2, proto: 'p', nick: null });
    expect(planned.path).toBe('/u/1');
    expect(planned.body).toMatchObject({ kind: 'json', text: '{"id":2,"__proto__":"p","nick":null}' });
    expect(type(planned)).toBe('application/merge-patch+json');
    expect(({} as Record<string, unknown>).p).toBeUndefined();
  });

  test('no argument: {} where required, nothing where optional', () => {
    const args = [{ wireName: 'a', in: 'body' as const }];
    expect(buildRequest(tool({ args, body: { required: true } }), {}).body).toMatchObject({ kind: 'json', text: '{}' });
    const none = buildRequest(tool({ args, body: { required: false } }), {});
    expect(none.body).toBeUndefined();
    expect(type(none)).toBeUndefined();
  });

  test('a required whole body that is missing is refused, an optional one is absent', () => {
    expect(() => whole({ required: true }, {})).toThrow(
      expect.objectContaining({ code: 'missing_body', argument: 'body' }),
    );
    expect(whole({ required: false }, {}).body).toBeUndefined();
    expect(whole({ required: false }, { body: {} }).body).toMatchObject({ kind: 'json', text: '{}' });
  });
});

describe('text', () => {
  test('goes as it is, as UTF-8', () => {
    const planned = whole({ kind: 'text', mediaType: 'text/plain' }, { body: 'he said "hi"' });
    expect(planned.body).toEqual({ kind: 'text', text: 'he said "hi"' });
    expect(type(planned)).toBe('text/plain; charset=utf-8');
    expect(type(whole({ kind: 'text', mediaType: 'text/csv; charset=latin1' }, { body: '' }))).toBe(
      'text/csv; charset=utf-8',
    );
    expect(type(whole({ kind: 'text', mediaType: 'application/xml' }, { body: '<a/>' }))).toBe('application/xml');
  });
});

describe('binary', () => {
  const put = (body: unknown) => whole({ kind: 'binary', mediaType: 'application/octet-stream' }, { body });
  test.each<[string, Uint8Array]>([
    ['AAEC/w==', bytes(0, 1, 2, 255)],
    ['AAEC_w', bytes(0, 1, 2, 255)],
    ['AAEC_w==', bytes(0, 1, 2, 255)],
    ['AA\r\nEC /w==\n', bytes(0, 1, 2, 255)],
    ['data:image/png;base64,AAEC/w==', bytes(0, 1, 2, 255)],
    ['', bytes()],
  ])('%j', (text, want) => expect(put(text).body).toEqual({ kind: 'binary', bytes: want }));

  for (const bad of [
    '/etc/passwd',
    '/srv/secret.txt',
    'file:///etc/passwd',
    'https://x/y',
    'hello world!',
    'AAEC/w',
    'A',
    'ñ',
    'AAEC/w==AAEC',
    5,
    null,
    {},
  ]) {
    test(`${JSON.stringify(bad)} is refused, by name`, () => {
      expect(() => put(bad)).toThrow(
        expect.objectContaining({ code: 'bad_base64', message: expect.stringContaining('body') }),
      );
    });
  }
});

describe('forms', () => {
  const form = (args: Record<string, unknown>, parts?: Record<string, PartEncoding>) => {
    const planned = flat(
      { kind: 'form', mediaType: 'application/x-www-form-urlencoded', ...(parts && { parts }) },
      args,
    );
    return planned.body?.kind === 'form' ? planned.body.text : undefined;
  };
  test.each<[Record<string, unknown>, Record<string, PartEncoding> | undefined, string]>([
    [{ grant_type: 'x', scope: 'a b&c=d' }, undefined, 'grant_type=x&scope=a%20b%26c%3Dd'],
    [{ tags: ['a', 'b'] }, undefined, 'tags=a&tags=b'],
    [{ address: { street: 'x' } }, undefined, 'address=%7B%22street%22%3A%22x%22%7D'],
    [{ list: [{ a: 1 }] }, undefined, 'list=%7B%22a%22%3A1%7D'],
    [{ clear: null, none: [] }, undefined, 'clear='],
    [{ tags: ['a', 'b'] }, { tags: { explode: false } }, 'tags=a,b'],
    [{ tags: ['a', 'b'] }, { tags: { style: 'pipeDelimited' } }, 'tags=a%7Cb'],
    [{ o: { a: 1, b: 2 } }, { o: { explode: true } }, 'a=1&b=2'],
    [{ o: { a: { b: 1 } } }, { o: { style: 'deepObject', explode: true } }, 'o%5Ba%5D%5Bb%5D=1'],
    [{ items: [{ price: 'p' }] }, { items: { style: 'deepObject' } }, 'items%5B0%5D%5Bprice%5D=p'],
    [{ list: ['a', 'b'] }, { list: { contentType: 'application/json' } }, 'list=%5B%22a%22%2C%22b%22%5D'],
    [{ url: 'http://x/?a=1&b' }, { url: { allowReserved: true } }, 'url=http://x/?a=1%26b'],
    [{ constructor: 'c' }, {}, 'constructor=c'],
  ])('%j %j', (args, parts, want) => expect(form(args, parts)).toBe(want));

  test('a form that is no object is refused', () => {
    expect(() => whole({ kind: 'form', mediaType: 'application/x-www-form-urlencoded' }, { body: [1] })).toThrow(
      expect.objectContaining({ code: 'bad_body' }),
    );
  });
});

describe('multipart', () => {
  const parts = (args: Record<string, unknown>, encoding?: Record<string, PartEncoding>) => {
    const planned = flat(
      { kind: 'multipart', mediaType: 'multipart/form-data', ...(encoding && { parts: encoding }) },
      args,
    );
    return planned.body?.kind === 'multipart' ? planned.body.parts : undefined;
  };
  test.each<[string, Record<string, unknown>, Record<string, PartEncoding>, unknown[]]>([
    [
      'values',
      { title: 'T', public: true, n: 1n },
      {},
      [
        { name: 'title', content: 'T' },
        { name: 'public', content: 'true' },
        { name: 'n', content: '1' },
      ],
    ],
    [
      'an object is JSON',
      { meta: { a: 1 } },
      {},
      [{ name: 'meta', contentType: 'application/json', content: '{"a":1}' }],
    ],
    [
      'an array is one part each',
      { tag: ['a', { b: 1 }] },
      {},
      [
        { name: 'tag', content: 'a' },
        { name: 'tag', contentType: 'application/json', content: '{"b":1}' },
      ],
    ],
    [
      'a file',
      { file: 'iVAA/wo=' },
      { file: { binary: true } },
      [
        {
          name: 'file',
          filename: 'file',
          contentType: 'application/octet-stream',
          content: bytes(0x89, 0x50, 0, 0xff, 0x0a),
        },
      ],
    ],
    [
      'files',
      { file: ['AA==', 'AQ=='] },
      { file: { binary: true, contentType: 'text/csv' } },
      [
        { name: 'file', filename: 'file.csv', contentType: 'text/csv', content: bytes(0) },
        { name: 'file', filename: 'file.csv', contentType: 'text/csv', content: bytes(1) },
      ],
    ],
    [
      'of several types the one it is',
      { f: '/9j/AA==' },
      { f: { binary: true, contentType: 'image/png, image/jpeg' } },
      [{ name: 'f', filename: 'f.jpg', contentType: 'image/jpeg', content: bytes(0xff, 0xd8, 0xff, 0) }],
    ],
    [
      'a range',
      { f: '/9j/AA==' },
      { f: { binary: true, contentType: 'image/*' } },
      [{ name: 'f', filename: 'f.jpg', contentType: 'image/jpeg', content: bytes(0xff, 0xd8, 0xff, 0) }],
    ],
    [
      'a part with its type',
      { doc: '<a/>' },
      { doc: { contentType: 'application/xml' } },
      [{ name: 'doc', contentType: 'application/xml', content: '<a/>' }],
    ],
    [
      'a style',
      { o: { a: 1 }, l: ['x', 'y'] },
      { o: { style: 'deepObject' }, l: { explode: false } },
      [
        { name: 'o[a]', content: '1' },
        { name: 'l', content: 'x,y' },
      ],
    ],
    ['null', { a: null }, {}, [{ name: 'a', content: '' }]],
  ])('%s', (_, args, encoding, want) => expect(parts(args, encoding)).toEqual(want));

  test('a file that is no base64 is refused under its argument name', () => {
    const t = tool({
      args: [{ name: 'file_body', wireName: 'file', in: 'body' }],
      body: { kind: 'multipart', mediaType: 'multipart/form-data', parts: { file: { binary: true } } },
    });
    expect(() => buildRequest(t, { file_body: '/etc/hosts.conf' })).toThrow(
      expect.objectContaining({ argument: 'file_body' }),
    );
  });
});
