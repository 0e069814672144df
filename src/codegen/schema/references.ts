/**
 * What a `$ref` (or `$dynamicRef`) names. In: its text and where it stands. Out: the schema there and its own pointer.
 * Refuses references that lead nowhere, only to themselves, or out of the document.
 */
import { DescriptionError } from '../description-error.ts';
import type { Json, JsonObject } from '../load/document.ts';
import { below, isObject, segments } from '../pointer.ts';

export interface Target {
  source: Json;
  pointer: string;
}

/** A reference's text, for messages: bounded, on one line. */
function quoted(reference: string): string {
  return JSON.stringify(reference.length > 200 ? `${reference.slice(0, 200)}…` : reference);
}

export class References {
  readonly #root: Json;
  readonly #known = new Map<string, Target>();
  #named: Map<string, Target> | undefined;

  constructor(root: Json) {
    this.#root = root;
  }

  /**
   * @param reference the text of `$ref`
   * @param from the pointer of the schema that holds it
   * @param resource the pointer of the nearest enclosing component or `$id`: where `#/$defs/…` may also be meant
   * @throws DescriptionError `broken_reference`, `forbidden_reference`
   */
  resolve(reference: string, from: string, resource: string): Target {
    const key = reference.startsWith('#/components/') ? reference : `${reference} ${resource}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const first = this.#one(reference, from, resource);
    let target = first;
    // An alias of an alias is what it stands for; one that only leads round in a circle is nothing.
    const seen = new Set<string>([target.pointer]);
    for (let chain = first; isObject(chain.source) && typeof chain.source.$ref === 'string'; ) {
      chain = this.#one(chain.source.$ref, chain.pointer, chain.pointer);
      if (seen.has(chain.pointer)) {
        throw new DescriptionError(
          'broken_reference',
          `The reference ${quoted(reference)} leads only back to itself: give it a schema.`,
          from,
        );
      }
      seen.add(chain.pointer);
      if (isObject(target.source) && Object.keys(target.source).length === 1) target = chain;
    }
    this.#known.set(key, target);
    return target;
  }

  #one(reference: string, from: string, resource: string): Target {
    if (reference === '#' || reference.startsWith('#/')) {
      // OpenAPI means the whole document; schemas pasted from elsewhere mean themselves (`#/$defs/…`).
      const found = this.#walk(reference, '#') ?? this.#walk(reference, resource);
      if (found !== undefined) return found;
    } else {
      this.#named ??= nameIndex(this.#root);
      const found = this.#named.get(reference);
      if (found !== undefined) return found;
      if (!reference.startsWith('#')) {
        throw new DescriptionError(
          'forbidden_reference',
          `The reference ${quoted(reference)} leads out of the description: bundle what it names into the document.`,
          from,
        );
      }
    }
    throw new DescriptionError(
      'broken_reference',
      `The reference ${quoted(reference)} leads nowhere: add what it names, or correct it.`,
      from,
    );
  }

  /** Own properties only; a `$ref` on the way is followed, since what it names is what the pointer goes through. */
  #walk(fragment: string, start: string): Target | undefined {
    const path = segments(fragment);
    if (path === undefined) return undefined;
    let here = start === '#' ? { source: this.#root, pointer: '#' } : this.#walk(start, '#');
    let hops = 0;
    for (const segment of path) {
      while (here !== undefined && isObject(here.source) && !Object.hasOwn(here.source, segment)) {
        if (typeof here.source.$ref !== 'string' || ++hops > 20) return undefined;
        here = here.source.$ref.startsWith('#/') ? this.#walk(here.source.$ref, '#') : undefined;
      }
      const source: Json | undefined = here && child(here.source, segment);
      if (here === undefined || source === undefined) return undefined;
      here = { source, pointer: below(here.pointer, segment) };
    }
    return here;
  }
}

function child(value: Json, segment: string): Json | undefined {
  if (Array.isArray(value)) return /^\d+$/.test(segment) ? value[Number(segment)] : undefined;
  return isObject(value) && Object.hasOwn(value, segment) ? value[segment] : undefined;
}

/** `$id`, `#anchor` and `$id#anchor` → schema, for the whole document; made only when such a reference is met. */
function nameIndex(root: Json): Map<string, Target> {
  const index = new Map<string, Target>();
  const add = (name: string, target: Target) => {
    if (!index.has(name)) index.set(name, target);
  };
  const open: { value: Json; pointer: string; id: string }[] = [{ value: root, pointer: '#', id: '' }];
  for (let item = open.pop(); item !== undefined; item = open.pop()) {
    const { value, pointer } = item;
    if (typeof value !== 'object' || value === null) continue;
    const source = value as JsonObject;
    const id = typeof source.$id === 'string' ? source.$id.replace(/#$/, '') : item.id;
    if (typeof source.$id === 'string') add(id, { source, pointer });
    for (const keyword of ['$anchor', '$dynamicAnchor']) {
      if (typeof source[keyword] !== 'string') continue;
      add(`#${source[keyword]}`, { source, pointer });
      add(`${id}#${source[keyword]}`, { source, pointer });
    }
    for (const key of Object.keys(source).reverse())
      open.push({ value: source[key] ?? null, pointer: below(pointer, key), id });
  }
  return index;
}
