/** What a release says of itself in several places is the same in all, and server.json is as the MCP registry takes it. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { CONFIRM_MODES } from '../src/runtime/gate/decision.ts';
import { LOG_FORMATS, LOG_LEVELS, readSettings } from '../src/runtime/settings.ts';
import { LANGUAGES } from '../src/runtime/words.ts';
import { documentNamed, tableRows } from './docs/documents.ts';
import { ROOT } from './end-to-end/program.ts';

const read = (file: string) => JSON.parse(readFileSync(path.join(ROOT, file), 'utf8'));
const about = read('package.json');

describe('the version', () => {
  const { version } = about;
  const server = read('server.json');
  test.each([
    ['package-lock.json', read('package-lock.json').version],
    ['package-lock.json, its package', read('package-lock.json').packages[''].version],
    ['server.json', server.version],
    ['server.json, its package', server.packages[0].version],
  ])('in %s is that of package.json', (_, other) => expect(other).toBe(version));

  test('has its section in CHANGELOG.md, the newest of all', () => {
    const sections = [...documentNamed('CHANGELOG.md').text.matchAll(/^## \[(.+?)\]/gm)].map(([, name]) => name);
    expect(sections.filter((name) => name !== 'Unreleased')[0]).toBe(version);
  });
});

const variable = z.strictObject({
  name: z.string().regex(/^[A-Z][A-Z0-9_]*$/),
  description: z.string().min(1),
  isRequired: z.boolean().optional(),
  isSecret: z.boolean().optional(),
  format: z.enum(['string', 'number', 'boolean', 'filepath']).optional(),
  default: z.string().optional(),
  choices: z.array(z.string()).min(1).optional(),
});

/** Those fields of the registry's schema of 2025-12-11 that are used here, with its limits: any other is a mistake. */
const serverJson = z.strictObject({
  $schema: z.literal('https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json'),
  name: z
    .string()
    .max(200)
    .regex(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/),
  title: z.string().min(1).max(100),
  description: z.string().min(1).max(100),
  version: z.string().regex(/^\d+\.\d+\.\d+(-[\w.]+)?$/),
  websiteUrl: z.url(),
  packages: z.tuple([
    z.strictObject({
      registryType: z.literal('npm'),
      identifier: z.string(),
      version: z.string().min(1).max(255),
      runtimeHint: z.literal('npx'),
      transport: z.strictObject({ type: z.literal('stdio') }),
      environmentVariables: z.array(variable),
    }),
  ]),
});

describe('server.json', () => {
  const given = read('server.json');
  const [{ environmentVariables: variables, identifier }] = serverJson.parse(given).packages;

  test('is as the registry takes it', () => {
    expect(serverJson.safeParse(given).error?.issues).toBeUndefined();
    expect(serverJson.safeParse({ ...given, status: 'active' }).success).toBe(false);
    expect(serverJson.safeParse({ ...given, description: 'x'.repeat(101) }).success).toBe(false);
  });

  test('names the package, which names it in return', () => {
    expect(identifier).toBe(about.name);
    expect(about.mcpName).toBe(given.name);
    expect(Object.keys(about.bin)).toEqual([about.name]);
  });

  /** Credentials that the Nuntius API has no use for. */
  const ELSEWHERE = ['TOKEN', 'USERNAME', 'PASSWORD', 'CLIENT_ID', 'CLIENT_SECRET', 'AUTH_<SCHEME>'];
  const plain = (cell: string) => cell.replaceAll('`', '');

  test('has the settings of the README, said in the same words, with the same defaults', () => {
    const rows = tableRows(documentNamed('README.md').text).filter(([name]) => /^`NUNTIUS_/.test(name ?? ''));
    const listed = rows.flatMap(([name = '', standard = '', description = '']) => {
      const setting = plain(name);
      if (ELSEWHERE.includes(setting.slice('NUNTIUS_'.length))) return [];
      const value = /^`(.+)`$/.exec(standard)?.[1];
      return [{ name: setting, description: plain(description), default: value === '0' ? 'false' : value }];
    });
    expect(variables.map(({ name, description, default: value }) => ({ name, description, default: value }))).toEqual(
      listed,
    );
    expect(ELSEWHERE).toHaveLength(rows.length - listed.length);
  });

  test('keeps what is secret secret, and asks for it alone', () => {
    expect(variables.filter(({ isSecret }) => isSecret).map(({ name }) => name)).toEqual(['NUNTIUS_API_KEY']);
    expect(variables.filter(({ isRequired }) => isRequired).map(({ name }) => name)).toEqual(['NUNTIUS_API_KEY']);
  });

  test('offers the choices that there are, and defaults that are read', () => {
    const choices = variables.flatMap(({ name, choices: values }) => (values ? [[name, values]] : []));
    expect(Object.fromEntries(choices)).toEqual({
      NUNTIUS_CONFIRM: [...CONFIRM_MODES],
      NUNTIUS_LANG: [...LANGUAGES],
      NUNTIUS_LOG_LEVEL: [...LOG_LEVELS],
      NUNTIUS_LOG_FORMAT: [...LOG_FORMATS],
    });
    const values = variables.flatMap(({ name, default: value }) => (value === undefined ? [] : [[name, value]]));
    const none = () => '';
    expect(readSettings('nuntius', Object.fromEntries(values), none)).toEqual(readSettings('nuntius', {}, none));
    for (const { name, format, default: value = '' } of variables) {
      if (format === 'number') expect(value, name).toMatch(/^\d+$/);
      if (format === 'boolean') expect(['true', 'false'], name).toContain(value);
    }
  });
});
