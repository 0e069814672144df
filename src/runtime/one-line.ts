/**
 * Text that must stay one line for a person: control, zero-width, bidi and other invisible characters, and all spaces but
 * the plain one, are shown escaped, so that nothing in data can forge a line or hide in one (Unicode TR 36, 3.6).
 * Unassigned and private-use characters too: nobody knows what they look like. Braille blank (U+2800) is a space by looks.
 */
const unseen = () => /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]|(?! )\p{Zs}/gu;

let compiled: RegExp | undefined;

/** @param max at most so many UTF-16 units of `text`; that more was cut is marked by `…`. */
export function oneLine(text: string, max = Number.POSITIVE_INFINITY): string {
  const cut = text.length > max ? `${text.slice(0, max).replace(/[\uD800-\uDBFF]$/, '')}…` : text;
  // Compiling the classes above takes milliseconds; plain ASCII, which most text is, does not need them.
  return /^[\x20-\x7e]*$/.test(cut) ? cut : cut.replace((compiled ??= unseen()), escaped);
}

function escaped(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  if (character === '\n') return '\\n';
  if (character === '\r') return '\\r';
  if (character === '\t') return '\\t';
  return code > 0xffff ? `\\u{${code.toString(16)}}` : `\\u${code.toString(16).padStart(4, '0')}`;
}
