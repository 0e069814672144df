/** Errors → what a person reads: one line that says what, where, and what to do; and the exit code. */
import { DescriptionError } from '../codegen/description-error.ts';
import { oneLine } from '../runtime/one-line.ts';
import { UsageError } from './usage.ts';
import { wrapLine } from './wrap-help.ts';

/** Something expected went wrong; the message is for a person. Exit code 1. */
export class Failure extends Error {
  override readonly name = 'Failure';
  /** A second line: what it was about, where that helps. */
  readonly detail: string | undefined;
  constructor(message: string, { detail, ...options }: ErrorOptions & { detail?: string | undefined } = {}) {
    super(message, options);
    this.detail = detail;
  }
}

const MAX_LINE = 1000;

export function exitCode(error: unknown): 1 | 2 {
  return error instanceof UsageError ? 2 : 1;
}

/**
 * @param debug adds the stack trace.
 * @param width of the terminal that it is for
 */
export function explain(error: unknown, debug: boolean, width = Number.POSITIVE_INFINITY): string {
  const detail = error instanceof Failure || error instanceof UsageError ? error.detail : undefined;
  const lines = [`nuntius-mcp: ${oneLine(message(error), MAX_LINE)}`];
  if (detail !== undefined) lines.push(`  ${oneLine(detail, MAX_LINE)}`);
  const line = lines.map((one) => wrapLine(one, width)).join('\n');
  return debug && error instanceof Error ? `${line}\n${stack(error)}` : line;
}

/** With what caused it; each line escaped, since messages may quote a description. */
function stack(error: Error): string {
  const lines = (error.stack ?? '').split('\n').map((line) => oneLine(line, MAX_LINE));
  return [...lines, ...(error.cause instanceof Error ? [`caused by: ${stack(error.cause)}`] : [])].join('\n');
}

function message(error: unknown): string {
  if (error instanceof DescriptionError) {
    const line = error.line === undefined ? '' : `, line ${error.line}`;
    return error.pointer === '#' && line === '' ? error.message : `${error.message} (at ${error.pointer}${line})`;
  }
  if (!(error instanceof Error)) return String(error);
  const known = ['UsageError', 'Failure', 'SettingsError', 'CatalogueError'].includes(error.name);
  // What the operating system refuses names the file and the reason already.
  if (Object.hasOwn(error, 'syscall') && Object.hasOwn(error, 'path')) return error.message;
  return known ? error.message : `unexpected failure: ${error.message}. --debug shows where`;
}
