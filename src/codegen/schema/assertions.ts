/**
 * The keywords of a schema that hold no schemas (JSON Schema Validation 2020-12, sections 6, 8 and 9).
 * In: a Schema Object as it was found. Out: those keywords in their 2020-12 form; what cannot be read is dropped and said.
 */
import type { Json, JsonObject } from '../load/document.ts';
import { isObject } from '../pointer.ts';
import { cleanText, cutText } from '../text.ts';
import { type NodeObject, put } from './node.ts';
import { unicodePattern } from './pattern.ts';

/** Says that something was mended or dropped: `keyword` for where, `message` for what. */
export type Note = (keyword: string, message: string) => void;

/** Longest description of one property, in UTF-16 units: generous, but no book. */
export const MAX_DESCRIPTION = 1000;

const COUNTS = [
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'minProperties',
  'maxProperties',
  'minContains',
  'maxContains',
];
const FLAGS = ['uniqueItems', 'deprecated', 'writeOnly'];

/** Reads all of them into `out`. */
export function readAssertions(source: JsonObject, out: NodeObject, note: Note): void {
  readTexts(source, out, note);
  for (const keyword of COUNTS) {
    const value = own(source, keyword);
    if (value === undefined || value === null) continue;
    if (!Number.isSafeInteger(value) || (value as number) < 0)
      note(keyword, 'is no whole number of 0 or more and was dropped');
    else if (value !== 0 || keyword.startsWith('max') || keyword === 'minContains') out[keyword] = value;
  }
  for (const keyword of FLAGS) {
    const value = own(source, keyword);
    if (value === true) out[keyword] = true;
    else if (value !== undefined && value !== false && value !== null)
      note(keyword, 'is neither true nor false and was dropped');
  }
  readBounds(source, out, note);
  readDependentRequired(source, out, note);
}

function own(source: JsonObject, keyword: string): Json | undefined {
  return Object.hasOwn(source, keyword) ? source[keyword] : undefined;
}

function readTexts(source: JsonObject, out: NodeObject, note: Note): void {
  for (const keyword of ['title', 'description', 'format', 'contentEncoding', 'contentMediaType', 'pattern']) {
    const value = own(source, keyword);
    if (value === undefined || value === null) continue;
    if (typeof value !== 'string') note(keyword, 'is no text and was dropped');
    else if (keyword === 'pattern') readPattern(value, out, note);
    else {
      const text = cutText(cleanText(value).trim(), MAX_DESCRIPTION);
      if (text !== '') out[keyword] = text;
    }
  }
  // OpenAPI 3.0's `binary` and `byte` are 3.1's `contentEncoding: base64` as far as an assistant can give them.
  if (out.format === 'binary' || out.format === 'byte') {
    delete out.format;
    out.contentEncoding ??= 'base64';
  }
}

function readPattern(value: string, out: NodeObject, note: Note): void {
  const pattern = unicodePattern(value);
  if (pattern === undefined)
    note('pattern', 'is no regular expression that JSON Schema knows (ECMA-262 with the u flag) and was dropped');
  else if (pattern !== '') out.pattern = pattern;
}

function readBounds(source: JsonObject, out: NodeObject, note: Note): void {
  const number = (keyword: string): number | undefined => {
    const value = own(source, keyword);
    if (value === undefined || value === null) return undefined;
    if (typeof value === 'number' && Number.isFinite(value)) return value;
    note(keyword, 'is no number and was dropped');
    return undefined;
  };
  for (const [bound, exclusive] of [
    ['minimum', 'exclusiveMinimum'],
    ['maximum', 'exclusiveMaximum'],
  ] as const) {
    const limit = number(bound);
    const flag = own(source, exclusive);
    // OpenAPI 3.0: a boolean that turns the bound beside it into an exclusive one.
    const strict = typeof flag === 'boolean' ? undefined : number(exclusive);
    if (flag === true && limit !== undefined) out[exclusive] = limit;
    else if (limit !== undefined) out[bound] = limit;
    if (strict !== undefined) out[exclusive] = strict;
  }
  const step = number('multipleOf');
  if (step !== undefined && step > 0) out.multipleOf = step;
  else if (step !== undefined) note('multipleOf', 'is not above 0 and was dropped');
}

function readDependentRequired(source: JsonObject, out: NodeObject, note: Note): void {
  const value = own(source, 'dependentRequired');
  if (value === undefined) return;
  if (!isObject(value)) {
    note('dependentRequired', 'is no object and was dropped');
    return;
  }
  const result: Record<string, string[]> = {};
  for (const [name, needs] of Object.entries(value)) {
    if (Array.isArray(needs) && needs.every((n) => typeof n === 'string')) put(result, name, [...new Set(needs)]);
    else note('dependentRequired', `of ${JSON.stringify(name)} is no list of names and was dropped`);
  }
  if (Object.keys(result).length > 0) out.dependentRequired = result;
}
