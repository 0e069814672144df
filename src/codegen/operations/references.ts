/** Whether what an operation answers with can be read: a reference in its responses that is broken makes it no tool. */
import { DescriptionError } from '../description-error.ts';
import type { Json, JsonObject } from '../load/document.ts';
import { below, isObject, lookup } from '../pointer.ts';

/** Where a description holds data, not structure: a `$ref` there is none. */
const DATA = new Set(['example', 'examples', 'default', 'enum', 'const', 'mapping']);

export class ReferenceCheck {
  readonly #root: JsonObject;
  /** Targets walked already: a reference met again costs nothing, and a cycle ends. */
  readonly #walked = new Map<string, DescriptionError | undefined>();

  constructor(root: JsonObject) {
    this.#root = root;
  }

  /** @throws DescriptionError `broken_reference` or `forbidden_reference` for the first one that leads nowhere, directly or through others. */
  check(node: Json | undefined, pointer: string): void {
    const found = this.#find(node, pointer, 0);
    if (found !== undefined) throw found;
  }

  #find(node: Json | undefined, pointer: string, depth: number): DescriptionError | undefined {
    if (depth > 500) return undefined;
    if (Array.isArray(node)) return first(node.keys(), (i) => this.#find(node[i], below(pointer, i), depth + 1));
    if (!isObject(node)) return undefined;
    if (typeof node.$ref === 'string') return this.#follow(node.$ref, pointer, depth);
    return first(Object.keys(node), (key) =>
      DATA.has(key) ? undefined : this.#find(node[key], below(pointer, key), depth + 1),
    );
  }

  #follow(ref: string, pointer: string, depth: number): DescriptionError | undefined {
    if (this.#walked.has(ref)) return this.#walked.get(ref);
    this.#walked.set(ref, undefined);
    const broken = this.#target(ref, pointer, depth);
    this.#walked.set(ref, broken);
    return broken;
  }

  #target(ref: string, pointer: string, depth: number): DescriptionError | undefined {
    if (!ref.startsWith('#'))
      return new DescriptionError('forbidden_reference', `the reference "${ref}" points outside the document`, pointer);
    // An anchor inside a schema (JSON Schema 2020-12, 8.2.2): the schema reader knows those.
    if (ref !== '#' && !ref.startsWith('#/')) return undefined;
    const target = lookup(this.#root, ref);
    if (target === undefined)
      return new DescriptionError('broken_reference', `the reference "${ref}" finds nothing`, pointer);
    return ref === '#' ? undefined : this.#find(target, ref, depth + 1);
  }
}

function first<K>(keys: Iterable<K>, find: (key: K) => DescriptionError | undefined): DescriptionError | undefined {
  for (const key of keys) {
    const found = find(key);
    if (found !== undefined) return found;
  }
  return undefined;
}
