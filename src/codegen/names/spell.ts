/** Words → a legal tool name of at most 64 characters. */
import { createHash } from 'node:crypto';
import type { NameWords } from './compose.ts';

/** Longest name that all clients take. */
export const LONGEST = 64;
const HASH = 6;

/** Six letters and digits that stand for one operation, wherever it is in the file. */
export function hashOf(key: string, length = HASH): string {
  const digest = createHash('sha256')
    .update(key)
    .digest('hex')
    .slice(0, 13 + length);
  return BigInt(`0x${digest}`).toString(36).slice(-length).padStart(length, '0');
}

/**
 * `<prefix>_<resource>_<action>`; what is too long loses words from the end of the resource, then of the action, and ends in a
 * hash of `key` instead.
 * @param key "METHOD /path"
 */
export function spell(prefix: string, { resource, action }: NameWords, key: string): string {
  const whole = join([prefix, ...resource, ...action]);
  if (whole.length <= LONGEST && resource.length + action.length > 0) return whole;
  const hash = hashOf(key);
  const room = LONGEST - prefix.length - hash.length - 2;
  const end = asManyAsFit(action, Math.max(Math.floor(room * 0.6), room - join(resource).length - 1));
  const start = asManyAsFit(resource, room - join(end).length - 1);
  return join([prefix, ...start, ...end, hash]);
}

/** As many words from the front as fit; at least the beginning of the first. */
function asManyAsFit(words: string[], room: number): string[] {
  let kept = words;
  while (kept.length > 1 && join(kept).length > room) kept = kept.slice(0, -1);
  return join(kept).length > room ? [join(kept).slice(0, Math.max(0, room))].filter((w) => w !== '') : kept;
}

function join(words: string[]): string {
  return words.filter((w) => w !== '').join('_');
}
