import { DescriptionError } from '../description-error.ts';
import { pointer, segments } from '../pointer.ts';
import type { Json } from './document.ts';
import { survey, walkMembers } from './json-text.ts';
import type { Limits } from './limits.ts';
import { lineAt } from './text.ts';

/** A file's content as plain data, before anybody asks what it describes. */
export interface Parsed {
  value: Json;
  /** Integers that were rounded, as written, with their lines. */
  inexact: { text: string; line: number }[];
  /** Notes of the reader, one line each. */
  notes: string[];
  /** The 1-based line of a JSON pointer; reads the text again when first asked. */
  line(pointer: string): number | undefined;
}

/**
 * Reads JSON (RFC 8259) by `JSON.parse`, and refuses what it lets pass: repeated keys, deep nesting, numbers that are not finite.
 * Undefined where the text is no JSON at all (it may be YAML that begins like it).
 *
 * @throws DescriptionError `syntax` or `too_large`.
 */
export function parseJson(text: string, name: string, limits: Limits): Parsed | undefined {
  let value: Json;
  try {
    value = JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
  const { members, inexact } = survey(text, name, limits.depth);
  // The text has as many members as the value unless a key came twice: counting is many times cheaper than comparing keys.
  if (countMembers(value) !== members) throw repeatedKey(text, name);
  return {
    value,
    inexact: inexact.map((n) => ({ text: n.text, line: lineAt(text, n.offset) })),
    notes: [],
    line: (where) => lineOf(text, where),
  };
}

function countMembers(root: Json): number {
  let count = 0;
  const open: Json[] = [root];
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    if (typeof value !== 'object' || value === null) continue;
    const inside = Array.isArray(value) ? value : Object.values(value);
    if (!Array.isArray(value)) count += inside.length;
    for (const item of inside) if (typeof item === 'object' && item !== null) open.push(item);
  }
  return count;
}

function repeatedKey(text: string, name: string): DescriptionError {
  const seen: Map<string, number>[] = [];
  let error = new DescriptionError('syntax', `${name} repeats a key in one object.`);
  walkMembers(text, (path, offset, keyed) => {
    // What was deeper is closed: those keys belong to other objects.
    seen.length = path.length;
    if (!keyed) return false;
    const at = path.length - 1;
    const key = path[at] ?? '';
    let keys = seen[at];
    if (keys === undefined) {
      keys = new Map();
      seen[at] = keys;
    }
    const first = keys.get(key);
    keys.set(key, offset);
    if (first === undefined) return false;
    error = duplicateKey(name, key, pointer(...path), lineAt(text, first), lineAt(text, offset));
    return true;
  });
  return error;
}

export function duplicateKey(
  name: string,
  key: string,
  where: string,
  first: number,
  second: number,
): DescriptionError {
  return new DescriptionError(
    'syntax',
    `${name}, line ${second}: the key ${JSON.stringify(key)} is already there in line ${first}; keep one of them.`,
    where,
    second,
  );
}

function lineOf(text: string, where: string): number | undefined {
  const wanted = segments(where);
  if (wanted === undefined) return undefined;
  if (wanted.length === 0) return 1;
  let line: number | undefined;
  walkMembers(text, (path, offset) => {
    if (path.length !== wanted.length || path.some((segment, i) => segment !== wanted[i])) return false;
    line = lineAt(text, offset);
    return true;
  });
  return line;
}
