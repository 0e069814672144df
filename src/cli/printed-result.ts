/** A tool's result for a person: the answer on stdout, what is said about it on stderr, an error as one or two lines. */
import { parse, stringify } from 'lossless-json';
import { type ContentBlock, refusalOf, type ToolResult } from '../runtime/results.ts';
import type { Language } from '../runtime/words.ts';
import { escapeUnseen } from '../text/unseen.ts';
import { Failure } from './failure.ts';
import { fitting } from './say.ts';
import { coloursOf } from './terminal.ts';
import { refusedToPerson, toPerson } from './to-person.ts';
import { UsageError } from './usage.ts';

export interface Printed {
  stdout: string | Uint8Array;
  stderr: string;
}

/** Said to assistants; a person knows. */
const FOR_ASSISTANTS = /^The text above is (data from the API|a record)/;

/** @returns exit code 0 */
export function printResult(result: ToolResult, language: Language, quiet: boolean): 0 {
  const { stdout, stderr } = printedResult(result, process.stdout.isTTY === true, language);
  process.stdout.write(stdout);
  const about = stderr.split('\n').map(fitting).join('\n');
  if (!quiet) process.stderr.write(coloursOf(process.stderr).dim(about));
  return 0;
}

/** @param isTerminal stdout is one: a file is not written onto it */
export function printedResult({ content }: ToolResult, isTerminal: boolean, language: Language = 'en'): Printed {
  const [first, ...rest] = content;
  const about = rest
    .flatMap((block) => (block.type === 'text' ? block.text.split('\n') : []))
    .filter((line) => line !== '' && !FOR_ASSISTANTS.test(line));
  const stderr = about.map((line) => `${escapeUnseen(toPerson(line, language))}\n`).join('');
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
export function refusalFailure(result: ToolResult, language: Language = 'en'): Failure | UsageError {
  const refusal = refusalOf(result);
  const text = result.content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n');
  if (refusal === undefined) return apiFailure(text, language);
  const { error, message, action_summary: summary, problems } = refusal as Record<string, unknown>;
  const said = refusedToPerson(refusal, language) ?? toPerson(String(message), language);
  if (error === 'unknown_tool' || error === 'invalid_arguments')
    return new UsageError(said, Array.isArray(problems) ? listed(problems) : undefined);
  return new Failure(said, { detail: typeof summary === 'string' ? summary : undefined });
}

/** `HTTP 422 …: the API refused …`, what it said, what to do. */
function apiFailure(text: string, language: Language): Failure {
  const lines = text.split('\n').filter((line) => !/^The API's answer \(data/.test(line));
  const todo = lines.findIndex((line) => line.startsWith('What to do: '));
  const [what = '', ...said] = todo < 0 ? lines : lines.slice(0, todo);
  const advice = todo < 0 ? '' : ` ${lines[todo]}`;
  return new Failure(toPerson(`${what}${advice}`, language), {
    detail: said.length === 0 ? undefined : said.join(' '),
  });
}

function listed(problems: unknown[]): string {
  return problems
    .map((problem) => {
      const { argument, message } = problem as { argument: string; message: string };
      return `${argument} ${message}`;
    })
    .join('; ');
}
