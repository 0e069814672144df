/**
 * `type`, `enum`, `const`, `default` and OpenAPI 3.0's `nullable`: which values a schema is about.
 * In: a Schema Object. Out: the four keywords in their 2020-12 form, mended so that the values that it lists stay accepted.
 */
import type { Json, JsonObject } from '../load/document.ts';
import { isObject } from '../pointer.ts';
import type { Note } from './assertions.ts';
import type { NodeObject } from './node.ts';

const TYPES: ReadonlySet<string> = new Set(['string', 'number', 'integer', 'boolean', 'object', 'array', 'null']);
/** Names of types in other languages that leave no doubt. */
const SYNONYMS = new Map([
  ['int', 'integer'],
  ['long', 'integer'],
  ['float', 'number'],
  ['double', 'number'],
  ['decimal', 'number'],
  ['bool', 'boolean'],
  ['str', 'string'],
  ['text', 'string'],
]);

/**
 * The types that `source` names: none where it names none, or none that is known.
 * @param listed whether `type: null`, YAML's slip for `'null'`, may be meant (OpenAPI 3.1)
 */
export function readTypes(source: JsonObject, listed: boolean, note: Note): string[] {
  if (!Object.hasOwn(source, 'type')) return [];
  const value = source.type;
  if (value === null) {
    if (listed && !('properties' in source) && !('items' in source)) return ['null'];
    return [];
  }
  const types = new Set<string>();
  for (const item of Array.isArray(value) ? value : [value]) {
    const name = item === null ? 'null' : typeof item === 'string' ? item.trim() : '';
    const known = TYPES.has(name) ? name : (SYNONYMS.get(name.toLowerCase()) ?? name.toLowerCase());
    if (TYPES.has(known)) types.add(known);
    if (known !== name || !TYPES.has(known))
      note(
        'type',
        `${JSON.stringify(item)} is no type of JSON Schema and was ${TYPES.has(known) ? `read as ${known}` : 'dropped'}`,
      );
  }
  if (types.has('number')) types.delete('integer');
  // One unknown among known types: it allowed more than the known ones do.
  if (Array.isArray(value) && types.size < value.length && value.some((v) => typeof v !== 'string' || !known(v)))
    return [];
  return [...types];
}

function known(name: string): boolean {
  return TYPES.has(name) || TYPES.has(name.toLowerCase()) || SYNONYMS.has(name.toLowerCase());
}

/** The JSON Schema type of a value; a whole number is an `integer`. */
function typeOf(value: Json): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return typeof value;
}

export function accepts(types: readonly string[], value: Json): boolean {
  const type = typeOf(value);
  return types.includes(type) || (type === 'integer' && types.includes('number'));
}

/** A text that is the same for values that JSON calls equal, whatever the order of their keys. */
export function canonical(value: unknown): string {
  return JSON.stringify(value, (_, v: unknown) =>
    isObject(v) ? Object.fromEntries(Object.entries(v).sort(([a], [b]) => (a < b ? -1 : 1))) : v,
  );
}

/**
 * Reads `enum` and `const` into `out`; returns the types mended to agree with them.
 * @param types as named; empty for any
 * @param nullable whether null is allowed beside what is listed
 */
export function readValues(
  source: JsonObject,
  out: NodeObject,
  types: string[],
  nullable: boolean,
  note: Note,
): string[] {
  let result = types;
  const listed = Object.hasOwn(source, 'enum') ? source.enum : undefined;
  if (Array.isArray(listed) && listed.length > 0) {
    const byText = new Map(listed.filter(finite).map((v) => [canonical(v), v] as const));
    if (source.nullable === false && !types.includes('null') && byText.size > 1) byText.delete('null');
    const values = [...byText.values()];
    if (types.includes('array') && !values.some(Array.isArray) && values.some((v) => v !== null)) {
      note('enum', 'lists items of the array, not arrays, and was read as that of its items');
      out.items = { enum: values.filter((v) => v !== null) };
      return withNull(types, nullable || values.includes(null));
    }
    if (nullable && !byText.has('null')) values.push(null);
    out.enum = values;
    result = agreeing(result, values, note, 'enum');
  } else if (listed !== undefined && listed !== null)
    note('enum', 'is no list of values, or an empty one, and was dropped');
  if (Object.hasOwn(source, 'const')) {
    const value = source.const ?? null;
    if (nullable && value !== null) out.enum = [value, null];
    else out.const = value;
    result = agreeing(result, nullable ? [value, null] : [value], note, 'const');
  }
  return withNull(result, nullable);
}

function finite(value: Json): boolean {
  return typeof value !== 'number' || Number.isFinite(value);
}

/** The types of the values where the named ones leave a value out; where none are named, the one type that all have. */
function agreeing(types: string[], values: Json[], note: Note, keyword: string): string[] {
  const found = new Set(values.map(typeOf));
  if (found.has('number')) found.delete('integer');
  if (types.length === 0) {
    const others = [...found].filter((t) => t !== 'null');
    return others.length <= 1 ? [...others, ...(found.has('null') ? ['null'] : [])] : [];
  }
  const outside = values.filter((v) => !accepts(types, v));
  if (outside.length === 0) return types;
  if (outside.every((v) => v === null)) return [...types, 'null'];
  note(keyword, `holds ${JSON.stringify(outside[0])}, which is not of type ${types.join(' or ')}: the type was mended`);
  return [...found];
}

function withNull(types: string[], nullable: boolean): string[] {
  return nullable && types.length > 0 && !types.includes('null') ? [...types, 'null'] : types;
}

/** Keeps `default` where it is a value that the schema accepts, as far as types and lists tell. It is never sent by itself. */
export function readDefault(source: JsonObject, out: NodeObject, types: readonly string[], note: Note): void {
  if (!Object.hasOwn(source, 'default')) return;
  const value = source.default ?? null;
  const fits =
    finite(value) &&
    (types.length === 0 || accepts(types, value)) &&
    (!Array.isArray(out.enum) || out.enum.some((v) => canonical(v) === canonical(value))) &&
    (!('const' in out) || canonical(out.const) === canonical(value));
  if (fits) out.default = value;
  else note('default', 'is not a value of its own schema and was dropped');
}

/** Which types a keyword speaks about; on values of other types it says nothing (Validation 2020-12, section 6). */
const SPEAKS_OF: Readonly<Record<string, readonly string[] | undefined>> = Object.assign(
  Object.create(null),
  ...(
    [
      [['string'], 'minLength maxLength pattern contentEncoding contentMediaType contentSchema'],
      [['number', 'integer'], 'minimum maximum exclusiveMinimum exclusiveMaximum multipleOf'],
      [['array'], 'items prefixItems contains minContains maxContains unevaluatedItems minItems maxItems uniqueItems'],
      [['object'], 'properties required patternProperties additionalProperties unevaluatedProperties propertyNames'],
      [['object'], 'minProperties maxProperties dependentRequired dependentSchemas'],
    ] as const
  ).map(([types, keywords]) => Object.fromEntries(keywords.split(' ').map((k) => [k, types]))),
);

/** Whether `keyword` can matter to a schema of these types (none named: any). */
export function matters(keyword: string, types: readonly string[]): boolean {
  const about = SPEAKS_OF[keyword];
  return about === undefined || types.length === 0 || types.some((t) => about.includes(t));
}

/** The type that a schema means without saying it. */
export function implied(source: JsonObject, nullable: boolean): string[] {
  const about = (keywords: string[]) => keywords.some((k) => source[k] !== undefined && source[k] !== null);
  const type = about([
    'properties',
    'patternProperties',
    'additionalProperties',
    'unevaluatedProperties',
    'minProperties',
    'maxProperties',
  ])
    ? 'object'
    : about(['items', 'prefixItems', 'minItems', 'maxItems'])
      ? 'array'
      : undefined;
  return type === undefined ? [] : nullable ? [type, 'null'] : [type];
}
