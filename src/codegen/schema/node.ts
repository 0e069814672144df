/**
 * The generator's own form of a schema, between the description and a tool: JSON Schema 2020-12 already,
 * but each `$ref` holds the component it names, so that each tool can decide what to inline.
 */
import type { Component } from './component.ts';

/** `true` (anything), `false` (nothing) or keywords. */
export type Node = boolean | NodeObject;

export interface NodeObject {
  [keyword: string]: unknown;
  $ref?: Component;
}

/** `key` of `target`, also where it is `__proto__`. */
export function put<T>(target: Record<string, T>, key: string, value: T): void {
  if (key === '__proto__') {
    Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true });
  } else {
    target[key] = value;
  }
}

/** Calls `visit` with each subschema right below `node`. */
export function eachSubschema(node: NodeObject, visit: (child: Node) => void): void {
  for (const keyword of Object.keys(node)) {
    const shape = HOLDS[keyword];
    if (shape === undefined) continue;
    const value = node[keyword];
    if (shape === 'one') visit(value as Node);
    else for (const child of Object.values(value as Record<string, Node>)) visit(child);
  }
}

/** `node` with each subschema replaced by what `change` makes of it; keywords keep their order. */
export function mapSubschemas(node: NodeObject, change: (child: Node) => Node): NodeObject {
  const result: NodeObject = {};
  for (const keyword of Object.keys(node)) {
    const value = node[keyword];
    const shape = HOLDS[keyword];
    if (shape === undefined) result[keyword] = value;
    else if (shape === 'one') result[keyword] = change(value as Node);
    else if (shape === 'list') result[keyword] = (value as Node[]).map((child) => change(child));
    else {
      const map: Record<string, Node> = {};
      for (const [name, child] of Object.entries(value as Record<string, Node>)) put(map, name, change(child));
      result[keyword] = map;
    }
  }
  return result;
}

/** Keywords that hold schemas, and how (JSON Schema Core 2020-12, sections 10 and 11; Validation, section 8). */
export const HOLDS: Readonly<Record<string, 'one' | 'list' | 'map' | undefined>> = Object.assign(Object.create(null), {
  properties: 'map',
  patternProperties: 'map',
  additionalProperties: 'one',
  unevaluatedProperties: 'one',
  propertyNames: 'one',
  dependentSchemas: 'map',
  prefixItems: 'list',
  items: 'one',
  contains: 'one',
  unevaluatedItems: 'one',
  contentSchema: 'one',
  allOf: 'list',
  anyOf: 'list',
  oneOf: 'list',
  not: 'one',
  if: 'one',
  // biome-ignore lint/suspicious/noThenProperty: JSON Schema's keyword; this table is never awaited
  then: 'one',
  else: 'one',
});

/** Keywords whose subschemas see the same value as the schema they stand in. */
export const IN_PLACE: ReadonlySet<string> = new Set([
  'allOf',
  'anyOf',
  'oneOf',
  'not',
  'if',
  'then',
  'else',
  'dependentSchemas',
]);

const ORDER = [
  '$ref',
  'type',
  'title',
  'format',
  'description',
  'const',
  'enum',
  'default',
  'deprecated',
  'writeOnly',
  'contentEncoding',
  'contentMediaType',
  'contentSchema',
  'pattern',
  'minLength',
  'maxLength',
  'minimum',
  'exclusiveMinimum',
  'maximum',
  'exclusiveMaximum',
  'multipleOf',
  'properties',
  'required',
  'patternProperties',
  'additionalProperties',
  'unevaluatedProperties',
  'propertyNames',
  'minProperties',
  'maxProperties',
  'dependentRequired',
  'dependentSchemas',
  'prefixItems',
  'items',
  'contains',
  'minContains',
  'maxContains',
  'unevaluatedItems',
  'minItems',
  'maxItems',
  'uniqueItems',
  'allOf',
  'anyOf',
  'oneOf',
  'not',
  'if',
  'then',
  'else',
];
const RANK: Record<string, number> = Object.assign(
  Object.create(null),
  Object.fromEntries(ORDER.map((k, i) => [k, i])),
);

/** `node` with its keywords in the order in which a person reads a schema. */
export function ordered(node: NodeObject): NodeObject {
  const keys = Object.keys(node);
  let last = -1;
  let inOrder = true;
  for (const key of keys) {
    const rank = RANK[key] ?? ORDER.length;
    if (rank < last) inOrder = false;
    last = rank;
  }
  if (inOrder) return node;
  keys.sort((a, b) => (RANK[a] ?? ORDER.length) - (RANK[b] ?? ORDER.length));
  return Object.fromEntries(keys.map((key) => [key, node[key]]));
}

/** Keywords that say something about a schema and constrain nothing. */
export const ANNOTATIONS: ReadonlySet<string> = new Set(['title', 'description', 'default', 'deprecated', 'writeOnly']);
