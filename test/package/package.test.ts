/**
 * What is published, as it arrives: packed, installed in an empty folder with an empty home and npm cache, run by npx, imported,
 * required, and compiled against. It holds what it needs and nothing else.
 */
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ended, only, type Ran, ROOT } from '../end-to-end/program.ts';

const folder = mkdtempSync(path.join(os.tmpdir(), 'nuntius-package-'));
const home = path.join(folder, 'home');
const consumer = path.join(folder, 'consumer');
const { version } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as { version: string };
const tarball = path.join(folder, `nuntius-mcp-${version}.tgz`);
const modules = path.join(consumer, 'node_modules');

/** In the consumer's folder, with nothing of this machine's but the registry that npm is set to. */
function at(cwd: string, command: string, args: string[], settings: Record<string, string> = {}): Promise<Ran> {
  const npm = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => /^(npm_config_registry|.*_proxy|node_extra_ca_certs)$/i.test(name)),
  ) as Record<string, string>;
  const env = { ...only(), ...npm, HOME: home, npm_config_cache: path.join(home, '.npm'), ...settings };
  return ended(spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] }));
}
const tool = (name: string, file: string) =>
  path.join(path.dirname(createRequire(import.meta.url).resolve(`${name}/package.json`)), file);
const write = (files: Record<string, string>) => {
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(consumer, name), text);
};

let files: string[];
beforeAll(async () => {
  mkdirSync(home);
  mkdirSync(consumer);
  // The registry and certificates of this machine are npm's to know, whose settings are in the home that is left behind.
  for (const key of ['registry', 'cafile']) {
    const { stdout } = await ended(
      spawn('npm', ['config', 'get', key], { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] }),
    );
    if (!/^(null|undefined)?\s*$/.test(stdout))
      writeFileSync(path.join(home, '.npmrc'), `${key}=${stdout}`, { flag: 'a' });
  }
  expect(await at(ROOT, process.execPath, [tool('tsx', 'dist/cli.mjs'), 'scripts/types.ts'])).toMatchObject({
    code: 0,
  });
  // The build is there already: built again it would be taken from under the other tests.
  const packed = await at(ROOT, 'npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', folder]);
  files = (JSON.parse(packed.stdout) as { files: { path: string }[] }[])[0]?.files.map((file) => file.path) ?? [];
  write({ 'package.json': '{"name":"consumer","private":true,"type":"module"}' });
  const installed = await at(consumer, 'npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', tarball]);
  expect(installed, installed.stderr).toMatchObject({ code: 0 });
}, 300_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('holds the built program and library, the API’s description and what is to be read, and nothing else', () => {
  const other = files.filter(
    (file) => !/^dist\/(library\/[\w-]+\.mjs|library\/index(\.cjs|\.d\.[cm]ts)|\w+\.cjs|LICENSES\.txt)$/.test(file),
  );
  expect(other.sort()).toEqual(
    [
      'CHANGELOG.md',
      'LICENSE',
      'README.es.md',
      'README.md',
      'SECURITY.es.md',
      'SECURITY.md',
      'dist/nuntius-mcp.js',
      'dist/package.json',
      'openapi/nuntius.overlay.yaml',
      'openapi/nuntius.yaml',
      'package.json',
    ].sort(),
  );
  expect(files.filter((file) => /\.cache$|test|\.map$/.test(file))).toEqual([]);
});

test('brings with it the SDK, and nothing that the SDK does not bring', () => {
  const there = readdirSync(modules).filter((name) => !name.startsWith('.'));
  expect(there.sort()).toEqual(['@modelcontextprotocol', 'nuntius-mcp', 'zod']);
  expect(readdirSync(path.join(modules, '@modelcontextprotocol')).sort()).toEqual(['core', 'server']);
});

test('publint finds nothing', async () => {
  const { code, stdout } = await at(ROOT, path.join(ROOT, 'node_modules/.bin/publint'), ['run', tarball, '--strict']);
  expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining('All good!') });
});

test('attw finds that the types are right for every way of importing', async () => {
  const attw = tool('@arethetypeswrong/cli', 'dist/index.js');
  const args = [attw, tarball, '--no-color', '--no-emoji', '--format', 'ascii', '--exclude-entrypoints', './openapi/*'];
  const { code, stdout } = await at(ROOT, process.execPath, args);
  expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining('No problems found') });
});

describe('npx', () => {
  test('runs it from the tarball, in an empty folder', async () => {
    const empty = mkdtempSync(path.join(folder, 'empty-'));
    const ran = await at(empty, 'npx', ['--yes', `--package=${tarball}`, 'nuntius-mcp', '--version']);
    expect(ran, ran.stderr).toMatchObject({ code: 0, stdout: `${version}\n` });
  });

  test('lists the tools where it is installed', async () => {
    const { code, stdout } = await at(consumer, 'npx', ['--no', 'nuntius-mcp', 'tools']);
    expect(code).toBe(0);
    expect(stdout).toContain('Nuntius 1.4.0: 68 tools (39 Lectura, 29 Escritura), 0 omitted');
  });
});

describe('the code that V8 compiled', () => {
  const dist = path.join(modules, 'nuntius-mcp/dist');
  const caches = () => readdirSync(dist).filter((name) => name.includes('.cache'));
  const program = path.join(dist, 'nuntius-mcp.js');
  const serve = () => at(consumer, process.execPath, [program, 'serve'], { NUNTIUS_JOURNAL: 'off' });

  test('is kept by the first server, beside the program, and by nothing that ends badly', async () => {
    for (const name of caches()) rmSync(path.join(dist, name), { recursive: true });
    expect(await at(consumer, process.execPath, [program, 'serve'], { NUNTIUS_CONFIRM: 'no' })).toMatchObject({
      code: 1,
    });
    expect(caches()).toEqual([]);
    expect(await serve()).toMatchObject({ code: 0, stderr: '' });
    const kept = caches();
    expect(kept.length).toBeGreaterThan(0);
    expect(kept.filter((name) => !name.endsWith(`.${process.versions.v8}.cache`))).toEqual([]);
    expect(await serve()).toMatchObject({ code: 0, stderr: '' });
    expect(caches()).toEqual(kept);
  });

  test('where it cannot be kept, or is another’s, the program runs all the same and leaves nothing', async () => {
    const kept = caches();
    for (const name of kept) writeFileSync(path.join(dist, name), 'not compiled code');
    expect(await serve()).toMatchObject({ code: 0, stderr: '' });
    for (const name of kept) {
      rmSync(path.join(dist, name));
      mkdirSync(path.join(dist, name, 'in the way'), { recursive: true });
    }
    expect(await serve()).toMatchObject({ code: 0, stderr: '' });
    expect(caches()).toEqual(kept);
    for (const name of kept) rmSync(path.join(dist, name), { recursive: true });
  });
});

describe('the library', () => {
  const body = `
    const catalogue = await buildCatalogue(require.resolve('nuntius-mcp/openapi/nuntius.yaml'));
    const server = createServer(catalogue, { baseUrl: 'http://127.0.0.1:9', journal: 'off', credentials: { apiKey: 'k' } });
    const [ours, theirs] = InMemoryTransport.createLinkedPair();
    await server.connect(ours);
    const answers = [];
    theirs.onmessage = (message) => answers.push(message);
    await theirs.start();
    const send = async (message) => { await theirs.send({ jsonrpc: '2.0', ...message }); await new Promise((r) => setTimeout(r, 500)); };
    await send({ id: 1, method: 'initialize', params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'c', version: '1' } } });
    await send({ method: 'notifications/initialized' });
    await send({ id: 2, method: 'tools/call', params: { name: 'nuntius_leads_create', arguments: { customerName: 'Ana', quality: 'hot' } } });
    process.stdout.write(JSON.parse(answers[1].result.content[0].text).error);
    process.exit(0);`;
  test.each([
    [
      'an ES module',
      'main.mjs',
      `import { createRequire } from 'node:module';
       import { InMemoryTransport } from '@modelcontextprotocol/server';
       import { buildCatalogue, createServer } from 'nuntius-mcp';
       const require = createRequire(import.meta.url);
       ${body}`,
    ],
    [
      'CommonJS, where Node can require ES modules',
      'main.cjs',
      `const { InMemoryTransport } = require('@modelcontextprotocol/server');
       const { buildCatalogue, createServer } = require('nuntius-mcp');
       (async () => {${body}})();`,
    ],
  ])('serves through %s', async (_, name, text) => {
    write({ [name]: text });
    const ran = await at(consumer, process.execPath, [name]);
    expect(ran, ran.stderr).toMatchObject({ code: 0, stdout: 'confirmation_required' });
  });

  const typed = `
import { createMcpHandler, type Server } from '@modelcontextprotocol/server';
import { buildCatalogue, createServer, createService, DescriptionError, readSettings, type Catalogue, type Settings, type ToolResult } from 'nuntius-mcp';

const catalogue: Catalogue = await buildCatalogue(new URL('https://shop.example/openapi.yaml'), { overlays: [{ overlay: '1.1.0' }] });
const settings: Settings = { ...readSettings('shop', { SHOP_API_KEY: 'k' }), confirm: 'strict' };
const service = createService(catalogue, settings);
const server: Server = createServer(service);
const result: ToolResult = await service.call('shop_orders_list', { limit: 1 }, { ask: async (question) => question === '' });
export const handler = createMcpHandler(() => createServer(catalogue, settings));
export const all = [server, result.isError, new DescriptionError('syntax', '').line];
// @ts-expect-error a setting that there is not
createServer(catalogue, { comfirm: 'strict' });
// @ts-expect-error what cannot be set
createServer(catalogue, { confirm: 'maybe' });
// @ts-expect-error no catalogue
createServer('openapi.yaml');
`;
  test.each([
    ['Node16', 'Node16'],
    ['ESNext', 'Bundler'],
  ])('compiles, module %s, moduleResolution %s', async (module, moduleResolution) => {
    const compilerOptions = {
      module,
      moduleResolution,
      target: 'ES2022',
      lib: ['ES2023'],
      strict: true,
      exactOptionalPropertyTypes: true,
      skipLibCheck: true,
      typeRoots: [path.join(ROOT, 'node_modules/@types')],
      types: ['node'],
    };
    write({
      'consumer.ts': typed,
      // As a source, so that it is checked, and the SDK's own declarations are not, which takes long.
      'public-types.mts': readFileSync(path.join(modules, 'nuntius-mcp/dist/library/index.d.mts'), 'utf8'),
      'tsconfig.json': JSON.stringify({ compilerOptions, files: ['consumer.ts', 'public-types.mts'] }),
    });
    const { code, stdout } = await at(consumer, process.execPath, [tool('typescript', 'bin/tsc'), '-p', '.']);
    expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
  });
});
