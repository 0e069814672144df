/**
 * Whether a request body is a plain object, whose properties can be a tool's arguments side by side.
 * In: the body's schema. Out: its properties, each with its own schema and pointer; undefined where flattening would lose
 * or change something, so that the body must stay one argument.
 */
import type { Warning } from '../../catalogue/index.ts';
import { DescriptionError } from '../description-error.ts';
import type { Json, JsonObject } from '../load/document.ts';
import { below, isObject } from '../pointer.ts';
import { cleanText } from '../text.ts';
import type { ObjectGroups } from './object-group.ts';
import type { References } from './references.ts';
import type { Subtypes } from './subtypes.ts';
import { canonical, readTypes } from './types.ts';

export interface PlainObject {
  properties: Map<string, { schema: Json; pointer: string }>;
  required: Set<string>;
  description?: string;
}

/** What an object cannot say about itself once its properties stand alone. */
const WHOLE = [
  'oneOf',
  'anyOf',
  'not',
  'if',
  'enum',
  'const',
  'patternProperties',
  'propertyNames',
  'dependentRequired',
].concat('dependentSchemas', 'dependencies', 'maxProperties', '$dynamicRef');

/** @throws DescriptionError where a reference is broken, or `allOf` leads back to itself */
export function readPlainObject(
  schema: Json,
  pointer: string,
  references: References,
  groups: ObjectGroups,
  subtypes: Subtypes,
  warn: (warning: Warning) => void,
): PlainObject | undefined {
  const found: PlainObject = { properties: new Map(), required: new Set() };
  let description: string | undefined;
  let declared = 0;

  const take = (source: Json, at: string, path: ReadonlySet<Json>, base: boolean): boolean => {
    if (source === true) return true;
    if (!isObject(source)) return false;
    if (path.has(source)) {
      throw new DescriptionError('broken_reference', 'The schema contains itself through allOf: break the circle.', at);
    }
    const within = new Set(path).add(source);
    if (typeof source.$ref === 'string') {
      const target = references.resolve(source.$ref, at, at);
      if (source.nullable === true) return false;
      description ??= text(source.description);
      if (!take(target.source, target.pointer, within, base)) return false;
    }
    if (!isPlain(source)) return false;
    if (!base && subtypes.of(source, at).length > 0) return false;
    description ??= text(source.description);
    if (Array.isArray(source.allOf)) {
      const extended = base || source.allOf.length > 1 || source.properties !== undefined || subtypes.extends(at);
      for (const [i, member] of source.allOf.entries())
        if (!take(member, below(at, 'allOf', i), within, extended)) return false;
    }
    if (isObject(source.properties)) {
      for (const [name, property] of Object.entries(source.properties)) {
        declared++;
        add(found.properties, name, property, below(at, 'properties', name));
      }
    }
    if (Array.isArray(source.required))
      for (const name of source.required) if (typeof name === 'string') found.required.add(name);
    return true;
  };

  if (!isObject(schema) || !take(schema, pointer, new Set(), false) || declared === 0) return undefined;
  for (const name of groups.readOnlyNames(schema, pointer)) {
    found.properties.delete(name);
    found.required.delete(name);
  }
  for (const name of found.required) {
    if (found.properties.has(name)) continue;
    found.required.delete(name);
    const message = `required names ${JSON.stringify(cleanText(name))}, which is no property, and is read without it.`;
    warn({ where: below(pointer, 'required'), message });
  }
  return description === undefined ? found : { ...found, description };
}

function isPlain(source: JsonObject): boolean {
  const types = readTypes(source, false, () => {});
  if (types.length > 0 && (types.length > 1 || types[0] !== 'object')) return false;
  if (source.nullable === true || WHOLE.some((k) => source[k] !== undefined)) return false;
  if (typeof source.minProperties === 'number' && source.minProperties > 0) return false;
  // Other properties are welcome, it says: only as one argument can they be given.
  return [source.additionalProperties, source.unevaluatedProperties].every(
    (v) => v === undefined || v === null || v === false,
  );
}

function text(value: Json | undefined): string | undefined {
  const cleaned = typeof value === 'string' ? cleanText(value).trim() : '';
  return cleaned === '' ? undefined : cleaned;
}

/** A property that several members describe is what all of them say. */
function add(properties: PlainObject['properties'], name: string, schema: Json, pointer: string): void {
  const known = properties.get(name);
  if (known === undefined) properties.set(name, { schema, pointer });
  else if (canonical(known.schema) !== canonical(schema))
    properties.set(name, { ...known, schema: { allOf: [known.schema, schema] } });
}
