import { describe, expect, test } from 'vitest';
import type { ParameterStyle } from '../../../src/catalogue/index.ts';
import { buildRequest } from '../../../src/runtime/request/build-request.ts';
import { RequestError } from '../../../src/runtime/request/request-error.ts';
import { tool } from './tool.ts';

const TEXT = 'blue';
const LIST = ['blue', 'black', 'brown'];
const OBJECT = { R: 100, G: 200, B: 150 };

const query = (
  value: unknown,
  more: { style?: ParameterStyle; explode?: boolean; allowReserved?: true; contentType?: string } = {},
  name = 'color',
) => buildRequest(tool({ args: [{ wireName: name, in: 'query', ...more }] }), { [name]: value }).query;
const path = (
  value: unknown,
  more: { style?: ParameterStyle; explode?: boolean; allowReserved?: true; contentType?: string } = {},
) =>
  buildRequest(tool({ path: '/a/{color}/b', args: [{ wireName: 'color', in: 'path', ...more }] }), { color: value })
    .path;
const headers = (
  where: 'header' | 'cookie',
  value: unknown,
  more: { explode?: boolean; contentType?: string } = {},
  name = 'color',
) => new Map(buildRequest(tool({ args: [{ wireName: name, in: where, ...more }] }), { [name]: value }).headers);

// OpenAPI 3.1.1, 4.8.12.6, "Style Examples"
describe('query styles', () => {
  test.each<[ParameterStyle | undefined, boolean | undefined, unknown, string]>([
    [undefined, undefined, TEXT, 'color=blue'],
    [undefined, undefined, LIST, 'color=blue&color=black&color=brown'],
    [undefined, undefined, OBJECT, 'R=100&G=200&B=150'],
    ['form', false, '', 'color='],
    ['form', false, TEXT, 'color=blue'],
    ['form', false, LIST, 'color=blue,black,brown'],
    ['form', false, OBJECT, 'color=R,100,G,200,B,150'],
    ['form', true, '', 'color='],
    ['form', true, TEXT, 'color=blue'],
    ['form', true, LIST, 'color=blue&color=black&color=brown'],
    ['form', true, OBJECT, 'R=100&G=200&B=150'],
    ['spaceDelimited', undefined, LIST, 'color=blue%20black%20brown'],
    ['spaceDelimited', false, OBJECT, 'color=R%20100%20G%20200%20B%20150'],
    ['spaceDelimited', true, LIST, 'color=blue&color=black&color=brown'],
    ['pipeDelimited', undefined, LIST, 'color=blue%7Cblack%7Cbrown'],
    ['pipeDelimited', false, OBJECT, 'color=R%7C100%7CG%7C200%7CB%7C150'],
    ['pipeDelimited', true, LIST, 'color=blue&color=black&color=brown'],
    ['deepObject', true, OBJECT, 'color%5BR%5D=100&color%5BG%5D=200&color%5BB%5D=150'],
    ['deepObject', undefined, OBJECT, 'color%5BR%5D=100&color%5BG%5D=200&color%5BB%5D=150'],
  ])('%s explode=%s %j', (style, explode, value, want) => {
    expect(query(value, { ...(style && { style }), ...(explode !== undefined && { explode }) })).toBe(want);
  });

  test.each<[string, unknown, string]>([
    ['one level deeper', { owner: { $in: 'u1' } }, 'where[owner][$in]=u1'],
    ['a list', { tag: ['a', 'b'] }, 'where[tag][]=a&where[tag][]=b'],
    ['a list of objects', { or: [{ a: 1 }, { a: 2 }] }, 'where[or][0][a]=1&where[or][1][a]=2'],
    ['a list at the top', ['a'], 'where[]=a'],
    ['a primitive', 5, 'where=5'],
    ['null and empty', { a: null, b: '', c: [], d: {} }, 'where[b]='],
  ])('deepObject: %s', (_, value, want) => {
    expect(decodeURIComponent(query(value, { style: 'deepObject', explode: true }, 'where'))).toBe(want);
  });

  test.each<[unknown, string]>([
    [0, 'color=0'],
    [-0.5, 'color=-0.5'],
    [false, 'color=false'],
    [9007199254740993n, 'color=9007199254740993'],
    [null, ''],
    [undefined, ''],
    [[], ''],
    [{}, ''],
    [['a', null, 'b'], 'color=a&color=b'],
    [['', 'b'], 'color=&color=b'],
    [[{ a: 1 }], 'color=%7B%22a%22%3A1%7D'],
    ['á ñ+&=#%/?', 'color=%C3%A1%20%C3%B1%2B%26%3D%23%25%2F%3F'],
    ["it's (ok)!*", 'color=it%27s%20%28ok%29%21%2A'],
  ])('the value %o', (value, want) => expect(query(value)).toBe(want));

  test.each<[string, string]>([
    ['due:up/x', 'color=due:up/x'],
    ['a&admin=1#x', 'color=a%26admin=1%23x'],
    ['1+1 2', 'color=1%2B1%202'],
    ['a%20b', 'color=a%20b'],
    ['100%', 'color=100%25'],
    ["[x]'", 'color=%5Bx%5D%27'],
    ['?@!$()*,;', 'color=?@!$()*,;'],
  ])('allowReserved: %s', (value, want) => expect(query(value, { allowReserved: true })).toBe(want));

  test('allowReserved keeps the items of a list apart', () => {
    expect(query(['a,b', 'c'], { allowReserved: true, explode: false })).toBe('color=a%2Cb,c');
    expect(query(['a,b'], { allowReserved: true, explode: false })).toBe('color=a%2Cb');
  });

  test('content parameters are JSON, null among them', () => {
    expect(decodeURIComponent(query({ n: 1, id: 9007199254740993n }, { contentType: 'application/json' }))).toBe(
      'color={"n":1,"id":9007199254740993}',
    );
    expect(query('a', { contentType: 'application/json' })).toBe('color=%22a%22');
    expect(query(null, { contentType: 'application/json' })).toBe('color=null');
    expect(query('a', { contentType: 'text/plain' })).toBe('color=a');
  });

  test('names are encoded too', () => expect(query(1, {}, 'a&b=[c]')).toBe('a%26b%3D%5Bc%5D=1'));

  test.each<[ParameterStyle, unknown]>([
    ['spaceDelimited', ['a b', 'c']],
    ['pipeDelimited', ['a|b', 'c']],
    ['deepObject', { 'a]': 1 }],
  ])('%s: what could not be told apart is refused: %j', (style, value) => {
    expect(() => query(value, { style, explode: false })).toThrow(expect.objectContaining({ code: 'ambiguous_value' }));
  });

  test('half a character is refused', () => {
    expect(() => query('\uD800')).toThrow(RequestError);
  });

  test('a property called __proto__ is a property', () => {
    expect(query(JSON.parse('{"__proto__":"x","constructor":"y"}'))).toBe('__proto__=x&constructor=y');
  });
});

describe('path styles', () => {
  test.each<[ParameterStyle | undefined, boolean | undefined, unknown, string]>([
    [undefined, undefined, TEXT, 'blue'],
    ['simple', false, LIST, 'blue,black,brown'],
    ['simple', false, OBJECT, 'R,100,G,200,B,150'],
    ['simple', true, LIST, 'blue,black,brown'],
    ['simple', true, OBJECT, 'R=100,G=200,B=150'],
    ['label', false, TEXT, '.blue'],
    ['label', false, LIST, '.blue,black,brown'],
    ['label', false, OBJECT, '.R,100,G,200,B,150'],
    ['label', true, LIST, '.blue.black.brown'],
    ['label', true, OBJECT, '.R=100.G=200.B=150'],
    ['matrix', false, '', ';color'],
    ['matrix', false, TEXT, ';color=blue'],
    ['matrix', false, LIST, ';color=blue,black,brown'],
    ['matrix', false, OBJECT, ';color=R,100,G,200,B,150'],
    ['matrix', true, '', ';color'],
    ['matrix', true, LIST, ';color=blue;color=black;color=brown'],
    ['matrix', true, OBJECT, ';R=100;G=200;B=150'],
  ])('%s explode=%s %j', (style, explode, value, want) => {
    expect(path(value, { ...(style && { style }), ...(explode !== undefined && { explode }) })).toBe(`/a/${want}/b`);
  });

  test.each<[unknown, string]>([
    [0, '/a/0/b'],
    [1234567890123456789n, '/a/1234567890123456789/b'],
    ['%2F', '/a/%252F/b'],
    ['São Paulo+1', '/a/S%C3%A3o%20Paulo%2B1/b'],
    ['%2e%2e', '/a/%252e%252e/b'],
    ['..x', '/a/..x/b'],
    ['{color}$&$1', '/a/%7Bcolor%7D%24%26%241/b'],
    ['a?b#c\\', '/a/a%3Fb%23c%5C/b'],
  ])('the value %o', (value, want) => expect(path(value)).toBe(want));

  test('content and allowReserved', () => {
    expect(path({ a: 1 }, { contentType: 'application/json' })).toBe('/a/%7B%22a%22%3A1%7D/b');
    expect(path('a:b,c%2F', { allowReserved: true })).toBe('/a/a:b,c%252F/b');
  });

  const dots = ['.', '..', 'a/../b', '../../admin', 'a\\..\\b', ['..'], { a: '..' }];
  const slashes = ['/', 'a/b', '/a', 'a/', '//evil.example', ['a', 'b/c'], { a: 'b/c' }, { 'a/b': 'c' }];
  for (const value of [...dots, ...slashes]) {
    test(`contained: ${JSON.stringify(value)} is refused, in every style`, () => {
      const refusal = expect.objectContaining({ code: 'unsafe_path_value', argument: 'color' });
      for (const style of ['simple', 'label', 'matrix'] as const)
        for (const more of [{}, { allowReserved: true } as const])
          expect(() => path(value, { style, explode: true, ...more })).toThrow(refusal);
      expect(() => path(value, { contentType: 'application/json' })).toThrow(refusal);
    });
  }
  for (const value of ['', null, undefined, [], {}]) {
    test(`missing: ${JSON.stringify(value)} is refused, by name`, () => {
      expect(() => path(value)).toThrow(
        expect.objectContaining({ code: 'missing_path_value', message: expect.stringContaining('color') }),
      );
    });
  }

  test('dots that two values make together are refused', () => {
    const two = tool({
      path: '/x/{a}{b}',
      args: [
        { wireName: 'a', in: 'path' },
        { wireName: 'b', in: 'path', style: 'label' },
      ],
    });
    expect(() =>
      buildRequest(tool({ path: '/{b}', args: [{ wireName: 'b', in: 'path', style: 'label' }] }), { b: '' }),
    ).toThrow(RequestError);
    expect(buildRequest(two, { a: 'x', b: 'y' }).path).toBe('/x/x.y');
  });

  test.each<[string, string, string]>([
    ['/files/{path*}', '/files/a%20b', ''],
    ['/files/{+path}', '/files/a%20b', ''],
    ['/f(x=1)/{path}:undo', '/f(x=1)/a%20b:undo', ''],
    ['/sp ace/ñ/%41/{path}', '/sp%20ace/%C3%B1/%41/a%20b', ''],
    ['/q/{path}#byName', '/q/a%20b', ''],
    ['/q/{path}?action=x&p={path}', '/q/a%20b', 'action=x&p=a%20b'],
  ])('the template %s', (template, want, wantQuery) => {
    const built = buildRequest(tool({ path: template, args: [{ wireName: 'path', in: 'path' }] }), { path: 'a b' });
    expect([built.path, built.query]).toEqual([want, wantQuery]);
  });

  test('a variable that no argument fills is refused, and prototypes fill none', () => {
    for (const variable of ['id', 'constructor', '__proto__']) {
      const t = tool({ path: `/x/{${variable}}`, args: [{ wireName: variable, in: 'path' }] });
      expect(() => buildRequest(t, {})).toThrow(expect.objectContaining({ code: 'missing_path_value' }));
    }
  });
});

describe('headers', () => {
  test.each<[boolean | undefined, unknown, string | undefined]>([
    [undefined, true, 'true'],
    [undefined, 0, '0'],
    [undefined, '', ''],
    [undefined, [1, 2, 3], '1,2,3'],
    [undefined, LIST, 'blue,black,brown'],
    [undefined, OBJECT, 'R,100,G,200,B,150'],
    [true, OBJECT, 'R=100,G=200,B=150'],
    [undefined, 'a b, "c"=100%', 'a b, "c"=100%'],
    [undefined, ['a,b', 'c'], 'a%2Cb,c'],
    [undefined, '你好', '%E4%BD%A0%E5%A5%BD'],
    [undefined, '你 100%', '%E4%BD%A0 100%25'],
    [undefined, ' a ', 'a'],
    [undefined, null, undefined],
    [undefined, [], undefined],
  ])('explode=%s %j', (explode, value, want) => {
    expect(headers('header', value, explode === undefined ? {} : { explode }).get('color')).toBe(want);
  });

  test('a content header is JSON in ASCII', () => {
    expect(headers('header', { a: 'ñ\n' }, { contentType: 'application/json' }).get('color')).toBe(
      '{"a":"\\u00f1\\n"}',
    );
  });

  for (const value of ['a\r\nX-Admin: 1', 'a\nb', 'a\0', 'a\u007f', ['a', 'b\r\n']]) {
    test(`${JSON.stringify(value)} is refused`, () => {
      expect(() => headers('header', value)).toThrow(expect.objectContaining({ code: 'unsafe_header' }));
    });
  }
  for (const name of [
    ...[
      'Host',
      'authorization',
      'Cookie',
      'Content-Length',
      'content-type',
      'Accept',
      'Transfer-Encoding',
      'Connection',
    ],
    ...[
      'Proxy-Authorization',
      'Keep-Alive',
      'TE',
      'Trailer',
      'Upgrade',
      'Expect',
      'X-HTTP-Method-Override',
      'x_http_method_override',
    ],
    ...['X-HTTP-Method', 'X-Method-Override', 'X-Original-URL', 'a b', 'a\r\nb', 'ñ', ''],
  ]) {
    test(`the header ${JSON.stringify(name)} is never an argument`, () => {
      expect(() => headers('header', 'x', {}, name)).toThrow(expect.objectContaining({ code: 'forbidden_header' }));
    });
  }
});

describe('cookies', () => {
  test.each<[boolean | undefined, unknown, string | undefined]>([
    [undefined, 'abc', 'color=abc'],
    [undefined, 'a; admin=1', 'color=a%3B%20admin%3D1'],
    [undefined, 'a\r\nb', 'color=a%0D%0Ab'],
    [false, ['a', 'b'], 'color=a,b'],
    [undefined, ['a', 'b'], 'color=a; color=b'],
    [undefined, OBJECT, 'R=100; G=200; B=150'],
    [undefined, null, undefined],
  ])('explode=%s %j', (explode, value, want) => {
    expect(headers('cookie', value, explode === undefined ? {} : { explode }).get('cookie')).toBe(want);
  });

  test('all in one header', () => {
    const t = tool({
      args: [
        { wireName: 'a', in: 'cookie' },
        { wireName: 'b', in: 'cookie' },
      ],
    });
    expect(buildRequest(t, { a: 1, b: 2 }).headers.filter(([name]) => name === 'cookie')).toEqual([
      ['cookie', 'a=1; b=2'],
    ]);
  });
});

describe('accept', () => {
  test.each<[string[] | undefined, string]>([
    [undefined, '*/*'],
    [['application/json'], 'application/json'],
    [['application/xml', 'application/json'], 'application/json, application/xml;q=0.9'],
    [['text/event-stream', 'application/json'], 'application/json'],
    [['text/event-stream'], 'text/event-stream'],
    [['text/csv', 'image/*'], 'text/csv, image/*'],
    [['application/vnd.x+json; version=2'], 'application/vnd.x+json; version=2'],
    [['evil\r\nX: 1', 'no'], '*/*'],
  ])('%j', (accepts, want) => {
    expect(new Map(buildRequest(tool(accepts ? { accepts } : {}), {}).headers).get('accept')).toBe(want);
  });
});
