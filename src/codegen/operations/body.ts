/** Request Body Object (OpenAPI 3.1, 4.8.13) → the one media type that is sent, its schema and its encoding. */
import type { ParameterStyle, PartEncoding, RequestBody, Warning } from '../../catalogue/index.ts';
import { DescriptionError } from '../description-error.ts';
import type { Json } from '../load/document.ts';
import { below, isObject } from '../pointer.ts';
import type { OperationBody } from './operation.ts';
import { resolveObject } from './resolve.ts';

type Kind = RequestBody['kind'];

/** Of several media types, the first kind in this order is sent. */
const PREFERENCE: Kind[] = ['json', 'form', 'multipart', 'text', 'binary'];

/**
 * @throws DescriptionError where the body, or the schema's place, cannot be read.
 */
export function readBody(
  root: Json,
  requestBody: Json | undefined,
  pointer: string,
  warn: (warning: Warning) => void,
): OperationBody | undefined {
  if (requestBody === undefined || requestBody === null) return undefined;
  const { value, pointer: at } = resolveObject(root, requestBody, pointer, 'the request body');
  const content = value.content;
  if (!isObject(content) || Object.keys(content).length === 0) {
    if (value.required === true) throw new DescriptionError('invalid_operation', 'the request body has no content', at);
    warn({ where: at, message: 'the request body has no content; taken as none' });
    return undefined;
  }
  const choices = Object.entries(content)
    .filter(([key]) => {
      const legal = isMediaType(key);
      if (!legal) warn({ where: below(at, 'content', key), message: 'this is no media type; left out' });
      return legal;
    })
    .map(([key, media], order) => ({
      key,
      media,
      order,
      kind: kindOf(key, isObject(media) ? media.schema : undefined),
    }))
    .sort(
      (a, b) =>
        PREFERENCE.indexOf(a.kind) - PREFERENCE.indexOf(b.kind) ||
        exactness(a.key) - exactness(b.key) ||
        a.order - b.order,
    );
  const chosen = choices[0];
  if (chosen === undefined) throw new DescriptionError('invalid_operation', 'the request body has no media type', at);
  const where = below(at, 'content', chosen.key);
  const media = chosen.media === null ? {} : resolveObject(root, chosen.media, where, 'a media type').value;
  return {
    mediaType: concrete(chosen.key.trim(), chosen.kind),
    kind: chosen.kind,
    required: value.required === true,
    schema: media.schema ?? {},
    pointer: below(where, 'schema'),
    ...(typeof value.description === 'string' && { description: value.description }),
    encoding: readEncoding(root, media.encoding, below(where, 'encoding'), warn),
  };
}

/** How a body of this media type is written. Ranges (`*∕*`) take JSON, which is what such descriptions mean. */
export function kindOf(mediaType: string, schema?: Json): Kind {
  const type = essence(mediaType);
  if (/^(application|text)\/json$|\/.+\+json$/.test(type)) return 'json';
  if (type === '*/*' || type === 'application/*' || type === '*') return isBinary(schema) ? 'binary' : 'json';
  if (type === 'application/x-www-form-urlencoded') return 'form';
  if (type === 'multipart/form-data' || type === 'multipart/*' || type === 'multipart/mixed') return 'multipart';
  if (type.startsWith('text/') || /[/+](xml|yaml|x-yaml|sdp|graphql|x-ndjson|jsonl|sql|javascript)$/.test(type))
    return 'text';
  return 'binary';
}

/** What a Content-Type header can be (RFC 9110, 8.3.1), ranges included. */
function isMediaType(text: string): boolean {
  return /^(\*|[\w!#$&^.+*-]+\/[\w!#$&^.+*-]+)[ \t]*(;[\x20-\x7e]*)?$/.test(text.trim());
}

function essence(mediaType: string): string {
  return (mediaType.split(';')[0] ?? '').trim().toLowerCase();
}

/** Plain JSON before vendor types, vendor types before ranges. */
function exactness(mediaType: string): number {
  const type = essence(mediaType);
  return type.includes('*') ? 2 : type === 'application/json' ? 0 : 1;
}

function concrete(mediaType: string, kind: Kind): string {
  if (!mediaType.includes('*')) return mediaType;
  const defaults: Record<Kind, string> = {
    json: 'application/json',
    form: 'application/x-www-form-urlencoded',
    multipart: 'multipart/form-data',
    text: 'text/plain',
    binary: 'application/octet-stream',
  };
  return defaults[kind];
}

function isBinary(schema: Json | undefined): boolean {
  return (
    isObject(schema) && schema.type === 'string' && (schema.format === 'binary' || schema.contentEncoding !== undefined)
  );
}

/** The styles of a form's property (OpenAPI 3.1, 4.8.15.1). */
const STYLES: readonly string[] = ['form', 'spaceDelimited', 'pipeDelimited', 'deepObject'] satisfies ParameterStyle[];

/** Encoding Objects (OpenAPI 3.1, 4.8.15), by property. */
export function readEncoding(
  root: Json,
  encoding: Json | undefined,
  pointer: string,
  warn: (warning: Warning) => void,
): Record<string, PartEncoding> {
  const read: Record<string, PartEncoding> = Object.create(null);
  if (!isObject(encoding)) return read;
  for (const [property, entry] of Object.entries(encoding)) {
    const { value, pointer: where } = resolveObject(root, entry, below(pointer, property), 'an encoding');
    // Several types are allowed to choose from (4.8.15): the first is as good as any.
    const contentType =
      typeof value.contentType === 'string' ? (value.contentType.split(',')[0] ?? '').trim() : undefined;
    const isLegalType = contentType === undefined || isMediaType(contentType);
    const isLegalStyle = value.style === undefined || STYLES.includes(value.style as string);
    if (!isLegalType) warn({ where, message: '"contentType" is no media type; ignored' });
    if (!isLegalStyle)
      warn({ where, message: `the style ${JSON.stringify(value.style)} does not exist for a form; ignored` });
    read[property] = {
      ...(contentType !== undefined && isLegalType && { contentType }),
      ...(value.style !== undefined && isLegalStyle && { style: value.style as ParameterStyle }),
      ...(typeof value.explode === 'boolean' && { explode: value.explode }),
      ...(value.allowReserved === true && { allowReserved: true as const }),
    };
  }
  return read;
}
