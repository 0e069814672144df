/** Every command of the built program as a person meets it: what it prints where, its exit code, its one line of error. */
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Environment, ROOT, run } from './program.ts';
import { SHOP } from './shop.ts';

let folder: string;
let spec: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'commands-'));
  spec = path.join(folder, 'shop.yaml');
  await writeFile(spec, SHOP);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

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
    [['serve', '--confirm', ''], /--confirm takes flag, ask or strict/],
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
