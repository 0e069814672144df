import type { Json, JsonObject } from './document.ts';

/** Sets an own member. Assignment would change the prototype where the key is `__proto__`, a legal name in a description. */
export function setMember(object: JsonObject, key: string, value: Json): void {
  if (key === '__proto__') {
    Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true });
  } else {
    object[key] = value;
  }
}

/** The own member of that name, never an inherited one. */
export function member(object: JsonObject, key: string): Json | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}
