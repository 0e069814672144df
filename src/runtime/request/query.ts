/** Query arguments → the query text, percent-encoded, in the tool's order. Defaults are never added. */
import type { Argument, ParameterStyle } from '../../catalogue/index.ts';
import { jsonText } from './json.ts';
import { type Encode, percentEncode, reservedInQuery } from './percent.ts';
import { type Pair, pairs } from './style.ts';

/** @throws RequestError ambiguous_value | unencodable_value */
export function buildQuery(arguments_: Argument[], args: Record<string, unknown>): string {
  return arguments_
    .filter((a) => a.in === 'query' && Object.hasOwn(args, a.name))
    .flatMap((a) => argumentPairs(a, args[a.name]).map((pair) => encodePair(pair, a.allowReserved)))
    .join('&');
}

/** The pairs of one query or cookie argument: by its media type where it has one, else by its style. */
export function argumentPairs(argument: Argument, value: unknown): Pair[] {
  if (argument.contentType !== undefined) return contentPairs(argument.wireName, value, argument.contentType);
  const style = argument.style ?? 'form';
  return pairs(argument.wireName, value, style, argument.explode ?? explodedByDefault(style));
}

/** A `content` parameter: JSON text, or for other media types the text as it is. undefined is left out; null is JSON. */
export function contentPairs(name: string, value: unknown, contentType: string): Pair[] {
  if (value === undefined) return [];
  return [{ name, texts: [contentText(value, contentType)] }];
}

export function contentText(value: unknown, contentType: string): string {
  return typeof value === 'string' && !/json/i.test(contentType) ? value : jsonText(value);
}

/** OpenAPI 3.1, 4.8.12.2: `explode` is true by default for form, and for deepObject it says nothing. */
export function explodedByDefault(style: ParameterStyle): boolean {
  return style === 'form' || style === 'deepObject';
}

/** `name=a,b`: separators are raw where RFC 3986 allows them, `%20` and `%7C` where it does not. */
export function encodePair(pair: Pair, allowReserved: true | undefined): string {
  const encode: Encode = allowReserved ? reservedInQuery : percentEncode;
  const separator = pair.separator === ',' ? ',' : percentEncode(pair.separator ?? '');
  // A raw comma inside an item of a list would be read as a separator.
  const item = pair.separator !== undefined && allowReserved ? (t: string) => encode(t).replaceAll(',', '%2C') : encode;
  return `${percentEncode(pair.name)}=${pair.texts.map(item).join(separator)}`;
}
