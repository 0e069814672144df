import { describe, expect, test } from 'vitest';
import { requestUrl } from '../../../src/runtime/http/server-url.ts';

const url = (base: string, path: string, query = '', server?: string, trusted: string[] = []) =>
  requestUrl(new URL(base), { name: 't_x', ...(server !== undefined && { server }) }, { path, query }, trusted);

describe('the URL that leaves', () => {
  test.each<[string, string, string, string | undefined, string]>([
    ['http://h', '/users', '', undefined, 'http://h/users'],
    ['http://h/', '/users', 'a=1', undefined, 'http://h/users?a=1'],
    ['http://h/api', '/users', '', undefined, 'http://h/api/users'],
    ['http://h/api/', '/users', '', undefined, 'http://h/api/users'],
    ['https://h:8443/a/b//', '/', '', undefined, 'https://h:8443/a/b/'],
    ['http://h/root', '/a', '', 'http://h/op-level', 'http://h/op-level/a'],
    ['http://h/root', '/a', '', 'http://h/op-level/', 'http://h/op-level/a'],
    ['http://h/root', '/a', '', '/v2', 'http://h/v2/a'],
    ['http://h/root', '/a', '', 'v2', 'http://h/root/v2/a'],
    ['http://h', '//evil.example', '', undefined, 'http://h//evil.example'],
    ['http://h', '/x/.5/;y=6,7', 'a=b:c/@!$()*,;?', undefined, 'http://h/x/.5/;y=6,7?a=b:c/@!$()*,;?'],
  ])('%s + %s?%s, server %s', (base, path, query, server, want) => {
    expect(url(base, path, query, server).url.href).toBe(want);
  });

  for (const path of [
    '/..',
    '/a/../b',
    '/a/./b',
    '/%2e%2e/x',
    '/a/%2E',
    '/a b',
    '/a?b',
    '/a#b',
    '/a\\b',
    '/a\tb',
    '/ñ',
  ]) {
    test(`${JSON.stringify(path)} is refused`, () => {
      expect(() => url('http://h/base', path)).toThrow(expect.objectContaining({ code: 'unsafe_url' }));
    });
  }
  for (const query of ['a b', "a='", 'a#b', 'a="', 'a=<', 'ñ']) {
    test(`the query ${query} is refused: a parser would rewrite it`, () => {
      expect(() => url('http://h', '/', query)).toThrow(expect.objectContaining({ code: 'unsafe_url' }));
    });
  }
  for (const server of [
    'ftp://h',
    'file:///etc',
    'http://user:pw@h',
    'javascript:alert(1)',
    'http://',
    'http://h/a%2f..',
  ]) {
    test(`the server ${server} is refused`, () => {
      expect(() => url('http://h', '/a', '', server)).toThrow(expect.objectContaining({ code: 'unsafe_url' }));
    });
  }
});

describe('credentials', () => {
  test.each<[string, string | undefined, string[], boolean]>([
    ['https://api.example/v1', undefined, [], true],
    ['https://api.example/v1', 'https://api.example/v2', [], true],
    ['https://api.example/v1', 'https://uploads.example', [], false],
    ['https://api.example/v1', 'http://api.example', [], false],
    ['https://api.example/v1', 'https://api.example:8443', [], false],
    ['https://api.example/v1', 'https://uploads.example', ['https://uploads.example/'], true],
    ['https://api.example/v1', 'https://uploads.example.evil', ['https://uploads.example'], false],
    ['https://api.example/v1', '//evil.example/x', ['nonsense'], false],
  ])('%s, server %s, trusted %j', (base, server, trusted, want) => {
    expect(url(base, '/a', '', server, trusted).credentialsAllowed).toBe(want);
  });
});
