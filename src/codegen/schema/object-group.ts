/**
 * What several schemas together say of one object: a schema with everything that its `allOf` and `$ref`s add.
 * Answers questions about names only; it converts nothing. References that cannot be resolved say nothing here:
 * the conversion itself reports them.
 */
import { DescriptionError } from '../description-error.ts';
import type { Json, JsonObject } from '../load/document.ts';
import { below, isObject } from '../pointer.ts';
import type { References } from './references.ts';

export interface Member {
  source: JsonObject;
  pointer: string;
}

export class ObjectGroups {
  readonly #references: References;
  readonly #readOnlyNames = new WeakMap<JsonObject, ReadonlySet<string>>();
  readonly #mentioned = new WeakMap<JsonObject, ReadonlySet<string>>();

  constructor(references: References) {
    this.#references = references;
  }

  /** What a schema is once its `$ref`s are followed; undefined where that is no object or leads nowhere. */
  follow(source: Json, pointer: string): Member | undefined {
    if (!isObject(source)) return undefined;
    if (typeof source.$ref !== 'string') return { source, pointer };
    try {
      const target = this.#references.resolve(source.$ref, pointer, pointer);
      return this.follow(target.source, target.pointer);
    } catch (error) {
      if (error instanceof DescriptionError) return undefined;
      throw error;
    }
  }

  /**
   * `source` and all that applies with it through `$ref` and `allOf` (with `alternatives`: also through `oneOf`,
   * `anyOf`, `if` …), each once.
   */
  members(source: Json, pointer: string, alternatives = false): Member[] {
    const found = new Map<JsonObject, Member>();
    const open = [{ source, pointer }];
    for (let item = open.pop(); item !== undefined; item = open.pop()) {
      if (!isObject(item.source) || found.has(item.source)) continue;
      const at = item as Member;
      found.set(at.source, at);
      if (typeof at.source.$ref === 'string') {
        const target = this.follow(at.source, at.pointer);
        if (target !== undefined) open.push(target);
      }
      for (const keyword of alternatives ? ['allOf', 'oneOf', 'anyOf'] : ['allOf']) {
        const list = at.source[keyword];
        if (!Array.isArray(list)) continue;
        for (const [i, source] of list.entries()) open.push({ source, pointer: below(at.pointer, keyword, i) });
      }
      if (!alternatives) continue;
      for (const keyword of ['if', 'then', 'else', 'not']) {
        const source = at.source[keyword];
        if (source !== undefined) open.push({ source, pointer: below(at.pointer, keyword) });
      }
    }
    return [...found.values()];
  }

  /** The properties of `source` that only the API sets: they are no input (OpenAPI 3.1, 4.8.24.2; 3.0, Fixed Fields). */
  readOnlyNames(source: JsonObject, pointer: string): ReadonlySet<string> {
    const known = this.#readOnlyNames.get(source);
    if (known !== undefined) return known;
    const names = new Set<string>();
    for (const member of this.members(source, pointer)) {
      const { properties } = member.source;
      if (!isObject(properties)) continue;
      for (const [name, schema] of Object.entries(properties))
        if (this.isReadOnly(schema, member.pointer)) names.add(name);
    }
    this.#readOnlyNames.set(source, names);
    return names;
  }

  /** Whether a property with this schema is read-only: by itself, by what it refers to, or by each of its alternatives. */
  isReadOnly(schema: Json, pointer: string, depth = 0): boolean {
    if (!isObject(schema) || depth > 20) return false;
    if (schema.readOnly === true) return true;
    if (typeof schema.$ref === 'string') {
      const target = this.follow(schema, pointer);
      return (
        target !== undefined && target.source !== schema && this.isReadOnly(target.source, target.pointer, depth + 1)
      );
    }
    if (Array.isArray(schema.allOf) && schema.allOf.some((s) => this.isReadOnly(s, pointer, depth + 1))) return true;
    for (const list of [schema.oneOf, schema.anyOf]) {
      if (!Array.isArray(list)) continue;
      const others = list.filter((s) => !(isObject(s) && s.type === 'null'));
      if (others.length > 0 && others.every((s) => this.isReadOnly(s, pointer, depth + 1))) return true;
    }
    return false;
  }

  /** The names that `source` declares or requires, anywhere in place: what hiding a name could change. */
  mentioned(source: Json, pointer: string): ReadonlySet<string> {
    if (!isObject(source)) return new Set();
    const known = this.#mentioned.get(source);
    if (known !== undefined) return known;
    const names = new Set<string>();
    for (const member of this.members(source, pointer, true)) {
      if (isObject(member.source.properties)) for (const name of Object.keys(member.source.properties)) names.add(name);
      if (Array.isArray(member.source.required))
        for (const name of member.source.required) if (typeof name === 'string') names.add(name);
    }
    this.#mentioned.set(source, names);
    return names;
  }

  /** The schemas that are given for one property of `source`, over all its members. */
  property(source: Json, pointer: string, name: string): Member[] {
    const found: Member[] = [];
    for (const member of this.members(source, pointer)) {
      const { properties } = member.source;
      if (!isObject(properties) || !Object.hasOwn(properties, name)) continue;
      found.push(...this.members(properties[name] ?? null, below(member.pointer, 'properties', name)));
    }
    return found;
  }

  requires(source: Json, pointer: string, name: string): boolean {
    return this.members(source, pointer).some(
      (m) => Array.isArray(m.source.required) && m.source.required.includes(name),
    );
  }
}
