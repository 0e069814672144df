import { describe, expect, test } from 'vitest';
import { createUpstream } from '../../../src/runtime/http/upstream.ts';
import { buildRequest } from '../../../src/runtime/request/build-request.ts';
import { tool } from '../request/tool.ts';
import { json, type Reply, type StubApi, stubApi } from './stub-api.ts';

const read = tool({ type: 'Lectura', method: 'GET', security: [{ o: ['leads:read'] }] });
const write = tool({ security: [{ o: [] }] });

function upstream(api: URL, tokenUrl: string) {
  return createUpstream({
    prefix: 't',
    baseUrl: api,
    securitySchemes: { o: { type: 'oauth2', tokenUrl, scopes: ['all'] } },
    credentials: { clientId: 'my id', clientSecret: 's€cret:1', schemes: {} },
    trustedOrigins: [],
    timeoutMs: 5_000,
    version: '1',
  });
}

/** A token server that gives T1, T2, … */
function tokenServer(expiresIn?: number): Promise<StubApi> {
  let n = 0;
  return stubApi((request, response, socket) => {
    json(200, {
      access_token: `T${++n}`,
      token_type: 'Bearer',
      ...(expiresIn !== undefined && { expires_in: expiresIn }),
    })(request, response, socket);
  });
}

const bearers = (api: StubApi) => api.arrived.map((a) => a.headers.authorization);

describe('client credentials', () => {
  test('one token for all calls, concurrent ones too', async () => {
    await using tokens = await tokenServer(3600);
    await using api = await stubApi();
    const up = upstream(api.url, new URL('/token', tokens.url).href);
    await Promise.all(Array.from({ length: 8 }, () => up.send(read, buildRequest(read, {}))));
    await up.send(read, buildRequest(read, {}));
    expect(bearers(api)).toEqual(Array(9).fill('Bearer T1'));
    expect(tokens.arrived).toHaveLength(1);
    expect(tokens.arrived[0]).toMatchObject({
      method: 'POST',
      target: '/token',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        authorization: `Basic ${Buffer.from('my+id:s%E2%82%ACcret%3A1').toString('base64')}`,
      },
    });
    expect(tokens.arrived[0]?.body.toString()).toBe('grant_type=client_credentials&scope=leads%3Aread');
  });

  test('a token that expires is fetched again', async () => {
    await using tokens = await tokenServer(0.000001);
    await using api = await stubApi();
    const up = upstream(api.url, tokens.url.href);
    await up.send(read, buildRequest(read, {}));
    await up.send(read, buildRequest(read, {}));
    expect(bearers(api)).toEqual(['Bearer T1', 'Bearer T2']);
  });

  test('a read’s 401 fetches a new one, once', async () => {
    await using tokens = await tokenServer(3600);
    await using api = await stubApi(json(401, {}));
    expect(await upstream(api.url, tokens.url.href).send(read, buildRequest(read, {}))).toMatchObject({ status: 401 });
    expect(bearers(api)).toEqual(['Bearer T1', 'Bearer T2']);
  });

  test('a write’s 401 does not: it is sent once', async () => {
    await using tokens = await tokenServer(3600);
    await using api = await stubApi(json(401, {}));
    expect(await upstream(api.url, tokens.url.href).send(write, buildRequest(write, {}))).toMatchObject({
      status: 401,
    });
    expect(api.arrived).toHaveLength(1);
  });

  test('a server that takes the secret only in the body gets it there', async () => {
    const picky: Reply = (request, response, socket) =>
      request.headers.authorization
        ? json(401, { error: 'invalid_client' })(request, response, socket)
        : json(200, { access_token: 'T' })(request, response, socket);
    await using tokens = await stubApi(picky);
    await using api = await stubApi();
    await upstream(api.url, tokens.url.href).send(read, buildRequest(read, {}));
    expect(bearers(api)).toEqual(['Bearer T']);
    expect(new URLSearchParams(tokens.arrived[1]?.body.toString()).get('client_secret')).toBe('s€cret:1');
  });

  test.each<[string, Reply, string]>([
    [
      'refused',
      json(401, { error: 'invalid_client', error_description: 's€cret:1 is wrong' }),
      'HTTP 401 invalid_client',
    ],
    ['no token', json(200, {}), 'HTTP 200'],
    ['no JSON', json(200, '<html>'), 'HTTP 200'],
    ['a token that is no header', json(200, { access_token: 'a\r\nX: 1' }), 'HTTP 200'],
    ['a redirect', json(302, {}, { location: 'http://127.0.0.1:1/' }), 'HTTP 302'],
    ['dropped', (_q, _r, socket) => void socket.destroy(), 'could not be asked'],
  ])('%s: the call fails, says why, and holds no secret', async (_, reply, why) => {
    await using tokens = await stubApi(reply);
    await using api = await stubApi();
    const sent = await upstream(api.url, tokens.url.href).send(write, buildRequest(write, {}));
    expect(sent).toMatchObject({ kind: 'failed', code: 'no_access_token', message: expect.stringContaining(why) });
    expect(JSON.stringify(sent)).not.toContain('s€cret');
    expect(api.arrived).toEqual([]);
  });

  test('a failure is not kept', async () => {
    await using tokens = await stubApi(json(500, {}), json(200, { access_token: 'T' }));
    await using api = await stubApi();
    const up = upstream(api.url, tokens.url.href);
    expect(await up.send(read, buildRequest(read, {}))).toMatchObject({ kind: 'failed' });
    expect(await up.send(read, buildRequest(read, {}))).toMatchObject({ status: 200 });
  });

  for (const url of [
    'http://auth.example/token',
    'ftp://127.0.0.1/',
    'https://u:p@h/',
    'http://127.0.0.1.evil.example/',
    'http://localhost.evil.example/',
  ]) {
    test(`the secret is not sent to ${url}`, async () => {
      const sent = await upstream(new URL('https://api.invalid'), url).send(read, buildRequest(read, {}));
      expect(sent).toMatchObject({
        kind: 'failed',
        code: 'no_access_token',
        message: expect.stringContaining('https'),
      });
    });
  }
});
