import type { Json, JsonObject } from '../load/document.ts';
import { setMember } from '../load/member.ts';
import { isObject } from '../pointer.ts';
import type { Location } from './target.ts';

/** A document that is being changed: what lies on the way to a change is copied, once; the rest is shared with the original. */
export class Draft {
  private readonly own = new WeakSet<object>();

  constructor(public root: JsonObject) {}

  /** Puts `value` at a place that exists; the root itself can be replaced by an object only. */
  replace(location: Location, value: Json): void {
    const last = location.at(-1);
    if (last === undefined) {
      if (isObject(value)) this.root = value;
      return;
    }
    const container = this.container(location);
    if (Array.isArray(container)) container[Number(last)] = value;
    else if (container !== undefined) setMember(container, String(last), value);
  }

  /** Takes out what is at those places; indexes mean those before anything is taken out. */
  remove(locations: Location[]): void {
    for (const location of [...locations].sort(compare).reverse()) {
      const last = location.at(-1);
      const container = this.container(location);
      if (Array.isArray(container)) container.splice(Number(last), 1);
      else if (container !== undefined) delete container[String(last)];
    }
  }

  /** The object or array that holds the place, ready to be changed. */
  private container(location: Location): JsonObject | Json[] | undefined {
    this.root = this.mine(this.root) as JsonObject;
    let here: JsonObject | Json[] = this.root;
    for (const step of location.slice(0, -1)) {
      const next: Json | undefined = Array.isArray(here)
        ? here[Number(step)]
        : Object.hasOwn(here, step)
          ? here[step]
          : undefined;
      if (typeof next !== 'object' || next === null) return undefined;
      const copy = this.mine(next);
      if (Array.isArray(here)) here[Number(step)] = copy;
      else setMember(here, String(step), copy);
      here = copy;
    }
    return here;
  }

  private mine(value: JsonObject | Json[]): JsonObject | Json[] {
    if (this.own.has(value)) return value;
    const copy = Array.isArray(value) ? [...value] : { ...value };
    this.own.add(copy);
    return copy;
  }
}

/** Document order: what contains comes before what is contained, lower indexes before higher ones. */
function compare(a: Location, b: Location): number {
  for (let i = 0; i < Math.min(a.length, b.length); i++) {
    const [x, y] = [a[i], b[i]];
    if (x === y) continue;
    if (typeof x === 'number' && typeof y === 'number') return x - y;
    return String(x) < String(y) ? -1 : 1;
  }
  return a.length - b.length;
}
