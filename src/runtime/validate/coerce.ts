/**
 * Lenient in, exact out (DESIGN §5): `"5"` for 5, `"true"`, an object as JSON text are read as what the schema wants where
 * it leaves one reading. Comes before the gate, so that the person sees what will be sent. Never throws, never mutates.
 */
import type { InputSchema, JsonSchema, JsonSchemaObject } from '../../catalogue/index.ts';

type JsonType = 'string' | 'integer' | 'number' | 'boolean' | 'null' | 'object' | 'array';

const EVERYTHING: ReadonlySet<JsonType> = new Set(['string', 'number', 'integer', 'boolean', 'null', 'object', 'array']);
const NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;
const INTEGER = /^-?(0|[1-9]\d*)$/;
/** Bounds what a schema of references to references may cost. */
const MAX_HOPS = 50;

/** `value` read as `schema` wants it. An integer that a double cannot hold, given as text, becomes a BigInt: its digits are kept. */
export function coerce(value: unknown, schema: JsonSchema, root: InputSchema): unknown {
  const resolved = resolve(schema, root);
  if (typeof resolved === 'boolean') return value;
  return descend(read(value, acceptedTypes(resolved, root)), resolved, root);
}

/** One value, by the types that are accepted. What is accepted as it stands is left as it stands. */
function read(value: unknown, types: ReadonlySet<JsonType>): unknown {
  if (typeof value === 'string' && !types.has('string')) return fromText(value.trim(), types) ?? value;
  if (typeof value === 'number' && !types.has('number') && types.has('string')) {
    return (Number.isSafeInteger(value) && types.has('integer')) || !Number.isFinite(value) ? value : plainDigits(value);
  }
  return value;
}

function fromText(text: string, types: ReadonlySet<JsonType>): unknown {
  if (types.has('integer') && INTEGER.test(text)) {
    const number = Number(text);
    return Number.isSafeInteger(number) ? number : BigInt(text);
  }
  if (NUMBER.test(text)) {
    const number = Number(text);
    return types.has('number') || (types.has('integer') && Number.isSafeInteger(number)) ? number : undefined;
  }
  if (types.has('boolean') && (text === 'true' || text === 'false')) return text === 'true';
  if (/^[[{]/.test(text) && (types.has('object') || types.has('array'))) {
    const parsed = parse(text);
    const type = Array.isArray(parsed) ? 'array' : 'object';
    return parsed !== undefined && types.has(type) ? parsed : undefined;
  }
  return undefined;
}

function plainDigits(value: number): unknown {
  const text = String(value);
  return text.includes('e') ? value : text;
}

function parse(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Into the members of objects and arrays; where alternatives leave more than one reading, no further. */
function descend(value: unknown, schema: JsonSchemaObject, root: InputSchema): unknown {
  if (Array.isArray(value)) {
    return value.map((item, i) => throughAll(schema, root, item, value, (s) => itemSchema(s, i)));
  }
  if (typeof value === 'object' && value !== null) {
    const read: Record<string, unknown> = {};
    for (const [key, member] of Object.entries(value)) {
      const coerced = throughAll(schema, root, member, value, (s) => memberSchema(s, key));
      Object.defineProperty(read, key, { value: coerced, enumerable: true, configurable: true, writable: true });
    }
    return read;
  }
  return value;
}

function throughAll(
  schema: JsonSchemaObject,
  root: InputSchema,
  member: unknown,
  parent: object,
  pick: (schema: JsonSchemaObject) => JsonSchema | undefined,
): unknown {
  let value = member;
  for (const part of applicable(schema, root, parent, 0)) {
    const next = pick(part);
    if (next !== undefined) value = coerce(value, next, root);
  }
  return value;
}

/** The schema and those of its allOf, anyOf and oneOf that speak for this value without doubt. */
function applicable(schema: JsonSchemaObject, root: InputSchema, value: object, hops: number): JsonSchemaObject[] {
  if (hops > MAX_HOPS) return [];
  const parts = [schema];
  for (const member of schemas(schema.allOf, root)) parts.push(...applicable(member, root, value, hops + 1));
  for (const alternatives of [schema.anyOf, schema.oneOf]) {
    const possible = schemas(alternatives, root).filter((s) => isPossible(s, root, value));
    if (possible.length === 1 && possible[0] !== undefined) parts.push(...applicable(possible[0], root, value, hops + 1));
  }
  return parts;
}

/** Whether an alternative can be meant: its type fits, and so do those of its properties that are constant (discriminators). */
function isPossible(schema: JsonSchemaObject, root: InputSchema, value: object): boolean {
  if (!acceptedTypes(schema, root).has(Array.isArray(value) ? 'array' : 'object')) return false;
  for (const [key, property] of Object.entries(schema.properties ?? {})) {
    const member = Object.hasOwn(value, key) ? (value as Record<string, unknown>)[key] : undefined;
    const resolved = resolve(property, root);
    if (typeof resolved === 'boolean' || typeof member === 'object') continue;
    const allowed = 'const' in resolved ? [resolved.const] : resolved.enum;
    if (Array.isArray(allowed) && member !== undefined && !allowed.includes(member)) return false;
  }
  return (schema.required ?? []).every((key) => Object.hasOwn(value, key));
}

function itemSchema(schema: JsonSchemaObject, index: number): JsonSchema | undefined {
  const prefix = schema.prefixItems;
  if (Array.isArray(prefix) && index < prefix.length) return prefix[index] as JsonSchema;
  return schema.items;
}

function memberSchema(schema: JsonSchemaObject, key: string): JsonSchema | undefined {
  if (schema.properties !== undefined && Object.hasOwn(schema.properties, key)) return schema.properties[key];
  const rest = schema.additionalProperties;
  return typeof rest === 'object' && rest !== null ? (rest as JsonSchema) : undefined;
}

/** The JSON types that a schema can accept; all of them where it does not say. */
function acceptedTypes(schema: JsonSchemaObject, root: InputSchema, hops = 0): ReadonlySet<JsonType> {
  if (hops > MAX_HOPS) return EVERYTHING;
  let types: ReadonlySet<JsonType> = declaredTypes(schema);
  for (const member of schemas(schema.allOf, root)) types = both(types, acceptedTypes(member, root, hops + 1));
  for (const alternatives of [schema.anyOf, schema.oneOf]) {
    if (!Array.isArray(alternatives)) continue;
    const any = new Set<JsonType>();
    for (const alternative of alternatives) {
      const resolved = resolve(alternative as JsonSchema, root);
      const accepted = typeof resolved === 'boolean' ? EVERYTHING : acceptedTypes(resolved, root, hops + 1);
      for (const type of accepted) any.add(type);
    }
    types = both(types, any);
  }
  return types;
}

function declaredTypes(schema: JsonSchemaObject): ReadonlySet<JsonType> {
  const values = 'const' in schema ? [schema.const] : Array.isArray(schema.enum) ? schema.enum : undefined;
  const named = schema.type === undefined ? undefined : [schema.type].flat();
  const declared = named === undefined ? EVERYTHING : new Set(named.flatMap((t) => (t === 'number' ? ['number', 'integer'] : [t])) as JsonType[]);
  return values === undefined ? declared : both(declared, new Set(values.flatMap(typesOf)));
}

function typesOf(value: unknown): JsonType[] {
  if (value === null) return ['null'];
  if (Array.isArray(value)) return ['array'];
  if (typeof value === 'number') return Number.isInteger(value) ? ['number', 'integer'] : ['number'];
  return [typeof value as JsonType];
}

function both(a: ReadonlySet<JsonType>, b: ReadonlySet<JsonType>): ReadonlySet<JsonType> {
  return new Set([...a].filter((type) => b.has(type)));
}

function schemas(list: unknown, root: InputSchema): JsonSchemaObject[] {
  if (!Array.isArray(list)) return [];
  return list.map((s) => resolve(s as JsonSchema, root)).filter((s): s is JsonSchemaObject => typeof s === 'object');
}

/** Follows `#/$defs/…`. */
export function resolve(schema: JsonSchema, root: InputSchema): JsonSchema {
  let here = schema;
  for (let hops = 0; typeof here === 'object' && typeof here.$ref === 'string' && hops < MAX_HOPS; hops++) {
    const name = here.$ref.replace(/^#\/\$defs\//, '').replaceAll('~1', '/').replaceAll('~0', '~');
    const target: JsonSchema | undefined = root.$defs !== undefined && Object.hasOwn(root.$defs, name) ? root.$defs[name] : true;
    here = target ?? true;
  }
  return here;
}
