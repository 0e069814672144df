/** Where a list goes on: what its answer says (RFC 8288 `Link`, a cursor, a token), as the argument that gets the next page. */
import type { Tool } from '../../catalogue/index.ts';

/** Members that hold the next page's cursor, and the members that they may stand in. */
const CURSOR =
  /^(next|(next|after|end|continuation)_?-?(cursor|page|page_?token|token|offset|url|uri|link|href)|starting_?after|cursor)$/i;
const HOLDERS =
  /^(meta|metadata|_?links?|page|pages|paging|pagination|page_?info|response_?metadata|cursors?|next|after)$/i;
const ARGUMENT = /cursor|page_?token|continu|starting_?after|^after$|^page$|^offset$|next/i;
const MAX = 400;

/** @returns one line, or undefined where nothing says that there is more. */
export function nextPage(tool: Tool, value: unknown, link: string | undefined): string | undefined {
  if (tool.type !== 'Lectura') return undefined;
  const url = /<([^>]*)>\s*;[^,]*\brel\s*=\s*"?next\b/i.exec(link ?? '')?.[1];
  const next = url ?? cursorIn(value, 0);
  if (next === undefined) return undefined;
  const query = queryOf(next);
  if (query !== undefined) {
    const given = tool.arguments
      .filter((a) => a.in === 'query' && ARGUMENT.test(a.name) && query.has(a.wireName))
      .map((a) => `${a.name}=${JSON.stringify(query.get(a.wireName))}`);
    return given.length === 0 ? undefined : told(given.join(', '));
  }
  const takes = tool.arguments.filter((a) => ARGUMENT.test(a.name));
  const argument = takes.find((a) => !/^(page|offset)$/i.test(a.name)) ?? takes[0];
  return argument === undefined ? undefined : told(`${argument.name}=${JSON.stringify(next)}`);
}

function told(given: string): string | undefined {
  return given.length > MAX ? undefined : `There is more: call again with the same arguments and ${given}.`;
}

function cursorIn(value: unknown, depth: number): string | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || depth > 2) return undefined;
  const members = Object.entries(value);
  for (const [name, member] of members) if (CURSOR.test(name) && isCursor(member, name)) return String(member);
  for (const [name, member] of members) {
    const inner = HOLDERS.test(name) ? cursorIn(member, depth + 1) : undefined;
    if (inner !== undefined) return inner;
  }
  return undefined;
}

/** A bare `cursor` may be this page's own: only text counts there. */
function isCursor(member: unknown, name: string): boolean {
  if (typeof member === 'string') return member !== '';
  return typeof member === 'number' && name.toLowerCase() !== 'cursor';
}

function queryOf(next: string): URLSearchParams | undefined {
  if (!/^(https?:\/\/|\/|\?)/i.test(next)) return undefined;
  const at = next.indexOf('?');
  return new URLSearchParams(at < 0 ? '' : next.slice(at + 1));
}
