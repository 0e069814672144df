/** Help that is wider than the terminal → the same, each line wrapped under where its text begins. */

/** Narrower than this, the terminal itself wraps. */
const LEAST = 20;

export function wrapHelp(text: string, width: number): string {
  return text
    .split('\n')
    .map((line) => (line.length <= width ? line : wrapLine(line, width)))
    .join('\n');
}

/** `  --option VALUE  what it does`: what it does is wrapped under itself. */
function wrapLine(line: string, width: number): string {
  const [, head = '', rest = line] = /^( {2}\S.*? {2,})(\S.*)$/.exec(line) ?? [];
  const room = width - head.length;
  if (room < LEAST) return line;
  const lines: string[] = [];
  let current = '';
  for (const word of rest.split(' ')) {
    if (current !== '' && current.length + 1 + word.length > room) {
      lines.push(current);
      current = word;
    } else current = current === '' ? word : `${current} ${word}`;
  }
  return head + [...lines, current].join(`\n${' '.repeat(head.length)}`);
}
