/** The description's schemas as validators. What is read-only is unknown in requests, what is write-only in answers. */
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import { bodyFault, type Fault } from '../problem.ts';
import { isObject, type Json, type JsonObject } from './document.ts';
import { FORMATS } from './formats.ts';

export type Direction = 'request' | 'answer';

export class Schemas {
  readonly #ajv: Record<Direction, Ajv2020>;
  readonly #compiled: Record<Direction, WeakMap<JsonObject, ValidateFunction>> = {
    request: new WeakMap(),
    answer: new WeakMap(),
  };

  constructor(document: JsonObject) {
    this.#ajv = { request: ajvFor(document, 'request'), answer: ajvFor(document, 'answer') };
  }

  /**
   * What is wrong with `value`, as faults of a body; in requests, defaults are filled into it.
   * @param schema as the description has it, or a `$ref`
   */
  faults(direction: Direction, schema: JsonObject, value: unknown): Fault[] {
    const validate = this.#validator(direction, schema);
    if (validate(value)) return [];
    // `if` only says that its `else` failed, which is told in full.
    return (validate.errors ?? []).filter((e) => e.keyword !== 'if').map(fault);
  }

  #validator(direction: Direction, schema: JsonObject): ValidateFunction {
    const known = this.#compiled[direction].get(schema);
    if (known) return known;
    const compiled = this.#ajv[direction].compile(prepare(schema, direction) as JsonObject);
    this.#compiled[direction].set(schema, compiled);
    return compiled;
  }
}

function ajvFor(document: JsonObject, direction: Direction): Ajv2020 {
  const ajv = new Ajv2020({
    strict: false,
    allErrors: true,
    useDefaults: direction === 'request',
    validateSchema: false,
    formats: FORMATS,
  });
  const { schemas } = document.components as JsonObject;
  return ajv.addSchema({ $id: 'nuntius', components: { schemas: prepare(schemas ?? {}, direction) } });
}

/**
 * A copy with absolute references, without the properties of the other direction, and with each oneOf as conditions:
 * then only what is wrong with the kind that was meant is reported.
 */
function prepare(value: Json, direction: Direction): Json {
  if (Array.isArray(value)) return value.map((v) => prepare(v, direction));
  if (!isObject(value)) return value;
  const copy = Object.fromEntries(
    Object.entries(value).map(([k, v]) => [k, k === 'examples' ? [] : prepare(v, direction)]),
  );
  if (typeof copy.$ref === 'string') copy.$ref = copy.$ref.replace(/^#/, 'nuntius#');
  const hidden = direction === 'request' ? 'readOnly' : 'writeOnly';
  const { properties } = copy;
  if (isObject(properties)) {
    const gone = Object.keys(properties).filter((k) => isObject(properties[k]) && properties[k][hidden] === true);
    for (const name of gone) delete properties[name];
    if (Array.isArray(copy.required)) copy.required = copy.required.filter((name) => !gone.includes(String(name)));
  }
  if (isObject(copy.discriminator)) return byDiscriminator(copy, copy.discriminator);
  return Array.isArray(copy.oneOf) ? orNull(copy, copy.oneOf) : copy;
}

/** `oneOf: [X, {type: 'null'}]` says of a wrong X only what is wrong with it. */
function orNull({ oneOf: _, ...schema }: JsonObject, [first, second, ...more]: Json[]): JsonObject {
  if (more.length > 0 || first === undefined || !isObject(second) || second.type !== 'null')
    throw new Error('The sandbox knows oneOf only with a discriminator or null.');
  return { ...schema, if: { type: 'null' }, else: first };
}

function byDiscriminator(schema: JsonObject, discriminator: JsonObject): JsonObject {
  const name = String(discriminator.propertyName);
  const kinds = Object.entries(discriminator.mapping as Record<string, string>);
  return {
    type: 'object',
    required: [name],
    properties: { [name]: { enum: kinds.map(([kind]) => kind) } },
    allOf: kinds.map(([kind, ref]) => ({
      if: { not: { properties: { [name]: { const: kind } }, required: [name] } },
      else: { $ref: ref.replace(/^#/, 'nuntius#') },
    })),
    description: schema.description ?? '',
  };
}

function fault(error: ErrorObject): Fault {
  const params = error.params as Record<string, unknown>;
  const inside = params.missingProperty ?? params.additionalProperty;
  const pointer =
    inside === undefined
      ? error.instancePath
      : `${error.instancePath}/${String(inside).replaceAll('~', '~0').replaceAll('/', '~1')}`;
  return bodyFault(pointer, message(error, params));
}

function message(error: ErrorObject, params: Record<string, unknown>): string {
  switch (error.keyword) {
    case 'required':
      return 'is missing';
    case 'additionalProperties':
      return 'is not known here';
    case 'enum':
      return `must be one of ${(params.allowedValues as unknown[]).map(String).join(', ')}`;
    case 'const':
      return `must be ${JSON.stringify(params.allowedValue)}`;
    case 'type':
      return `must be of type ${[params.type].flat().join(' or ')}`;
    case 'format':
      return `must be a valid ${params.format}`;
    default:
      return error.message ?? 'is not valid';
  }
}
