/** Hostile text in a description, through the built program: escaped for people, nothing on stdout but the protocol, no file but the module. */
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ToolType } from '../../src/catalogue/index.ts';
import { hostileDocument } from '../codegen/hostile-document.ts';
import { DISCOVER } from '../surfaces.ts';
import { type Ran, RawServer, run } from './program.ts';

/** Every kind of it at once: the text stands in every place of the description. */
const TEXTS = {
  terminal:
    '\u0007\u001b[2J\u001b]0;owned\u0007\u009b31m\r\u0008 \u202etxt.exe\u2066 \u200b\udb40\udc41\u2028\nforged: line',
  code: '*/ `${globalThis.pwned = 1}` "); \'; process.exit(7); // </script>',
  path: '../../../tmp/owned\u0000/..\\..\\x',
  proto: '__proto__',
};
interface HostileTool {
  name: string;
  type: ToolType;
  inputSchema: { properties: object };
}

async function allTools(spec: string[]): Promise<HostileTool[]> {
  return (JSON.parse((await run(['tools', '--json', ...spec])).stdout) as { tools: HostileTool[] }).tools;
}

/** What a terminal acts on or does not show; line ends are ours. */
const UNSEEN = /(?!\n)[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'nuntius-hostile-'));
  for (const [name, text] of Object.entries(TEXTS)) {
    await writeFile(path.join(folder, `${name}.json`), JSON.stringify(hostileDocument(text)));
  }
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const said = ({ stdout, stderr }: Ran) => stdout + stderr;

describe.each(Object.keys(TEXTS))('a description full of %s', (name) => {
  const spec = (more: string[] = []) => ['--spec', path.join(folder, `${name}.json`), ...more];

  // No server.
  it.skipIf(DISCOVER).each([
    ['tools', spec()],
    ['tools --json', spec(['--json'])],
    ['check', spec()],
    ['overlay init', spec()],
    ['generate', spec(['--out', path.join(folder, `${name}.out`)])],
    ['generate --json', spec(['--out', path.join(folder, `${name}.out`), '--json'])],
  ])('is escaped by %s', async (command, args) => {
    const ran = await run([...command.split(' '), ...args], {}, folder);
    expect(ran.stderr).toBe('');
    expect(ran.code).toBe(0);
    expect(UNSEEN.exec(said(ran))).toBeNull();
    expect(ran.stdout).not.toMatch(/^forged/m);
    if (command.endsWith('--json')) expect(() => JSON.parse(ran.stdout)).not.toThrow();
  });

  // No server.
  it.skipIf(DISCOVER)('names no file', async () => {
    await run(['generate', ...spec(['--out', path.join(folder, `${name}.out`)])], {}, folder);
    expect(await readdir(path.join(folder, `${name}.out`))).toEqual(['catalogue.ts']);
    const known = Object.keys(TEXTS).flatMap((text) => [`${text}.json`, `${text}.out`]);
    expect((await readdir(folder)).filter((file) => !known.includes(file))).toEqual([]);
  });

  it('is data to the protocol: every line of stdout is a message', async () => {
    const args = ['serve', ...spec(['--prefix', 't', '--base-url', 'http://127.0.0.1:1/'])];
    await using server = new RawServer(args, { T_LOG_LEVEL: 'debug', T_JOURNAL: 'off', T_TOKEN: 'x' });
    await server.initialize();
    const { result } = await server.request(1, 'tools/list');
    const tools = (DISCOVER ? await allTools(spec(['--prefix', 't'])) : result.tools) as HostileTool[];
    server.served = { prefix: 't', tools };
    if (DISCOVER)
      await server.request('describe', 'tools/call', {
        name: 't_tools_describe',
        arguments: { tools: tools.map((tool) => tool.name).slice(0, 10) },
      });
    expect(tools.length).toBeGreaterThan(1);
    for (const [i, tool] of tools.entries()) {
      const text = TEXTS[name as keyof typeof TEXTS];
      const given = Object.fromEntries(Object.keys(tool.inputSchema.properties).map((key) => [key, text]));
      await server.request(`call ${i}`, 'tools/call', { name: tool.name, arguments: given });
    }
    await server.request(2, 'tools/call', { name: TEXTS[name as keyof typeof TEXTS], arguments: {} });
    server.child.stdin?.end();
    const { stderr } = await server.done;
    for (const line of server.lines) expect(JSON.parse(line)).toMatchObject({ jsonrpc: '2.0' });
    expect(UNSEEN.exec(stderr)).toBeNull();
    expect(stderr).not.toMatch(/^forged/m);
  });
});

// No server starts.
it.skipIf(DISCOVER).each([
  ['a key that comes twice', '{"openapi": "3.1.0",\n"\\u001b[2J\\n\\u202e": 1,\n"\\u001b[2J\\n\\u202e": 2}', /line 3/],
  ['a version', '{"openapi": "\\u001b[2J\\nforged: line"}', /openapi/],
  ['broken YAML', 'openapi: 3.1.0\ninfo: [\u202e\u2066}\n', /line \d/],
  ['paths', '{"openapi": "3.1.0",\n"paths": "\\u001b[2J"}', /#\/paths, line 2/],
])('an error that quotes %s is one line, and escaped', async (_, text, place) => {
  const file = path.join(folder, 'terminal.json');
  await writeFile(file, text);
  for (const command of ['tools', 'check', 'serve', 'generate']) {
    const ran = await run([command, '--spec', file], {}, folder);
    expect(ran.code).toBe(1);
    expect(ran.stdout).toBe('');
    expect(ran.stderr).toMatch(/^nuntius-mcp: [^\n]+\n$/);
    expect(ran.stderr).toMatch(place);
    expect(UNSEEN.exec(ran.stderr)).toBeNull();
  }
});
