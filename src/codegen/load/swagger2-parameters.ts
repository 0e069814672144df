import { below, isObject, lookup } from '../pointer.ts';
import type { Json, JsonObject } from './document.ts';
import { member, setMember } from './member.ts';
import type { Conversion } from './swagger2.ts';
import { convertSchema } from './swagger2-schema.ts';

/** Keywords that Swagger 2.0 keeps in the parameter itself and OpenAPI 3 in its schema. */
const SCHEMA_KEYWORDS = new Set(
  `type format items default maximum exclusiveMaximum minimum exclusiveMinimum maxLength minLength pattern maxItems minItems
  uniqueItems enum multipleOf`.split(/\s+/),
);

type Serialization = { style: string; explode: boolean };

/** `collectionFormat` by location (Swagger 2.0, “Parameter Object”); what is not here, OpenAPI 3 cannot say. */
const STYLES: Record<string, Record<string, Serialization>> = {
  query: {
    csv: { style: 'form', explode: false },
    multi: { style: 'form', explode: true },
    ssv: { style: 'spaceDelimited', explode: false },
    pipes: { style: 'pipeDelimited', explode: false },
  },
  path: { csv: { style: 'simple', explode: false } },
  header: { csv: { style: 'simple', explode: false } },
};
STYLES.formData = STYLES.query ?? {};

const SEPARATORS: Record<string, string> = { csv: 'commas', ssv: 'spaces', tsv: 'tabs', pipes: 'pipes (|)' };

const FORM = 'application/x-www-form-urlencoded';
const MULTIPART = 'multipart/form-data';

/** One parameter; undefined for those that are the body. */
export function convertParameter(parameter: Json, where: string, conversion: Conversion): Json | undefined {
  if (!isObject(parameter)) return parameter;
  const ref = member(parameter, '$ref');
  if (typeof ref === 'string') {
    const target = resolve(parameter, conversion);
    if (isObject(target) && isBody(target)) return undefined;
    if (ref.startsWith('#/parameters/')) return { ...parameter, $ref: `#/components${ref.slice(1)}` };
    // A parameter of another operation: OpenAPI 3 may have it elsewhere.
    return isObject(target) && target !== parameter ? convertParameter(target, where, conversion) : parameter;
  }
  if (isBody(parameter)) return undefined;
  const { rest, schema, serialization } = split(parameter, where, conversion);
  return Object.hasOwn(parameter, 'schema') ? { ...rest, ...serialization } : { ...rest, ...serialization, schema };
}

/** A response's header: its keywords go into a schema. */
export function convertHeader(header: Json, conversion: Conversion): Json {
  if (!isObject(header) || Object.hasOwn(header, '$ref') || Object.hasOwn(header, 'schema')) return header;
  const { rest, schema } = split({ ...header, in: 'header' }, '#', { ...conversion, warn: () => undefined });
  const { in: _, ...kept } = rest;
  return { ...kept, schema };
}

/** The Request Body Object for an operation's body or formData parameters, its own before its path's. */
export function collectBody(
  own: Json[],
  inherited: Json[],
  consumes: string[],
  where: string,
  conversion: Conversion,
): JsonObject | undefined {
  const parts: JsonObject[] = [];
  for (const parameter of [...own, ...inherited]) {
    const resolved = resolve(parameter, conversion);
    if (!isObject(resolved) || !isBody(resolved)) continue;
    const same = (p: JsonObject) => p.in === resolved.in && (p.in === 'body' || p.name === resolved.name);
    if (!parts.some(same)) parts.push(resolved);
  }
  const body = parts.find((p) => p.in === 'body');
  const form = parts.filter((p) => p.in === 'formData');
  if (body !== undefined) {
    if (form.length > 0)
      conversion.warn(where, 'The operation has both a body and form parameters; the form parameters are left out.');
    return bodyOf(body, consumes, conversion);
  }
  return form.length > 0 ? formOf(form, consumes, where, conversion) : undefined;
}

function bodyOf(body: JsonObject, consumes: string[], conversion: Conversion): JsonObject {
  const schema = convertSchema(member(body, 'schema') ?? {}, conversion);
  const content: JsonObject = {};
  for (const type of consumes.length > 0 ? consumes : ['application/json']) setMember(content, type, { schema });
  const result: JsonObject = {};
  for (const [key, value] of Object.entries(body)) {
    if (key === 'description' || key.startsWith('x-')) result[key] = value;
  }
  if (typeof body.name === 'string') result['x-body-name'] = body.name;
  result.content = content;
  if (body.required === true) result.required = true;
  return result;
}

function formOf(form: JsonObject[], consumes: string[], where: string, conversion: Conversion): JsonObject {
  const properties: JsonObject = {};
  const required: string[] = [];
  const encoding: JsonObject = {};
  for (const part of form) {
    const name = part.name;
    if (typeof name !== 'string') {
      conversion.warn(where, 'A form parameter without a name is left out.');
      continue;
    }
    const { schema, serialization } = split(part, below(where, 'parameters', name), conversion);
    if (typeof part.description === 'string') schema.description = part.description;
    setMember(properties, name, schema);
    if (part.required === true) required.push(name);
    if (serialization !== undefined) setMember(encoding, name, { ...serialization });
  }
  const schema: JsonObject = { type: 'object', properties };
  if (required.length > 0) schema.required = required;
  const file = form.some((p) => p.type === 'file');
  const forms = consumes.filter((type) => type.startsWith(MULTIPART) || (!file && type.startsWith(FORM)));
  const content: JsonObject = {};
  for (const type of forms.length > 0 ? forms : [file ? MULTIPART : FORM]) {
    setMember(content, type, Object.keys(encoding).length > 0 ? { schema, encoding } : { schema });
  }
  return { content, required: true };
}

/** What stays in the parameter, what goes into its schema, and how its array is written. */
function split(
  parameter: JsonObject,
  where: string,
  conversion: Conversion,
): { rest: JsonObject; schema: JsonObject; serialization: Serialization | undefined } {
  const rest: JsonObject = {};
  const keywords: JsonObject = {};
  for (const [key, value] of Object.entries(parameter)) {
    if (SCHEMA_KEYWORDS.has(key) || key === 'x-nullable') keywords[key] = value;
    else if (key !== 'collectionFormat') setMember(rest, key, value);
  }
  const schema = convertSchema(withoutFormats(keywords), conversion) as JsonObject;
  if (schema.type !== 'array') return { rest, schema, serialization: undefined };
  const format = member(parameter, 'collectionFormat') ?? 'csv';
  const styles = STYLES[String(member(parameter, 'in'))] ?? {};
  const serialization = typeof format === 'string' && Object.hasOwn(styles, format) ? styles[format] : undefined;
  if (serialization !== undefined && !nested(parameter)) return { rest, schema, serialization };
  // OpenAPI 3 has no style for this: the caller writes the text as it goes on the wire.
  const separator = SEPARATORS[String(format)] ?? `${JSON.stringify(format)} separators`;
  const description = `Several values in one text, separated by ${nested(parameter) ? 'the API’s own rule' : separator}.`;
  conversion.warn(
    where,
    `Its collectionFormat (${String(format)}) has no OpenAPI 3 style here; it is one text argument instead.`,
  );
  return { rest, schema: { type: 'string', description }, serialization: undefined };
}

function withoutFormats(keywords: JsonObject): JsonObject {
  const { items } = keywords;
  if (!isObject(items) || !Object.hasOwn(items, 'collectionFormat')) return keywords;
  const { collectionFormat: _, ...kept } = items;
  return { ...keywords, items: kept };
}

function nested(parameter: JsonObject): boolean {
  return isObject(parameter.items) && parameter.items.type === 'array';
}

function isBody(parameter: JsonObject): boolean {
  return parameter.in === 'body' || parameter.in === 'formData';
}

/** The parameter that a chain of references stands for; undefined where it leads nowhere. */
function resolve(parameter: Json, conversion: Conversion): Json | undefined {
  let here: Json | undefined = parameter;
  for (let i = 0; i < 20 && isObject(here) && typeof here.$ref === 'string'; i++)
    here = lookup(conversion.root, here.$ref);
  return isObject(here) && typeof here.$ref === 'string' ? undefined : here;
}
