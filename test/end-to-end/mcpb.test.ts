/** `npm run bundle:mcpb`: what a desktop client gets, unpacks, asks the person for, and starts. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { getMcpConfigForManifest, MANIFEST_SCHEMAS } from '@anthropic-ai/mcpb/browser';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { catalogue } from '../../src/generated/catalogue.ts';
import { connect } from './clients.ts';
import { only, ROOT } from './program.ts';

const folder = mkdtempSync(path.join(os.tmpdir(), 'nuntius-mcp-mcpb-'));
/** What is sent to the API that the tests give as its address. */
const requests: string[] = [];
const api = createServer(({ method, url }, response) => {
  requests.push(`${method} ${url}`);
  response.writeHead(404).end();
});

interface Bundle {
  bytes: Buffer;
  /** Where it is unpacked. */
  at: string;
  names: string[];
  // biome-ignore lint/suspicious/noExplicitAny: a manifest, which the schema judges
  manifest: any;
}

const bundles: Record<string, Bundle> = {};
const bundle = (name: string): Bundle => bundles[name] as Bundle;

beforeAll(async () => {
  bundles.real = unpacked('real');
  bundles.sandbox = unpacked('sandbox', '--sandbox');
  await new Promise<void>((resolve) => api.listen(0, '127.0.0.1', resolve));
});
afterAll(() => {
  api.close();
  rmSync(folder, { recursive: true, force: true });
});

function made(file: string, options: string[], env = {}): Buffer {
  const script = ['--import', 'tsx', 'scripts/bundle-mcpb.ts', '--out', file, ...options];
  const shown = execFileSync(process.execPath, script, { cwd: ROOT, env: only(env), encoding: 'utf8' });
  expect(shown).toContain(file);
  return readFileSync(file);
}

function unpacked(name: string, ...options: string[]): Bundle {
  const bytes = made(path.join(folder, `${name}.mcpb`), options);
  const at = path.join(folder, name);
  const files = unzipSync(bytes);
  for (const [file, content] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(at, file)), { recursive: true });
    writeFileSync(path.join(at, file), content);
  }
  const manifest = JSON.parse(readFileSync(path.join(at, 'manifest.json'), 'utf8'));
  return { bytes, at, names: Object.keys(files), manifest };
}

/** Starts it as a host does, with these answers of a person. */
async function started({ at, manifest }: Bundle, userConfig: Record<string, string | boolean>) {
  const config = await getMcpConfigForManifest({
    ...{ manifest, extensionPath: at, userConfig, pathSeparator: path.sep },
    systemDirs: { HOME: os.homedir() },
  });
  if (config === undefined) return undefined;
  const [program = '', ...args] = config.args ?? [];
  expect(config.command).toBe('node');
  return connect('v1 SDK', { program, args, settings: { ...config.env, NUNTIUS_JOURNAL: at }, cwd: os.tmpdir() });
}

const given = () => ({ api_key: 'k', base_url: `http://127.0.0.1:${(api.address() as AddressInfo).port}` });

test('holds what is needed, sorted, and nothing else', () => {
  const program = ['LICENSES.txt', 'calls.cjs', 'nuntius-mcp.js', 'package.json', 'rest.cjs', 'start.cjs'];
  const held = [
    ...['LICENSE', 'README.es.md', 'README.md', ...program.map((name) => `dist/${name}`), 'manifest.json'],
    ...['mcpb-resources/es-ES.json', 'mcpb-resources/es.json', 'package.json'],
  ];
  expect(bundle('real').names).toEqual(held);
  expect(bundle('sandbox').names).toEqual([...held, 'openapi/nuntius.yaml'].sort());
});

test('is the same bytes again, in another time zone', () => {
  const again = made(path.join(folder, 'again.mcpb'), [], { TZ: 'Asia/Tokyo' });
  expect(again.equals(bundle('real').bytes)).toBe(true);
});

describe.each(['real', 'sandbox'])('the manifest of the %s bundle', (name) => {
  test('is valid, and so are its texts in Spanish', () => {
    const { manifest, at } = bundle(name);
    const schema = MANIFEST_SCHEMAS['0.3'];
    expect(schema.safeParse(manifest).error?.issues).toBeUndefined();
    expect(schema.safeParse({ ...manifest, servers: {} }).success).toBe(false);
    for (const locale of ['es', 'es-ES']) {
      const texts = JSON.parse(readFileSync(path.join(at, `mcpb-resources/${locale}.json`), 'utf8'));
      expect(Object.keys(texts)).toEqual(['display_name', 'description']);
      expect(schema.safeParse({ ...manifest, ...texts }).success).toBe(true);
      expect(texts.description).not.toBe(manifest.description);
    }
  });

  test('is of this version, and lists the tools that are served', async () => {
    const { manifest } = bundle(name);
    const { version, license } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8'));
    expect(manifest).toMatchObject({ version, license, compatibility: { runtimes: { node: '>=20' } } });
    const server = await started(bundle(name), name === 'real' ? given() : {});
    try {
      const served = (await server?.tools())?.map((tool) => tool.name);
      expect(served?.length).toBe(catalogue.tools.length + 2);
      expect(manifest.tools.map((tool: { name: string }) => tool.name).sort()).toEqual(served?.sort());
      for (const { description } of manifest.tools)
        expect(description).toMatch(/^\p{Lu}.+[.…] Tipo: (Lectura|Escritura)$/u);
      expect(server?.client.getServerVersion()?.version).toBe(version);
    } finally {
      await server?.close();
    }
  });

  test('asks for what its settings need, and keeps the key secret', () => {
    const { user_config: questions, server } = bundle(name).manifest;
    const places = [...server.mcp_config.args, ...Object.values(server.mcp_config.env)];
    const used = places.flatMap((value) => /^\$\{user_config\.(\w+)\}$/.exec(value)?.[1] ?? []);
    expect(used.sort()).toEqual(Object.keys(questions).sort());
    const sensitive = Object.keys(questions).filter((key) => questions[key].sensitive === true);
    expect(sensitive).toEqual(name === 'real' ? ['api_key'] : []);
  });
});

describe('what the person answers', () => {
  const lead = { customerName: 'Lead de ejemplo', quality: 'hot' };

  test('as it is proposed, a write is not sent by itself: the question is to the person', async () => {
    const server = await started(bundle('real'), given());
    try {
      const answer = await server?.call('nuntius_leads_create', { ...lead, confirm: true });
      expect(answer?.content[0]?.text).toContain('"status": "confirmation_required"');
      expect(requests).toEqual([]);
      await server?.call('nuntius_leads_list', {});
      expect(requests).toEqual(['GET /public/v1/leads']);
    } finally {
      await server?.close();
    }
  });

  test('without a key it is not started', async () => {
    expect(await started(bundle('real'), { base_url: 'https://api.nuntius.example' })).toBeUndefined();
    expect(await started(bundle('real'), { api_key: '' })).toBeUndefined();
  });

  const LEFT_EMPTY: [string, Record<string, string>][] = [
    ['nothing', {}],
    ['empty texts', { base_url: '', language: '' }],
    [
      'questions that the host leaves as they are',
      { base_url: '${user_config.base_url}', language: '${user_config.language}' },
    ],
  ];
  test.each(LEFT_EMPTY)('what is optional may be %s', async (_, answers) => {
    const server = await started(bundle('real'), { api_key: 'k', ...answers });
    try {
      expect((await server?.tools())?.length).toBe(catalogue.tools.length + 2);
      expect(server?.stderr()).toBe('');
    } finally {
      await server?.close();
    }
  });

  test('read only: no write is there', async () => {
    const server = await started(bundle('real'), { ...given(), read_only: true });
    try {
      expect((await server?.tools())?.filter((tool) => tool.annotations.readOnlyHint !== true)).toEqual([]);
    } finally {
      await server?.close();
    }
  });

  test.each(['', 'yes', '${user_config.confirm}'])('a confirmation of %j stops the start', async (confirm) => {
    await expect(started(bundle('real'), { ...given(), confirm })).rejects.toThrow(
      'NUNTIUS_CONFIRM must be one of flag, ask, strict',
    );
  });

  test('the sandbox is written to once it is confirmed', async () => {
    const server = await started(bundle('sandbox'), { confirm: 'flag' });
    try {
      const refused = await server?.call('nuntius_leads_create', lead);
      expect(refused).toMatchObject({ isError: true });
      expect(JSON.parse(refused?.content[0]?.text ?? '').error).toBe('confirmation_required');
      const done = await server?.call('nuntius_leads_create', { ...lead, confirm: true });
      expect(done?.structuredContent).toMatchObject(lead);
    } finally {
      await server?.close();
    }
  });
});
