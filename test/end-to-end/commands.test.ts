/** Every command of the built program as a person meets it: what it prints where, its exit code, its one line of error; and every setting's effect. */
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { json, stubApi } from '../runtime/http/stub-api.ts';
import { connect } from './clients.ts';
import { type Environment, ROOT, run } from './program.ts';

let folder: string;
let spec: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'commands-'));
  spec = path.join(folder, 'shop.yaml');
  await writeFile(spec, SHOP);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const SHOP = `openapi: 3.1.0
info: { title: Shop, version: '2.0' }
servers: [{ url: 'https://shop.example/v2' }]
components:
  securitySchemes:
    key: { type: apiKey, in: header, name: X-Key }
    login: { type: http, scheme: basic }
security: [{ key: [] }]
paths:
  /things:
    get:
      operationId: listThings
      summary: List the things
      parameters:
        - { name: q, in: query, schema: { type: string } }
        - { name: tags, in: query, explode: false, schema: { type: array, items: { type: string } } }
      responses: { '200': { description: ok } }
    post:
      operationId: createThing
      summary: Create a thing
      requestBody:
        required: true
        content: { application/json: { schema: { type: object, required: [name], properties: { name: { type: string } } } } }
      responses: { '201': { description: ok } }
  /things/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    delete: { operationId: deleteThing, responses: { '204': { description: gone } } }
  /account:
    get: { operationId: getAccount, summary: Who one is, security: [{ login: [] }], responses: { '200': { description: ok } } }
`;

/** One line on stderr, nothing on stdout. */
async function expectError(args: string[], code: number, message: RegExp, settings: Environment = {}): Promise<void> {
  const ran = await run(args, settings);
  expect(ran).toMatchObject({ code, stdout: '' });
  expect(ran.stderr).toMatch(/^nuntius-mcp: [^\n]+\n$/);
  expect(ran.stderr).toMatch(message);
}

describe('tools', () => {
  test('a table: what there is, and what is left out', async () => {
    const { code, stdout, stderr } = await run(['tools', '--spec', spec]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toBe(`Shop 2.0: 3 tools (2 Lectura, 1 Escritura), 1 omitted, 0 warnings

Lectura    shop_account_get    GET /account
Escritura  shop_things_create  POST /things
Lectura    shop_things_list    GET /things

Omitted:
DELETE /things/{id}  deletes: DELETE is never a tool
`);
  });

  test('--json: the object of the design', async () => {
    const { code, stdout, stderr } = await run(['tools', '--spec', spec, '--json']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    // biome-ignore lint/suspicious/noExplicitAny: what is printed is looked at whole
    const shown = JSON.parse(stdout) as any;
    expect(Object.keys(shown)).toEqual(['api', 'tools', 'omitted', 'warnings']);
    expect(shown.api).toEqual({ title: 'Shop', version: '2.0', prefix: 'shop', baseUrl: 'https://shop.example/v2' });
    const create = shown.tools.find((tool: { name: string }) => tool.name === 'shop_things_create');
    expect(Object.keys(create).slice(0, 11)).toEqual([
      'name',
      'title',
      'type',
      'method',
      'path',
      'operationId',
      'description',
      'inputSchema',
      'annotations',
      'requestMediaType',
      'arguments',
    ]);
    expect(create).toMatchObject({
      name: 'shop_things_create',
      title: 'Create a thing',
      type: 'Escritura',
      method: 'POST',
      path: '/things',
      operationId: 'createThing',
      description: expect.stringMatching(/^Create a thing\n\nTipo: Escritura\. POST \/things$/),
      inputSchema: {
        type: 'object',
        properties: { name: { type: 'string' }, confirm: { type: 'boolean' } },
        required: ['name'],
        additionalProperties: false,
      },
      annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: true },
      requestMediaType: 'application/json',
      arguments: [{ name: 'name', in: 'body', wireName: 'name', required: true }],
    });
    const list = shown.tools.find((tool: { name: string }) => tool.name === 'shop_things_list');
    expect(list.arguments).toEqual([
      { name: 'q', in: 'query', wireName: 'q', required: false },
      { name: 'tags', in: 'query', wireName: 'tags', required: false, explode: false },
    ]);
    expect(list).not.toHaveProperty('requestMediaType');
    expect(shown.omitted).toEqual([
      { method: 'DELETE', path: '/things/{id}', operationId: 'deleteThing', reason: 'deletes: DELETE is never a tool' },
    ]);
  });

  test('--prefix names tools and settings', async () => {
    const { stdout } = await run(['tools', '--spec', spec, '--prefix', 'acme', '--json']);
    expect(JSON.parse(stdout)).toMatchObject({
      api: { prefix: 'acme' },
      tools: [{ name: 'acme_account_get' }, {}, {}],
    });
  });
});

describe('check', () => {
  test('of Nuntius and of a description', async () => {
    expect(await run(['check'])).toMatchObject({
      code: 0,
      stderr: '',
      stdout: expect.stringMatching(/^\d+ tools: none deletes/),
    });
    expect(await run(['check', '--spec', spec])).toMatchObject({
      code: 0,
      stdout: '3 tools: none deletes, every name is legal, every write is gated\n',
    });
  });

  test('lists the writes that an overlay freed of confirmation; --json too', async () => {
    const overlay = path.join(folder, 'free.yaml');
    await writeFile(
      overlay,
      "overlay: 1.0.0\ninfo: { title: t, version: '1' }\nactions:\n  - target: $.paths['/things'].post\n    update: { x-mcp: { confirm: none } }\n",
    );
    const { code, stdout } = await run(['check', '--spec', spec, '--overlay', overlay]);
    expect(code).toBe(0);
    expect(stdout).toContain("shop_things_create: written without a confirmation, by the overlay's word\n");
    const { stdout: shown } = await run(['check', '--spec', spec, '--overlay', overlay, '--json']);
    expect(JSON.parse(shown)).toMatchObject({
      ok: true,
      tools: 3,
      violations: [],
      unconfirmed: ['shop_things_create'],
    });
  });
});

describe('generate', () => {
  test('missing, fresh, the same bytes again, stale, changed; a run that fails leaves what was there', async () => {
    const own = path.join(folder, 'own.yaml');
    const out = path.join(folder, 'out');
    const args = ['generate', '--spec', own, '--out', out];
    await cp(spec, own);
    await expectError([...args, '--check'], 1, /stale|missing/);
    await expect(readdir(out)).rejects.toThrow();

    const first = await run(args);
    expect(first).toMatchObject({ code: 0, stderr: '' });
    expect(first.stdout).toContain('3 tools: 2 Lectura, 1 Escritura; 1 omitted, 0 warnings\n');
    const module = () => readFile(path.join(out, 'catalogue.ts'), 'utf8');
    const text = await module();
    expect(text).toMatch(/^\/\/ Generated by `nuntius-mcp generate`.*\n\/\/ {3}own\.yaml sha256:[0-9a-f]{64}\n/);
    expect(text).not.toMatch(/\d{4}-\d\d-\d\dT/);
    expect(await run([...args, '--check'])).toMatchObject({ code: 0, stderr: '' });

    const second = await run(args);
    expect(second).toMatchObject({ code: 0 });
    expect(second.stdout).not.toContain('Changed since the last one');
    expect(await module()).toBe(text);

    await writeFile(
      own,
      SHOP.replace('operationId: createThing', 'operationId: addThing').replace('name: q,', 'name: search,'),
    );
    await expectError(
      [...args, '--check'],
      1,
      /catalogue\.ts in .*out is stale: run `nuntius-mcp generate --spec .*own\.yaml --out .*out` and commit the result/,
    );
    expect(await module()).toBe(text);

    await writeFile(own, 'openapi: 3.1.0\npaths: [');
    await expectError(args, 1, /own\.yaml/);
    expect(await module()).toBe(text);
    expect(await readdir(out)).toEqual(['catalogue.ts']);

    await writeFile(
      own,
      SHOP.replace('operationId: createThing', 'operationId: addThing').replace('name: q,', 'name: search,'),
    );
    const { stdout } = await run(args);
    expect(stdout).toContain('Changed since the last one');
    expect(stdout).toMatch(/shop_things_list +argument added +search/);
    expect(stdout).toMatch(/shop_things_list +argument removed +q/);
    expect(stdout).toMatch(/shop_things_add +renamed +was shop_things_create/);
    expect(await readdir(out)).toEqual(['catalogue.ts']);
  });

  test('where nothing can be written, one line says so', async () => {
    const file = path.join(folder, 'a-file');
    await writeFile(file, '');
    const { code, stdout, stderr } = await run(['generate', '--spec', spec, '--out', path.join(file, 'out')]);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr.trimEnd().split('\n')).toHaveLength(1);
  });

  test('the repository holds what its description gives, to the byte, whatever the folder it is made in', async () => {
    const place = path.join(folder, 'elsewhere');
    await mkdir(place);
    const given = [
      '--spec',
      path.join(ROOT, 'openapi/nuntius.yaml'),
      '--overlay',
      path.join(ROOT, 'openapi/nuntius.overlay.yaml'),
      '--prefix',
      'nuntius',
    ];
    await run(['generate', ...given, '--out', place]);
    const body = (text: string) =>
      text.slice(text.indexOf('export const catalogue'), text.indexOf('\n// End of the catalogue.'));
    const [one, other] = await Promise.all(
      [place, path.join(ROOT, 'src/generated')].map((dir) => readFile(path.join(dir, 'catalogue.ts'), 'utf8')),
    );
    expect(body(one ?? '')).toBe(body(other ?? ''));
  });
});

describe('overlay init', () => {
  test('its output, applied, changes nothing', async () => {
    const { code, stdout, stderr } = await run(['overlay', 'init', '--spec', spec]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const overlay = path.join(folder, 'init.yaml');
    await writeFile(overlay, stdout);
    const [without, applied] = await Promise.all([
      run(['tools', '--spec', spec, '--json']),
      run(['tools', '--spec', spec, '--overlay', overlay, '--json']),
    ]);
    expect(applied.stderr).toBe('');
    expect(comparable(applied.stdout)).toEqual(comparable(without.stdout));
  });

  test('the same for Nuntius', async () => {
    const nuntius = path.join(ROOT, 'openapi/nuntius.yaml');
    const { stdout } = await run(['overlay', 'init', '--spec', nuntius]);
    const overlay = path.join(folder, 'init-nuntius.yaml');
    await writeFile(overlay, stdout);
    const [without, applied] = await Promise.all([
      run(['tools', '--spec', nuntius, '--json']),
      run(['tools', '--spec', nuntius, '--overlay', overlay, '--json']),
    ]);
    expect(comparable(applied.stdout)).toEqual(comparable(without.stdout));
  });

  /** That a type was said is kept: it is the overlay's word then, though the same. */
  function comparable(text: string): unknown {
    return JSON.parse(text, (key, value) => (key === 'typeFrom' ? undefined : value));
  }
});

describe('help and version', () => {
  test.each(['serve', 'tools', 'check', 'generate', 'overlay', 'sandbox', 'journal', 'undo'])(
    '%s --help',
    async (command) => {
      const { code, stdout, stderr } = await run([command, '--help']);
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      expect(stdout).toMatch(new RegExp(`^Usage: nuntius-mcp ${command}`));
      expect(stdout).toMatch(/^ {2}--help +\S/m);
    },
  );

  test('--help names every command', async () => {
    const { code, stdout } = await run(['--help']);
    expect(code).toBe(0);
    for (const command of ['serve', 'tools', 'check', 'generate', 'overlay', 'sandbox', 'journal', 'undo'])
      expect(stdout).toMatch(new RegExp(`^ {2}${command} +\\S`, 'm'));
  });

  test('--version is the package’s', async () => {
    const { version } = JSON.parse(await readFile(path.join(ROOT, 'package.json'), 'utf8')) as { version: string };
    expect(await run(['--version'])).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' });
  });
});

describe('errors: one line that says what, where, and what to do', () => {
  test.each<[string[], RegExp]>([
    [['toools'], /There is no command "toools"\. Did you mean "tools"\?/],
    [['tools', '--jsn'], /"--jsn"/],
    [['serve', '--sandbox', '--spec', 'x.yaml'], /--sandbox is the Nuntius API; it does not go with --spec/],
    [['serve', '--overlay', 'x.yaml'], /--overlay goes with --spec/],
    [['tools', '--prefix', 'x'], /--prefix goes with --spec/],
    [['tools', '--spec', 'x.yaml', '--prefix', 'Not A Prefix'], /--prefix takes/],
    [['serve', '--base-url', 'ftp://x'], /http or https URL/],
    [['generate'], /generate takes --spec FILE/],
    [['overlay', 'init'], /nuntius-mcp overlay init --spec FILE/],
    [['overlay', 'show', '--spec', 'x'], /nuntius-mcp overlay init --spec FILE/],
    [['sandbox', '--port', '99999'], /--port takes a number/],
  ])('usage, exit code 2: %j', (args, message) => expectError(args, 2, message));

  test.each<[string[], RegExp, Environment]>([
    [['tools', '--spec', 'no-such-file.yaml'], /no-such-file\.yaml/, {}],
    [['tools', '--spec', 'package.json'], /package\.json|openapi/, {}],
    [['serve', '--confirm', 'never'], /_CONFIRM must be one of flag, ask, strict/, {}],
    [['serve'], /NUNTIUS_TIMEOUT_MS must be a whole number of milliseconds/, { NUNTIUS_TIMEOUT_MS: '1.5' }],
    [['serve'], /NUNTIUS_READ_ONLY must be one of/, { NUNTIUS_READ_ONLY: 'perhaps' }],
    [['serve'], /NUNTIUS_LOG_LEVEL must be one of error, warn, info, debug/, { NUNTIUS_LOG_LEVEL: 'loud' }],
    [['serve'], /NUNTIUS_BASE_URL must be an http or https URL/, { NUNTIUS_BASE_URL: 'api.example' }],
    [['serve'], /NUNTIUS_API_KEY_FILE must .*read/, { NUNTIUS_API_KEY_FILE: '/no/such/file' }],
  ])('failures, exit code 1: %j %s', (args, message, settings) => expectError(args, 1, message, settings));

  test('--debug shows where it came from', async () => {
    const { stderr } = await run(['tools', '--spec', 'no-such-file.yaml', '--debug']);
    expect(stderr).toMatch(/\n +at /);
  });
});

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

  test("another API's settings are not this one's", async () => {
    const { arrived } = await arrivedWith(
      { SHOP_API_KEY: 'k', NUNTIUS_READ_ONLY: '1', NUNTIUS_CONFIRM: 'nonsense' },
      'shop_things_create',
      [],
      { name: 'x', confirm: true },
    );
    expect(arrived).toHaveLength(1);
  });

  test('nothing named at all is Nuntius over stdio', async () => {
    await using server = await connect('v2 client, 2026-07-28', { args: [] });
    expect((await server.tools()).map((tool) => tool.name)).toContain('nuntius_leads_create');
  });
});
