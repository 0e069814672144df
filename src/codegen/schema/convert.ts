/**
 * A Schema Object (OpenAPI 3.0, 4.7.24; 3.1 and 3.2, 4.8.24) → JSON Schema 2020-12, as what a request may hold.
 * In: the schema and its pointer. Out: a node; each `$ref` in it names a component that is converted once per document.
 * What cannot be read is dropped with a warning; broken references and endless nesting are errors.
 */
import type { Warning } from '../../catalogue/index.ts';
import { DescriptionError } from '../description-error.ts';
import type { Json, JsonObject, OpenApiVersion } from '../load/document.ts';
import { below, isObject } from '../pointer.ts';
import { overlapping } from './alternatives.ts';
import { type Note, readAssertions } from './assertions.ts';
import { type Component, Components, PLAIN, spread, type Unit } from './component.ts';
import { simplify } from './merge.ts';
import { ANNOTATIONS, HOLDS, IN_PLACE, type Node, type NodeObject, ordered, put } from './node.ts';
import type { ObjectGroups } from './object-group.ts';
import { compiles } from './pattern.ts';
import { inside, type Place, start } from './place.ts';
import type { References, Target } from './references.ts';
import { readRequired } from './required.ts';
import { property as discriminating, type Subtypes } from './subtypes.ts';
import { implied, matters, readDefault, readTypes, readValues } from './types.ts';

/** Deeper than any real description nests, and shallow enough for every reader's stack. */
export const MAX_DEPTH = 200;

export class Converter {
  readonly #version: OpenApiVersion;
  readonly #warn: (warning: Warning) => void;
  readonly #references: References;
  readonly #groups: ObjectGroups;
  readonly #subtypes: Subtypes;
  readonly #components: Components;
  /** The unit that is being converted. */
  #unit: Unit = { references: [], inPlace: [], relaxed: false, depth: 0 };
  /** What a `not`, `if` or `oneOf` must be able to rely on: it changes its meaning once one of these is relaxed. */
  readonly relying = new WeakMap<object, readonly Component[]>();
  /** Nodes that refer to nothing: finished as they are. */
  readonly closed = new WeakSet<object>();

  constructor(
    version: OpenApiVersion,
    warn: (warning: Warning) => void,
    references: References,
    groups: ObjectGroups,
    subtypes: Subtypes,
  ) {
    this.#version = version;
    this.#warn = warn;
    this.#references = references;
    this.#groups = groups;
    this.#subtypes = subtypes;
    this.#components = new Components(groups);
  }

  /** Converts a schema that stands in an operation. @throws DescriptionError */
  root(source: Json, pointer: string): Unit & { node: Node } {
    const unit: Unit & { node: Node } = { references: [], inPlace: [], relaxed: false, depth: 0, node: {} };
    this.#within(unit, () => {
      unit.node = this.#convert(source, start(pointer, PLAIN));
    });
    return unit;
  }

  /** Converts a component, unless that was done before. @throws DescriptionError, the same one each time */
  complete(component: Component): void {
    if (component.error !== undefined) throw component.error;
    if (component.node !== undefined) return;
    try {
      this.#within(component, () => {
        component.node = this.#convert(component.source, start(component.pointer, component.variant));
      });
    } catch (error) {
      if (error instanceof DescriptionError) component.error = error;
      throw error;
    }
    component.size = JSON.stringify(component.node).length;
    for (const target of component.references) target.dependents.push(component);
    if (component.relaxed || component.references.some((r) => r.relaxed)) spread(component);
  }

  #within(unit: Unit, work: () => void): void {
    const outer = this.#unit;
    this.#unit = unit;
    try {
      work();
    } finally {
      this.#unit = outer;
    }
  }

  #convert(source: Json, place: Place): Node {
    if (source === true) return {};
    if (source === false) return false;
    if (!isObject(source)) {
      this.#relax(
        place.pointer,
        `A schema must be an object, but here is ${Array.isArray(source) ? 'a list' : JSON.stringify(source)?.slice(0, 60)}: any value is accepted.`,
      );
      return {};
    }
    if (place.depth > MAX_DEPTH) {
      throw new DescriptionError(
        'invalid_schema',
        `The schema nests more than ${MAX_DEPTH} levels deep: name its parts as components.`,
        place.pointer,
      );
    }
    this.#unit.depth = Math.max(this.#unit.depth, place.depth);
    const here = typeof source.$id === 'string' ? { ...place, resource: place.pointer } : place;
    const before = this.#unit.references.length;
    let node = this.#orNull(source, here);
    if (this.#unit.references.length === before) {
      node = simplify(node);
      this.closed.add(node);
    }
    return node;
  }

  /** `nullable` (OpenAPI 3.0; met in 3.1 too): where keywords beside it apply to null as well, null is an alternative to them. */
  #orNull(source: JsonObject, place: Place): NodeObject {
    const wraps =
      source.nullable === true &&
      ['$ref', '$dynamicRef', 'allOf', 'anyOf', 'oneOf', 'not', 'if', 'discriminator'].some(
        (k) => source[k] !== undefined,
      );
    if (!wraps) return this.#schema(source, place, source.nullable === true);
    const before = this.#unit.references.length;
    let node = this.#schema(source, { ...place, nullish: false }, false);
    if (this.#unit.references.length === before) node = simplify(node);
    const outer: NodeObject = {};
    for (const keyword of ANNOTATIONS) {
      if (!(keyword in node)) continue;
      outer[keyword] = node[keyword];
    }
    const inner = Object.fromEntries(Object.entries(node).filter(([k]) => !ANNOTATIONS.has(k)));
    return ordered({ ...outer, anyOf: [inner, { type: 'null' }] });
  }

  #schema(source: JsonObject, place: Place, nullable: boolean): NodeObject {
    const reference = typeof source.$ref === 'string' ? source.$ref : source.$dynamicRef;
    if (typeof reference === 'string') return this.#reference(reference, source, place);
    const subtypes = place.base ? [] : this.#subtypes.of(source, place.pointer);
    if (subtypes.length > 0) return this.#oneOfSubtypes(source, subtypes, place);
    return this.#keywords(source, place, nullable);
  }

  #reference(reference: string, source: JsonObject, place: Place): NodeObject {
    const target = this.#references.resolve(reference, place.pointer, place.resource);
    const component = this.#component(target, place);
    // OpenAPI 3.0 ignores what stands beside `$ref`; people write what it is called there all the same, and that harms
    // nothing. Constraints stay ignored: the API's own validator ignores them too. From 3.1 on, all of it applies.
    const rest: JsonObject = {};
    for (const [keyword, value] of Object.entries(source)) {
      if (keyword === '$ref' || keyword === '$dynamicRef' || keyword === 'nullable') continue;
      if (this.#version !== '3.0' || ANNOTATIONS.has(keyword)) rest[keyword] = value;
    }
    if (Object.keys(rest).length === 0) return { $ref: component };
    return ordered({ ...this.#keywords(rest, { ...place, part: true }, false), $ref: component });
  }

  #component(target: Target, place: Place): Component {
    const component = this.#components.of(target, place);
    this.#unit.references.push(component);
    if (place.inPlace) this.#unit.inPlace.push(component);
    return component;
  }

  /** A discriminated parent: a value of it is a value of one of its subtypes. */
  #oneOfSubtypes(source: JsonObject, subtypes: ReturnType<Subtypes['of']>, place: Place): NodeObject {
    const name = discriminating(source) ?? '';
    const pins = subtypes.map((s) => this.#subtypes.pin(s, name));
    const pinned =
      pins.every((p) => p !== undefined) && subtypes.every((s) => this.#groups.requires(s.source, s.pointer, name));
    const branches = subtypes.map((subtype, i): NodeObject => {
      const node: NodeObject = { $ref: this.#component(subtype, { ...place, base: true }) };
      const pin = pins[i];
      return pin === undefined || Object.keys(pin).length === 0
        ? node
        : { ...node, ...this.#keywords(pin, { ...place, part: true }, false) };
    });
    const annotations = Object.fromEntries(Object.entries(source).filter(([k]) => ANNOTATIONS.has(k)));
    const node = this.#keywords(annotations, place, false);
    return ordered({ ...node, type: 'object', [pinned ? 'oneOf' : 'anyOf']: branches });
  }

  #keywords(source: JsonObject, place: Place, nullable: boolean): NodeObject {
    const note: Note = (keyword, message) => {
      const text = `${keyword} ${message}.`;
      // A default or a text that is dropped changes nothing that is accepted.
      if (ANNOTATIONS.has(keyword)) this.#warn({ where: below(place.pointer, keyword), message: text });
      else this.#relax(below(place.pointer, keyword), text);
    };
    const out: NodeObject = {};
    const named = readTypes(source, this.#version !== '3.0', note);
    if (named.length === 0 && source.type !== undefined && source.type !== null) this.#unit.relaxed = true;
    readAssertions(source, out, note);
    let types = readValues(source, out, named, nullable, note);
    if (types.length === 0 && !('enum' in out) && !('const' in out)) types = implied(source, nullable || place.nullish);
    if (types.length === 0 && out.contentEncoding === 'base64') types = ['string'];
    const hidden = this.#hidden(source, place);
    this.#subschemas(
      source,
      out,
      { ...place, hidden, nullish: nullable || place.nullish || types.includes('null') },
      types,
    );
    const required = readRequired(
      source,
      hidden,
      place.part,
      (m) => note('required', m),
      (message) => this.#warn({ where: below(place.pointer, 'required'), message }),
    );
    if (required.names.length > 0) out.required = required.names;
    if (required.hides) this.#unit.relaxed = true;
    for (const keyword of Object.keys(out)) if (!matters(keyword, types)) delete out[keyword];
    if (types.includes('array') && out.items === undefined) out.items = {};
    if (types.length > 0) out.type = types.length === 1 ? types[0] : types;
    readDefault(source, out, types, note);
    return ordered(out);
  }

  #hidden(source: JsonObject, place: Place): readonly string[] {
    if (source.properties === undefined && source.allOf === undefined) return place.hidden;
    const own = this.#groups.readOnlyNames(source, place.pointer);
    return own.size === 0 ? place.hidden : [...new Set([...place.hidden, ...own])];
  }

  #subschemas(source: JsonObject, out: NodeObject, place: Place, types: string[]): void {
    for (const keyword of Object.keys(source)) {
      const shape = HOLDS[keyword];
      let value = source[keyword];
      if (
        shape === undefined ||
        value === undefined ||
        (value === null && keyword !== 'items') ||
        !matters(keyword, types)
      )
        continue;
      // A base is what its subtypes extend: that it lists them would lead round in a circle.
      if (place.base && (keyword === 'oneOf' || keyword === 'anyOf') && discriminating(source) !== undefined) continue;
      const at = this.#below(source, place, keyword);
      if (keyword === 'items' && Array.isArray(value)) {
        // JSON Schema before 2020-12: a list of `items` describes a tuple, and `additionalItems` what follows.
        if (value.length > 0) out.prefixItems = value.map((s, i) => this.#convert(s, inside(at, i)));
        if (source.additionalItems !== undefined)
          out.items = this.#convert(source.additionalItems, {
            ...at,
            pointer: below(place.pointer, 'additionalItems'),
          });
        continue;
      }
      if (value === null) value = {};
      if (shape === 'one') this.#one(keyword, value, out, at);
      else if (shape === 'list') this.#list(source, keyword, value, out, at);
      else this.#map(keyword, value, out, at, place.hidden);
    }
    if (out.if === undefined) {
      delete out.then;
      delete out.else;
    } else if (out.then === undefined && out.else === undefined) delete out.if;
    if (out.contains === undefined) {
      delete out.minContains;
      delete out.maxContains;
    }
  }

  #below(source: JsonObject, place: Place, keyword: string): Place {
    const inPlace = IN_PLACE.has(keyword);
    return {
      pointer: below(place.pointer, keyword),
      resource: place.resource,
      depth: place.depth + 1,
      hidden: inPlace ? place.hidden : [],
      base: keyword === 'allOf' && this.#extends(source, place),
      inPlace: inPlace && place.inPlace,
      nullish: inPlace && place.nullish,
      part: inPlace,
    };
  }

  /** Whether `allOf` here adds to what it names, rather than only wrapping it (for a description, say). */
  #extends(source: JsonObject, place: Place): boolean {
    const { allOf } = source;
    if (!Array.isArray(allOf)) return false;
    return place.base || allOf.length > 1 || source.properties !== undefined || this.#subtypes.extends(place.pointer);
  }

  #one(keyword: string, value: Json, out: NodeObject, place: Place): void {
    const { relaxed } = this.#unit;
    const first = this.#unit.references.length;
    this.#unit.relaxed = false;
    const node = this.#convert(value, place);
    // What is refused where this accepts can only be said by the exact schema.
    const exact = !this.#unit.relaxed || (keyword !== 'not' && keyword !== 'if');
    this.#unit.relaxed ||= relaxed;
    if (!exact) return;
    if ((keyword === 'not' || keyword === 'if') && typeof node === 'object')
      this.relying.set(node, this.#unit.references.slice(first));
    if (keyword === 'unevaluatedProperties' && typeof node === 'object' && Object.keys(node).length === 0) return;
    // An array's `enum` was read as that of its items, which have more to say.
    const listed = keyword === 'items' ? out.items : undefined;
    out[keyword] = listed === undefined ? node : this.#joined(listed as NodeObject, node);
  }

  #joined(listed: NodeObject, items: Node): Node {
    if (typeof items === 'boolean' || items.enum !== undefined) return items;
    const node = { allOf: [items, listed] };
    return this.closed.has(items) ? simplify(node) : node;
  }

  #list(source: JsonObject, keyword: string, value: Json, out: NodeObject, place: Place): void {
    if (!Array.isArray(value)) {
      this.#relax(place.pointer, `${keyword} is no list and was dropped.`);
      return;
    }
    if (value.length === 0) return;
    const { relaxed } = this.#unit;
    const first = this.#unit.references.length;
    this.#unit.relaxed = false;
    const mapped = keyword === 'oneOf' || keyword === 'anyOf' ? this.#subtypes.mapping(source, place.pointer) : [];
    const nodes = value.map((member, i) => {
      const at = inside(place, i);
      const node = this.#convert(member, at);
      const pin = mapped.length === 0 ? undefined : this.#pin(source, mapped, member, at);
      return pin === undefined || typeof node === 'boolean'
        ? node
        : { ...node, ...this.#keywords(pin, { ...at, part: true }, false) };
    });
    const exact =
      !this.#unit.relaxed &&
      !(keyword === 'oneOf' && mapped.length === 0 && overlapping(value, place.pointer, this.#groups));
    this.#unit.relaxed ||= relaxed;
    if (keyword !== 'oneOf') {
      out[keyword] = keyword === 'anyOf' && Array.isArray(out.anyOf) ? out.anyOf : nodes;
    } else if (exact || source.anyOf !== undefined) {
      out.oneOf = nodes;
      this.relying.set(nodes, this.#unit.references.slice(first));
    } else out.anyOf = nodes;
  }

  #pin(source: JsonObject, mapped: ReturnType<Subtypes['of']>, member: Json, place: Place): JsonObject | undefined {
    if (!isObject(member) || typeof member.$ref !== 'string' || member.nullable === true) return undefined;
    const target = this.#references.resolve(member.$ref, place.pointer, place.resource);
    const subtype = mapped.find((s) => s.pointer === target.pointer);
    const pin = subtype && this.#subtypes.pin(subtype, discriminating(source) ?? '');
    return pin !== undefined && Object.keys(pin).length > 0 ? pin : undefined;
  }

  #map(keyword: string, value: Json, out: NodeObject, place: Place, hidden: readonly string[]): void {
    if (!isObject(value)) {
      this.#relax(place.pointer, `${keyword} is no object and was dropped.`);
      return;
    }
    const result: Record<string, Node> = {};
    let empty = true;
    for (const [name, schema] of Object.entries(value)) {
      const at = inside(place, name);
      if (keyword === 'properties' && (hidden.includes(name) || this.#groups.isReadOnly(schema, place.pointer))) {
        this.#unit.relaxed = true;
        continue;
      }
      if (keyword === 'patternProperties' && !compiles(name)) {
        this.#relax(at.pointer, 'This name of patternProperties is no regular expression: it was dropped.');
        continue;
      }
      const node = this.#convert(schema, at);
      put(result, name, keyword === 'properties' ? entitled(node, name) : node);
      empty = false;
    }
    if (!empty) out[keyword] = result;
  }

  #relax(where: string, message: string): void {
    this.#unit.relaxed = true;
    this.#warn({ where, message });
  }
}

/** A title that only repeats the property's name says nothing. */
function entitled(node: Node, name: string): Node {
  if (typeof node === 'boolean' || typeof node.title !== 'string' || '$ref' in node) return node;
  const letters = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
  if (letters(node.title) === letters(name)) delete node.title;
  return node;
}
