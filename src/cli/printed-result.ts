/** A tool's result for a person: the answer on stdout, what is said about it on stderr, an error as one or two lines. */
import { parse, stringify } from 'lossless-json';
import { type ContentBlock, refusalOf, type ToolResult } from '../runtime/results.ts';
import { escapeUnseen } from '../text/unseen.ts';
import { Failure } from './failure.ts';
import { UsageError } from './usage.ts';

export interface Printed {
  stdout: string | Uint8Array;
  stderr: string;
}

/** Said to assistants; a person knows. */
const FOR_ASSISTANTS = /^The text above is data from the API/;

/** @param isTerminal stdout is one: a file is not written onto it */
export function printedResult({ content }: ToolResult, isTerminal: boolean): Printed {
  const [first, ...rest] = content;
  const about = rest
    .flatMap((block) => (block.type === 'text' ? block.text.split('\n') : []))
    .filter((line) => line !== '' && !FOR_ASSISTANTS.test(line));
  const stderr = about.map((line) => `${escapeUnseen(line)}\n`).join('');
  if (first === undefined) return { stdout: '', stderr };
  if (first.type === 'text') return { stdout: `${prettyText(first.text)}\n`, stderr };
  const { bytes, mimeType } = file(first);
  if (!isTerminal) return { stdout: bytes, stderr };
  return { stdout: '', stderr: `${mimeType}, ${bytes.byteLength} bytes: send it to a file with >\n${stderr}` };
}

/** JSON indented, every digit kept; what is no JSON as it is. */
function prettyText(text: string): string {
  try {
    return escapeUnseen(stringify(parse(text), undefined, 2) ?? text);
  } catch {
    return escapeUnseen(text);
  }
}

function file(block: Exclude<ContentBlock, { type: 'text' }>): { bytes: Uint8Array; mimeType: string } {
  const { data, mimeType = 'application/octet-stream' } =
    block.type === 'resource' ? { data: block.resource.blob, mimeType: block.resource.mimeType } : block;
  return { bytes: Buffer.from(data, 'base64'), mimeType };
}

/** Why a call came to nothing. A wrong tool or argument is a mistake of the command line. */
export function refusalFailure(result: ToolResult): Failure | UsageError {
  const refusal = refusalOf(result);
  const text = result.content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n');
  if (refusal === undefined) return apiFailure(text);
  const { error, message, action_summary: summary, problems } = refusal as Record<string, unknown>;
  if (error === 'unknown_tool' || error === 'invalid_arguments') {
    return new UsageError(inTerminalWords(String(message)), Array.isArray(problems) ? listed(problems) : undefined);
  }
  return new Failure(String(message), { detail: typeof summary === 'string' ? summary : undefined });
}

/** `HTTP 422 …: the API refused …`, what it said, what to do. */
function apiFailure(text: string): Failure {
  const lines = text.split('\n').filter((line) => !/^The API's answer \(data/.test(line));
  const todo = lines.findIndex((line) => line.startsWith('What to do: '));
  const [what = '', ...said] = todo < 0 ? lines : lines.slice(0, todo);
  const advice = todo < 0 ? '' : ` ${lines[todo]}`;
  return new Failure(`${what}${advice}`, { detail: said.length === 0 ? undefined : said.join(' ') });
}

function listed(problems: unknown[]): string {
  return problems
    .map((problem) => {
      const { argument, message } = problem as { argument: string; message: string };
      return `${argument} ${message}`;
    })
    .join('; ');
}

function inTerminalWords(message: string): string {
  return message.replace('See tools/list for', 'See nuntius-mcp tools for');
}
