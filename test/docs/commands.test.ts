/** Every fenced block of every document is checked: commands run, outputs are what came, snippets start. None is passed over. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { transform } from 'esbuild';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { connect } from '../end-to-end/clients.ts';
import { ROOT } from '../end-to-end/program.ts';
import { type Block, documents, notShown } from './documents.ts';
import {
  calledAt,
  commandsOf,
  firstOutput,
  inFolder,
  openShell,
  packageScripts,
  printedOn,
  runLines,
  type Shell,
  toolsServedBy,
} from './shell.ts';

/** What CI itself runs on a fresh clone, and what would be this very test: each with the line of `.ci/run` that proves it. */
const RUN_BY_CI: Record<string, string> = {
  'npm ci': 'npm ci',
  'npm ci && npm run demo': 'npm run demo',
  'npm ci && npm test': 'npm test',
  'npm ci && npm run build': 'npm ci',
  'npm test': 'npm test',
  'npm run demo': 'npm run demo',
  'npm run lint': 'npm run lint',
  'npm run format': 'npm run lint',
  'npm run types': 'npm run types',
  'npm run generate': 'npm run generate -- --check',
  'npm run generate -- --check': 'npm run generate -- --check',
  'npm run check:tools': 'npm run check:tools',
  'npm run bench': 'npm run bench -- --short',
  'npm run check': 'npm run lint',
  'npm run check:source': 'npm run lint',
  'npm run knip': 'npm run knip',
  // By test/end-to-end/mcpb.test.ts.
  'npm run bundle:mcpb': 'npm test',
  'npm run bundle:mcpb -- --sandbox': 'npm test',
  'bash .ci/run': 'npm ci',
};
/** What `openShell` did before anything else ran. */
const DONE_BEFORE = ['npm link'];

test('npm run check is what CI runs', () => {
  const scripts = packageScripts();
  const steps = (command: string): string[] => {
    const parts = command.split(' && ');
    return parts.flatMap((part) => (part === 'npm run check:source' ? steps(scripts['check:source'] ?? '') : [part]));
  };
  const ci = readFileSync(path.join(ROOT, '.ci/run'), 'utf8').split('\n');
  const called = ci.filter((line) => /^npm (run|test)\b/.test(line));
  expect(called.length).toBeGreaterThan(7);
  expect(steps(scripts.check ?? '').sort()).toEqual(called.sort());
});

let whole: Shell;
let shell: Shell;
beforeAll(async () => {
  whole = await openShell();
});
afterAll(() => whole?.close());

type Check = (block: Block, before: Block | undefined) => Promise<void> | void;

/** A kind of block and how it is checked; `elsewhere`: by another test of this folder. */
const KINDS: Record<string, Check> = {
  sh: (block) => runBlock(block).then(() => {}),
  text: showsOutput,
  'text question': isAsked,
  'text drawing': (block) => expect(block.text).toMatch(/→|│|▼|-->/),
  mermaid: (block) => expect(block.text).toMatch(/^(flowchart|sequenceDiagram)\b/),
  json: (block) => void JSON.parse(block.text),
  'json client': startsServers,
  'json config': isPrinted,
  'toml config': isPrinted,
  'json call': (block) => expect(Object.keys(JSON.parse(block.text))).toEqual(['name', 'arguments']),
  'json answer': answersCall,
  'json refusal': answersCall,
  yaml: (block) => expect(parse(block.text)).toBeTypeOf('object'),
  // Applied, and compared with what the diff shows, by overlays.test.ts.
  'yaml action': (block) => expect(parse(block.text)).toHaveProperty('target'),
  diff: (_, before) => expect(before?.kind).toBe('yaml action'),
  // A file, which the commands of its document run.
  js: (block) => {
    expect(block.options).toHaveProperty('file');
    return transform(block.text, { loader: 'js', format: 'esm' }).then(() => {});
  },
  ts: (block) => transform(block.text, { loader: 'ts', format: 'esm' }).then(() => {}),
};

describe.each(documents())('$file', ({ file, blocks }) => {
  // What one document leaves behind is not there for the next.
  beforeAll(() => {
    shell = inFolder(whole, file.replaceAll('/', '-'));
  });
  test('every fence is closed', () => expect(blocks).toBeInstanceOf(Array));
  blocks.forEach((block, i) => {
    test(`${block.where} (${block.kind})`, async () => {
      const check = Object.hasOwn(KINDS, block.kind) ? KINDS[block.kind] : undefined;
      if (check === undefined) throw new Error(`${block.where}: "${block.kind}" is no kind of block that is checked`);
      if (block.kind === 'yaml action') expect(blocks[i + 1]?.kind).toBe('diff');
      await check(block, blocks[i - 1]);
    });
  });
});

const outputs = new Map<string, Promise<string>>();

/** Runs a block once, whoever asks first. */
function runBlock(block: Block): Promise<string> {
  const running = outputs.get(block.where) ?? runCommands(block);
  outputs.set(block.where, running);
  return running;
}

async function runCommands(block: Block): Promise<string> {
  const commands = commandsOf(block);
  expect(commands).not.toEqual([]);
  let output = '';
  let lines: string[] = [];
  const runUpToHere = async () => {
    if (lines.length === 0) return;
    const ran = await runLines(shell, lines);
    expect(ran, block.where).toEqual({ code: Number(block.options.exit ?? 0), output: ran.output });
    output += ran.output;
    lines = [];
  };
  for (const command of commands) {
    if (block.options.exit !== undefined || !isSpecial(command)) {
      lines.push(command);
      continue;
    }
    await runUpToHere();
    output += await runSpecial(command);
  }
  await runUpToHere();
  return output;
}

const SERVES = /^(?:[A-Z_]+=\S+ )*nuntius-mcp(?: serve\b.*)?$/;
const ADDED_TO_CLIENT =
  /^(?:claude mcp add|codex mcp add|gemini mcp add|npx @modelcontextprotocol\/inspector) .*?(node \S+\/dist\/nuntius-mcp\.js .*)$/;
/** What the Inspector's command line asks of the server that stands before it. */
const INSPECTED = /^(.*?) --method tools\/call --tool-name (\S+)((?: --tool-arg \S+=\S+)+)$/;

function isSpecial(command: string): boolean {
  return (
    /^(npm|npx|bash|claude|codex|gemini) /.test(command) ||
    SERVES.test(command) ||
    command.startsWith('nuntius-mcp sandbox')
  );
}

async function runSpecial(command: string): Promise<string> {
  if (DONE_BEFORE.includes(command)) return '';
  const proof = Object.hasOwn(RUN_BY_CI, command) ? RUN_BY_CI[command] : undefined;
  if (proof !== undefined) {
    expect(readFileSync(path.join(ROOT, '.ci/run'), 'utf8').split('\n')).toContain(proof);
    const script = /npm (?:run )?([a-z:]+)/.exec(command.replace(/^npm ci && /, ''))?.[1];
    if (script !== undefined && script !== 'ci') expect(packageScripts()).toHaveProperty([script]);
    return '';
  }
  const line = ADDED_TO_CLIENT.exec(command)?.[1] ?? (SERVES.test(command) ? command : undefined);
  const [, server, name = '', given = ''] = INSPECTED.exec(line ?? '') ?? [];
  if (server !== undefined) {
    const pairs = given
      .trim()
      .split(/ ?--tool-arg /)
      .slice(1);
    const args = Object.fromEntries(pairs.map((pair) => pair.split('=', 2) as [string, string]));
    // As the Inspector reads them: what is JSON is no text.
    const call = { name, arguments: { ...args, ...(args.confirm === 'true' && { confirm: true }) } };
    const result = await calledAt(shell, { command: 'bash', args: ['-c', `exec ${server}`] }, call);
    expect(result.isError, command).not.toBe(true);
    return '';
  }
  if (line !== undefined) {
    const served = await toolsServedBy(shell, {
      command: 'bash',
      args: ['-c', line.replace(/^((?:[A-Z_]+=\S+ )*)/, '$1exec ')],
    });
    expect(served.length).toBeGreaterThan(0);
    return '';
  }
  if (command.startsWith('nuntius-mcp sandbox')) return firstOutput(shell, command);
  throw new Error(`"${command}" is neither run here nor by CI`);
}

/** A `text` block shows what the commands just before it print. */
async function showsOutput(block: Block, before: Block | undefined): Promise<void> {
  expect(before?.kind, `${block.where} shows the output of commands, which must stand just before it`).toBe('sh');
  const output = await runBlock(before as Block);
  expect(notShown(block.text, output), output).toBeUndefined();
}

/** The call is made by use-cases.test.ts. */
function answersCall(block: Block, before: Block | undefined): void {
  JSON.parse(block.text);
  expect(before?.kind).toBe('json call');
}

async function startsServers({ text }: Block): Promise<void> {
  const settings = JSON.parse(text) as Record<
    string,
    Record<string, { command: string; args: string[]; env?: Record<string, string> }>
  >;
  const servers = Object.values(settings.mcpServers ?? settings.servers ?? {});
  expect(servers.length).toBeGreaterThan(0);
  for (const server of servers) expect((await toolsServedBy(shell, server)).length).toBeGreaterThan(0);
}

/** A client's snippet is what `config` prints, letter for letter, in the command just before it. */
async function isPrinted(block: Block, before: Block | undefined): Promise<void> {
  const commands = before?.kind === 'sh' ? commandsOf(before) : [];
  expect(commands.at(-1), block.where).toMatch(/^nuntius-mcp config /);
  expect(await printedOn(shell, commands.at(-1) ?? '')).toBe(block.text);
}

/** The question of docs/confirmation*.md, as the program asks it in the document's language. */
async function isAsked(block: Block): Promise<void> {
  const lang = block.where.includes('.es.md') ? 'es' : 'en';
  const settings = { NUNTIUS_CONFIRM: 'ask', NUNTIUS_LANG: lang };
  const { client, close } = await connect('v1 SDK', { args: ['serve', '--sandbox'], settings });
  try {
    const args = { leadId: 'lead_01', quality: 'warm', estimatedValue: 99.5 };
    const { content } = (await client.callTool({ name: 'nuntius_leads_update', arguments: args })) as {
      content: { text: string }[];
    };
    expect((JSON.parse(content[0]?.text ?? '') as { preview: string }).preview).toBe(block.text);
  } finally {
    await close();
  }
}
