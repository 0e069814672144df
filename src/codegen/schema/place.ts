/** Where a schema stands while it is converted. */
import { below } from '../pointer.ts';
import type { Variant } from './component.ts';

/** Where a schema stands, and what its surroundings say about it. */
export interface Place extends Variant {
  pointer: string;
  /** The enclosing component (or schema with `$id`). */
  resource: string;
  depth: number;
  /** It applies to the same value as the unit does. */
  inPlace: boolean;
  /** An enclosing schema allows null here. */
  nullish: boolean;
  /** It is one part of several that describe an object together: the others may declare what this one requires. */
  part: boolean;
}

/** At the top of a schema, read in this way. */
export function start(pointer: string, variant: Variant): Place {
  return {
    pointer,
    resource: pointer,
    depth: 0,
    hidden: variant.hidden,
    base: variant.base,
    inPlace: true,
    nullish: false,
    part: variant.hidden.length > 0,
  };
}

/** The same, further down the pointer. */
export function inside(place: Place, ...path: (string | number)[]): Place {
  return { ...place, pointer: below(place.pointer, ...path) };
}
