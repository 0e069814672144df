/** What the demo prints: steps, calls, answers and small tables. Colours only on a terminal, and not where NO_COLOR is set. */
import Table from 'cli-table3';

const WIDTH = 110;
const coloured = process.stdout.isTTY === true && !process.env.NO_COLOR;
const paint = (code: string) => (text: string) => (coloured ? `\u001b[${code}m${text}\u001b[0m` : text);

export const bold = paint('1');
export const dim = paint('2');
const green = paint('32');
const red = paint('31');
const cyan = paint('36');

export function say(text = ''): void {
  process.stdout.write(`${text}\n`);
}

let steps = 0;
export function step(title: string): void {
  say(`\n${bold(`${++steps}. ${title}`)}`);
}

/** `→ tool {arguments}`, as the assistant calls it. */
export function called(name: string, args: object): void {
  const given = Object.entries(args).map(([key, value]) => `${key}: ${JSON.stringify(value)}`);
  say(`   ${cyan('→')} ${cyan(name)} ${given.length === 0 ? '' : dim(`{ ${given.join(', ')} }`)}`.trimEnd());
}

export function went(text: string): void {
  say(`   ${green('✓')} ${text}`);
}

export function refused(text: string): void {
  say(`   ${red('✗')} ${text}`);
}

/** Set in, broken at spaces. */
export function quote(text: string): void {
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + word.length > WIDTH - 8) {
      say(`     ${line}`);
      line = '';
    }
    line = line === '' ? word : `${line} ${word}`;
  }
  say(`     ${line}`);
}

export function table(head: string[], rows: string[][]): void {
  const made = new Table({ head, style: { head: [], border: [], compact: true } });
  made.push(...rows);
  for (const line of made.toString().split('\n')) say(`     ${line}`);
}
