/**
 * Text that must stay one line for a person: control, zero-width, bidi and other invisible characters, and all spaces but
 * the plain one, are shown escaped, so that nothing in data can forge a line or hide in one (Unicode TR 36, 3.6).
 */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\u00A0\u034F\u115F\u1160\u1680\u17B4\u17B5\u2000-\u200A\u202F\u205F\u2800\u3000\u3164\uFE00-\uFE0F\uFFA0\u{E0100}-\u{E01EF}]/gu;

/** @param max at most so many UTF-16 units; what is cut is marked by `…`. */
export function oneLine(text: string, max = Number.POSITIVE_INFINITY): string {
  const cut = text.length > max ? `${text.slice(0, max).replace(/[\uD800-\uDBFF]$/, '')}…` : text;
  return cut.replace(UNSEEN, escape);
}

function escape(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  if (character === '\n') return '\\n';
  if (character === '\r') return '\\r';
  if (character === '\t') return '\\t';
  return code > 0xffff ? `\\u{${code.toString(16)}}` : `\\u${code.toString(16).padStart(4, '0')}`;
}
