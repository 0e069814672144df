/**
 * `call TOOL --customerName Ana --quality=hot`: what is no option of the command is an argument of the tool. After `--`, all
 * is: so an argument that is called as an option is can be given too.
 */
import type { Option } from './usage.ts';

/** `value`: undefined where none was given, which means true. */
export type ToolArgument = [name: string, value: string | undefined];

/** @returns what is left for the command's own parsing, and the tool's arguments in their order */
export function splitToolArguments(
  argv: readonly string[],
  options: Readonly<Record<string, Option>>,
): { args: string[]; toolArguments: ToolArgument[] } {
  const args: string[] = [];
  const toolArguments: ToolArgument[] = [];
  let isOwn = true;
  for (let i = 0; i < argv.length; i++) {
    const one = argv[i] ?? '';
    if (one === '--' && isOwn) {
      isOwn = false;
      continue;
    }
    const [, name, inline] = /^--([^=]+)(?:=(.*))?$/s.exec(one) ?? [];
    if (name === undefined) {
      args.push(one);
    } else if (isOwn && Object.hasOwn(options, name)) {
      args.push(one);
      if (options[name]?.type === 'string' && inline === undefined && i + 1 < argv.length) args.push(argv[++i] ?? '');
    } else {
      const next = argv[i + 1];
      const isValue = inline === undefined && next !== undefined && !/^--./.test(next);
      toolArguments.push([name, inline ?? (isValue ? next : undefined)]);
      if (isValue) i++;
    }
  }
  return { args, toolArguments };
}
