import { DescriptionError } from '../description-error.ts';
import { lineAt } from './text.ts';

/**
 * Reads valid JSON text token by token: what `JSON.parse` cannot tell. `survey` is one fast pass; `walkMembers` is slower,
 * for when a key or a place has to be named.
 */
export interface JsonSurvey {
  /** How many members all objects have together, repeated keys included. */
  members: number;
  /** Integers that a double cannot hold, as written, with their offsets. */
  inexact: { text: string; offset: number }[];
}

const QUOTE = 34;
const BACKSLASH = 92;

/** @throws DescriptionError `too_large` when nested deeper than `depth`; `syntax` on a number that is too large to be one. */
export function survey(text: string, name: string, depth: number): JsonSurvey {
  const inexact: JsonSurvey['inexact'] = [];
  let members = 0;
  let level = 0;
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (c === QUOTE) i = stringEnd(text, i);
    else if (c === 58) members++;
    else if (c === 123 || c === 91) {
      if (++level > depth) throw tooDeep(name, depth, lineAt(text, i));
    } else if (c === 125 || c === 93) level--;
    else if (c >= 48 && c <= 57) {
      const end = numberEnd(text, i);
      // Fifteen characters without an exponent are exact and finite.
      if (end - i > 15 || /[eE]/.test(text.slice(i, end))) {
        const start = text.charCodeAt(i - 1) === 45 ? i - 1 : i;
        const written = text.slice(start, end);
        const value = Number(written);
        if (value === Infinity || value === -Infinity) throw notFinite(name, written, lineAt(text, i));
        if (isInexact(written, value)) inexact.push({ text: written, offset: start });
      }
      i = end - 1;
    }
  }
  return { members, inexact };
}

/** Whether that integer, as written, is another one as a double, and would be written otherwise again. */
export function isInexact(written: string, value: number): boolean {
  if (String(value) === written) return false;
  return (
    !Number.isSafeInteger(value) && /^[-+]?\d+$/.test(written) && BigInt(written.replace('+', '')) !== BigInt(value)
  );
}

export function tooDeep(name: string, depth: number, line?: number): DescriptionError {
  return new DescriptionError('too_large', `${name} is nested more than ${depth} levels deep.`, '#', line);
}

export function notFinite(name: string, written: string, line: number, pointer = '#'): DescriptionError {
  const shown = written.length > 40 ? `${written.slice(0, 40)}…` : written;
  return new DescriptionError(
    'syntax',
    `${name}, line ${line}: ${shown} is no finite number, which JSON cannot hold.`,
    pointer,
    line,
  );
}

/**
 * Visits each member of each object and each item of each array, in order, before what is in it.
 * The visitor is given the path (the same array every time) and the offset of the key or item; `true` ends the walk.
 */
export function walkMembers(
  text: string,
  visit: (path: readonly string[], offset: number, keyed: boolean) => boolean,
): void {
  const path: string[] = [];
  const indexes: number[] = []; // the next index of each open array; -1 for an object
  let expectKey = false;
  let expectItem = false;
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (c === 32 || c === 10 || c === 13 || c === 9 || c === 58) continue;
    if (c === 44) {
      path.pop();
      expectKey = indexes.at(-1) === -1;
      expectItem = !expectKey;
      continue;
    }
    if (c === 125 || c === 93) {
      // An empty object or array has put nothing on the path.
      if (!expectKey && !expectItem) path.pop();
      indexes.pop();
      expectKey = expectItem = false;
      continue;
    }
    if (expectItem) {
      const index = indexes.pop() ?? 0;
      indexes.push(index + 1);
      path.push(String(index));
      expectItem = false;
      if (visit(path, i, false)) return;
    }
    if (c === QUOTE) {
      const end = stringEnd(text, i);
      if (expectKey) {
        path.push(JSON.parse(text.slice(i, end + 1)) as string);
        expectKey = false;
        if (visit(path, i, true)) return;
      }
      i = end;
    } else if (c === 123) {
      indexes.push(-1);
      expectKey = true;
    } else if (c === 91) {
      indexes.push(0);
      expectItem = true;
    }
  }
}

/** The offset of the quote that closes the string opened at `start`; the text's end where none does. */
function stringEnd(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (end !== -1) {
    let slashes = 0;
    while (text.charCodeAt(end - 1 - slashes) === BACKSLASH && end - 1 - slashes > start) slashes++;
    if (slashes % 2 === 0) return end;
    end = text.indexOf('"', end + 1);
  }
  return text.length;
}

/** The offset after a number's digits, point and exponent. */
function numberEnd(text: string, start: number): number {
  let i = start + 1;
  for (; i < text.length; i++) {
    const c = text.charCodeAt(i);
    const digit = c >= 48 && c <= 57;
    const exponentSign = (c === 43 || c === 45) && (text.charCodeAt(i - 1) | 32) === 101;
    if (!digit && c !== 46 && (c | 32) !== 101 && !exponentSign) break;
  }
  return i;
}
