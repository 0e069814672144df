/**
 * The person at the terminal is asked: the preview in colours, then y or N. Only a typed yes is a yes: what was typed or
 * pasted before the question stood there is thrown away, and closing the input (Ctrl-D, Ctrl-C) is no answer.
 */
import { createInterface } from 'node:readline';
import stringWidth from 'string-width';
import type { Answer } from '../runtime/gate/decision.ts';
import { type Colours, coloursOf, widthOf } from './terminal.ts';
import { wrapLine } from './wrap-help.ts';

const TYPED_AHEAD_MS = 50;

/** Whether a question can be put: it is read on stdin and stands on stderr, so both must be the terminal. */
export function canAsk(): boolean {
  return process.stdin.isTTY === true && process.stderr.isTTY === true;
}

/** @param ask what the answer is to, such as `Send it?` */
export async function askOnTerminal(question: string, ask: string, signal: AbortSignal): Promise<Answer> {
  await forgetTypedAhead();
  if (signal.aborted) return 'cancelled';
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return await new Promise<Answer>((resolve) => {
      terminal.once('close', () => resolve('dismissed'));
      signal.addEventListener('abort', () => resolve('cancelled'), { once: true });
      terminal.question(`${question === '' ? '' : `${shownQuestion(question)}\n`}${ask} [y/N] `, (answer) =>
        resolve(/^(y|yes|s|si|sí)$/i.test(answer.trim().normalize('NFC')) ? 'ticked' : 'declined'),
      );
    });
  } finally {
    terminal.close();
  }
}

async function forgetTypedAhead(): Promise<void> {
  const { stdin } = process;
  if (typeof stdin.setRawMode !== 'function') return;
  stdin.setRawMode(true);
  stdin.resume();
  await new Promise((resolve) => setTimeout(resolve, TYPED_AHEAD_MS));
  stdin.pause();
  stdin.setRawMode(false);
}

/** `  field: before → after`: no value holds an arrow, nor can one begin a line (runtime/gate/readable.ts). */
const CHANGE = /^( {2}\S.*?: )(.*) → (.*)$/;
const VALUE = /^( {2}\S.*?: )(.*)$/;

/** In colours, and wrapped between words, on the terminal that stderr is. */
export function shownQuestion(question: string): string {
  const text = painted(question, coloursOf(process.stderr));
  const width = widthOf(process.stderr);
  if (width === undefined) return text;
  return text
    .split('\n')
    .map((line) => wrapLine(line, width, 0, stringWidth))
    .join('\n');
}

/** The preview: what is asked in bold, what goes in red, what comes in green. */
export function painted(question: string, { bold, red, green, dim }: Colours): string {
  return question
    .split('\n')
    .map((line, i, lines) => {
      if (i === 0) return bold(line);
      if (i === lines.length - 1) return dim(line);
      const [, field, before, after] = CHANGE.exec(line) ?? [];
      if (field !== undefined) return `${field}${red(before)} → ${green(after)}`;
      const [, name, value] = VALUE.exec(line) ?? [];
      return name === undefined ? line : `${name}${green(value)}`;
    })
    .join('\n');
}
