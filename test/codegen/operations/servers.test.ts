import { describe, expect, it } from 'vitest';
import type { Json } from '../../../src/codegen/load/document.ts';
import { namesServer, ownServer, serverUrl } from '../../../src/codegen/operations/servers.ts';

describe('the URL of the first usable server', () => {
  const from = 'https://docs.example.com/v2/openapi.yaml';
  const variables = (value: Json) => [
    { url: 'https://{host}.example.com:{port}/v1', variables: { host: { default: 'api' }, port: value } },
  ];
  const table: [what: string, servers: Json | undefined, url: string | undefined, documentUrl?: string][] = [
    ['absolute', [{ url: 'https://api.example.com/v1' }], 'https://api.example.com/v1'],
    ['the first', [{ url: 'https://a.example' }, { url: 'https://b.example' }], 'https://a.example'],
    ['white space around it', [{ url: ' https://a.example \n' }], 'https://a.example'],
    ['relative, without a document’s URL', [{ url: '/api/v3' }], '/api/v3'],
    ['relative, to the document', [{ url: '/api/v3' }], 'https://docs.example.com/api/v3', from],
    ['relative to its folder', [{ url: './api' }], 'https://docs.example.com/v2/api', from],
    ['a host without a scheme', [{ url: '//api.example.com/v1' }], 'https://api.example.com/v1'],
    ['a host behind backslashes', [{ url: '/\\evil.example/v1' }], 'https://evil.example/v1'],
    ['variables by default', variables({ default: '8443' }), 'https://api.example.com:8443/v1'],
    ['a variable that is a number', variables({ default: 8443 }), 'https://api.example.com:8443/v1'],
    ['a variable by its first choice', variables({ enum: ['8443', '443'] }), 'https://api.example.com:8443/v1'],
    ['a variable without a value', variables({}), undefined],
    ['a variable whose value is no text', variables({ default: {} }), undefined],
    [
      'an undeclared variable, then a server that has none',
      [...variables({}), { url: 'https://b.example' }],
      'https://b.example',
    ],
    [
      'a variable that brings another',
      [{ url: 'https://{a}', variables: { a: { default: '{b}' }, b: { default: 'x' } } }],
      undefined,
    ],
    ['variables that objects inherit', [{ url: 'https://{constructor}.example', variables: {} }], undefined],
    [
      'no scheme that can be called',
      [
        { url: 'ftp://a.example' },
        { url: 'javascript:alert(1)' },
        { url: 'localhost:8080' },
        { url: 'wss://a.example' },
      ],
      undefined,
    ],
    [
      'a user name in it',
      [{ url: 'https://ana:hunter2@a.example' }, { url: 'https://b.example' }],
      'https://b.example',
    ],
    ['no URL', [{ url: 'https://' }, { url: '' }, { url: 5 }, {}, null, 'https://a.example'], undefined],
    ['an empty list', [], undefined],
    ['no list', { url: 'https://a.example' }, undefined],
    ['nothing', undefined, undefined],
  ];
  it.each(table)('%s', (_, servers, url, documentUrl) => expect(serverUrl(servers, documentUrl)).toBe(url));
});

describe('the server of an operation’s own', () => {
  const none: [what: string, servers: Json | undefined][] = [
    ['nothing', undefined],
    ['null', null],
    ['an empty list', []],
    ['the empty URL, which is the API’s own', [{ url: '' }]],
  ];
  it.each(none)('is none: %s', (_, servers) => {
    expect(ownServer(servers, '#/s')).toBeUndefined();
    expect(namesServer(servers)).toBe(false);
  });

  const unusable: [what: string, servers: Json][] = [
    ['no list', 5],
    ['no objects', [5]],
    ['no text', [{ url: 5 }]],
    ['another scheme', [{ url: 'ftp://a.example' }]],
    ['a variable without a value', [{ url: 'https://{region}.a.example' }]],
  ];
  it.each(unusable)('costs the operation rather than send it elsewhere: %s', (_, servers) => {
    const message = 'none of its servers has a URL that can be called';
    expect(() => ownServer(servers, '#/s')).toThrow(
      expect.objectContaining({ code: 'invalid_operation', message, pointer: '#/s' }),
    );
    expect(namesServer(servers)).toBe(true);
  });

  it('is the first that can be called', () => {
    expect(ownServer([{ url: 'ftp://a' }, { url: 'https://b.example' }], '#/s')).toBe('https://b.example');
  });
});
