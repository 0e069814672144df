/** The built program on a pseudo-terminal, as a person runs it: `script` (util-linux) makes one. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { type Environment, only, PROGRAM, ROOT } from './program.ts';

export const hasTerminal = process.platform === 'linux' && existsSync('/usr/bin/script');

export interface OnTerminal {
  code: number | null;
  /** All that stood on the terminal, `\r` taken out. */
  output: string;
}

export interface Typing {
  answers?: [question: string, typed: string][];
  settings?: Environment;
  columns?: number;
  /** Typed before anything stands there. */
  typedAhead?: string;
}

/** Types each answer when what it answers stands there. `^C` and `^D` are typed as such. */
export function runOnTerminal(
  args: string[],
  { answers = [], settings = {}, columns = 120, typedAhead = '' }: Typing = {},
): Promise<OnTerminal> {
  const line = [process.execPath, PROGRAM, ...args].map((part) => `'${part.replaceAll("'", "'\\''")}'`).join(' ');
  const child = spawn('script', ['-qefc', `stty cols ${columns} rows 40; ${line}`, '/dev/null'], {
    cwd: ROOT,
    env: only({ TERM: 'xterm', ...settings }),
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  child.stdin.write(typedAhead);
  let output = '';
  const left = [...answers];
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text.replaceAll('\r', '');
    const [next] = left;
    if (next === undefined || !output.includes(next[0])) return;
    left.shift();
    child.stdin.write(next[1].replace('^C', '\u0003').replace('^D', '\u0004'));
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject).once('close', (code) => resolve({ code, output }));
  });
}
