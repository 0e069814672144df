import { isObject } from '../pointer.ts';
import type { Json, JsonObject } from './document.ts';
import { member, setMember } from './member.ts';
import { FIELDS } from './objects.ts';
import type { Conversion } from './swagger2.ts';

/** A Swagger 2.0 schema as OpenAPI 3.0 writes it: references, `type: file`, `discriminator`, `x-nullable`. */
export function convertSchema(schema: Json, conversion: Conversion): Json {
  if (!isObject(schema)) return schema;
  const result: JsonObject = {};
  for (const [key, value] of Object.entries(schema)) setMember(result, key, convertKeyword(key, value, conversion));
  if (member(schema, 'type') === 'file') {
    result.type = 'string';
    result.format = 'binary';
  }
  if (member(schema, 'x-nullable') === true) result.nullable = true;
  return result;
}

/** A `$ref` of Swagger 2.0 as OpenAPI 3.0 has it; as it is where it finds nothing. */
function convertSchemaReference(ref: string, conversion: Conversion): string {
  if (ref.startsWith('#/definitions/')) return `#/components/schemas/${ref.slice('#/definitions/'.length)}`;
  return (ref.startsWith('#/') && conversion.hoist(ref)) || ref;
}

function convertKeyword(key: string, value: Json, conversion: Conversion): Json {
  if (key === '$ref' && typeof value === 'string') return convertSchemaReference(value, conversion);
  if (key === 'discriminator' && typeof value === 'string') return { propertyName: value };
  const field = Object.hasOwn(FIELDS.schema, key) ? FIELDS.schema[key] : undefined;
  if (field === undefined) return value;
  if (Array.isArray(value)) return value.map((item) => convertSchema(item, conversion));
  if (field[0] !== 'map' || !isObject(value)) return convertSchema(value, conversion);
  const map: JsonObject = {};
  for (const [name, item] of Object.entries(value)) setMember(map, name, convertSchema(item, conversion));
  return map;
}
