/** Arguments as a person is shown them: what the description or its name says is a secret, hidden. */
import type { InputSchema, JsonSchema, JsonSchemaObject } from '../../catalogue/index.ts';
import { jsonText } from '../request/json.ts';
import { alternatives, conjuncts } from '../validate/schema-types.ts';

/** Names of texts that are secrets, whatever else the description says of them: `password`, `newPassword`, `client_secret`. */
const SECRET_NAME =
  /(^|[a-z0-9_.-])(password|passwd|passphrase|client[_-]?secret|api[_-]?key|private[_-]?key|access[_-]?token|refresh[_-]?token)$/i;

/**
 * A copy of `value` in which each secret is `[hidden: 12 characters]`: `format: password` in any of the schemas that may
 * apply to it, or a text whose name says so. No digest: a short secret could be found from it.
 * @param name the argument's
 */
export function maskSecrets(value: unknown, schema: JsonSchema, root: InputSchema, name = ''): unknown {
  return mask(value, [schema], root, name, ({ length }) => `[hidden: ${length} characters]`);
}

/** A secret in the place of its value: it can be compared, but what is shown of it is its length. */
export class Hidden {
  constructor(readonly value: unknown) {}

  get length(): number {
    return (typeof this.value === 'string' ? this.value : jsonText(this.value)).length;
  }
}

/** As `maskSecrets`, with `Hidden` in the place of each secret. */
export function hideSecrets(value: unknown, schema: JsonSchema, root: InputSchema, name: string): unknown {
  return mask(value, [schema], root, name, (hidden) => hidden);
}

type Show = (hidden: Hidden) => unknown;

function mask(value: unknown, schemas: JsonSchema[], root: InputSchema, name: string, show: Show): unknown {
  if (value === null || value === undefined || value === '') return value;
  const parts = everyPart(schemas, root);
  if (parts.some((part) => part.format === 'password') || (typeof value === 'string' && SECRET_NAME.test(name))) {
    return show(new Hidden(value));
  }
  if (Array.isArray(value))
    return value.map((item, i) =>
      mask(
        item,
        parts.flatMap((part) => itemSchemas(part, i)),
        root,
        name,
        show,
      ),
    );
  if (typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [
      key,
      mask(
        member,
        parts.flatMap((part) => memberSchemas(part, key)),
        root,
        key,
        show,
      ),
    ]),
  );
}

/** Every schema that may apply to the same value, alternatives among them: hiding too much is the safe side. */
function everyPart(schemas: JsonSchema[], root: InputSchema): JsonSchemaObject[] {
  const parts = new Set<JsonSchemaObject>();
  const visit = (schema: JsonSchema): void => {
    for (const part of conjuncts(schema, root)) {
      if (parts.has(part)) continue;
      parts.add(part);
      for (const list of [...alternatives(part), inPlace(part.if), inPlace(part.then), inPlace(part.else)])
        list.forEach(visit);
    }
  };
  schemas.forEach(visit);
  return [...parts];
}

function itemSchemas(schema: JsonSchemaObject, index: number): JsonSchema[] {
  const prefix = Array.isArray(schema.prefixItems) ? inPlace(schema.prefixItems[index]) : [];
  return [...prefix, ...inPlace(schema.items)];
}

function memberSchemas(schema: JsonSchemaObject, key: string): JsonSchema[] {
  if (schema.properties !== undefined && Object.hasOwn(schema.properties, key)) return inPlace(schema.properties[key]);
  return [
    ...Object.values(schema.patternProperties ?? {}),
    schema.additionalProperties,
    schema.unevaluatedProperties,
  ].flatMap(inPlace);
}

function inPlace(schema: unknown): JsonSchema[] {
  return typeof schema === 'object' && schema !== null ? [schema as JsonSchema] : [];
}
