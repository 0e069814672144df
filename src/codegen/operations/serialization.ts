/** How a parameter is written: its schema with a style, or its content with a media type (OpenAPI 3.1, 4.8.12.2). */
import type { ParameterStyle, Warning } from '../../catalogue/index.ts';
import type { Json, JsonObject } from '../load/document.ts';
import { below, isObject } from '../pointer.ts';
import type { Parameter } from './operation.ts';
import { resolveObject } from './resolve.ts';

/** OpenAPI's styles per location (3.1, 4.8.12.2; 3.2 adds none that changes these). */
const STYLES: Record<Parameter['in'], ParameterStyle[]> = {
  path: ['simple', 'label', 'matrix'],
  query: ['form', 'spaceDelimited', 'pipeDelimited', 'deepObject'],
  header: ['simple'],
  cookie: ['form'],
};

/** Style and explode stand in the result where they are not the default of the location. */
export function serialization(
  root: Json,
  value: JsonObject,
  location: Parameter['in'],
  pointer: string,
  warn: (warning: Warning) => void,
): Pick<Parameter, 'schema' | 'pointer' | 'style' | 'explode' | 'allowReserved' | 'contentType'> {
  const content = isObject(value.content) ? Object.entries(value.content)[0] : undefined;
  if (content !== undefined && value.schema === undefined) {
    const [contentType, media] = content;
    const at = below(pointer, 'content', contentType);
    const resolved = isObject(media) ? resolveObject(root, media, at, 'a media type').value : {};
    return { schema: resolved.schema ?? {}, pointer: below(at, 'schema'), contentType };
  }
  const style = readStyle(value, location, pointer, warn);
  const explode = typeof value.explode === 'boolean' ? value.explode : undefined;
  const byDefault = (style ?? defaultStyle(location)) === 'form';
  return {
    schema: value.schema ?? {},
    pointer: below(pointer, 'schema'),
    ...(style !== undefined && style !== defaultStyle(location) && { style }),
    ...(explode !== undefined && explode !== byDefault && { explode }),
    ...(value.allowReserved === true && location === 'query' && { allowReserved: true as const }),
  };
}

function readStyle(
  value: JsonObject,
  location: Parameter['in'],
  pointer: string,
  warn: (warning: Warning) => void,
): ParameterStyle | undefined {
  if (value.style === undefined) return undefined;
  const style = STYLES[location].find((s) => s === value.style);
  // 3.2 adds `cookie`, which differs from `form` only in escaping: what we write is the same.
  if (style === undefined && !(location === 'cookie' && value.style === 'cookie')) {
    warn({
      where: pointer,
      message: `the style ${JSON.stringify(value.style)} does not exist for ${location}; ignored`,
    });
  }
  return style;
}

function defaultStyle(location: Parameter['in']): ParameterStyle {
  return location === 'query' || location === 'cookie' ? 'form' : 'simple';
}
