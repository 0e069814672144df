/**
 * A tool's input schema → what a person reads of it: one field for each argument, with its type, its limits and, down to a
 * depth, its members. What is deeper or recurs is said, not shown.
 */
import type { ArgumentLocation, InputSchema, JsonSchema, JsonSchemaObject, Tool } from '../catalogue/index.ts';
import { acceptedTypes, allowedValues, alternatives, conjuncts } from '../runtime/validate/schema-types.ts';

export interface Field {
  /** `alternative`: one of several forms of its parent; `others`: any name that is not listed. */
  kind: 'argument' | 'member' | 'alternative' | 'others';
  name: string;
  /** `string[]`, `integer | null`; in JSON Schema's words. */
  type: string;
  required: boolean;
  description: string;
  limits: Limit[];
  members: Field[];
  /** Where it goes in the request; on arguments alone. `gate`: nowhere. */
  place?: ArgumentLocation | 'gate';
  /** Members that are not shown: it is its own ancestor, or too deep. */
  cut?: 'recurs' | 'deep';
}

export type LimitName =
  | 'format'
  | 'encoding'
  | 'number'
  | 'above'
  | 'below'
  | 'multiple'
  | 'length'
  | 'pattern'
  | 'items'
  | 'unique'
  | 'members'
  | 'values'
  | 'default'
  | 'deprecated'
  | 'secret';

export interface Limit {
  name: LimitName;
  /** As JSON, or as the schema has it; of `values`, each; least and most of a range, either may be `''`. Else empty. */
  values: string[];
  /** It holds of each item. */
  each: boolean;
}

/** Levels of members below an argument, and fields of one tool. */
const MAX_DEPTH = 5;
const MAX_FIELDS = 150;

/** The schemas that a field stands in, outermost first. */
type Above = readonly (readonly JsonSchemaObject[])[];

export function fieldsOf({ inputSchema, arguments: known }: Tool): Field[] {
  const reader = new Reader(inputSchema);
  const required = new Set(inputSchema.required);
  return Object.entries(inputSchema.properties).map(([name, schema]) => ({
    ...reader.field('argument', name, schema, required.has(name), []),
    place: known.find((a) => a.name === name)?.in ?? 'gate',
  }));
}

class Reader {
  #left = MAX_FIELDS;

  constructor(readonly root: InputSchema) {}

  field(kind: Field['kind'], name: string, schema: JsonSchema, required: boolean, above: Above): Field {
    this.#left -= 1;
    const parts = conjuncts(schema, this.root);
    const itemParts = conjuncts(itemsOf(parts), this.root);
    const here = [...parts, ...itemParts];
    const recurs = here.some((part) => above.some((level) => level.includes(part)));
    const deep = above.length >= MAX_DEPTH || this.#left <= 0;
    const members = deep || recurs ? [] : this.#members(here, [...above, here]);
    const cut = recurs ? 'recurs' : deep && hasMembers(here) ? 'deep' : undefined;
    return {
      kind,
      name,
      type: this.type(schema),
      required,
      description: first(parts, 'description') ?? first(itemParts, 'description') ?? '',
      limits: [...limitsOf(parts, false), ...limitsOf(itemParts, true)],
      members,
      ...(cut !== undefined && { cut }),
    };
  }

  #members(parts: JsonSchemaObject[], above: Above): Field[] {
    const required = new Set(parts.flatMap((part) => part.required ?? []));
    return parts.flatMap((part) => {
      const own = Object.entries(part.properties ?? {}).map(([name, schema]) =>
        this.field('member', name, schema, required.has(name), above),
      );
      const open =
        isSchema(part.additionalProperties) && Object.keys(part.additionalProperties).length > 0
          ? [this.field('others', '', part.additionalProperties, false, above)]
          : [];
      return [...own, ...open, ...this.#alternatives(part, above)];
    });
  }

  /** Only those with members of their own: plain ones are in the type. */
  #alternatives(part: JsonSchemaObject, above: Above): Field[] {
    return alternatives(part).flatMap((list) => {
      const telling = list.filter((one) => hasMembers(conjuncts(one, this.root)));
      return telling.map((one) => {
        const title = first(conjuncts(one, this.root), 'title');
        return this.field('alternative', title ?? '', one, false, above);
      });
    });
  }

  type(schema: JsonSchema, depth = 0): string {
    const accepted = acceptedTypes(schema, this.root);
    if (accepted.size >= 7) return 'any';
    const names = [...accepted].filter((t) => !(t === 'integer' && accepted.has('number')));
    const items = conjuncts(schema, this.root)
      .map((p) => p.items)
      .find(isSchema);
    return names
      .map((name) => {
        if (name !== 'array') return name;
        const inner = items === undefined || depth > 3 ? 'any' : this.type(items, depth + 1);
        return inner.includes('|') ? `(${inner})[]` : `${inner}[]`;
      })
      .sort((a, b) => Number(a === 'null') - Number(b === 'null'))
      .join(' | ');
  }
}

function limitsOf(parts: JsonSchemaObject[], each: boolean): Limit[] {
  const limits: Limit[] = [];
  const add = (name: LimitName, ...values: string[]) => {
    const limit = { name, values, each };
    if (!limits.some((old) => JSON.stringify(old) === JSON.stringify(limit))) limits.push(limit);
  };
  for (const part of parts) {
    const range = (name: LimitName, least: unknown, most: unknown) => {
      if (typeof least === 'number' || typeof most === 'number') add(name, numeral(least), numeral(most));
    };
    const plain = (name: LimitName, value: unknown) => {
      if (typeof value === 'string' || typeof value === 'number') add(name, String(value));
    };
    plain('format', part.format === 'password' ? undefined : part.format);
    plain('encoding', part.contentEncoding);
    range('number', part.minimum, part.maximum);
    plain('above', part.exclusiveMinimum);
    plain('below', part.exclusiveMaximum);
    plain('multiple', part.multipleOf);
    range('length', part.minLength, part.maxLength);
    plain('pattern', part.pattern);
    range('items', part.minItems, part.maxItems);
    range('members', part.minProperties, part.maxProperties);
    if (part.uniqueItems === true) add('unique');
    const values = allowedValues(part);
    if (values !== undefined) add('values', ...values.map(asText));
    if (part.default !== undefined) add('default', asText(part.default));
    if (part.deprecated === true) add('deprecated');
    if (part.format === 'password') add('secret');
  }
  return limits;
}

function numeral(value: unknown): string {
  return typeof value === 'number' ? String(value) : '';
}

function asText(value: unknown): string {
  return typeof value === 'string' && value !== '' ? value : JSON.stringify(value);
}

function itemsOf(parts: JsonSchemaObject[]): JsonSchema {
  return parts.map((part) => part.items).find(isSchema) ?? true;
}

function hasMembers(parts: JsonSchemaObject[]): boolean {
  return parts.some(
    (part) =>
      Object.keys(part.properties ?? {}).length > 0 ||
      isSchema(part.additionalProperties) ||
      alternatives(part).some((list) =>
        list.some((one) => isSchema(one) && (one.properties ?? one.$ref) !== undefined),
      ),
  );
}

function first(parts: JsonSchemaObject[], keyword: string): string | undefined {
  const value = parts.map((part) => part[keyword]).find((text) => typeof text === 'string' && text.trim() !== '');
  return value as string | undefined;
}

function isSchema(value: unknown): value is JsonSchemaObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
