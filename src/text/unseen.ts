/**
 * What a person cannot see, or would take for something else: control, zero-width, bidi and other invisible characters, and all
 * spaces but the plain one (Unicode TR 36, 3.6). Unassigned and private-use characters too: nobody knows what they look
 * like. Braille blank (U+2800) is a space by looks.
 */
const unseen = () => /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]|(?! )\p{Zs}/gu;

let compiled: RegExp | undefined;

/** Compiled when it is first used: that takes milliseconds, and plain ASCII, which most text is, does not need it. */
export function unseenCharacters(): RegExp {
  compiled ??= unseen();
  return compiled;
}

/** JSON, or what is written like it, with `\uXXXX` for each unseen character but line ends: it means the same. */
export function escapeUnseen(json: string): string {
  const units = (character: string) => character.replace(/./gs, unit);
  return json.replace(/[^\x20-\x7e\n]+/g, (run) => run.replace(unseenCharacters(), units));
}

function unit(half: string): string {
  return `\\u${half.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
