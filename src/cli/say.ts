/** Lines on stderr for the person: notes and warnings. On a terminal they are wrapped at spaces, so that names stay whole. */
import { oneLine } from '../runtime/one-line.ts';
import { coloursOf, widthOf } from './terminal.ts';
import { wrapLine } from './wrap-help.ts';

export function say(line: string): void {
  process.stderr.write(`${fitting(oneLine(line))}\n`);
}

/** What is doubtful, but stops nothing. */
export function warn(line: string): void {
  process.stderr.write(`${coloursOf(process.stderr).yellow(fitting(`nuntius-mcp: ${oneLine(line)}`))}\n`);
}

/** One line of any length, as it fits the terminal that stderr is. */
export function fitting(line: string): string {
  const width = widthOf(process.stderr);
  return width === undefined ? line : wrapLine(line, width);
}
