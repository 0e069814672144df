import type { Json, JsonObject } from '../load/document.ts';
import { setMember } from '../load/member.ts';
import { below, isObject } from '../pointer.ts';

export type Kind = 'object' | 'array' | 'primitive';

/** Two values that do not go together; the pointer says where. */
export class Incompatible extends Error {
  constructor(
    readonly where: string,
    readonly was: Kind,
    readonly is: Kind,
  ) {
    super(`${where} is ${named(was)}, the new value ${named(is)}`);
  }
}

/**
 * `target` with `update` merged into it (Overlay 1.1, “Action Object”), neither changed: objects member by member, arrays
 * one after the other, primitives replaced; what is no array is appended to the target where that is one.
 *
 * @throws Incompatible
 */
export function mergeTarget(target: Json, update: Json, where: string): Json {
  if (Array.isArray(target) && !Array.isArray(update)) return [...target, update];
  return merge(target, update, where);
}

export function kindOf(value: Json): Kind {
  if (Array.isArray(value)) return 'array';
  return isObject(value) ? 'object' : 'primitive';
}

function merge(target: Json, update: Json, where: string): Json {
  if (Array.isArray(target) && Array.isArray(update)) return [...target, ...update];
  if (isObject(target) && isObject(update)) {
    const result: JsonObject = {};
    for (const [key, value] of Object.entries(target)) setMember(result, key, value);
    for (const [key, value] of Object.entries(update)) {
      const old = Object.hasOwn(result, key) ? result[key] : undefined;
      setMember(result, key, old === undefined ? value : merge(old, value, below(where, key)));
    }
    return result;
  }
  if (kindOf(target) !== 'primitive' || kindOf(update) !== 'primitive') {
    throw new Incompatible(where, kindOf(target), kindOf(update));
  }
  return update;
}

function named(kind: Kind): string {
  return kind === 'primitive' ? 'a single value' : `an ${kind}`;
}
