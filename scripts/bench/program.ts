/** A program under measurement: spawned, spoken to in JSON-RPC by the line, timed from outside. */
import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';

export interface Command {
  argv: string[];
  env?: Record<string, string>;
}

interface Answer {
  result?: unknown;
  error?: unknown;
}

export class Program {
  /** Milliseconds from spawn to the answer of `initialize`, and of `tools/list`. */
  readonly times: { initialize: number; list: number };
  readonly listBytes: number;
  readonly tools: { name: string }[];
  readonly #child: ChildProcess;
  readonly #waiting: Map<number, (answer: Answer) => void>;
  #id = 2;

  private constructor(
    child: ChildProcess,
    waiting: Map<number, (a: Answer) => void>,
    times: Program['times'],
    list: string,
  ) {
    this.#child = child;
    this.#waiting = waiting;
    this.times = times;
    this.listBytes = Buffer.byteLength(list);
    this.tools = (JSON.parse(list) as { tools: { name: string }[] }).tools;
  }

  static async start({ argv: [command = 'node', ...args], env = {} }: Command): Promise<Program> {
    const started = performance.now();
    const child = spawn(command, args, { env: { ...process.env, ...env }, stdio: ['pipe', 'pipe', 'ignore'] });
    const waiting = new Map<number, (answer: Answer) => void>();
    let parts: string[] = [];
    let arrived = 0;
    child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
      const [first = '', ...more] = chunk.split('\n');
      parts.push(first);
      for (const next of more) {
        // The program has answered when its last byte is here; that this one must read it is no time of the program's.
        arrived = performance.now();
        const message = JSON.parse(parts.join('')) as Answer & { id: number };
        parts = [next];
        waiting.get(message.id)?.(message);
        waiting.delete(message.id);
      }
    });
    child.once('exit', (code) => {
      for (const done of waiting.values()) done({ error: `the program ended with ${code}` });
    });
    const ask = (id: number, method: string, params: unknown) =>
      new Promise<Answer>((done) => {
        waiting.set(id, done);
        child.stdin?.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
      });
    const clientInfo = { name: 'bench', version: '1' };
    const opened = await ask(1, 'initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo });
    if (opened.error !== undefined) throw new Error(`${args.join(' ')}: ${JSON.stringify(opened.error)}`);
    const initialize = arrived - started;
    child.stdin?.write('{"jsonrpc":"2.0","method":"notifications/initialized"}\n');
    const listed = await ask(2, 'tools/list', {});
    const list = arrived - started;
    return new Program(child, waiting, { initialize, list }, JSON.stringify(listed.result));
  }

  /** Milliseconds that one call takes. */
  async call(name: string, args: Record<string, unknown>): Promise<number> {
    const id = ++this.#id;
    const started = performance.now();
    const answer = await new Promise<Answer>((done) => {
      this.#waiting.set(id, done);
      this.#child.stdin?.write(
        `${JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params: { name, arguments: args } })}\n`,
      );
    });
    const { isError } = (answer.result ?? { isError: true }) as { isError?: boolean };
    if (isError === true || answer.error !== undefined) throw new Error(`${name}: ${JSON.stringify(answer)}`);
    return performance.now() - started;
  }

  /** Peak memory in MiB, where the system tells (Linux). */
  peakMemory(): number | undefined {
    try {
      const status = readFileSync(`/proc/${this.#child.pid}/status`, 'utf8');
      return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / 1024;
    } catch {
      return undefined;
    }
  }

  stop(): Promise<void> {
    return new Promise((done) => {
      this.#child.once('exit', () => done());
      this.#child.kill('SIGKILL');
    });
  }
}
