import { describe, expect, test } from 'vitest';
import { baseUrlOf } from '../../src/catalogue/base-url.ts';
import { buildCatalogue } from '../../src/codegen/catalogue.ts';
import type { JsonObject } from '../../src/codegen/load/document.ts';
import { chooseCredentials } from '../../src/runtime/http/credentials.ts';

describe('where an API is', () => {
  test.each<[string | undefined, string | undefined, string | undefined]>([
    [undefined, undefined, undefined],
    ['/api/v3', undefined, undefined],
    ['https://a.example/v1', undefined, 'https://a.example/v1'],
    [undefined, 'http://127.0.0.1:9', 'http://127.0.0.1:9'],
    ['/api/v3', 'http://127.0.0.1:9', 'http://127.0.0.1:9/api/v3'],
    ['/api/v3', 'http://127.0.0.1:9/api/v3', 'http://127.0.0.1:9/api/v3'],
    ['https://a.example/v1', 'http://127.0.0.1:9/mine', 'http://127.0.0.1:9/mine'],
  ])('server %s, given %s → %s', (server, given, want) => {
    expect(baseUrlOf(server, given)).toBe(want);
  });
});

describe('a server that every path names', () => {
  const path = (url: string): JsonObject => ({ servers: [{ url }], get: { responses: {} } });
  const build = (paths: JsonObject, more: JsonObject = {}) =>
    buildCatalogue(
      {
        root: { openapi: '3.0.3', info: { title: 't', version: '1' }, paths, ...more },
        version: '3.0',
        source: 't',
        sha256: '',
        warnings: [],
        line: () => undefined,
      },
      { prefix: 't' },
    );

  test('is the API’s own', () => {
    const { api, tools } = build({ '/a': path('https://m.example/v1'), '/b': path('https://m.example/v1') });
    expect([api.baseUrl, ...tools.map((t) => t.server)]).toEqual(['https://m.example/v1', undefined, undefined]);
  });

  test('is not where paths differ, nor where the document names one', () => {
    const two = build({ '/a': path('https://m.example'), '/b': path('https://n.example') });
    expect([two.api.baseUrl, ...two.tools.map((t) => t.server).sort()]).toEqual([
      undefined,
      'https://m.example',
      'https://n.example',
    ]);
    const own = build({ '/a': path('https://m.example') }, { servers: [{ url: 'https://own.example' }] });
    expect([own.api.baseUrl, own.tools[0]?.server]).toEqual(['https://own.example', 'https://m.example']);
  });
});

describe('a description that says nothing of credentials', () => {
  const chosen = (security: undefined | [], schemes: Parameters<typeof chooseCredentials>[1], token?: string) =>
    chooseCredentials(security, schemes, { schemes: {}, ...(token !== undefined && { token }) }, 't').map(
      (c) => 'value' in c && c.value,
    );

  test('gets the token that was set', () => {
    expect(chosen(undefined, {}, 'T1')).toEqual(['Bearer T1']);
  });

  test.each<[string, undefined | [], Parameters<typeof chooseCredentials>[1], string | undefined]>([
    ['no token is set', undefined, {}, undefined],
    ['the operation says that it needs none', [], {}, 'T1'],
    ['the description has schemes, and this operation none', undefined, { key: { type: 'bearer' } }, 'T1'],
  ])('but none where %s', (_, security, schemes, token) => {
    expect(chosen(security, schemes, token)).toEqual([]);
  });
});
