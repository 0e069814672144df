/**
 * What `$ref`s name: each schema once, in each reading that is needed of it. In: a reference's target and what its
 * surroundings say. Out: the one component for them, converted or not.
 */
import { DescriptionError } from '../description-error.ts';
import type { Json } from '../load/document.ts';
import { isObject, segments } from '../pointer.ts';
import { HOLDS, type Node } from './node.ts';
import type { ObjectGroups } from './object-group.ts';
import type { Target } from './references.ts';
import { property as discriminating } from './subtypes.ts';

/** A schema that was converted in one go, and what is known of it. */
export interface Unit {
  /** All components it refers to, one entry per `$ref`. */
  references: Component[];
  /** Those of them that apply to the same value as the unit itself (through `allOf`, `anyOf`, `not` … and `$ref`). */
  inPlace: Component[];
  /** Whether it, or what it refers to, accepts more than the description says: something was dropped or mended. */
  relaxed: boolean;
  /** How many levels deep it nests, without what it refers to. */
  depth: number;
}

/** A schema that a `$ref` names (or, see Variant, one reading of it). Converted when first met, once per document. */
export class Component implements Unit {
  references: Component[] = [];
  inPlace: Component[] = [];
  relaxed = false;
  depth = 0;
  /** Undefined until it is converted. */
  node: Node | undefined;
  /** Why it cannot be converted: every tool that needs it fails with this. */
  error: DescriptionError | undefined;
  /** Length of its JSON, without what it refers to. */
  size = 0;
  /** Whether it is known not to contain itself in place. */
  sound = false;
  readonly dependents: Component[] = [];

  constructor(
    readonly name: string,
    readonly source: Json,
    readonly pointer: string,
    readonly variant: Variant,
  ) {}

  /** For measuring: a reference weighs nothing by itself. */
  toJSON(): undefined {
    return undefined;
  }
}

/** How a schema is read: the same text means different things in different places. */
export interface Variant {
  /** Properties that an enclosing `allOf` says are read-only: absent here too. */
  hidden: readonly string[];
  /** A discriminated parent, read as what its subtypes extend and not as "one of the subtypes". */
  base: boolean;
}

export const PLAIN: Variant = { hidden: [], base: false };

/** All components of a document that were met so far. */
export class Components {
  readonly #groups: ObjectGroups;
  readonly #known = new Map<string, Component>();

  constructor(groups: ObjectGroups) {
    this.#groups = groups;
  }

  /** The component for a target, read so that it hides what it mentions of `hidden`, and as a base where it is a parent. */
  of(target: Target, { hidden, base }: Variant): Component {
    const mentioned = hidden.length === 0 ? undefined : this.#groups.mentioned(target.source, target.pointer);
    const variant: Variant = {
      hidden: hidden.filter((name) => mentioned?.has(name)).sort(),
      base: base && isObject(target.source) && discriminating(target.source) !== undefined,
    };
    const plain = variant.hidden.length === 0 && !variant.base;
    const key = plain ? target.pointer : `${target.pointer} ${variant.base} ${JSON.stringify(variant.hidden)}`;
    let component = this.#known.get(key);
    if (component === undefined) {
      const name = componentName(target.pointer) + (variant.base ? 'Base' : '');
      component = new Component(name, target.source, target.pointer, variant);
      this.#known.set(key, component);
    }
    return component;
  }
}

/** The last segment of a pointer that is a name someone gave. */
function componentName(pointer: string): string {
  const path = segments(pointer) ?? [];
  const given = path.findLast(
    (s, i) => !/^\d+$/.test(s) && (HOLDS[s] === undefined || path[i - 1] === 'schemas') && s !== 'schema',
  );
  const name = (given ?? '').replace(/[^A-Za-z0-9_.-]+/g, '_').slice(0, 60);
  return /^_*$/.test(name) ? 'Schema' : name;
}

/** Marks a component, and all that refer to it, as relaxed. */
export function spread(from: Component): void {
  const open = [from];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    next.relaxed = true;
    for (const dependent of next.dependents) if (!dependent.relaxed) open.push(dependent);
  }
}

/** @throws DescriptionError where a component contains itself in place: no value could ever be checked against it. */
export function refuseEndless(from: Component, uses: ReadonlyMap<Component, unknown>): void {
  if (from.sound) return;
  const path = new Set<Component>([from]);
  const open = [{ component: from, next: 0 }];
  while (open.length > 0) {
    const top = open[open.length - 1] as { component: Component; next: number };
    const inner = top.component.inPlace[top.next++];
    if (inner === undefined) {
      // What was cut is not known to the end.
      top.component.sound = top.component.inPlace.every((c) => c.sound);
      path.delete(top.component);
      open.pop();
    } else if (path.has(inner)) {
      throw new DescriptionError(
        'broken_reference',
        `The schema ${JSON.stringify(inner.name)} contains itself through allOf, anyOf, oneOf or $ref: break the circle.`,
        inner.pointer,
      );
    } else if (!inner.sound && uses.has(inner)) {
      path.add(inner);
      open.push({ component: inner, next: 0 });
    }
  }
}
