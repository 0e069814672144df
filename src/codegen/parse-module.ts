/** The generated module's text → its catalogue, read as data and never run: what `emit.ts` writes, without what writing needs. */
import type { Catalogue } from '../catalogue/index.ts';

export const START = 'export const catalogue: Catalogue = ';
export const END = ';\n// End of the catalogue.\n';
/**
 * Keys that every object inherits. `__proto__` would set a prototype; of the others the compiler takes the inherited type
 * for the record's. Computed, and to the compiler just a string, each is a key like others.
 */
export const INHERITED =
  '(__proto__|constructor|toString|toLocaleString|valueOf|hasOwnProperty|isPrototypeOf|propertyIsEnumerable)';
const COMPUTED_KEY = new RegExp(`^(\\s*)\\["${INHERITED}" as string\\]:`, 'gm');

/** The catalogue that a module of `emitModule` holds; undefined where the text is none. */
export function parseModule(text: string): Catalogue | undefined {
  const start = text.indexOf(START);
  const end = text.lastIndexOf(END);
  if (start < 0 || end < start) return undefined;
  try {
    const json = text.slice(start + START.length, end);
    return JSON.parse(json.includes('" as string]:') ? json.replace(COMPUTED_KEY, '$1"$2":') : json);
  } catch {
    return undefined;
  }
}
