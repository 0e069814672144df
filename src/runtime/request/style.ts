/**
 * OpenAPI's parameter styles (OpenAPI 3.1, 4.8.12.2 and 4.8.12.6; RFC 6570), short of percent-encoding.
 * In: a value. Out: for queries, cookies and forms, name–value pairs; for paths and headers, one text.
 * null and undefined are RFC 6570's undefined: left out, as are empty arrays and objects. The empty string is a value.
 * Where OpenAPI says nothing (an object inside an array, say) the inner value is JSON text; `[object Object]` never is.
 */

import type { ParameterStyle } from '../../catalogue/index.ts';
import { isObject } from '../is-object.ts';
import { jsonText } from './json.ts';
import type { Encode } from './percent.ts';
import { RequestError } from './request-error.ts';

/** `name=value`, or `name=a,b` with several texts around a separator. Nothing is encoded yet. */
export interface Pair {
  name: string;
  texts: string[];
  /** Absent: one value, in which a comma is a comma. */
  separator?: ',' | ' ' | '|';
}

/** A primitive as text; undefined where there is none. */
export function primitive(value: unknown): string | undefined {
  if (value === null || value === undefined) return undefined;
  if (typeof value === 'string') return value;
  return typeof value === 'object' ? jsonText(value) : String(value);
}

/** The pairs of a query, cookie, form or multipart value. */
export function pairs(name: string, value: unknown, style: ParameterStyle, explode: boolean): Pair[] {
  if (style === 'deepObject') return deep(name, value);
  const one = (key: string, inner: unknown): Pair[] => {
    const text = primitive(inner);
    return text === undefined ? [] : [{ name: key, texts: [text] }];
  };
  if (Array.isArray(value) && explode) return value.flatMap((item) => one(name, item));
  if (isObject(value) && explode) return Object.entries(value).flatMap(([key, inner]) => one(key, inner));
  if (!Array.isArray(value) && !isObject(value)) return one(name, value);
  const texts = flat(value);
  if (texts.length === 0) return [];
  const separator = style === 'spaceDelimited' ? ' ' : style === 'pipeDelimited' ? '|' : ',';
  // Spaces and pipes travel encoded as separators, so the server cannot tell them from those of a value.
  const clash = separator !== ',' && texts.find((text) => text.includes(separator));
  if (clash) {
    const what = separator === ' ' ? 'a space' : 'a "|"';
    throw new RequestError(
      'ambiguous_value',
      `${name}: the API takes a list divided by ${separator === ' ' ? 'spaces' : '"|"'}, so no item can hold ${what}.`,
    );
  }
  return [{ name, texts, separator }];
}

/** The text of a path or header value, each piece encoded; undefined where the value is undefined or an empty list. */
export function inline(
  name: string,
  value: unknown,
  style: ParameterStyle,
  explode: boolean,
  encode: Encode,
): string | undefined {
  const label = style === 'label';
  const matrix = style === 'matrix';
  const named = (key: string, text: string) => (matrix && text === '' ? encode(key) : `${encode(key)}=${encode(text)}`);
  if (!Array.isArray(value) && !isObject(value)) {
    const text = primitive(value);
    if (text === undefined) return undefined;
    return matrix ? `;${named(name, text)}` : `${label ? '.' : ''}${encode(text)}`;
  }
  const separator = !explode ? ',' : label ? '.' : matrix ? ';' : ',';
  const prefix = label ? '.' : matrix ? (explode ? ';' : `;${encode(name)}=`) : '';
  const pieces = !explode
    ? flat(value).map(encode)
    : Array.isArray(value)
      ? flat(value).map((text) => (matrix ? named(name, text) : encode(text)))
      : members(value).map(([key, text]) => named(key, text));
  return pieces.length === 0 ? undefined : prefix + pieces.join(separator);
}

/**
 * `deepObject`: OpenAPI defines one level; APIs nest it, and then write `where[owner][$in]=u1`. Arrays of primitives are
 * `ids[]=1&ids[]=2`, which Rack, PHP and qs all read as a list, even of one; arrays of objects are `items[0][price]=1`.
 */
function deep(name: string, value: unknown): Pair[] {
  if (Array.isArray(value)) {
    const nested = value.some((item) => typeof item === 'object' && item !== null);
    return value.flatMap((item, i) => deep(`${name}[${nested ? i : ''}]`, item));
  }
  if (isObject(value)) {
    return Object.entries(value).flatMap(([key, inner]) => {
      if (/[[\]]/.test(key)) {
        throw new RequestError(
          'ambiguous_value',
          `${name}: the key ${JSON.stringify(key)} cannot hold "[" or "]" here.`,
        );
      }
      return deep(`${name}[${key}]`, inner);
    });
  }
  const text = primitive(value);
  return text === undefined ? [] : [{ name, texts: [text] }];
}

function flat(value: unknown[] | Record<string, unknown>): string[] {
  if (!Array.isArray(value)) return members(value).flat();
  return value.map(primitive).filter((text) => text !== undefined);
}

function members(value: Record<string, unknown>): [string, string][] {
  return Object.entries(value).flatMap(([key, inner]) => {
    const text = primitive(inner);
    return text === undefined ? [] : [[key, text] as [string, string]];
  });
}
