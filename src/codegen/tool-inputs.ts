/** An operation's parameters and body → the tool's arguments, its input schema, and how its body is written. */

import { isOverrideHeader } from '../catalogue/deletion.ts';
import type { Argument, PartEncoding, RequestBody, Tool, ToolType } from '../catalogue/index.ts';
import { nameArguments } from './arguments.ts';
import type { Json, JsonObject } from './load/document.ts';
import type { Operation, OperationBody, Parameter } from './operations/operation.ts';
import { isObject, lookup } from './pointer.ts';
import type { SchemaReader } from './schema/schema-reader.ts';

/** What the gate adds to a write: an API's own arguments of these names get a suffix. */
const RESERVED: ReadonlySet<string> = new Set(['confirm', 'confirmation']);

const CONFIRM = { type: 'boolean', description: 'true only after the person agreed to the action summary.' };

/** What an argument needs: its place in the request, and its schema. */
interface Input extends Omit<Argument, 'name'> {
  schema: Json;
  pointer: string;
  description?: string;
  binary?: boolean;
}

/** @throws DescriptionError where a schema cannot be read. */
export function toolInputs(
  root: Json,
  operation: Operation,
  type: ToolType,
  schemas: SchemaReader,
): Pick<Tool, 'inputSchema' | 'arguments' | 'body' | 'idempotencyKey' | 'unordered'> {
  const key = type === 'Escritura' ? operation.parameters.find(isIdempotencyKey) : undefined;
  const properties = operation.body === undefined ? undefined : bodyProperties(root, operation.body, schemas);
  const inputs: Input[] = [
    ...operation.parameters.map((p): Input => ({ ...p, required: p.required && p !== key })),
    ...(operation.body === undefined ? [] : bodyInputs(operation.body, properties)),
  ];
  const names = nameArguments(inputs, type === 'Escritura' ? RESERVED : new Set());
  const entries = inputs.map((input, i) => ({ ...input, name: names[i] ?? input.wireName }));
  const inputSchema = schemas.inputSchema(entries);
  if (type === 'Escritura' && operation.extension?.confirm !== 'none') inputSchema.properties.confirm = CONFIRM;
  const unordered = entries.filter((e) => operation.extension?.unordered?.includes(e.wireName)).map((e) => e.name);
  return {
    inputSchema,
    arguments: entries.map(argument),
    ...(operation.body !== undefined && { body: requestBody(operation.body, properties) }),
    ...(key !== undefined && { idempotencyKey: key.wireName }),
    ...(unordered.length > 0 && { unordered }),
  };
}

function argument({
  name,
  in: location,
  wireName,
  required,
  style,
  explode,
  allowReserved,
  contentType,
}: Input & { name: string }): Argument {
  return {
    name,
    in: location,
    wireName,
    required,
    ...(style !== undefined && { style }),
    ...(explode !== undefined && { explode }),
    ...(allowReserved && { allowReserved }),
    ...(contentType !== undefined && { contentType }),
  };
}

function isIdempotencyKey(parameter: Parameter): boolean {
  return parameter.in === 'header' && parameter.wireName.toLowerCase() === 'idempotency-key';
}

type Properties = NonNullable<ReturnType<SchemaReader['plainObject']>>;

function bodyProperties(
  root: Json,
  body: OperationBody,
  schemas: SchemaReader,
): (Properties & { binary: Set<string> }) | undefined {
  if (body.kind === 'text' || body.kind === 'binary') return undefined;
  const plain = schemas.plainObject(body.schema, body.pointer);
  if (plain === undefined) return undefined;
  const binary = new Set<string>();
  if (body.kind === 'multipart') {
    for (const [name, { schema }] of plain.properties) if (isFile(root, schema, body.encoding[name])) binary.add(name);
  }
  return { ...plain, binary };
}

/** Flat where the body must be there and is a plain object; else one argument, so that "no body" and "{}" stay two things. */
function bodyInputs(body: OperationBody, properties: ReturnType<typeof bodyProperties>): Input[] {
  if (properties === undefined || !body.required) return [wholeBody(body)];
  // A body's own `_method` is no argument either; the request's last guard refuses it wherever it comes from.
  return [...properties.properties]
    .filter(([wireName]) => !isOverrideHeader(wireName))
    .map(([wireName, { schema, pointer }]) => ({
      in: 'body',
      wireName,
      required: properties.required.has(wireName),
      schema,
      pointer,
      ...(properties.binary.has(wireName) && { binary: true }),
    }));
}

function wholeBody(body: OperationBody): Input {
  const text =
    body.kind === 'text' && !(isObject(body.schema) && (body.schema.type === 'string' || '$ref' in body.schema));
  return {
    in: 'whole-body',
    wireName: 'body',
    required: body.required,
    schema: text ? { type: 'string' } : body.schema,
    pointer: body.pointer,
    ...(body.description !== undefined && { description: body.description }),
    ...(body.kind === 'binary' && { binary: true }),
  };
}

function requestBody(body: OperationBody, properties: ReturnType<typeof bodyProperties>): RequestBody {
  const parts: Record<string, PartEncoding> = {};
  for (const name of new Set([...Object.keys(body.encoding), ...(properties?.binary ?? [])])) {
    const part = { ...body.encoding[name], ...(properties?.binary.has(name) && { binary: true as const }) };
    Object.defineProperty(parts, name, { value: part, enumerable: true, configurable: true, writable: true });
  }
  return {
    mediaType: body.mediaType,
    kind: body.kind,
    required: body.required,
    ...(Object.keys(parts).length > 0 && (body.kind === 'form' || body.kind === 'multipart') && { parts }),
  };
}

/**
 * Whether a multipart property holds a file: 3.0's `format: binary`; since 3.1 a string with a `contentMediaType` and no
 * `contentEncoding`, or a schema that says nothing at all (OpenAPI 3.1, 4.8.14.2 and 4.8.15.1); or an array of such.
 */
function isFile(root: Json, schema: Json, encoding: PartEncoding | undefined, depth = 0): boolean {
  if (depth > 20 || !isObject(schema)) return false;
  if (typeof schema.$ref === 'string') return isFile(root, lookup(root, schema.$ref) ?? null, encoding, depth + 1);
  const types = schema.type === undefined ? undefined : [schema.type].flat();
  if (types?.includes('array') && schema.items !== undefined) return isFile(root, schema.items, encoding, depth + 1);
  if (schema.format === 'binary') return true;
  if (typeof schema.contentMediaType === 'string') return schema.contentEncoding === undefined;
  const mediaType = encoding?.contentType ?? '';
  const binaryType = /^(image|audio|video|font)\/|^application\/(octet-stream|pdf|zip|gzip)/.test(mediaType);
  if (binaryType && (types === undefined || types.includes('string'))) return schema.contentEncoding === undefined;
  const parts = [schema.allOf, schema.anyOf, schema.oneOf].flatMap((list) => (Array.isArray(list) ? list : []));
  if (parts.length > 0) return parts.some((member) => isFile(root, member, encoding, depth + 1));
  return mediaType === '' && saysNothing(schema) && isObject(root) && /^3\.[12]/.test(String(root.openapi));
}

function saysNothing(schema: JsonObject): boolean {
  return Object.keys(schema).every((key) => key === 'description' || key === 'title' || key.startsWith('x-'));
}
