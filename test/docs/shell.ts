/** A shell in which a document's commands run as a reader would type them, after `npm link`: in a folder with the example files. */
import { execFile, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { ended, only, ROOT } from '../end-to-end/program.ts';
import { type Block, documents } from './documents.ts';

/** Where a reader puts their own clone; in the tests, this one. */
const CLONE = '/path/to/nuntius-mcp';

export interface Shell {
  folder: string;
  env: Record<string, string>;
  close(): void;
}

/** @throws where `npm link`, which the README begins with, does not put the program on the path. */
export async function openShell(): Promise<Shell> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'nuntius-docs-'));
  const prefix = path.join(folder, '.prefix');
  const env = only({ npm_config_prefix: prefix, npm_config_offline: 'true', ...homeIn(folder) });
  await new Promise<void>((resolve, reject) =>
    execFile('npm', ['link', '--no-audit', '--no-fund'], { cwd: ROOT, env }, (error, _, stderr) =>
      error ? reject(new Error(`npm link: ${stderr}`)) : resolve(),
    ),
  );
  const shell = {
    folder,
    env: { ...env, PATH: `${path.join(prefix, 'bin')}:${env.PATH}` },
    close: () => rmSync(folder, { recursive: true, force: true }),
  };
  return inFolder(shell, 'work');
}

function homeIn(folder: string): { HOME: string; XDG_STATE_HOME: string } {
  const home = path.join(folder, '.home');
  mkdirSync(home, { recursive: true });
  return { HOME: home, XDG_STATE_HOME: path.join(home, 'state') };
}

/** The same shell in a folder and a home of its own, where the example files are as they are shown. */
export function inFolder(shell: Shell, name: string): Shell {
  const folder = path.join(shell.folder, name);
  for (const [file, text] of exampleFiles()) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), text);
  }
  symlinkSync(path.join(ROOT, 'openapi'), path.join(folder, 'openapi'));
  // What `npm install nuntius-mcp` would put there.
  mkdirSync(path.join(folder, 'node_modules'));
  symlinkSync(ROOT, path.join(folder, 'node_modules/nuntius-mcp'));
  symlinkSync(
    path.join(ROOT, 'node_modules/@modelcontextprotocol'),
    path.join(folder, 'node_modules/@modelcontextprotocol'),
  );
  return { ...shell, folder, env: { ...shell.env, ...homeIn(folder) } };
}

/** The blocks that are whole files (`yaml file=shop.yaml`), of all documents together: the same name, the same text. */
function exampleFiles(): Map<string, string> {
  const files = new Map<string, string>();
  for (const { where, options, text } of documents().flatMap(({ blocks }) => blocks)) {
    const { file } = options;
    if (file === undefined) continue;
    const there = files.get(file);
    if (there !== undefined && there !== `${text}\n`)
      throw new Error(`${where}: another document shows another ${file}`);
    files.set(file, `${text}\n`);
  }
  const shop = files.get('shop.yaml');
  if (shop !== undefined) files.set('your-api.yaml', shop);
  return files;
}

/** One command for each line; a line that ends in a backslash goes on. Comments are no commands. */
export function commandsOf({ text }: Block): string[] {
  return text
    .replace(/\\\n\s*/g, '')
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('#'))
    .map((line) => line.replaceAll(CLONE, ROOT));
}

/** Runs lines in bash; stdout and stderr in the order in which they came. */
export async function runLines(shell: Shell, lines: string[]): Promise<{ code: number | null; output: string }> {
  const script = ['exec 2>&1', 'set -euo pipefail', ...lines].join('\n');
  const child = spawn('bash', ['-c', script], { cwd: shell.folder, env: shell.env, stdio: ['ignore', 'pipe', 'pipe'] });
  const { code, stdout } = await ended(child);
  return { code, output: stdout };
}

interface Server {
  command: string;
  args?: string[];
  env?: Record<string, string>;
}

/** Starts a server as a client would, and lists its tools. */
export async function toolsServedBy(shell: Shell, server: Server): Promise<string[]> {
  return withServer(shell, server, async (client) => (await client.listTools()).tools.map((tool) => tool.name));
}

/** Starts a server as a client would, and calls one of its tools. */
export async function calledAt(
  shell: Shell,
  server: Server,
  call: { name: string; arguments: Record<string, unknown> },
): Promise<{ isError?: boolean }> {
  return withServer(shell, server, (client) => client.callTool(call) as Promise<{ isError?: boolean }>);
}

async function withServer<T>(shell: Shell, server: Server, use: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ name: 'reader', version: '1.0.0' });
  const args = (server.args ?? []).map((arg) => arg.replaceAll(CLONE, ROOT));
  const env = { ...shell.env, ...server.env };
  await client.connect(
    new StdioClientTransport({ command: server.command, args, env, cwd: shell.folder, stderr: 'ignore' }),
  );
  try {
    return await use(client);
  } finally {
    await client.close();
  }
}

/** What a command prints on stdout, with this machine's paths as the documents write them. */
export async function printedOn(shell: Shell, line: string): Promise<string> {
  const { code, output } = await runLines(shell, [`${line} 2>/dev/null`]);
  if (code !== 0) throw new Error(`${line}: exit code ${code}`);
  return output
    .trimEnd()
    .replaceAll(process.execPath, '/path/to/node')
    .replaceAll(ROOT, CLONE)
    .replaceAll(shell.env.HOME ?? '', '/home/you');
}

/** Starts what runs until it is stopped, and stops it as soon as it has written a line. @returns what it wrote. */
export async function firstOutput(shell: Shell, line: string): Promise<string> {
  const child = spawn('bash', ['-c', `exec ${line}`], {
    cwd: shell.folder,
    env: shell.env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const done = ended(child);
  child.stdout.once('data', () => child.kill('SIGTERM'));
  const { stdout, stderr } = await done;
  if (stdout === '') throw new Error(`${line}: ${stderr}`);
  return stdout;
}

export function packageScripts(): Record<string, string> {
  return (JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as { scripts: Record<string, string> })
    .scripts;
}
