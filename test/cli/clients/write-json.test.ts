import { describe, expect, it } from 'vitest';
import { CLIENTS } from '../../../src/cli/clients/clients.ts';
import type { Snippet } from '../../../src/cli/clients/snippet.ts';
import { mergeJson } from '../../../src/cli/clients/write-json.ts';

const snippet = (env?: Record<string, string>): Snippet => ({
  name: 'nuntius',
  entry: { command: 'node', args: ['x.js', 'serve'], ...(env && { env }) },
  inputs: [],
  notes: [],
});
const { cursor, zed, vscode } = CLIENTS;

describe('a snippet in a client’s JSON', () => {
  const table: [what: string, before: string, after: string][] = [
    [
      'an empty file',
      '',
      '{\n  "mcpServers": {\n    "nuntius": {\n      "command": "node",\n      "args": [\n        "x.js",\n        "serve"\n      ]\n    }\n  }\n}\n',
    ],
    [
      'beside another, with tabs',
      '{\n\t"mcpServers": {\n\t\t"other": { "command": "o" }\n\t}\n}\n',
      '{\n\t"mcpServers": {\n\t\t"other": { "command": "o" },\n\t\t"nuntius": {\n\t\t\t"command": "node",\n\t\t\t"args": [\n\t\t\t\t"x.js",\n\t\t\t\t"serve"\n\t\t\t]\n\t\t}\n\t}\n}\n',
    ],
    [
      'a changed one keeps what the person added',
      '{"mcpServers": {"nuntius": {"command": "old", "args": ["x.js", "serve"], "disabled": true, "env": {"A": "1"}}}}',
      '{"mcpServers": {"nuntius": {"command": "node", "args": ["x.js", "serve"], "disabled": true, "env": {"A": "1"}}}}',
    ],
  ];
  it.each(table)('%s', (_, before, after) => expect(mergeJson(before, cursor, snippet())).toBe(after));

  it('leaves comments, commas at the end and line ends as they are', () => {
    const before =
      '// mine\r\n{\r\n  "theme": "dark", // why\r\n  "context_servers": {\r\n    /* this */ "other": { "command": "o", },\r\n  },\r\n}\r\n';
    const after = mergeJson(before, zed, snippet());
    for (const part of ['// mine\r\n', '"theme": "dark", // why\r\n', '/* this */ "other": { "command": "o", },'])
      expect(after).toContain(part);
    expect(after.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
    expect(mergeJson(after, zed, snippet())).toBe(after);
  });

  it('leaves a comment beside what it is about', () =>
    expect(mergeJson('{\n  "mcpServers": {\n    "a": {} // about a\n  }\n}\n', cursor, snippet())).toMatch(
      /"a": \{\}, \/\/ about a\n {4}"nuntius": \{\n {6}"command": "node",\n/,
    ));

  it('changes nothing where it is there already', () => {
    const once = mergeJson('{}', cursor, snippet({ K_FILE: '/k' }));
    expect(mergeJson(once, cursor, snippet({ K_FILE: '/k' }))).toBe(once);
  });

  it.each([
    ['{"mcpServers":{"nuntius":{"env":{"K":"abc"}}}}', { K: 'abc' }],
    ['{"mcpServers":{"nuntius":{"env":{"K_FILE":"/mine"}}}}', { K_FILE: '/mine' }],
    ['{"mcpServers":{"nuntius":{}}}', { K_FILE: '/k' }],
  ])('does not set a credential a second time: %s', (before, env) =>
    expect(JSON.parse(mergeJson(before, cursor, snippet({ K_FILE: '/k' }))).mcpServers.nuntius.env).toEqual(env),
  );

  it('adds what VS Code asks for, once', () => {
    const asking = { ...snippet(), inputs: [{ type: 'promptString', id: 'k' }] };
    const once = mergeJson('{"inputs":[{"id":"other"}]}', vscode, asking);
    expect(JSON.parse(once)).toMatchObject({ inputs: [{ id: 'other' }, { id: 'k' }], servers: { nuntius: {} } });
    expect(mergeJson(once, vscode, asking)).toBe(once);
  });

  it.each([
    ['{"a": 1,\n "b"', 'it is not valid JSON (line 2: ColonExpected)'],
    ['[]', 'it holds no JSON object'],
    ['{"mcpServers": []}', 'its "mcpServers" is no object'],
  ])('refuses %j', (before, message) => expect(() => mergeJson(before, cursor, snippet())).toThrow(message));

  it.each(['{"mcpServers": {"__proto__": {"command": "x"}}}', '{"__proto__": {"a": 1}, "constructor": 2}'])(
    'keeps strange names or refuses: %s',
    (before) => {
      let after: string;
      try {
        after = mergeJson(before, cursor, snippet());
      } catch {
        return;
      }
      expect(JSON.parse(after).mcpServers.nuntius.command).toBe('node');
      expect(after).toContain('__proto__');
    },
  );
});
