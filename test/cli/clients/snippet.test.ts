import picocolors from 'picocolors';
import { describe, expect, it } from 'vitest';
import { CLIENTS, type System } from '../../../src/cli/clients/clients.ts';
import { credentialsNeeded } from '../../../src/cli/clients/credentials-needed.ts';
import { CLIENT_NAMES, type ClientName } from '../../../src/cli/clients/names.ts';
import { shownDiff } from '../../../src/cli/clients/show-diff.ts';
import { snippetFor } from '../../../src/cli/clients/snippet.ts';
import { catalogue } from '../../../src/generated/catalogue.ts';

const linux: System = { platform: 'linux', home: '/home/ana', cwd: '/projects/crm', environment: {} };
const mac: System = { platform: 'darwin', home: '/Users/ana', cwd: '/projects/crm', environment: {} };
const start = { command: '/bin/node', args: ['/p.js', 'serve'] };
const snippet = (name: ClientName) =>
  snippetFor(CLIENTS[name], { name: 'nuntius', start, credentials: ['NUNTIUS_API_KEY'], system: linux });

describe('where each client reads', () => {
  const table: [ClientName, linux: string | undefined, mac: string | undefined][] = [
    [
      'claude-desktop',
      '/home/ana/.config/Claude/claude_desktop_config.json',
      '/Users/ana/Library/Application Support/Claude/claude_desktop_config.json',
    ],
    ['claude-code', '/projects/crm/.mcp.json', '/projects/crm/.mcp.json'],
    ['cursor', '/home/ana/.cursor/mcp.json', '/Users/ana/.cursor/mcp.json'],
    ['vscode', '/home/ana/.config/Code/User/mcp.json', '/Users/ana/Library/Application Support/Code/User/mcp.json'],
    ['windsurf', '/home/ana/.codeium/windsurf/mcp_config.json', '/Users/ana/.codeium/windsurf/mcp_config.json'],
    ['zed', '/home/ana/.config/zed/settings.json', '/Users/ana/.config/zed/settings.json'],
    ['codex', '/home/ana/.codex/config.toml', '/Users/ana/.codex/config.toml'],
    ['gemini-cli', '/home/ana/.gemini/settings.json', '/Users/ana/.gemini/settings.json'],
    ['chatgpt', '/home/ana/.codex/config.toml', '/Users/ana/.codex/config.toml'],
    ['generic', undefined, undefined],
  ];
  it('is known for all', () => expect(table.map(([name]) => name)).toEqual([...CLIENT_NAMES]));
  it.each(table)('%s', (name, onLinux, onMac) => {
    expect(CLIENTS[name].file(linux)).toBe(onLinux);
    expect(CLIENTS[name].file(mac)).toBe(onMac);
  });
  it('heeds where the person put it', () => {
    const moved = { ...linux, environment: { XDG_CONFIG_HOME: '/cfg', CODEX_HOME: '/codex' } };
    expect(CLIENTS['claude-desktop'].file(moved)).toBe('/cfg/Claude/claude_desktop_config.json');
    expect(CLIENTS.codex.file(moved)).toBe('/codex/config.toml');
  });
});

describe('the key', () => {
  const file = { NUNTIUS_API_KEY_FILE: '/home/ana/.config/nuntius-mcp/nuntius_api_key' };
  const table: [ClientName, env: object | undefined, more?: object][] = [
    ['claude-desktop', file],
    ['claude-code', { NUNTIUS_API_KEY: `\${NUNTIUS_API_KEY:-}` }],
    ['cursor', { NUNTIUS_API_KEY: `\${env:NUNTIUS_API_KEY}` }],
    ['vscode', { NUNTIUS_API_KEY: `\${input:nuntius-api-key}` }, { type: 'stdio' }],
    ['windsurf', { NUNTIUS_API_KEY: `\${env:NUNTIUS_API_KEY}` }],
    ['zed', file],
    ['codex', undefined, { env_vars: ['NUNTIUS_API_KEY'] }],
    ['gemini-cli', { NUNTIUS_API_KEY: '$NUNTIUS_API_KEY' }],
    ['chatgpt', file],
    ['generic', file],
  ];
  it.each(table)('is referred to for %s, and never stands in the file', (name, env, more = {}) => {
    expect(snippet(name).entry).toEqual({ ...start, ...(env && { env }), ...more });
    expect(snippet(name).notes[0]).toContain('NUNTIUS_API_KEY');
  });

  it('is the one that most tools need, by the name that the README uses', () => {
    expect(credentialsNeeded(catalogue)).toEqual(['NUNTIUS_API_KEY']);
    expect(credentialsNeeded({ ...catalogue, securitySchemes: { bearerAuth: { type: 'bearer' } } })).toEqual([]);
    const [tool] = catalogue.tools;
    const basic = {
      ...catalogue,
      tools: [{ ...tool, security: [{ b: [] }] }],
      securitySchemes: { b: { type: 'basic' } },
    };
    expect(credentialsNeeded(basic as never)).toEqual(['NUNTIUS_USERNAME', 'NUNTIUS_PASSWORD']);
  });
});

describe('the diff that is shown', () => {
  const plain = picocolors.createColors(false);
  it('has what changes, and no secret of a neighbour', () => {
    const before = '{\n  "a": { "env": { "X_API_KEY": "sk-123", "Y_TOKEN": "t", "Z_KEY_FILE": "/k" } }\n}\n';
    const after = before.replace(' }\n}', ' },\n  "b": { "env": { "K_KEY": "${env:K_KEY}" } }\n}');
    const shown = shownDiff('f.json', before, after, plain);
    expect(shown).not.toMatch(/sk-123|"t"/);
    expect(shown).toContain('"X_API_KEY": "[hidden]", "Y_TOKEN": "[hidden]", "Z_KEY_FILE": "/k"');
    expect(shown).toContain('+  "b": { "env": { "K_KEY": "${env:K_KEY}" } }');
  });
  it('hides them in TOML and headers too', () => {
    const shown = shownDiff('f', 'api_key = "sk"\nAuthorization: "Bearer x"\n', 'api_key = "sk2"\n', plain);
    expect(shown).not.toMatch(/sk|Bearer/);
  });
  it('shows what is unseen', () =>
    expect(shownDiff('f', 'a\n', 'a\u001b[31m\u202e\n', plain)).toContain('+a\\u001b[31m\\u202e'));
});
