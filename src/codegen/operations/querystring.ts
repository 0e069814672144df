/** A parameter `in: querystring` (OpenAPI 3.2, 4.12.1 and 4.12.4): the whole query as one form → its fields as query parameters. */
import { DescriptionError } from '../description-error.ts';
import type { Json, JsonObject } from '../load/document.ts';
import { below, isObject } from '../pointer.ts';
import { readEncoding } from './body.ts';
import type { Parameter } from './operation.ts';
import { resolveObject } from './resolve.ts';

/**
 * @param value the Parameter Object, its references followed
 * @throws DescriptionError where the query is no form of named fields: nothing else can be taken apart into arguments
 */
export function querystringParameters(
  root: Json,
  value: JsonObject,
  pointer: string,
  warn: (warning: { where: string; message: string }) => void,
): Parameter[] {
  const entry = isObject(value.content) ? Object.entries(value.content)[0] : undefined;
  const [mediaType, media] = entry ?? ['', null];
  if (!/^application\/x-www-form-urlencoded\s*(;|$)/i.test(mediaType)) {
    throw unreadable(`a query string as ${JSON.stringify(mediaType)} cannot be sent, only a form`, pointer);
  }
  const at = below(pointer, 'content', mediaType);
  const form = resolveObject(root, media, at, 'a media type').value;
  const { value: schema, pointer: where } = resolveObject(root, form.schema, below(at, 'schema'), 'its schema');
  if (!isObject(schema.properties) || ['allOf', 'anyOf', 'oneOf'].some((keyword) => schema[keyword] !== undefined)) {
    throw unreadable('a query string is taken apart only where its schema names its properties', where);
  }
  const required = value.required === true && Array.isArray(schema.required) ? schema.required : [];
  const encodings = readEncoding(root, form.encoding, below(at, 'encoding'), warn);
  return Object.entries(schema.properties).map(([wireName, property]) => {
    const encoding = encodings[wireName] ?? {};
    const asJson = encoding.style === undefined && encoding.explode === undefined && isObjectSchema(root, property);
    return {
      wireName,
      in: 'query',
      required: required.includes(wireName),
      schema: property,
      pointer: below(where, 'properties', wireName),
      ...(encoding.style !== undefined && encoding.style !== 'form' && { style: encoding.style }),
      ...(encoding.explode === false && { explode: false }),
      ...(encoding.allowReserved === true && { allowReserved: true as const }),
      // The default of a form's field that is an object (4.15.1.1).
      ...(asJson && { contentType: encoding.contentType ?? 'application/json' }),
    };
  });
}

function isObjectSchema(root: Json, schema: Json): boolean {
  if (!isObject(schema)) return false;
  const { type, properties } = resolveObject(root, schema, '#', 'a schema').value;
  return type === 'object' || (type === undefined && properties !== undefined);
}

function unreadable(message: string, pointer: string): DescriptionError {
  return new DescriptionError('invalid_operation', message, pointer);
}
