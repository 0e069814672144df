/** Text that must stay one line for a person: what is unseen is shown escaped, so that nothing in data can forge a line or hide in one. */
import { unseenCharacters } from '../text/unseen.ts';

/** @param max at most so many UTF-16 units of `text`; that more was cut is marked by `…`. */
export function oneLine(text: string, max = Number.POSITIVE_INFINITY): string {
  const cut = text.length > max ? `${text.slice(0, max).replace(/[\uD800-\uDBFF]$/, '')}…` : text;
  return /^[\x20-\x7e]*$/.test(cut) ? cut : cut.replace(unseenCharacters(), escaped);
}

function escaped(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  if (character === '\n') return '\\n';
  if (character === '\r') return '\\r';
  if (character === '\t') return '\\t';
  return code > 0xffff ? `\\u{${code.toString(16)}}` : `\\u${code.toString(16).padStart(4, '0')}`;
}
