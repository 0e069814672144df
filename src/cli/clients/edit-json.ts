/** Two edits of JSON with comments, as text: a member is added, or a value replaced. Not a letter of anything else changes. */
import { createScanner, findNodeAtLocation, type JSONPath, type Node, parseTree } from 'jsonc-parser';
import { MergeError } from './merge-error.ts';

/** SyntaxKind of jsonc-parser, which is a const enum: not there at run time. */
const COMMA = 5;
const END = 17;

/** The value at `path` is `value`; what leads there is made. @param path keys alone; the last may be `-1` of an array: added at its end */
export function set(text: string, path: JSONPath, value: unknown): string {
  const root = parseTree(text, [], { allowTrailingComma: true });
  if (root === undefined) throw new MergeError('it holds no JSON object');
  const there = findNodeAtLocation(root, path);
  if (there !== undefined && path.at(-1) !== -1) return replaced(text, there, value, path.length);
  // The innermost that is there, and what it lacks.
  let depth = path.length - 1;
  while (depth > 0 && findNodeAtLocation(root, path.slice(0, depth)) === undefined) depth--;
  const host = depth === 0 ? root : findNodeAtLocation(root, path.slice(0, depth));
  if (host === undefined || (host.type !== 'object' && host.type !== 'array'))
    throw new MergeError(`its "${path.slice(0, depth).join('.')}" is no object`);
  const inner = path.slice(depth + 1).reduceRight<unknown>((rest, key) => ({ [key]: rest }), value);
  return added(text, host, path[depth] as string | -1, inner, depth + 1);
}

function replaced(text: string, { offset, length }: Node, value: unknown, depth: number): string {
  return text.slice(0, offset) + written(value, text, depth) + text.slice(offset + length);
}

/** After the last member and the comments behind it; the comma goes directly behind the member. */
function added(text: string, host: Node, key: string | -1, value: unknown, depth: number): string {
  const { eol, unit } = styleOf(text);
  const close = host.offset + host.length - 1;
  const last = host.children?.at(-1);
  const from = last === undefined ? host.offset + 1 : last.offset + last.length;
  const between = text.slice(from, close);
  const hasComma = tokens(between).includes(COMMA);
  const end = from + between.trimEnd().length;
  const name = key === -1 ? '' : `${JSON.stringify(key)}: `;
  const member = `${eol}${unit.repeat(depth)}${name}${written(value, text, depth)}${hasComma ? ',' : ''}`;
  return [
    text.slice(0, from),
    last !== undefined && !hasComma ? ',' : '',
    text.slice(from, end),
    member,
    // What closes the host stands on a line of its own.
    between.slice(between.trimEnd().length).includes('\n')
      ? text.slice(end)
      : `${eol}${unit.repeat(depth - 1)}${text.slice(close)}`,
  ].join('');
}

function tokens(text: string): number[] {
  const scanner = createScanner(text, true);
  const kinds: number[] = [];
  for (let kind = scanner.scan() as number; kind !== END; kind = scanner.scan()) kinds.push(kind);
  return kinds;
}

function written(value: unknown, text: string, depth: number): string {
  const { eol, unit } = styleOf(text);
  return JSON.stringify(value, null, unit).replaceAll('\n', `${eol}${unit.repeat(depth)}`);
}

function styleOf(text: string): { eol: string; unit: string } {
  const [, unit = '  '] = /\n([ \t]+)\S/.exec(text) ?? [];
  return { eol: text.includes('\r\n') ? '\r\n' : '\n', unit: unit.startsWith('\t') ? '\t' : unit };
}
