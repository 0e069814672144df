/**
 * `required`: the names that an input must hold. In: a Schema Object and the names that are hidden from inputs.
 * Out: the names left; what is no name, or names nothing that could ever be given, is left out.
 */
import type { JsonObject } from '../load/document.ts';
import { isObject } from '../pointer.ts';
import { cleanText } from '../text.ts';

/** Keywords that may declare further properties of the same object. */
const DECLARES = ['allOf', 'oneOf', 'anyOf', 'patternProperties', 'if'];

/**
 * @param hidden names of read-only properties
 * @param part whether other schemas describe the same object: then they may declare what this one requires
 * @param dropped told, in words, of each entry that was left out and made the schema accept more
 * @param repeated told of each name that stands there twice
 * @returns the names, and whether a hidden one was among them
 */
export function readRequired(
  source: JsonObject,
  hidden: readonly string[],
  part: boolean,
  dropped: (message: string) => void,
  repeated: (message: string) => void,
): { names: string[]; hides: boolean } {
  const { required, properties } = source;
  const names = new Set<string>();
  let hides = false;
  if (!Array.isArray(required)) {
    // `required: false` on a property is a habit from before draft 4, and what it says is so anyway.
    if (required !== undefined && required !== null && required !== false)
      dropped('is no list of names and was dropped');
    return { names: [], hides };
  }
  const open = source.additionalProperties !== undefined && source.additionalProperties !== false;
  const declared =
    part || open || DECLARES.some((k) => source[k] !== undefined) || !isObject(properties) ? undefined : properties;
  for (const name of required) {
    const shown = JSON.stringify(typeof name === 'string' ? cleanText(name) : name);
    if (typeof name !== 'string') dropped(`holds ${shown}, which is no name, and is read without it`);
    else if (hidden.includes(name)) hides = true;
    else if (declared !== undefined && !Object.hasOwn(declared, name)) {
      dropped(`names ${shown}, which is no property, and is read without it`);
    } else if (names.has(name)) repeated(`required names ${shown} twice.`);
    else names.add(name);
  }
  return { names: [...names], hides };
}
