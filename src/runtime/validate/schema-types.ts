/** What a tool's schema says at a glance: which JSON types a value may have, and which schemas apply to it in any case. */
import type { InputSchema, JsonSchema, JsonSchemaObject } from '../../catalogue/index.ts';

export type JsonType = 'string' | 'integer' | 'number' | 'boolean' | 'null' | 'object' | 'array';

const EVERYTHING: ReadonlySet<JsonType> = new Set([
  'string',
  'number',
  'integer',
  'boolean',
  'null',
  'object',
  'array',
]);

/** By root, since a `$ref` means what its root defines. Schemas of a catalogue never change. */
const known = new WeakMap<InputSchema, WeakMap<JsonSchemaObject, ReadonlySet<JsonType>>>();

/** The schema that `#/$defs/…` names in `root`; `true` where there is none. */
function definition(ref: string, root: InputSchema): JsonSchema {
  const name = ref
    .replace(/^#\/\$defs\//, '')
    .replaceAll('~1', '/')
    .replaceAll('~0', '~');
  return (root.$defs !== undefined && Object.hasOwn(root.$defs, name) ? root.$defs[name] : undefined) ?? true;
}

/** The schema itself, what it refers to, and its `allOf`, all the way down: each once. A boolean schema says nothing here. */
export function conjuncts(schema: JsonSchema, root: InputSchema): JsonSchemaObject[] {
  const found = new Set<JsonSchemaObject>();
  const visit = (part: unknown): void => {
    if (typeof part !== 'object' || part === null || found.has(part as JsonSchemaObject)) return;
    const object = part as JsonSchemaObject;
    found.add(object);
    if (typeof object.$ref === 'string') visit(definition(object.$ref, root));
    if (Array.isArray(object.allOf)) object.allOf.forEach(visit);
  };
  visit(schema);
  return [...found];
}

/** The lists of alternatives of one schema: its `anyOf` and its `oneOf`. */
export function alternatives(schema: JsonSchemaObject): JsonSchema[][] {
  return [schema.anyOf, schema.oneOf].filter((list): list is JsonSchema[] => Array.isArray(list));
}

/** The JSON types that a schema can accept, never fewer; all of them where it does not say. A number includes integers. */
export function acceptedTypes(schema: JsonSchema, root: InputSchema): ReadonlySet<JsonType> {
  if (typeof schema !== 'object') return EVERYTHING;
  const types = known.get(root) ?? new WeakMap<JsonSchemaObject, ReadonlySet<JsonType>>();
  known.set(root, types);
  const before = types.get(schema);
  if (before !== undefined) return before;
  // A schema that refers to itself in place adds nothing to itself.
  types.set(schema, EVERYTHING);
  let accepted = EVERYTHING;
  for (const part of conjuncts(schema, root)) {
    accepted = both(accepted, declaredTypes(part));
    for (const list of alternatives(part)) {
      accepted = both(accepted, new Set(list.flatMap((alternative) => [...acceptedTypes(alternative, root)])));
    }
  }
  types.set(schema, accepted);
  return accepted;
}

/** The values that a schema is limited to by `const` or `enum`; undefined where it is not. */
export function allowedValues(schema: JsonSchemaObject): unknown[] | undefined {
  if (Object.hasOwn(schema, 'const')) return [schema.const];
  return Array.isArray(schema.enum) ? schema.enum : undefined;
}

function declaredTypes(schema: JsonSchemaObject): ReadonlySet<JsonType> {
  const named = schema.type === undefined ? undefined : [schema.type].flat();
  const declared =
    named === undefined
      ? EVERYTHING
      : new Set(named.flatMap((t) => (t === 'number' ? ['number', 'integer'] : [t])) as JsonType[]);
  const values = allowedValues(schema);
  return values === undefined ? declared : both(declared, new Set(values.flatMap(typesOf)));
}

function typesOf(value: unknown): JsonType[] {
  if (value === null) return ['null'];
  if (Array.isArray(value)) return ['array'];
  if (typeof value === 'number') return Number.isInteger(value) ? ['number', 'integer'] : ['number'];
  return [typeof value as JsonType];
}

function both(a: ReadonlySet<JsonType>, b: ReadonlySet<JsonType>): ReadonlySet<JsonType> {
  return a === EVERYTHING ? b : new Set([...a].filter((type) => b.has(type)));
}
