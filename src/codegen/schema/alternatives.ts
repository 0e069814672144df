/**
 * Whether the alternatives of a `oneOf` shut each other out. Many descriptions write `oneOf` for "any of these": then
 * one alternative accepts all that another accepts, and by the letter that other could never be chosen at all.
 */
import type { Json, JsonObject } from '../load/document.ts';
import type { ObjectGroups } from './object-group.ts';
import { accepts, canonical, readTypes } from './types.ts';

/** What can be seen of an alternative without looking into it deeply. */
interface Outline {
  types: string[];
  required: Set<string>;
  properties: Map<string, Outline>;
  /** It refuses properties that it does not name. */
  closed: boolean;
  /** It says more than this outline holds. */
  more: boolean;
  values?: Json[];
}

/** Keywords that an outline reads, or that constrain nothing (`format` is an annotation in 2020-12). */
const READ = new Set(
  [
    'type',
    'required',
    'properties',
    'additionalProperties',
    'enum',
    'const',
    '$ref',
    'allOf',
    'format',
    'nullable',
  ].concat(
    [
      'title',
      'description',
      'default',
      'example',
      'examples',
      'deprecated',
      'readOnly',
      'writeOnly',
      'xml',
      'externalDocs',
    ],
    ['discriminator', '$comment', 'contentEncoding', 'contentMediaType'],
  ),
);

/** Whether one alternative accepts whatever another accepts. */
export function overlapping(alternatives: Json[], pointer: string, groups: ObjectGroups): boolean {
  if (alternatives.length > 60) return false;
  const outlines = alternatives.map((a) => outline(a, pointer, groups, 2));
  return outlines.some((wide, i) => outlines.some((narrow, j) => i !== j && covers(wide, narrow)));
}

function outline(source: Json, pointer: string, groups: ObjectGroups, depth: number): Outline {
  const result: Outline = {
    types: [],
    required: new Set(),
    properties: new Map(),
    closed: false,
    more: source === false,
  };
  for (const member of groups.members(source, pointer)) {
    const s: JsonObject = member.source;
    const types = readTypes(s, false, () => {});
    if (s.nullable === true && types.length > 0) types.push('null');
    if (types.length > 0) result.types = types;
    if (Array.isArray(s.required))
      for (const name of s.required) if (typeof name === 'string') result.required.add(name);
    if (Array.isArray(s.enum)) result.values = s.enum;
    if ('const' in s) result.values = [s.const ?? null];
    if (s.additionalProperties !== undefined && s.additionalProperties !== true) result.closed = true;
    if (Object.keys(s).some((key) => !READ.has(key) && !key.startsWith('x-'))) result.more = true;
    if (s.properties === undefined || s.properties === null || typeof s.properties !== 'object') continue;
    if (result.types.length === 0) result.types = ['object'];
    for (const [name, schema] of Object.entries(s.properties)) {
      if (depth > 0) result.properties.set(name, outline(schema, member.pointer, groups, depth - 1));
      else result.more = true;
    }
  }
  return result;
}

/** Whether everything that `narrow` accepts is accepted by `wide`, as far as the outlines tell; false where in doubt. */
function covers(wide: Outline, narrow: Outline): boolean {
  if (wide.more) return false;
  if (wide.values !== undefined) {
    const texts = new Set(wide.values.map(canonical));
    return narrow.values?.every((v) => texts.has(canonical(v))) ?? false;
  }
  if (narrow.values !== undefined) {
    const values = narrow.values;
    return (
      wide.types.length === 0 || values.every((v) => accepts(wide.types, v) && (typeof v !== 'object' || v === null))
    );
  }
  if (wide.types.length > 0) {
    if (narrow.types.length === 0) return false;
    if (!narrow.types.every((t) => wide.types.includes(t) || (t === 'integer' && wide.types.includes('number'))))
      return false;
  }
  if ([...wide.required].some((name) => !narrow.required.has(name))) return false;
  if (wide.closed && [...narrow.properties.keys()].some((name) => !wide.properties.has(name))) return false;
  if (wide.closed && !narrow.closed) return false;
  for (const [name, schema] of wide.properties) {
    const other = narrow.properties.get(name);
    // Where the narrow one leaves the property open, instances that name no such property still match both.
    if (other === undefined ? narrow.closed : covers(schema, other)) continue;
    if (other === undefined && !wide.required.has(name)) continue;
    return false;
  }
  return true;
}
