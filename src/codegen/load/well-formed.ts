import type { Json, JsonObject } from './document.ts';
import type { Parsed } from './json.ts';
import { setMember } from './member.ts';

/** The only way by which half of a Unicode character gets into a text that is UTF-8: an escape (`\ud800`). */
export const HALF_CHARACTER = /\\(?:u|U0000)d[89a-f]/i;

const LONE_SURROGATE = /\p{Surrogate}/gu;

/**
 * Plain data whose names and texts are all Unicode: U+FFFD stands for what is half a character (RFC 8259, section 8.2:
 * no two programs read such text alike, and none can send it). Says so in a note.
 */
export function repairText(parsed: Parsed): Parsed {
  let count = 0;
  const repair = (text: string): string =>
    text.replace(LONE_SURROGATE, () => {
      count++;
      return '\ufffd';
    });
  const walk = (value: Json): Json => {
    if (typeof value === 'string') return repair(value);
    if (Array.isArray(value)) return value.map(walk);
    if (typeof value !== 'object' || value === null) return value;
    const copy: JsonObject = {};
    for (const [key, item] of Object.entries(value)) setMember(copy, repair(key), walk(item));
    return copy;
  };
  const value = walk(parsed.value);
  if (count === 0) return parsed;
  const note = `${count} escaped halves of Unicode characters (lone surrogates) were replaced by U+FFFD.`;
  return { ...parsed, value, notes: [...parsed.notes, note] };
}
