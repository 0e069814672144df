/**
 * Header and cookie arguments → header lines. Refuses CR, LF and other control characters, and every header that belongs
 * to the connection, to the credentials or to the body, whatever a description says (OpenAPI 3.1, 4.8.12.1).
 */
import type { Argument } from '../../catalogue/index.ts';
import { percentEncode } from './percent.ts';
import { argumentPairs, contentText, encodePair } from './query.ts';
import { RequestError } from './request-error.ts';
import { inline } from './style.ts';

const FORBIDDEN = new Set([
  'accept',
  'accept-encoding',
  'authorization',
  'connection',
  'content-encoding',
  'content-length',
  'content-type',
  'cookie',
  'cookie2',
  'expect',
  'host',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'via',
  'x-http-method',
  'x-http-method-override',
  'x-method-override',
  'x-original-url',
  'x-rewrite-url',
]);

/** Whether a header can never come from an argument. */
function isForbiddenHeader(name: string): boolean {
  const lower = name.trim().toLowerCase().replaceAll('_', '-');
  return FORBIDDEN.has(lower) || lower.startsWith('proxy-') || lower.startsWith('sec-');
}

/**
 * @returns lower-case names; all cookies in one `cookie` header, each encoded so that none can add another
 * @throws RequestError forbidden_header | unsafe_header | unencodable_value | ambiguous_value
 */
export function buildHeaders(arguments_: Argument[], args: Record<string, unknown>): [string, string][] {
  const headers: [string, string][] = [];
  const cookies: string[] = [];
  for (const argument of arguments_) {
    if (!Object.hasOwn(args, argument.name)) continue;
    const value = args[argument.name];
    if (argument.in === 'header') {
      const text = headerText(argument, value);
      if (text !== undefined) headers.push([argument.wireName.toLowerCase(), text]);
    }
    if (argument.in === 'cookie') {
      cookies.push(...argumentPairs(argument, value).map((pair) => encodePair(pair, undefined)));
    }
  }
  if (cookies.length > 0) headers.push(['cookie', cookies.join('; ')]);
  return headers;
}

function headerText(argument: Argument, value: unknown): string | undefined {
  if (value === null || value === undefined) return undefined;
  if (!/^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/.test(argument.wireName) || isForbiddenHeader(argument.wireName)) {
    const message = `${argument.name} cannot be sent: the header ${JSON.stringify(argument.wireName)} is never taken from an argument. Leave it out.`;
    throw new RequestError('forbidden_header', message, argument.name);
  }
  const raw = serialise(argument, value, (text) => text);
  if (raw === undefined) return undefined;
  if (/[\x00-\x08\x0A-\x1F\x7F]/.test(raw)) {
    const message = `${argument.name} cannot hold line breaks or other control characters: it is sent as a header. Remove them.`;
    throw new RequestError('unsafe_header', message, argument.name);
  }
  // Visible ASCII goes as it is (OpenAPI 3.1.1 asks for no encoding in headers). What a header cannot carry, or what would
  // be read as a separator, is percent-encoded UTF-8, `%` with it, so that decoding gives back exactly what was passed.
  const plain = /^[\t\x20-\x7E]*$/.test(raw) && !splits(argument, value);
  const text = plain
    ? raw
    : serialise(argument, value, (part) => part.replace(/[^\t\x20-\x7E]+|[%,=]|^[ \t]+|[ \t]+$/gu, percentEncode));
  return text?.trim();
}

function serialise(argument: Argument, value: unknown, encode: (text: string) => string): string | undefined {
  if (argument.contentType !== undefined) {
    const text = contentText(value, argument.contentType);
    if (!/json/i.test(argument.contentType)) return encode(text);
    // JSON has its own escapes for what a header cannot carry.
    return text.replace(/[^\x20-\x7E]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`);
  }
  return inline(argument.wireName, value, 'simple', argument.explode ?? false, encode);
}

function splits(argument: Argument, value: unknown): boolean {
  if (argument.contentType !== undefined || typeof value !== 'object' || value === null) return false;
  const texts = Array.isArray(value) ? value : Object.entries(value).flat();
  const separators = Array.isArray(value) ? /,|^[ \t]|[ \t]$/ : /[,=]|^[ \t]|[ \t]$/;
  return texts.some((text) => typeof text === 'object' || separators.test(String(text)));
}
