/**
 * `discriminator` (OpenAPI 3.1, 4.8.25): JSON Schema has no such keyword, so what it means is spelt out.
 * A parent whose subtypes extend it by `allOf` stands for "one of the subtypes"; in `oneOf`, the mapping's values pin
 * each alternative. In: a schema with a discriminator. Out: its alternatives, with the values that choose them.
 */
import { DescriptionError } from '../description-error.ts';
import type { Json, JsonObject } from '../load/document.ts';
import { isObject, pointer as pointerTo } from '../pointer.ts';
import type { ObjectGroups } from './object-group.ts';
import type { References, Target } from './references.ts';

export interface Subtype extends Target {
  reference: string;
  /** The values of the discriminating property that choose it; empty: the description does not say. */
  values: string[];
}

export class Subtypes {
  readonly #root: Json;
  readonly #references: References;
  readonly #groups: ObjectGroups;
  #children: Map<string, string[]> | undefined;
  #extending = new Set<string>();

  constructor(root: Json, references: References, groups: ObjectGroups) {
    this.#root = root;
    this.#references = references;
    this.#groups = groups;
  }

  /** The subtypes that a value of this parent is one of. Empty: it is no parent, or lists its alternatives itself. */
  of(source: JsonObject, pointer: string): Subtype[] {
    if (property(source) === undefined || Array.isArray(source.oneOf) || Array.isArray(source.anyOf)) return [];
    const mapped = this.mapping(source, pointer);
    if (mapped.length > 0) return mapped;
    const found: Subtype[] = [];
    const seen = new Set([pointer]);
    const open = [...(this.#index().get(pointer) ?? [])].reverse();
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      const target = this.#resolve(next, pointer);
      if (target === undefined || seen.has(target.pointer)) continue;
      seen.add(target.pointer);
      found.push({ ...target, reference: next, values: [] });
      open.push(...[...(this.#index().get(target.pointer) ?? [])].reverse());
    }
    return found;
  }

  /** Whether the component at `pointer` extends another by `allOf`. */
  extends(pointer: string): boolean {
    this.#index();
    return this.#extending.has(pointer);
  }

  /** What a discriminator's `mapping` names, with all values that name it. What leads nowhere is left out. */
  mapping(source: JsonObject, pointer: string): Subtype[] {
    const mapping = isObject(source.discriminator) ? source.discriminator.mapping : undefined;
    if (!isObject(mapping)) return [];
    const byPointer = new Map<string, Subtype>();
    for (const [value, name] of Object.entries(mapping)) {
      if (typeof name !== 'string') continue;
      const reference = name.includes('/') || name.includes('#') ? name : pointerTo('components', 'schemas', name);
      const target = this.#resolve(reference, pointer);
      if (target === undefined) continue;
      const known = byPointer.get(target.pointer);
      if (known !== undefined) known.values.push(value);
      else byPointer.set(target.pointer, { ...target, reference, values: [value] });
    }
    return [...byPointer.values()];
  }

  /**
   * What must be added to a subtype so that only its values choose it: nothing where the subtype says so itself,
   * undefined where its property cannot take them.
   */
  pin(subtype: Subtype, name: string): JsonObject | undefined {
    if (subtype.values.length === 0) return undefined;
    for (const { source } of this.#groups.property(subtype.source, subtype.pointer, name)) {
      const listed = 'const' in source ? [source.const ?? null] : Array.isArray(source.enum) ? source.enum : undefined;
      if (listed?.every((v) => subtype.values.includes(v as string))) return {};
      if (listed !== undefined && !subtype.values.every((v) => listed.includes(v))) return undefined;
      if (typeof source.type === 'string' && source.type !== 'string') return undefined;
    }
    const value = subtype.values.length === 1 ? { const: subtype.values[0] ?? '' } : { enum: subtype.values };
    return { properties: Object.fromEntries([[name, value]]) };
  }

  #resolve(reference: string, from: string): Target | undefined {
    try {
      return this.#references.resolve(reference, from, from);
    } catch (error) {
      if (error instanceof DescriptionError) return undefined;
      throw error;
    }
  }

  /** Parent's pointer → references to the components whose `allOf` names it. */
  #index(): Map<string, string[]> {
    if (this.#children !== undefined) return this.#children;
    this.#children = new Map();
    const components =
      isObject(this.#root) && isObject(this.#root.components) ? this.#root.components.schemas : undefined;
    if (!isObject(components)) return this.#children;
    for (const [name, schema] of Object.entries(components)) {
      if (!isObject(schema) || !Array.isArray(schema.allOf)) continue;
      const own = pointerTo('components', 'schemas', name);
      for (const member of schema.allOf) {
        if (!isObject(member) || typeof member.$ref !== 'string') continue;
        const parent = this.#resolve(member.$ref, own);
        if (parent === undefined || parent.pointer === own) continue;
        this.#extending.add(own);
        const children = this.#children.get(parent.pointer);
        if (children === undefined) this.#children.set(parent.pointer, [own]);
        else children.push(own);
      }
    }
    return this.#children;
  }
}

/** The name of the property that a schema's discriminator reads. */
export function property(source: JsonObject): string | undefined {
  const { discriminator } = source;
  return isObject(discriminator) && typeof discriminator.propertyName === 'string'
    ? discriminator.propertyName
    : undefined;
}
