import { describe, expect, it } from 'vitest';
import type { Warning } from '../../../src/catalogue/index.ts';
import { DescriptionError } from '../../../src/codegen/description-error.ts';
import type { Json } from '../../../src/codegen/load/document.ts';
import { readSecurity, readSecuritySchemes, type SecuritySchemes } from '../../../src/codegen/operations/security.ts';

const plain = (value: unknown) => JSON.parse(JSON.stringify(value ?? null)) as unknown;

describe('security schemes', () => {
  const table: [what: string, scheme: Json, want: object][] = [
    [
      'a key in a header',
      { type: 'apiKey', in: 'header', name: 'X-Key' },
      { type: 'apiKey', in: 'header', name: 'X-Key' },
    ],
    ['a key in the query', { type: 'apiKey', in: 'query', name: 'key' }, { type: 'apiKey', in: 'query', name: 'key' }],
    ['a key in a cookie', { type: 'apiKey', in: 'cookie', name: 'sid' }, { type: 'apiKey', in: 'cookie', name: 'sid' }],
    ['a key elsewhere', { type: 'apiKey', in: 'body', name: 'key' }, { type: 'unsupported', scheme: 'apiKey' }],
    ['basic', { type: 'http', scheme: 'Basic' }, { type: 'basic' }],
    ['bearer', { type: 'http', scheme: 'BEARER', bearerFormat: 'JWT' }, { type: 'bearer' }],
    ['digest', { type: 'http', scheme: 'digest' }, { type: 'unsupported', scheme: 'http digest' }],
    ['OpenID Connect', { type: 'openIdConnect', openIdConnectUrl: 'https://x' }, { type: 'oauth2' }],
    [
      'OAuth2 by a person',
      { type: 'oauth2', flows: { authorizationCode: { tokenUrl: 'https://x/token' } } },
      { type: 'oauth2' },
    ],
    [
      'OAuth2 by a client',
      { type: 'oauth2', flows: { clientCredentials: { tokenUrl: 'https://x/token', scopes: {} } } },
      { type: 'oauth2', tokenUrl: 'https://x/token' },
    ],
    ['OAuth2 without flows', { type: 'oauth2' }, { type: 'oauth2' }],
    ['mutual TLS', { type: 'mutualTLS' }, { type: 'unsupported', scheme: 'mutualTLS' }],
    ['no type', {}, { type: 'unsupported', scheme: 'undefined' }],
    ['a reference', { $ref: '#/components/securitySchemes/other' }, { type: 'basic' }],
  ];
  it.each([
    ['header', 'X-HTTP-Method-Override'],
    ['query', '_method'],
    ['header', 'Host'],
    ['header', 'transfer-encoding'],
    ['header', 'Bad Name'],
    ['header', 'X\r\nY'],
  ])('no key goes into the %s %j', (location, name) => {
    const warnings: Warning[] = [];
    const root = { components: { securitySchemes: { s: { type: 'apiKey', in: location, name } } } };
    expect(readSecuritySchemes(root, (w) => warnings.push(w)).s).toEqual({ type: 'unsupported', scheme: 's' });
    expect(warnings.map((w) => w.where)).toEqual(['#/components/securitySchemes/s']);
  });

  it.each(table)('%s', (_, scheme, want) => {
    const root = { components: { securitySchemes: { s: scheme, other: { type: 'http', scheme: 'basic' } } } };
    expect(readSecuritySchemes(root, () => expect.fail('no warning')).s).toEqual(want);
  });

  it('warns of one that cannot be read, and keeps it as one that cannot be met', () => {
    const warnings: Warning[] = [];
    const root = {
      components: {
        securitySchemes: JSON.parse('{"gone":{"$ref":"#/x"},"text":"y","__proto__":{"type":"http","scheme":"basic"}}'),
      },
    };
    expect(Object.entries(readSecuritySchemes(root, (w) => warnings.push(w)))).toEqual([
      ['gone', { type: 'unsupported', scheme: 'gone' }],
      ['text', { type: 'unsupported', scheme: 'text' }],
      ['__proto__', { type: 'basic' }],
    ]);
    expect(warnings).toEqual([
      { where: '#/components/securitySchemes/gone', message: 'the reference "#/x" finds nothing' },
      { where: '#/components/securitySchemes/text', message: 'a security scheme is not an object' },
    ]);
    expect(plain(readSecuritySchemes({}, () => {}))).toEqual({});
  });
});

describe('security requirements', () => {
  const schemes = (): SecuritySchemes =>
    Object.assign(Object.create(null), { a: { type: 'bearer' }, b: { type: 'basic' } });
  const table: [what: string, own: Json | undefined, inherited: Json | undefined, want: unknown, warning?: string][] = [
    ['nothing said', undefined, undefined, null],
    ['inherited', undefined, [{ a: [] }], [{ a: [] }]],
    ['its own', [{ b: [] }], [{ a: [] }], [{ b: [] }]],
    ['none, by its own word', [], [{ a: [] }], null],
    ['AND', [{ a: [], b: [] }], undefined, [{ a: [], b: [] }]],
    ['OR', [{ a: [] }, { b: [] }], undefined, [{ a: [] }, { b: [] }]],
    ['optional', [{}, { a: [] }], undefined, [{}, { a: [] }]],
    ['scopes', [{ a: ['read', 5, 'write'] }], undefined, [{ a: ['read', 'write'] }]],
    ['scopes that are none', [{ a: 'read' }], undefined, [{ a: [] }]],
    [
      'an undeclared scheme',
      [{ zzz: [] }],
      undefined,
      [{ zzz: [] }],
      '#/paths/~1x/get/security the security scheme "zzz" is not declared',
    ],
    [
      'an undeclared scheme, inherited',
      undefined,
      [{ zzz: [] }],
      [{ zzz: [] }],
      '#/security the security scheme "zzz" is not declared',
    ],
    [
      'a name that objects inherit',
      [{ constructor: [] }],
      undefined,
      [{ constructor: [] }],
      '#/paths/~1x/get/security the security scheme "constructor" is not declared',
    ],
    [
      'no list',
      { a: [] },
      undefined,
      [{ a: [] }],
      '#/paths/~1x/get/security "security" is not a list; taken as its one entry',
    ],
  ];
  it.each(table)('%s', (_, own, inherited, want, warning) => {
    const warnings: string[] = [];
    const declared = schemes();
    expect(
      plain(readSecurity(own, inherited, declared, '#/paths/~1x/get', (w) => warnings.push(`${w.where} ${w.message}`))),
    ).toEqual(want);
    expect(warnings).toEqual(warning === undefined ? [] : [warning]);
  });

  it('makes of an undeclared scheme one that cannot be met', () => {
    const declared = schemes();
    readSecurity([{ zzz: [] }], undefined, declared, '#', () => {});
    expect(declared.zzz).toEqual({ type: 'unsupported', scheme: 'zzz' });
  });

  it('never takes a broken requirement for none', () => {
    for (const own of ['a', [null], [{ a: [] }, 'b'], 5]) {
      expect(() => readSecurity(own, undefined, schemes(), '#/paths/~1x/get', () => {})).toThrow(
        new DescriptionError(
          'invalid_operation',
          'a security requirement is not an object',
          '#/paths/~1x/get/security',
        ),
      );
    }
  });
});
