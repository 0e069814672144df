/**
 * Lenient in, exact out (DESIGN §5): `"5"` for 5, `"true"`, an object as JSON text are read as what the schema wants where
 * it leaves one reading. Comes before the gate, so that the person sees what will be sent. Never throws, never mutates.
 */
import type { InputSchema, JsonSchema, JsonSchemaObject } from '../../catalogue/index.ts';
import { isTooDeep } from './depth.ts';
import { read } from './reading.ts';
import { acceptedTypes, allowedValues, alternatives, conjuncts } from './schema-types.ts';

/**
 * `value` read as `schema` wants it, at every depth. What is valid already comes out equal.
 * @param asText the value is sent as text (a parameter, a form), so that a number may stand for its digits
 */
export function coerce(value: unknown, schema: JsonSchema, root: InputSchema, asText = false): unknown {
  return isTooDeep(value) ? value : coerceAll(value, [schema], root, asText);
}

/** By every one of `schemas`, which all apply to the value. */
function coerceAll(value: unknown, schemas: JsonSchema[], root: InputSchema, asText: boolean): unknown {
  let result = value;
  for (const schema of schemas) result = read(result, acceptedTypes(schema, root), conjuncts(schema, root), asText);
  if (typeof result !== 'object' || result === null) return result;
  const parts = applicable(schemas, root, result);
  if (Array.isArray(result)) {
    return result.map((item, i) =>
      coerceAll(
        item,
        parts.flatMap((part) => itemSchema(part, i)),
        root,
        asText,
      ),
    );
  }
  const object: Record<string, unknown> = {};
  for (const [key, member] of Object.entries(result)) {
    const read = coerceAll(
      member,
      parts.flatMap((part) => memberSchema(part, key)),
      root,
      asText,
    );
    // Defined, not assigned: a key may be `__proto__`.
    Object.defineProperty(object, key, { value: read, enumerable: true, configurable: true, writable: true });
  }
  return object;
}

/** The schemas that speak for this value without doubt: of alternatives, the one that alone can be meant. */
function applicable(schemas: JsonSchema[], root: InputSchema, value: object): JsonSchemaObject[] {
  const parts = new Set<JsonSchemaObject>();
  const visit = (schema: JsonSchema): void => {
    for (const part of conjuncts(schema, root)) {
      if (parts.has(part)) continue;
      parts.add(part);
      for (const list of alternatives(part)) {
        const possible = list.filter((alternative) => isPossible(alternative, root, value));
        if (possible.length === 1 && possible[0] !== undefined) visit(possible[0]);
      }
    }
  };
  schemas.forEach(visit);
  return [...parts];
}

/** Whether an alternative can be meant: its type fits, what it requires is there, and so do constants (discriminators) fit. */
function isPossible(schema: JsonSchema, root: InputSchema, value: object): boolean {
  if (typeof schema === 'boolean') return schema;
  if (!acceptedTypes(schema, root).has(Array.isArray(value) ? 'array' : 'object')) return false;
  if (Array.isArray(value)) return true;
  return conjuncts(schema, root).every(
    (part) =>
      (part.required ?? []).every((key) => Object.hasOwn(value, key)) &&
      Object.entries(part.properties ?? {}).every(([key, property]) => fits(own(value, key), property, root)),
  );
}

/** Only a scalar that the property does not allow speaks against it; coerced, it may still be one that it allows. */
function fits(member: unknown, property: JsonSchema, root: InputSchema): boolean {
  if (member === undefined || typeof member === 'object') return true;
  return conjuncts(property, root).every((part) => {
    const allowed = allowedValues(part);
    return allowed === undefined || allowed.includes(read(member, acceptedTypes(property, root), [part], true));
  });
}

function own(value: object, key: string): unknown {
  return Object.hasOwn(value, key) ? (value as Record<string, unknown>)[key] : undefined;
}

function itemSchema(schema: JsonSchemaObject, index: number): JsonSchema[] {
  const prefix = Array.isArray(schema.prefixItems) ? (schema.prefixItems as JsonSchema[]) : [];
  const item = index < prefix.length ? prefix[index] : schema.items;
  return item === undefined ? [] : [item];
}

function memberSchema(schema: JsonSchemaObject, key: string): JsonSchema[] {
  const named =
    schema.properties !== undefined && Object.hasOwn(schema.properties, key) ? schema.properties[key] : undefined;
  if (named !== undefined) return [named];
  // `additionalProperties` does not speak for what a pattern matches; whether one does is the validator's to say.
  const rest = schema.patternProperties === undefined ? schema.additionalProperties : undefined;
  return typeof rest === 'object' && rest !== null ? [rest as JsonSchema] : [];
}
