/** `config`, `doctor` and `completion` of the built program, in a home of their own. */
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { parse as parseToml } from 'smol-toml';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { CLIENT_NAMES } from '../../src/cli/clients/names.ts';
import { COMMANDS } from '../../src/cli/usage.ts';
import { json, stubApi } from '../runtime/http/stub-api.ts';
import { only, PROGRAM, run } from './program.ts';
import { hasTerminal, runOnTerminal } from './terminal.ts';

let home: string;
let settings: Record<string, string>;
beforeEach(() => {
  home = mkdtempSync(path.join(os.tmpdir(), 'nuntius-home-'));
  settings = { HOME: home, XDG_CONFIG_HOME: '', XDG_STATE_HOME: '' };
});
afterEach(() => rmSync(home, { recursive: true }));

interface Entry {
  command: string;
  args: string[];
  env?: Record<string, string>;
}

describe('config', () => {
  test.each(CLIENT_NAMES)('of %s prints a snippet that starts the program', async (name) => {
    const { code, stdout, stderr } = await run(['config', name, '--sandbox', '--confirm', 'ask'], settings);
    expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringContaining('\n') });
    const toml = name === 'codex' || name === 'chatgpt';
    const whole = (toml ? parseToml(stdout) : JSON.parse(stdout)) as Record<string, Record<string, Entry>>;
    const [servers = {}] = Object.values(whole);
    const { command = '', args = [] } = servers.nuntius ?? {};
    expect(args).toEqual([PROGRAM, 'serve', '--sandbox', '--confirm', 'ask']);
    const client = new Client({ name: 'test', version: '1' });
    await client.connect(new StdioClientTransport({ command, args, env: only(settings), stderr: 'ignore' }));
    expect((await client.listTools()).tools.length).toBeGreaterThan(50);
    await client.close();
  });

  test('carries the API’s options, files absolute', async () => {
    const spec = path.join(home, 'shop.json');
    writeFileSync(
      spec,
      JSON.stringify({
        openapi: '3.1.0',
        info: { title: 'Shop', version: '1' },
        components: { securitySchemes: { k: { type: 'apiKey', in: 'header', name: 'x' } } },
        security: [{ k: [] }],
        paths: { '/a': { get: { responses: { 200: { description: 'ok' } } } } },
      }),
    );
    const given = ['--spec', path.relative(process.cwd(), spec), '--prefix', 'shop', '--base-url', 'https://x.test'];
    const { stdout } = await run(['config', 'cursor', ...given], settings, process.cwd());
    expect(JSON.parse(stdout)).toEqual({
      mcpServers: {
        shop: {
          command: process.execPath,
          args: [PROGRAM, 'serve', '--spec', spec, '--prefix', 'shop', '--base-url', 'https://x.test'],
          env: { SHOP_API_KEY: `\${env:SHOP_API_KEY}` },
        },
      },
    });
  });

  test('--write puts it beside the others after showing the change, keeps a backup, and is done once', async () => {
    const file = path.join(home, '.cursor/mcp.json');
    mkdirSync(path.dirname(file));
    const before =
      '{\n  // mine\n  "mcpServers": {\n    "other": { "command": "o", "env": { "O_KEY": "sk-1" } }\n  }\n}\n';
    writeFileSync(file, before);
    const unasked = await run(['config', 'cursor', '--write'], settings);
    expect(unasked).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('+    "nuntius": {') });
    expect(unasked.stderr.trimEnd().split('\n').at(-1)).toBe(
      `nuntius-mcp: ${file} was not changed: there is no terminal to ask on. --yes writes it without asking`,
    );
    expect(readFileSync(file, 'utf8')).toBe(before);
    expect(existsSync(`${file}.bak`)).toBe(false);
    const { code, stderr } = await run(['config', 'cursor', '--write', '--yes'], settings);
    expect(code).toBe(0);
    expect(stderr).toContain('+    "nuntius": {');
    expect(stderr).not.toContain('sk-1');
    const after = readFileSync(file, 'utf8');
    expect(after.startsWith(before.slice(0, before.indexOf('\n  }\n}')))).toBe(true);
    expect(after).toContain(`"NUNTIUS_API_KEY": "\${env:NUNTIUS_API_KEY}"`);
    expect(readFileSync(`${file}.bak`, 'utf8')).toBe(before);
    expect((await run(['config', 'cursor', '--write'], settings)).stderr).toContain('nothing was changed');
    expect(existsSync(`${file}.bak2`)).toBe(false);
  });

  test('a file that it cannot read is left as it is', async () => {
    const file = path.join(home, 'mcp.json');
    writeFileSync(file, '{ "mcpServers": {');
    const { code, stderr } = await run(['config', 'generic', '--write', '--file', file], settings);
    expect({ code, lines: stderr.trim().split('\n').length }).toEqual({ code: 1, lines: 1 });
    expect(stderr).toContain('was not changed: it is not valid JSON (line 1');
    expect(readFileSync(file, 'utf8')).toBe('{ "mcpServers": {');
  });

  test('no key of the environment ever stands in a snippet', async () => {
    for (const name of CLIENT_NAMES) {
      const { stdout, stderr } = await run(['config', name], { ...settings, NUNTIUS_API_KEY: 'nk-secret-1' });
      expect(stdout + stderr).not.toContain('nk-secret-1');
    }
  });

  test.each([
    [[], /Clients: claude-desktop/],
    [['cursr'], /Did you mean "cursor"/],
    [['cursor', 'zed'], /It is: nuntius-mcp config CLIENT/],
    [['generic', '--write'], /name it with --file/],
    [['cursor', '--confirm', 'maybe'], /--confirm takes one of/],
  ])('config %j is a mistake', async (args, said) => {
    const { code, stdout, stderr } = await run(['config', ...args], settings);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(said);
  });

  test.skipIf(!hasTerminal)('on a terminal --write asks', async () => {
    const file = path.join(home, '.gemini/settings.json');
    const no = await runOnTerminal(['config', 'gemini-cli', '--write'], { settings, answers: [['[y/N]', 'n\n']] });
    expect({ code: no.code, isThere: existsSync(file) }).toEqual({ code: 1, isThere: false });
    const yes = await runOnTerminal(['config', 'gemini-cli', '--write'], { settings, answers: [['[y/N]', 'y\n']] });
    expect({ code: yes.code, isThere: existsSync(file) }).toEqual({ code: 0, isThere: true });
  });
});

interface Found {
  ready: boolean;
  checks: { name: string; status: string; message: string; mend?: string }[];
}
async function doctor(more: Record<string, string>, args: string[] = []): Promise<Found & { code: number | null }> {
  const { code, stdout } = await run(['doctor', '--json', ...args], { ...settings, ...more });
  return { code, ...(JSON.parse(stdout) as Found) };
}
const found = ({ checks }: Found, name: string) => checks.filter((check) => check.name === name);

describe('doctor', () => {
  test('finds all ready against the sandbox', async () => {
    const result = await doctor({}, ['--sandbox']);
    expect({ code: result.code, ready: result.ready }).toEqual({ code: 0, ready: true });
    expect(found(result, 'key')).toMatchObject([{ status: 'ok', message: 'nuntius_users_me: HTTP 200' }]);
    expect(found(result, 'clock')).toMatchObject([{ status: 'ok' }]);
    const { stdout } = await run(['doctor', '--sandbox'], settings);
    expect(stdout).toMatch(/^✓ {2}program +nuntius-mcp \d/);
    expect(stdout).toMatch(/\n\nReady\.\n$/);
  });

  const key = 'nk-secret-0123456789';
  const late = new Date(Date.now() - 600_000).toUTCString();
  const answers: [what: string, status: number, headers: object, ready: boolean, name: string, said: object][] = [
    ['a key that is not taken', 401, {}, false, 'key', { status: 'failed', mend: 'Check NUNTIUS_API_KEY' }],
    ['a wrong address', 404, {}, false, 'key', { status: 'failed' }],
    ['an API that fails', 500, {}, false, 'key', { status: 'failed', mend: 'Try again later' }],
    ['a key that may not read', 403, {}, true, 'key', { status: 'warning' }],
    ['a clock that is wrong', 200, { date: late }, true, 'clock', { status: 'warning' }],
  ];
  test.each(answers)('finds %s', async (_, status, headers, ready, name, said) => {
    await using api = await stubApi(json(status, {}, headers as Record<string, string>));
    const result = await doctor({ NUNTIUS_BASE_URL: api.url.href, NUNTIUS_API_KEY: key, NUNTIUS_TIMEOUT_MS: '5000' });
    expect({ code: result.code, ready: result.ready }).toEqual({ code: ready ? 0 : 1, ready });
    expect(found(result, name)).toMatchObject([said]);
    expect(new Set(api.arrived.map((a) => `${a.method} ${a.target}`))).toEqual(new Set(['GET /public/v1/users/me']));
    expect(JSON.stringify(result)).not.toContain(key);
  });

  test('finds a key that is not set, an address that is none, a misspelt and a wrong setting', async () => {
    expect(found(await doctor({}), 'key')).toMatchObject([
      { status: 'failed', mend: expect.stringContaining('NUNTIUS_API_KEY') },
    ]);
    const away = await doctor({ NUNTIUS_BASE_URL: 'http://127.0.0.1:9', NUNTIUS_API_KEY: key, NUNTIUS_APIKEY: 'x' });
    expect(found(away, 'key')).toMatchObject([{ status: 'failed' }]);
    expect(found(away, 'settings')).toMatchObject([
      { status: 'warning', message: 'NUNTIUS_APIKEY is no setting of this program' },
    ]);
    const wrong = await doctor({ NUNTIUS_CONFIRM: 'maybe' });
    expect(wrong.code).toBe(1);
    expect(found(wrong, 'settings')).toMatchObject([{ status: 'failed' }]);
  });

  test('finds a journal that others can read, or that was altered, or that is off', async () => {
    const file = path.join(home, 'j.jsonl');
    await run(['call', 'nuntius_leads_create', '--customerName', 'A', '--sandbox', '--yes'], {
      ...settings,
      NUNTIUS_JOURNAL: file,
    });
    expect(found(await doctor({ NUNTIUS_JOURNAL: file }, ['--sandbox']), 'journal')).toMatchObject([{ status: 'ok' }]);
    const text = readFileSync(file, 'utf8');
    writeFileSync(file, text.replace('nuntius_leads_create', 'nuntius_leads_upd'));
    const altered = await doctor({ NUNTIUS_JOURNAL: file }, ['--sandbox']);
    expect(altered.code).toBe(1);
    expect(found(altered, 'journal')).toMatchObject([{ status: 'failed' }]);
    rmSync(file);
    writeFileSync(file, text, { mode: 0o644 });
    expect(found(await doctor({ NUNTIUS_JOURNAL: file }, ['--sandbox']), 'journal')[0]).toMatchObject({
      status: 'warning',
      mend: expect.stringContaining('chmod 600'),
    });
    expect(found(await doctor({ NUNTIUS_JOURNAL: 'off' }, ['--sandbox']), 'journal')).toMatchObject([
      { status: 'warning' },
    ]);
  });

  test('finds the clients, and what is wrong with them', async () => {
    const cursor = path.join(home, '.cursor/mcp.json');
    mkdirSync(path.dirname(cursor));
    writeFileSync(cursor, '{ "mcpServers": { "other": {} } }');
    expect(found(await doctor({}, ['--sandbox']), 'cursor')).toMatchObject([{ status: 'skipped' }]);
    await run(['config', 'cursor', '--write', '--yes'], settings);
    await run(['config', 'codex', '--write', '--yes'], settings);
    const both = await doctor({}, ['--sandbox']);
    expect([...found(both, 'cursor'), ...found(both, 'codex')]).toMatchObject([{ status: 'ok' }, { status: 'ok' }]);
    const clear = { command: 'node', args: ['nuntius-mcp'], env: { NUNTIUS_API_KEY: 'nk-clear' } };
    const gone = { command: '/gone/nuntius-mcp', args: [] };
    writeFileSync(cursor, JSON.stringify({ mcpServers: { clear, gone } }));
    const bad = await doctor({}, ['--sandbox']);
    expect(found(bad, 'cursor')).toMatchObject([
      { status: 'warning', message: expect.stringContaining('NUNTIUS_API_KEY of clear') },
      { status: 'warning', message: expect.stringContaining('/gone/nuntius-mcp') },
    ]);
    expect(JSON.stringify(bad)).not.toContain('nk-clear');
    writeFileSync(cursor, '{');
    expect(found(await doctor({}, ['--sandbox']), 'cursor')).toMatchObject([{ status: 'warning' }]);
  });
});

/** Whether this machine has the shell. */
const has = (shell: string) =>
  ['/bin', '/usr/bin', '/usr/local/bin'].some((folder) => existsSync(`${folder}/${shell}`));
const execute = promisify(execFile);

describe('completion', () => {
  async function scriptOf(shell: string): Promise<string> {
    const bin = path.join(home, 'bin');
    mkdirSync(bin);
    writeFileSync(path.join(bin, 'nuntius-mcp'), `#!/bin/sh\nexec '${process.execPath}' '${PROGRAM}' "$@"\n`, {
      mode: 0o755,
    });
    const { code, stdout } = await run(['completion', shell]);
    expect(code).toBe(0);
    const file = path.join(home, `complete.${shell}`);
    writeFileSync(file, stdout);
    return file;
  }
  const environment = () => ({ ...only(settings), PATH: `${path.join(home, 'bin')}:${process.env.PATH}` });

  const typed: [words: string[], wanted: string[]][] = [
    [['nuntius-mcp', 'do'], ['doctor', 'docs'].filter((name) => name in COMMANDS)],
    [['nuntius-mcp', 'config', 'cu'], ['cursor']],
    [['nuntius-mcp', 'call', 'nuntius_leads_cr'], ['nuntius_leads_create']],
    [['nuntius-mcp', 'serve', '--sa'], ['--sandbox']],
    [['nuntius-mcp', 'serve', '--confirm', 's'], ['strict']],
  ];

  test.skipIf(!has('bash'))('in bash', async () => {
    const file = await scriptOf('bash');
    for (const [words, wanted] of typed) {
      const script = `source '${file}'; COMP_WORDS=(${words.join(' ')}); COMP_CWORD=${words.length - 1}; _nuntius_mcp; printf '%s\\n' "\${COMPREPLY[@]}"`;
      const { stdout } = await execute('bash', ['-c', script], { env: environment() });
      expect(stdout.trim().split('\n').sort()).toEqual([...wanted].sort());
    }
  });

  test.skipIf(!has('fish'))('in fish', async () => {
    const file = await scriptOf('fish');
    for (const [words, wanted] of typed) {
      const script = `source '${file}'; complete -C '${words.join(' ')}'`;
      const { stdout } = await execute('fish', ['--no-config', '-c', script], { env: environment() });
      const offered = stdout
        .trim()
        .split('\n')
        .map((line) => line.split('\t')[0]);
      expect(offered.sort()).toEqual([...wanted].sort());
    }
  });

  test.skipIf(!has('zsh'))('in zsh, is a script that zsh reads', async () => {
    const file = await scriptOf('zsh');
    const script = `autoload -U compinit; compinit -u -D; source '${file}'; whence -w _nuntius_mcp; print -- $_comps[nuntius-mcp]`;
    const { stdout } = await execute('zsh', ['-f', '-c', script], { env: environment() });
    expect(stdout).toBe('_nuntius_mcp: function\n_nuntius_mcp\n');
  });

  test('of another shell is a mistake', async () => {
    const { code, stderr } = await run(['completion', 'tcsh']);
    expect(code).toBe(2);
    expect(stderr).toContain('bash|zsh|fish');
  });
});
