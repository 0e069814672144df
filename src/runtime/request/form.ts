/** Properties of a form body → `application/x-www-form-urlencoded` text or multipart parts (OpenAPI 3.1, 4.8.15). */
import type { PartEncoding, RequestBody } from '../../catalogue/index.ts';
import { decodeBase64 } from './base64.ts';
import { isJsonMediaType, jsonText } from './json.ts';
import { partFilename, partType } from './part-type.ts';
import type { PlannedPart } from './planned-request.ts';
import { contentPairs, encodePair, explodedByDefault } from './query.ts';
import { type Pair, pairs, primitive } from './style.ts';

/** @throws RequestError ambiguous_value | unencodable_value */
export function formText(properties: Record<string, unknown>, body: RequestBody): string {
  return Object.entries(properties)
    .flatMap(([name, value]) => {
      const encoding = encodingOf(body, name);
      return formPairs(name, value, encoding).map((pair) => encodePair(pair, encoding.allowReserved));
    })
    .join('&');
}

/** `argumentOf` names the argument of a property in what is refused. @throws RequestError bad_base64 */
export function multipartParts(
  properties: Record<string, unknown>,
  body: RequestBody,
  argumentOf: (property: string) => string,
): PlannedPart[] {
  return Object.entries(properties).flatMap(([name, value]): PlannedPart[] => {
    const encoding = encodingOf(body, name);
    if (encoding.binary) {
      const contents = Array.isArray(value) ? value : value === null || value === undefined ? [] : [value];
      return contents.map((content) => filePart(name, content, encoding, argumentOf(name)));
    }
    if (styled(encoding)) {
      return formPairs(name, value, encoding).map((pair) => ({
        name: pair.name,
        content: pair.texts.join(pair.separator),
      }));
    }
    return (Array.isArray(value) ? value : [value]).flatMap((item) => valuePart(name, item, encoding));
  });
}

/** Without a style: a JSON object is one JSON text, an array one pair per item (4.8.15, default content types). */
function formPairs(name: string, value: unknown, encoding: PartEncoding): Pair[] {
  // Left out, "clear this field" would become "leave it"; forms have no null but the empty value.
  if (value === null) return [{ name, texts: [''] }];
  if (styled(encoding)) {
    const style = encoding.style ?? 'form';
    return pairs(name, value, style, encoding.explode ?? explodedByDefault(style));
  }
  if (encoding.contentType !== undefined && isJsonMediaType(encoding.contentType) && typeof value === 'object') {
    return contentPairs(name, value, encoding.contentType);
  }
  const object = typeof value === 'object' && !Array.isArray(value);
  return pairs(name, object ? jsonText(value) : value, 'form', true);
}

function filePart(name: string, value: unknown, encoding: PartEncoding, argument: string): PlannedPart {
  const { bytes, mediaType } = decodeBase64(value, argument);
  const contentType = partType(encoding.contentType, mediaType, bytes);
  return { name, filename: partFilename(name, contentType), contentType, content: bytes };
}

function valuePart(name: string, value: unknown, encoding: PartEncoding): PlannedPart[] {
  if (value === undefined) return [];
  const said = encoding.contentType?.split(',')[0]?.trim();
  const contentType = said && !said.includes('*') ? said : undefined;
  if (typeof value === 'object' && value !== null) {
    return [{ name, contentType: contentType ?? 'application/json', content: jsonText(value) }];
  }
  const content = primitive(value) ?? '';
  return [contentType === undefined ? { name, content } : { name, contentType, content }];
}

function styled(encoding: PartEncoding): boolean {
  return encoding.style !== undefined || encoding.explode !== undefined || encoding.allowReserved !== undefined;
}

function encodingOf(body: RequestBody, name: string): PartEncoding {
  return (body.parts && Object.hasOwn(body.parts, name) && body.parts[name]) || {};
}
