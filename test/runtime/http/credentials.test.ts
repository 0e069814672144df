import { describe, expect, test } from 'vitest';
import type { SecurityRequirements } from '../../../src/catalogue/index.ts';
import {
  applyCredentials,
  chooseCredentials,
  type SecuritySchemes,
  schemeKey,
  secretsOf,
  settingsFor,
  settingsInUse,
} from '../../../src/runtime/http/credentials.ts';
import type { Credentials } from '../../../src/runtime/settings.ts';

const SCHEMES: SecuritySchemes = {
  'api-key': { type: 'apiKey', in: 'header', name: 'X-Api-Key' },
  appKey: { type: 'apiKey', in: 'query', name: 'app key' },
  sid: { type: 'apiKey', in: 'cookie', name: 'SID' },
  basic: { type: 'basic' },
  bearer: { type: 'bearer' },
  accountKey: { type: 'bearer' },
  oauth: { type: 'oauth2', tokenUrl: 'https://a/token', scopes: ['all'] },
  oidc: { type: 'oauth2' },
  mtls: { type: 'unsupported', scheme: 'mutualTLS' },
};

async function applied(
  security: SecurityRequirements | undefined,
  credentials: Partial<Credentials>,
  headers: [string, string][] = [],
) {
  const chosen = chooseCredentials(security, SCHEMES, { schemes: {}, ...credentials }, 'my-api');
  const out = await applyCredentials(
    { method: 'GET', url: new URL('http://h/p?a=1'), headers },
    chosen,
    async () => 'FETCHED',
  );
  return { search: out.url.search, ...Object.fromEntries(out.headers) };
}

describe('what goes on the request', () => {
  test.each<[string, SecurityRequirements | undefined, Partial<Credentials>, Record<string, string>]>([
    ['none needed', undefined, { apiKey: 'K' }, { search: '?a=1' }],
    ['none needed, said so', [], { apiKey: 'K' }, { search: '?a=1' }],
    ['a header key', [{ 'api-key': [] }], { apiKey: 'K' }, { search: '?a=1', 'x-api-key': 'K' }],
    ['a query key', [{ appKey: [] }], { apiKey: 'K&x=1' }, { search: '?a=1&app%20key=K%26x%3D1' }],
    ['a cookie key', [{ sid: [] }], { apiKey: 'K=/+' }, { search: '?a=1', cookie: 'SID=K=/+' }],
    [
      'a cookie key that would add a cookie',
      [{ sid: [] }],
      { apiKey: 'K; admin=1' },
      { search: '?a=1', cookie: 'SID=K%3B%20admin=1' },
    ],
    [
      'by scheme name',
      [{ 'api-key': [] }],
      { apiKey: 'no', schemes: { API_KEY: 'K' } },
      { search: '?a=1', 'x-api-key': 'K' },
    ],
    [
      'basic, in UTF-8',
      [{ basic: [] }],
      { username: 'ada', password: 'pä:ss' },
      { search: '?a=1', authorization: 'Basic YWRhOnDDpDpzcw==' },
    ],
    [
      'basic by scheme name',
      [{ basic: [] }],
      { schemes: { BASIC: 'ada:pä:ss' } },
      { search: '?a=1', authorization: 'Basic YWRhOnDDpDpzcw==' },
    ],
    [
      'basic without a password',
      [{ basic: [] }],
      { username: 'sk_1' },
      { search: '?a=1', authorization: 'Basic c2tfMTo=' },
    ],
    ['bearer', [{ bearer: [] }], { token: 'T' }, { search: '?a=1', authorization: 'Bearer T' }],
    ['bearer by the API key', [{ bearer: [] }], { apiKey: 'K' }, { search: '?a=1', authorization: 'Bearer K' }],
    ['OpenID Connect', [{ oidc: ['x'] }], { token: 'T' }, { search: '?a=1', authorization: 'Bearer T' }],
    [
      'OAuth2, a token given',
      [{ oauth: [] }],
      { token: 'T', clientId: 'c', clientSecret: 's' },
      { search: '?a=1', authorization: 'Bearer T' },
    ],
    [
      'OAuth2, client credentials',
      [{ oauth: [] }],
      { clientId: 'c', clientSecret: 's' },
      { search: '?a=1', authorization: 'Bearer FETCHED' },
    ],
    [
      'AND',
      [{ 'api-key': [], bearer: [] }],
      { apiKey: 'K', token: 'T' },
      { search: '?a=1', 'x-api-key': 'K', authorization: 'Bearer T' },
    ],
    [
      'AND of one kind',
      [{ 'api-key': [], appKey: [] }],
      { schemes: { API_KEY: 'K', APPKEY: 'A' } },
      { search: '?a=1&app%20key=A', 'x-api-key': 'K' },
    ],
    [
      'OR, the second is set',
      [{ bearer: [] }, { basic: [] }],
      { username: 'u', password: 'p' },
      { search: '?a=1', authorization: 'Basic dTpw' },
    ],
    [
      'OR, an exact fit before the API key as bearer',
      [{ bearer: [] }, { 'api-key': [] }],
      { apiKey: 'K' },
      { search: '?a=1', 'x-api-key': 'K' },
    ],
    [
      'OR, one is beyond us',
      [{ mtls: [] }, { bearer: [] }],
      { token: 'T' },
      { search: '?a=1', authorization: 'Bearer T' },
    ],
    ['optional, not set', [{}, { bearer: [] }], {}, { search: '?a=1' }],
    ['optional, set', [{}, { bearer: [] }], { token: 'T' }, { search: '?a=1', authorization: 'Bearer T' }],
  ])('%s', async (_, security, credentials, want) => {
    expect(await applied(security, credentials)).toEqual(want);
  });

  test('replaces an argument of the same name and keeps the arguments’ cookies', async () => {
    expect(
      await applied([{ 'api-key': [], sid: [] }], { schemes: { API_KEY: 'K', SID: 'S' } }, [
        ['x-api-key', 'mine'],
        ['cookie', 'lang=en'],
      ]),
    ).toEqual({
      search: '?a=1',
      'x-api-key': 'K',
      cookie: 'lang=en; SID=S',
    });
  });

  for (const value of ['K\r\nX-Admin: 1', 'K\n', 'ñ']) {
    test(`${JSON.stringify(value)} is refused, by its setting and without its value`, async () => {
      const refusal = await applied([{ 'api-key': [] }], { apiKey: value }).catch((e: unknown) => e);
      expect(refusal).toMatchObject({ code: 'unsafe_credentials', message: expect.stringContaining('MY_API_API_KEY') });
      expect(String(refusal)).not.toContain(value);
    });
  }
});

describe('what is missing is named', () => {
  test.each<[SecurityRequirements, Partial<Credentials>, string]>([
    [[{ 'api-key': [] }], {}, 'Set MY_API_API_KEY.'],
    [[{ 'api-key': [] }], { apiKey: '' }, 'Set MY_API_API_KEY.'],
    [[{ 'api-key': [] }], { token: 'T' }, 'Set MY_API_API_KEY.'],
    [[{ bearer: [] }], {}, 'Set MY_API_TOKEN.'],
    [[{ accountKey: [] }], {}, 'Set MY_API_API_KEY.'],
    [[{ accountKey: [], 'api-key': [] }], { apiKey: 'K' }, 'Set MY_API_TOKEN and MY_API_API_KEY.'],
    [[{ basic: [] }], { password: 'p' }, 'Set MY_API_USERNAME and MY_API_PASSWORD.'],
    [[{ oauth: [] }], { clientId: 'c' }, 'Set MY_API_TOKEN (or MY_API_CLIENT_ID and MY_API_CLIENT_SECRET).'],
    [[{ 'api-key': [], appKey: [] }], { apiKey: 'K' }, 'Set MY_API_AUTH_API_KEY and MY_API_AUTH_APPKEY.'],
    [[{ 'api-key': [], bearer: [] }], { apiKey: 'K' }, 'Set MY_API_API_KEY and MY_API_TOKEN.'],
    [[{ bearer: [] }, { basic: [] }], {}, 'Set MY_API_TOKEN, or MY_API_USERNAME and MY_API_PASSWORD.'],
    [[{ mtls: [] }], {}, 'cannot do'],
    [[{ constructor: [] }], {}, 'cannot do'],
  ])('%j with %j', (security, credentials, want) => {
    const choose = () => chooseCredentials(security, SCHEMES, { schemes: {}, ...credentials }, 'my-api');
    expect(choose).toThrow(
      expect.objectContaining({ code: 'missing_credentials', message: expect.stringContaining(want) }),
    );
  });

  // What a message tells people to set must be what then works.
  test.each(['api-key', 'bearer', 'accountKey', 'oidc'])('%s: what is named is what works', (name) => {
    const [named = ''] = settingsFor([{ [name]: [] }], SCHEMES, 'x');
    const credentials = { schemes: {}, [named === 'X_API_KEY' ? 'apiKey' : 'token']: 'value' };
    expect(settingsInUse([{ [name]: [] }], SCHEMES, credentials, 'x')).toEqual([named]);
  });

  test.each<[SecurityRequirements, Partial<Credentials>, string[]]>([
    [[{ accountKey: [] }], { apiKey: 'K' }, ['X_API_KEY']],
    [[{ accountKey: [] }], { token: 'T' }, ['X_TOKEN']],
    [[{ bearer: [] }], { apiKey: 'K' }, ['X_API_KEY']],
    [[{ bearer: [] }], { schemes: { BEARER: 'T' } }, ['X_AUTH_BEARER']],
    [[{ basic: [] }], { username: 'u', password: 'p' }, ['X_USERNAME and X_PASSWORD']],
    [[{ oauth: [] }], { clientId: 'c', clientSecret: 's' }, ['X_CLIENT_ID and X_CLIENT_SECRET']],
    [[{ bearer: [] }], {}, []],
    [[], { apiKey: 'K' }, []],
  ])('%j with %j: %j is in use', (security, credentials, want) =>
    expect(settingsInUse(security, SCHEMES, { schemes: {}, ...credentials }, 'x')).toEqual(want),
  );

  test('names and secrets', () => {
    expect(schemeKey('api-key.v2')).toBe('API_KEY_V2');
    expect(settingsFor([{ bearer: [] }, { oidc: [] }], SCHEMES, 'x')).toEqual(['X_TOKEN']);
    expect(secretsOf({ username: 'ada', password: 'pw', schemes: { B: 'u:p' } })).toEqual([
      'pw',
      'u:p',
      'ada:pw',
      'dTpw',
      'YWRhOnB3',
    ]);
  });
});
