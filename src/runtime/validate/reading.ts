/**
 * One value, read as one of the types that are accepted, where exactly one reading is left: `"5"` for 5, `"true"`, JSON
 * text for an object. What is accepted as it stands, or could mean two things, is left as it stands.
 */
import type { JsonSchemaObject } from '../../catalogue/index.ts';
import { isTooDeep } from './depth.ts';
import { allowedValues, type JsonType } from './schema-types.ts';

const NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d{1,4})?$/;
const INTEGER = /^-?(0|[1-9]\d*)$/;
/** Longer digits are no number that any API means; reading them would only cost time. */
const MAX_DIGITS = 300;

/**
 * @param types what the schema accepts
 * @param limits the schemas that may limit the value by `enum` or `const`
 * @param asText everything is sent as text: then 5 for `"5"` is the same thing. In JSON it is another, and refused
 * @returns an integer that a double cannot hold, given as text, as a BigInt: its digits are kept
 */
export function read(
  value: unknown,
  types: ReadonlySet<JsonType>,
  limits: JsonSchemaObject[],
  asText: boolean,
): unknown {
  if (typeof value === 'string' && !types.has('string')) {
    const text = value.trim();
    return text === 'null' && types.has('null') ? null : (fromText(text, types) ?? value);
  }
  if (asText && types.has('string')) {
    const isInteger = types.has('integer') && Number.isInteger(value);
    if (typeof value === 'number' && !types.has('number') && !isInteger) return plainDigits(value) ?? value;
    if (typeof value === 'boolean' && !types.has('boolean')) return String(value);
  }
  for (const limit of limits) {
    const meant = sameText(value, allowedValues(limit));
    if (meant !== undefined) return meant;
  }
  return value;
}

/** Undefined where the text is none of these types. */
function fromText(text: string, types: ReadonlySet<JsonType>): unknown {
  if (text.length <= MAX_DIGITS && NUMBER.test(text)) return fromDigits(text, types);
  if (types.has('boolean') && (text === 'true' || text === 'false')) return text === 'true';
  if (/^[[{]/.test(text) && (types.has('object') || types.has('array'))) {
    const parsed = parse(text);
    return parsed !== undefined && types.has(Array.isArray(parsed) ? 'array' : 'object') ? parsed : undefined;
  }
  return undefined;
}

function fromDigits(text: string, types: ReadonlySet<JsonType>): unknown {
  const number = Number(text) || 0;
  if (Number.isSafeInteger(number)) return types.has('integer') && sameDecimal(text, number) ? number : undefined;
  if (INTEGER.test(text)) return types.has('integer') ? BigInt(text) : undefined;
  return types.has('number') && Number.isFinite(number) && sameDecimal(text, number) ? number : undefined;
}

/** Whether the double is exactly what the digits say: "exact out" does not round. */
function sameDecimal(text: string, number: number): boolean {
  return normalized(text) === normalized(String(number));
}

/** `-12.50e3` → `-|125|2`: sign, digits without zeros around them, the exponent of the last digit. */
function normalized(text: string): string {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text) ?? [];
  const all = (whole + fraction).replace(/^0+/, '');
  const digits = all.replace(/0+$/, '');
  return digits === '' ? '0' : `${sign}|${digits}|${Number(exponent) - fraction.length + (all.length - digits.length)}`;
}

/** A number as text; undefined where its digits are not sure: beyond 2^53, JSON.parse has already rounded them. */
function plainDigits(value: number): string | undefined {
  const text = String(value);
  const exact = Number.isFinite(value) && !/e/.test(text) && (!Number.isInteger(value) || Number.isSafeInteger(value));
  return exact ? text : undefined;
}

/** The one allowed value that is written like this one: `"1"` for 1 among `1, 2, "all"`. Undefined where there is none, or doubt. */
function sameText(value: unknown, allowed: unknown[] | undefined): unknown {
  if (allowed === undefined || !isScalar(value) || allowed.includes(value)) return undefined;
  const meant = allowed.filter((candidate) => isScalar(candidate) && String(candidate) === String(value));
  return meant.length === 1 ? meant[0] : undefined;
}

function isScalar(value: unknown): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

function parse(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !isTooDeep(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
