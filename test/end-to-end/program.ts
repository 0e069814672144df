/** The built program (`npm run build`), run from outside: as a command, and as a server whose raw lines are kept. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { callByName, type Named, servedBy } from '../surfaces.ts';

export const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
export const PROGRAM = path.join(ROOT, 'dist/nuntius-mcp.js');

export type Environment = Record<string, string>;

/** A home of the tests' own, so that no record of writes gets among a person's. */
const HOME = mkdtempSync(path.join(os.tmpdir(), 'nuntius-mcp-test-home-'));
process.once('exit', () => rmSync(HOME, { recursive: true, force: true }));

/** The settings given and nothing else of this process's environment but what a program needs to start. */
export function only(settings: Environment = {}): Environment {
  const { PATH = '', TMPDIR } = process.env;
  return { PATH, HOME, ...(TMPDIR !== undefined && { TMPDIR }), NODE_V8_COVERAGE: '', ...settings };
}

export interface Ran {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** `nuntius-mcp ARGS`, to its end. */
export async function run(args: string[], settings: Environment = {}, cwd = ROOT): Promise<Ran> {
  const child = spawn(process.execPath, [PROGRAM, ...args], {
    cwd,
    env: only(settings),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return ended(child);
}

export function ended(child: ChildProcess): Promise<Ran> {
  let stdout = '';
  let stderr = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject).once('close', (code) => resolve({ code, stdout, stderr }));
  });
}

// biome-ignore lint/suspicious/noExplicitAny: tests look into messages of every shape
export type Message = Record<string, any>;

/** A server whose lines are written and read as they are: for what no client would send. Calls go through this run's surface. */
export class RawServer implements AsyncDisposable {
  readonly child: ChildProcess;
  /** What is served, where it is not Nuntius. */
  served: { prefix: string; tools: Named[] } | undefined;
  /** Every line on stdout, in order. */
  readonly lines: string[] = [];
  /** Resolves when the process is gone and its output is read. */
  readonly done: Promise<Ran>;
  #read = 0;
  #wake: (() => void)[] = [];
  #over = false;

  /** @param under shell commands that set limits first (`ulimit …;`), and whose process it is */
  constructor(args: string[] = ['serve'], settings: Environment = {}, under: { before?: string; uid?: number } = {}) {
    const { before, uid } = under;
    const command = [process.execPath, PROGRAM, ...servedBy(args)];
    const [first = '', ...tail] = before === undefined ? command : ['sh', '-c', `${before} exec "$0" "$@"`, ...command];
    this.child = spawn(first, tail, { cwd: ROOT, env: only(settings), ...(uid !== undefined && { uid }) });
    this.child.stdin?.on('error', () => {});
    this.done = ended(this.child);
    let rest = '';
    this.child.stdout?.on('data', (text: string) => {
      const lines = (rest + text).split('\n');
      rest = lines.pop() ?? '';
      this.lines.push(...lines);
      this.#notify();
    });
    this.done.finally(() => {
      this.#over = true;
      this.#notify();
    });
  }

  #notify(): void {
    for (const wake of this.#wake.splice(0)) wake();
  }

  write(text: string): void {
    this.child.stdin?.write(text);
  }

  send(message: Message): void {
    const sent = message.method === 'tools/call' ? { ...message, params: this.#onSurface(message.params) } : message;
    this.write(`${JSON.stringify({ jsonrpc: '2.0', ...sent })}\n`);
  }

  /** What is no call at all is left as it is. */
  #onSurface(params: Message): Message {
    const { name, arguments: given = {} } = params;
    if (typeof name !== 'string' || typeof given !== 'object' || Array.isArray(given)) return params;
    const [called, args] = callByName(name, given, this.served?.prefix, this.served?.tools);
    return { ...params, name: called, arguments: args };
  }

  /** The next message that `wanted` accepts; what comes before it is passed over. @throws where the server ends first */
  async next(wanted: (message: Message) => boolean): Promise<Message> {
    for (;;) {
      while (this.#read < this.lines.length) {
        const message = JSON.parse(this.lines[this.#read++] ?? '') as Message;
        if (wanted(message)) return message;
      }
      if (this.#over) throw new Error(`the server ended: ${(await this.done).stderr}`);
      await new Promise<void>((resolve) => this.#wake.push(resolve));
    }
  }

  /** Sends a request and waits for its answer. */
  async request(id: number | string, method: string, params: Message = {}): Promise<Message> {
    this.send({ id, method, params });
    return this.next((message) => message.id === id && message.method === undefined);
  }

  async initialize(protocolVersion = '2025-11-25'): Promise<Message> {
    const clientInfo = { name: 'test', version: '1' };
    const answer = await this.request('init', 'initialize', { protocolVersion, capabilities: {}, clientInfo });
    this.send({ method: 'notifications/initialized' });
    return answer;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (!this.#over) this.child.kill('SIGKILL');
    await this.done;
  }
}
