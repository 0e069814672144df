/** Lines that are wider than the terminal → the same, wrapped at spaces alone: a path, an option, a name stays whole. */

/** Where there is less room than this beside what stands before a text, the text goes below it. */
const LEAST = 24;

/** Help: what an option does is wrapped under itself. */
export function wrapHelp(text: string, width: number): string {
  return text
    .split('\n')
    .map((line) => (line.length <= width ? line : wrapHelpLine(line, width)))
    .join('\n');
}

function wrapHelpLine(line: string, width: number): string {
  const [, head, rest = ''] = /^( {2}\S.*? {2,})(\S.*)$/.exec(line) ?? [];
  if (head === undefined) return wrapLine(line, width);
  if (width - head.length < LEAST) return `${head.trimEnd()}\n${' '.repeat(6)}${wrapLine(rest, width, 6)}`;
  return head + wrapLine(rest, width, head.length);
}

/** @param indent of every line but the first, which stands that far in already. A word that is wider than all that stays whole.
 * @param measure of a text's columns; without it, its length */
export function wrapLine(line: string, width: number, indent = 0, measure = (text: string) => text.length): string {
  const room = width - indent;
  const [, margin = '', text = ''] = /^( *)(.*)$/s.exec(line) ?? [];
  if (measure(line) <= room) return line;
  const lines: string[] = [];
  let current = margin;
  for (const word of text.split(' ')) {
    if (current.trim() === '') current += word;
    else if (measure(current) + 1 + measure(word) <= room) current += ` ${word}`;
    else {
      lines.push(current);
      current = margin + word;
    }
  }
  return [...lines, current].join(`\n${' '.repeat(indent)}`);
}
