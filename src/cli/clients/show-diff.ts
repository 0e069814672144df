/** What would change in a file, as a unified diff for a person; what looks like a secret in it is not shown. */
import { createTwoFilesPatch } from 'diff';
import { oneLine } from '../../runtime/one-line.ts';
import type { Colours } from '../terminal.ts';

const CONTEXT = 2;
/** `"X_API_KEY": "…"`, `x_token = "…"`; not what merely refers to one. */
const SECRET =
  /((?:["']?)[\w.-]*(?:key|token|secret|passw|authorization|credential)[\w.-]*(?:["']?)\s*[:=]\s*)(["'])(?!\$)(?:(?!\2).)+\2/gi;

export function shownDiff(file: string, before: string, after: string, { red, green, cyan }: Colours): string {
  const patch = createTwoFilesPatch(file, file, before, after, undefined, undefined, { context: CONTEXT });
  return patch
    .split('\n')
    .filter((line) => !/^(=+$|Index: )/.test(line))
    .map((line) => oneLine(line.replace(/\r$/, '').replace(SECRET, withoutSecret)))
    .map((line) => {
      if (/^(\+\+\+|---) /.test(line)) return line;
      if (line.startsWith('+')) return green(line);
      if (line.startsWith('-')) return red(line);
      return line.startsWith('@@') ? cyan(line) : line;
    })
    .join('\n')
    .trimEnd();
}

/** A path to a file that holds one is no secret. */
function withoutSecret(whole: string, name: string, quote: string): string {
  return /_file["']?\s*[:=]/i.test(name) ? whole : `${name}${quote}[hidden]${quote}`;
}
