import { DescriptionError } from '../description-error.ts';
import type { Json, JsonObject } from '../load/document.ts';
import { isObject, lookup } from '../pointer.ts';

export interface Resolved {
  value: JsonObject;
  pointer: string;
}

/**
 * Follows the `$ref`s of a Reference Object (OpenAPI 3.1, 4.8.23) to the object it stands for.
 * @throws DescriptionError `broken_reference` or `forbidden_reference`, naming the reference.
 */
export function resolveObject(root: Json, value: Json | undefined, pointer: string, what: string): Resolved {
  const seen = new Set<string>();
  let here: Json | undefined = value;
  let at = pointer;
  while (isObject(here) && typeof here.$ref === 'string') {
    const ref = here.$ref;
    if (!ref.startsWith('#')) {
      throw new DescriptionError('forbidden_reference', `the reference "${ref}" points outside the document`, at);
    }
    if (seen.has(ref)) throw new DescriptionError('broken_reference', `the reference "${ref}" leads to itself`, at);
    seen.add(ref);
    here = lookup(root, ref);
    if (here === undefined) throw new DescriptionError('broken_reference', `the reference "${ref}" finds nothing`, at);
    at = ref;
  }
  if (!isObject(here)) throw new DescriptionError('invalid_operation', `${what} is not an object`, at);
  return { value: here, pointer: at };
}
