/** Every setting's effect on what is served, on either surface: what reaches the API, and what the client is answered. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { json, stubApi } from '../runtime/http/stub-api.ts';
import { DISCOVER } from '../surfaces.ts';
import { connect } from './clients.ts';
import type { Environment } from './program.ts';
import { SHOP } from './shop.ts';

let folder: string;
let spec: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'settings-'));
  spec = path.join(folder, 'shop.yaml');
  await writeFile(spec, SHOP);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('settings', () => {
  /** What reaches the API when `tool` is called with these settings. */
  async function arrivedWith(
    settings: Environment,
    tool = 'shop_things_list',
    args: string[] = [],
    given: Record<string, unknown> = {},
  ) {
    await using api = await stubApi(json(200, {}));
    const base = args.includes('--base-url') ? {} : { SHOP_BASE_URL: `${api.url.href}base/` };
    const program = ['serve', '--spec', spec, ...args.map((arg) => arg.replace('API', api.url.href))];
    await using server = await connect('v1 SDK', { args: program, settings: { ...base, ...settings } });
    const result = await server.call(tool, given);
    return {
      arrived: api.arrived,
      result,
      stderr: server.stderr(),
      names: (await server.tools()).map(({ name }) => name),
    };
  }

  test('_BASE_URL and --base-url: where it goes, with its path', async () => {
    expect((await arrivedWith({ SHOP_API_KEY: 'k' })).arrived[0]?.target).toBe('/base/things');
    expect(
      (
        await arrivedWith({ SHOP_API_KEY: 'k', SHOP_BASE_URL: 'http://127.0.0.1:9' }, 'shop_things_list', [
          '--base-url',
          'APIother',
        ])
      ).arrived[0]?.target,
    ).toBe('/other/things');
  });

  test('_API_KEY, _API_KEY_FILE, _AUTH_<SCHEME>', async () => {
    const file = path.join(folder, 'key.txt');
    await writeFile(file, 'from-a-file\n');
    expect((await arrivedWith({ SHOP_API_KEY: 'k1' })).arrived[0]?.headers['x-key']).toBe('k1');
    expect((await arrivedWith({ SHOP_API_KEY_FILE: file })).arrived[0]?.headers['x-key']).toBe('from-a-file');
    expect((await arrivedWith({ SHOP_API_KEY: 'k1', SHOP_AUTH_KEY: 'k2' })).arrived[0]?.headers['x-key']).toBe('k2');
  });

  test('_USERNAME and _PASSWORD', async () => {
    const { arrived } = await arrivedWith({ SHOP_USERNAME: 'ana', SHOP_PASSWORD: 'p:w' }, 'shop_account_get');
    expect(arrived[0]?.headers.authorization).toBe(`Basic ${Buffer.from('ana:p:w').toString('base64')}`);
  });

  test('no key: nothing is sent, and the setting is named', async () => {
    const { arrived, result } = await arrivedWith({});
    expect(arrived).toEqual([]);
    expect(result.isError).toBe(true);
    expect(result.content[0]?.text).toMatch(/Nothing was sent\..*SHOP_API_KEY/s);
  });

  test('_READ_ONLY: writes are neither listed nor callable', async () => {
    const { arrived, result, names } = await arrivedWith(
      { SHOP_API_KEY: 'k', SHOP_READ_ONLY: '1' },
      'shop_things_create',
      [],
      { name: 'x', confirm: true },
    );
    expect(names).not.toContain('shop_things_create');
    expect(names).toEqual(expect.arrayContaining(['shop_account_get', 'shop_things_list']));
    expect(names.filter((name) => /create|update|undo/.test(name))).toEqual([]);
    expect(JSON.parse(result.content[0]?.text ?? '')).toMatchObject({ error: 'unknown_tool' });
    expect(arrived).toEqual([]);
  });

  test.each<[Environment, string[]]>([
    [{ SHOP_CONFIRM: 'strict' }, []],
    [{ SHOP_REQUIRE_ELICITATION: '1' }, []],
    [{ SHOP_REQUIRE_ELICITATION: '1', SHOP_CONFIRM: 'flag' }, []],
    [{}, ['--confirm', 'strict']],
    [{ SHOP_CONFIRM: 'flag' }, ['--confirm', 'strict']],
    // An option can make it stricter, never looser.
    [{ SHOP_CONFIRM: 'strict' }, ['--confirm', 'flag']],
    [{ SHOP_CONFIRM: 'strict' }, ['--confirm', 'ask']],
  ])('%j %j: confirm: true proves nothing', async (settings, args) => {
    const { arrived, result } = await arrivedWith({ SHOP_API_KEY: 'k', ...settings }, 'shop_things_create', args, {
      name: 'x',
      confirm: true,
    });
    expect(result.isError).toBe(true);
    expect(JSON.parse(result.content[0]?.text ?? '')).toMatchObject({ error: 'confirmation_unavailable' });
    expect(arrived.filter((request) => request.method !== 'GET')).toEqual([]);
  });

  test('_CONFIRM=ask: a code, good for one write', async () => {
    await using api = await stubApi(json(201, {}));
    await using server = await connect('v1 SDK', {
      args: ['serve', '--spec', spec],
      settings: { SHOP_BASE_URL: api.url.href, SHOP_API_KEY: 'k', SHOP_CONFIRM: 'ask' },
    });
    const first = JSON.parse(
      (await server.call('shop_things_create', { name: 'x', confirm: true })).content[0]?.text ?? '',
    ) as Record<string, string>;
    expect(first).toMatchObject({
      status: 'confirmation_required',
      confirmation: expect.stringMatching(/^[\w-]{11}$/),
    });
    expect(api.arrived).toEqual([]);
    for (const _ of [1, 2]) await server.call('shop_things_create', { name: 'x', confirmation: first.confirmation });
    expect(api.arrived).toHaveLength(1);
  });

  test('_LOG_LEVEL: nothing unless asked for; then on stderr, without secrets', async () => {
    expect((await arrivedWith({ SHOP_API_KEY: 'k-secret' })).stderr).toBe('');
    const { stderr } = await arrivedWith({ SHOP_API_KEY: 'k-secret', SHOP_LOG_LEVEL: 'info' });
    expect(stderr).toMatch(/^nuntius-mcp info: Shop: \d+ tools of http:\/\/127\.0\.0\.1:\d+/m);
    expect(stderr).not.toContain('k-secret');
  });

  test('a setting that nobody reads is pointed out', async () => {
    expect((await arrivedWith({ SHOP_API_KEY: 'k', SHOP_APIKEY: 'x' })).stderr).toContain('SHOP_APIKEY');
  });

  test('an option that is looser than the setting is pointed out; a stricter one is not', async () => {
    const said = async (confirm: string) =>
      (await arrivedWith({ SHOP_API_KEY: 'k', SHOP_CONFIRM: 'ask' }, undefined, ['--confirm', confirm])).stderr;
    expect(await said('flag')).toContain('--confirm flag is looser than the setting, so writes are confirmed by ask');
    expect(await said('strict')).not.toContain('looser');
  });

  test("another API's settings are not this one's", async () => {
    const { arrived } = await arrivedWith(
      { SHOP_API_KEY: 'k', NUNTIUS_READ_ONLY: '1', NUNTIUS_CONFIRM: 'nonsense' },
      'shop_things_create',
      [],
      { name: 'x', confirm: true },
    );
    expect(arrived).toHaveLength(1);
  });

  // `--discover` would be named.
  test.skipIf(DISCOVER)('nothing named at all is Nuntius over stdio', async () => {
    await using server = await connect('v2 client, 2026-07-28', { args: [] });
    expect((await server.tools()).map((tool) => tool.name)).toContain('nuntius_leads_create');
  });
});
