import { describe, expect, it } from 'vitest';
import { CLIENTS } from '../../../src/cli/clients/clients.ts';
import type { Snippet } from '../../../src/cli/clients/snippet.ts';
import { mergeToml } from '../../../src/cli/clients/write-toml.ts';

const { codex } = CLIENTS;
const snippet = (more: Record<string, unknown> = {}): Snippet => ({
  name: 'nuntius',
  entry: { command: 'node', args: ['x.js', 'serve'], ...more },
  inputs: [],
  notes: [],
});
const BLOCK = '[mcp_servers.nuntius]\ncommand = "node"\nargs = [ "x.js", "serve" ]\n';

describe('a snippet in Codex’s TOML', () => {
  const table: [what: string, before: string, after: string][] = [
    ['an empty file', '', BLOCK],
    [
      'after what is there, its comments kept',
      '# mine\nmodel = "x" # why\n\n[mcp_servers.other]\ncommand = "o"\n',
      `# mine\nmodel = "x" # why\n\n[mcp_servers.other]\ncommand = "o"\n\n${BLOCK}`,
    ],
    ['after a last line without an end', 'model = "x"', `model = "x"\n\n${BLOCK}`],
    [
      'in place of an older one, what the person added kept',
      '[mcp_servers.nuntius] # here\n# old\ncommand = "old"\nargs = [\n  "a", # one\n  "b",\n]\nstartup_timeout_sec = 9\n\n[mcp_servers.nuntius.env]\nA = "1"\n\n[other]\nx = 1\n',
      '[mcp_servers.nuntius] # here\n# old\ncommand = "node"\nargs = [ "x.js", "serve" ]\nstartup_timeout_sec = 9\n\n[mcp_servers.nuntius.env]\nA = "1"\n\n[other]\nx = 1\n',
    ],
    ['with Windows’ line ends', 'a = 1\r\n', `a = 1\r\n\r\n${BLOCK.replaceAll('\n', '\r\n')}`],
  ];
  it.each(table)('%s', (_, before, after) => {
    expect(mergeToml(before, codex, snippet())).toBe(after);
    expect(mergeToml(after, codex, snippet())).toBe(after);
  });

  it('passes variables on by name, and adds an environment where there is none', () => {
    expect(mergeToml('', codex, snippet({ env_vars: ['K'] }))).toBe(`${BLOCK}env_vars = [ "K" ]\n`);
    expect(mergeToml(`${BLOCK}\n[other]\nx = 1\n`, codex, snippet({ env: { K_FILE: '/k' } }))).toBe(
      `${BLOCK}\n[mcp_servers.nuntius.env]\nK_FILE = "/k"\n\n[other]\nx = 1\n`,
    );
  });

  it.each([
    ['a = ', 'it is not valid TOML (line 1)'],
    ['mcp_servers = { nuntius = { command = "old" } }\n', 'its server nuntius is written in a way'],
    ['mcp_servers = { other = { command = "o" } }\n', 'it is not valid TOML'],
    ['x = """\n[mcp_servers.nuntius]\n"""\n[mcp_servers."nuntius"]\ncommand = "old"\n', 'could not be changed'],
  ])('refuses %j', (before, message) => expect(() => mergeToml(before, codex, snippet())).toThrow(message));
});
