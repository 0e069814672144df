/** Arguments that a tool's input schema accepts, made from the schema alone: the fewest, and all there are. */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import type { InputSchema, JsonSchema, JsonSchemaObject, Tool } from '../src/catalogue/index.ts';

export type Arguments = Record<string, unknown>;

/** No schema-made value satisfies this tool's schema. */
export class NoValidArguments extends Error {}

/** Only what is required, without `confirm`. @throws NoValidArguments */
export function minimalArguments(tool: Pick<Tool, 'name' | 'inputSchema'>): Arguments {
  return made(tool, false);
}

/** Every argument, and every property within, without `confirm`. @throws NoValidArguments */
export function maximalArguments(tool: Pick<Tool, 'name' | 'inputSchema'>): Arguments {
  return made(tool, true);
}

const ajv = new Ajv2020({ strict: false, validateFormats: false, logger: false });
const validators = new WeakMap<object, ValidateFunction>();

function made({ name, inputSchema }: Pick<Tool, 'name' | 'inputSchema'>, all: boolean): Arguments {
  const value = new Maker(inputSchema, all).value(inputSchema, 0) as Arguments;
  delete value.confirm;
  const validate = validators.get(inputSchema) ?? ajv.compile(inputSchema);
  validators.set(inputSchema, validate);
  if (!validate(value))
    throw new NoValidArguments(`${name}: ${ajv.errorsText(validate.errors)}: ${JSON.stringify(value)}`);
  return value;
}

const MAX_DEPTH = 6;

const FORMATS: Record<string, string> = {
  date: '2030-03-04',
  'date-time': '2030-03-04T10:30:00Z',
  time: '10:30:00Z',
  duration: 'PT1H',
  email: 'ana@example.com',
  uri: 'https://example.com/a',
  url: 'https://example.com/a',
  'uri-reference': 'https://example.com/a',
  hostname: 'example.com',
  ipv4: '192.0.2.1',
  ipv6: '2001:db8::1',
  uuid: '123e4567-e89b-42d3-a456-426614174000',
  byte: 'aG9sYQ==',
  base64: 'aG9sYQ==',
  binary: 'aG9sYQ==',
};

class Maker {
  constructor(
    readonly root: InputSchema,
    /** Optional properties too. */
    readonly all: boolean,
  ) {}

  value(given: JsonSchema, depth: number): unknown {
    const schema = this.#whole(given);
    const accepts = this.#acceptor(given);
    if (schema.const !== undefined) return schema.const;
    if (Array.isArray(schema.enum)) return schema.enum.find(accepts) ?? schema.enum[0];
    for (const example of Array.isArray(schema.examples) ? schema.examples : []) if (accepts(example)) return example;
    const alternatives = [schema.oneOf, schema.anyOf].filter(Array.isArray).flat() as JsonSchema[];
    for (const alternative of alternatives) {
      const { oneOf: _, anyOf: __, ...rest } = schema;
      const value = this.value({ ...rest, allOf: [alternative] } as JsonSchemaObject, depth + 1);
      if (accepts(value)) return value;
    }
    return this.#byType(schema, depth);
  }

  #byType(schema: JsonSchemaObject, depth: number): unknown {
    const types = schema.type === undefined ? [guessed(schema)] : [schema.type].flat();
    switch (types.find((t) => t !== 'null') ?? 'null') {
      case 'object':
        return this.#object(schema, depth);
      case 'array':
        return this.#array(schema, depth);
      case 'string':
        return text(schema);
      case 'boolean':
        return true;
      case 'null':
        return null;
      default:
        return number(schema, types.includes('integer') && !types.includes('number'));
    }
  }

  #object(schema: JsonSchemaObject, depth: number): unknown {
    const value: Record<string, unknown> = {};
    const put = (name: string, member: unknown) =>
      Object.defineProperty(value, name, { value: member, enumerable: true, configurable: true, writable: true });
    const required = new Set(schema.required ?? []);
    const properties = Object.entries(schema.properties ?? {});
    const most = typeof schema.maxProperties === 'number' ? schema.maxProperties : Number.POSITIVE_INFINITY;
    for (const [name, member] of properties) {
      const wanted = required.has(name) || (this.all && depth < MAX_DEPTH && Object.keys(value).length < most);
      if (wanted) put(name, this.value(member, depth + 1));
    }
    for (const name of required)
      if (!Object.hasOwn(value, name))
        put(name, this.value((schema.additionalProperties as JsonSchema | undefined) ?? true, depth + 1));
    const least = typeof schema.minProperties === 'number' ? schema.minProperties : 0;
    const open = schema.additionalProperties as JsonSchema | undefined;
    for (const [name, member] of properties)
      if (Object.keys(value).length < least && !Object.hasOwn(value, name)) put(name, this.value(member, depth + 1));
    const extra = this.all && depth < MAX_DEPTH && typeof open === 'object' && most > 0 ? 1 : 0;
    for (let i = 1; open !== false && (Object.keys(value).length < least || i <= extra); i++)
      put(`key${i}`, this.value(open ?? true, depth + 1));
    return value;
  }

  #array(schema: JsonSchemaObject, depth: number): unknown {
    const least = typeof schema.minItems === 'number' ? schema.minItems : 0;
    const most = typeof schema.maxItems === 'number' ? schema.maxItems : Number.POSITIVE_INFINITY;
    const prefix = Array.isArray(schema.prefixItems) ? (schema.prefixItems as JsonSchema[]) : [];
    const length = Math.min(most, Math.max(least, this.all && depth < MAX_DEPTH ? 1 : 0));
    const items: unknown[] = [];
    for (let i = 0; i < length; i++) {
      const item = prefix[i] ?? schema.items ?? true;
      const made = this.value(item, depth + 1);
      const again = schema.uniqueItems === true && items.some((old) => JSON.stringify(old) === JSON.stringify(made));
      items.push(again ? this.#another(item, items) : made);
    }
    return items;
  }

  /** A value that is not among those there are. */
  #another(given: JsonSchema, items: unknown[]): unknown {
    const schema = this.#whole(given);
    if (Array.isArray(schema.enum)) return schema.enum.find((one) => !items.includes(one));
    if (schema.type === 'integer' || schema.type === 'number') return number(schema, true) + items.length;
    return text(schema, items.length);
  }

  #acceptor(schema: JsonSchema): (value: unknown) => boolean {
    const $defs = this.root.$defs;
    const at = typeof schema === 'object' && $defs !== undefined ? { ...schema, $defs } : schema;
    let validate: ValidateFunction | undefined;
    return (value) => {
      try {
        validate ??= ajv.compile(at);
        return validate(value) === true;
      } catch {
        return true;
      }
    };
  }

  /** `$ref` followed and `allOf` put together. */
  #whole(schema: JsonSchema, seen: string[] = []): JsonSchemaObject {
    if (typeof schema === 'boolean') return {};
    const { $ref, allOf, ...own } = schema;
    const parts: JsonSchemaObject[] = [];
    if (typeof $ref === 'string' && !seen.includes($ref)) parts.push(this.#whole(this.#target($ref), [...seen, $ref]));
    if (Array.isArray(allOf)) for (const part of allOf as JsonSchema[]) parts.push(this.#whole(part, seen));
    return [...parts, own].reduce(together, {});
  }

  #target(ref: string): JsonSchema {
    const tokens = ref
      .replace(/^#\/?/, '')
      .split('/')
      .filter((t) => t !== '');
    return tokens
      .map((t) => decodeURIComponent(t).replaceAll('~1', '/').replaceAll('~0', '~'))
      .reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], this.root) as JsonSchema;
  }
}

function together(whole: JsonSchemaObject, part: JsonSchemaObject): JsonSchemaObject {
  const both: JsonSchemaObject = Object.assign({}, whole, part);
  if (whole.properties && part.properties) {
    both.properties = { ...whole.properties };
    for (const [name, member] of Object.entries(part.properties)) {
      const other = Object.hasOwn(whole.properties, name) ? whole.properties[name] : undefined;
      both.properties[name] = other === undefined ? member : { allOf: [other, member] };
    }
  }
  if (whole.required && part.required) both.required = [...new Set([...whole.required, ...part.required])];
  return both;
}

function guessed(schema: JsonSchemaObject): string {
  if (schema.properties || schema.required || schema.additionalProperties !== undefined) return 'object';
  if (schema.items !== undefined) return 'array';
  if (schema.minimum !== undefined || schema.maximum !== undefined) return 'number';
  return 'string';
}

function number(schema: JsonSchemaObject, whole: boolean): number {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema as Record<
    string,
    number | undefined
  >;
  const step = multipleOf ?? (whole ? 1 : 0.5);
  const low = Math.max(minimum ?? -Infinity, exclusiveMinimum === undefined ? -Infinity : exclusiveMinimum + step / 2);
  const high = Math.min(maximum ?? Infinity, exclusiveMaximum === undefined ? Infinity : exclusiveMaximum - step / 2);
  const wanted = Math.min(Math.max(whole ? 3 : 2.5, low), high);
  const up = Math.ceil(wanted / step) * step;
  return up <= high ? up : Math.floor(wanted / step) * step;
}

/** @param nth which of those that fit. */
function text(schema: JsonSchemaObject, nth = 0): string {
  const {
    pattern,
    format,
    minLength = 0,
    maxLength = Number.POSITIVE_INFINITY,
  } = schema as {
    pattern?: string;
    format?: string;
    minLength?: number;
    maxLength?: number;
  };
  const fits = (value: string) => [...value].length >= minLength && [...value].length <= maxLength;
  if (typeof pattern === 'string') {
    const regex = new RegExp(pattern, 'u');
    const usual = [
      format === undefined ? undefined : FORMATS[format],
      'texto',
      'a',
      '1',
      '12345678',
      '2030-03-04T10:30:00Z',
    ];
    const found = usual.filter((v): v is string => v !== undefined && regex.test(v) && fits(v));
    const sampled = () => {
      try {
        return fc.sample(fc.stringMatching(regex, { maxLength: Math.max(minLength, 8), size: 'small' }), {
          seed: 7,
          numRuns: 200,
        });
      } catch {
        return fc.sample(fc.stringMatching(regex), { seed: 7, numRuns: 200 });
      }
    };
    return (found.length > nth ? found : [...new Set(sampled().filter((v) => regex.test(v) && fits(v)))])[nth] ?? '';
  }
  const name = schema.contentEncoding === 'base64' ? 'base64' : format;
  const known = name === undefined ? undefined : FORMATS[name];
  if (known !== undefined && fits(known) && nth === 0) return known;
  // A quote, a backslash and letters outside ASCII: a summary that shows them wrongly is noticed.
  const base = `${nth === 0 ? '' : nth}l'año \\ ñ`;
  if (fits(base)) return base;
  return base.length < minLength ? base.padEnd(minLength, 'x') : [...base].slice(0, maxLength).join('');
}
