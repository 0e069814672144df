/**
 * A tool → arguments that its schema accepts, for show: what is required and enough besides to say something. The same
 * schema always gives the same example; undefined where none is found that is valid and can be sent.
 */
import type { Argument, InputSchema, JsonSchema, JsonSchemaObject, Tool } from '../catalogue/index.ts';
import { buildRequest } from '../runtime/request/build-request.ts';
import { RequestError } from '../runtime/request/request-error.ts';
import {
  acceptedTypes,
  allowedValues,
  alternatives,
  conjuncts,
  type JsonType,
} from '../runtime/validate/schema-types.ts';
import { schemaErrors } from '../runtime/validate/validator.ts';
import { exampleText } from './example-text.ts';

export function exampleArguments(tool: Tool): Record<string, unknown> | undefined {
  const required = tool.arguments.filter((a) => a.required);
  const telling = [...required, ...further(tool, required)];
  for (const choice of [0, 1, 2, 3])
    for (const wanted of [telling, required, tool.arguments]) {
      const args = made(tool, wanted, choice);
      if (isGood(tool, args)) return args;
    }
  return undefined;
}

/** A change shows two values at least, a search one. */
function further({ arguments: known, type, inputSchema }: Tool, required: Argument[]): Argument[] {
  const isBody = (a: Argument) => a.in === 'body' || a.in === 'whole-body';
  const open = known.filter(
    (a) => !a.required && a.in !== 'header' && a.in !== 'cookie' && !/cursor|page|offset|token/i.test(a.name),
  );
  const wanted = type === 'Escritura' ? 2 - required.filter(isBody).length : 1 - required.length;
  const fitting = type === 'Escritura' ? open.filter(isBody) : open;
  const simple = fitting.filter((a) => !acceptedTypes(schemaOf(inputSchema, a.name), inputSchema).has('object'));
  return [...simple, ...fitting.filter((a) => !simple.includes(a))].slice(0, Math.max(0, wanted));
}

function made({ inputSchema }: Tool, wanted: Argument[], choice: number): Record<string, unknown> {
  const maker = new Maker(inputSchema, choice);
  return Object.fromEntries(wanted.map((a) => [a.name, maker.value(schemaOf(inputSchema, a.name), a.name, 0)]));
}

function schemaOf({ properties }: InputSchema, name: string): JsonSchema {
  return Object.hasOwn(properties, name) ? (properties[name] ?? true) : true;
}

function isGood(tool: Tool, args: Record<string, unknown>): boolean {
  try {
    if (schemaErrors(tool, args).length > 0) return false;
    buildRequest(tool, args);
    return true;
  } catch (error) {
    if (error instanceof RequestError) return false;
    throw error;
  }
}

const MAX_DEPTH = 8;

class Maker {
  constructor(
    readonly root: InputSchema,
    /** Which of several forms. */
    readonly choice: number,
  ) {}

  value(schema: JsonSchema, name: string, depth: number): unknown {
    const parts = this.#parts(schema);
    for (const part of parts) {
      const values = allowedValues(part);
      if (values !== undefined) return values.find((v) => v !== null && v !== '') ?? values[0];
      if (Array.isArray(part.examples) && part.examples.length > 0) return part.examples[0];
    }
    const standard = parts.map((part) => part.default).find((v) => typeof v === 'number' || typeof v === 'boolean');
    if (standard !== undefined) return standard;
    return this.#ofType(this.#type(schema, parts), parts, name, depth);
  }

  /** What applies in any case, and one of each list of alternatives. */
  #parts(schema: JsonSchema): JsonSchemaObject[] {
    const found: JsonSchemaObject[] = [];
    const visit = (one: JsonSchema): void => {
      for (const part of conjuncts(one, this.root)) {
        if (found.includes(part) || found.length > 100) continue;
        found.push(part);
        for (const list of alternatives(part)) visit(list[this.choice % list.length] ?? true);
      }
    };
    visit(schema);
    return found;
  }

  #type(schema: JsonSchema, parts: JsonSchemaObject[]): JsonType {
    const accepted = parts.reduce<JsonType[]>(
      (types, part) => types.filter((type) => acceptedTypes(part, this.root).has(type)),
      [...acceptedTypes(schema, this.root)],
    );
    const said = parts.flatMap((part) => [part.type ?? []].flat()).find((type) => type !== 'null');
    if (said !== undefined && accepted.includes(said as JsonType)) return said as JsonType;
    if (parts.some((part) => part.properties !== undefined) && accepted.includes('object')) return 'object';
    return accepted.find((type) => type !== 'null') ?? 'null';
  }

  #ofType(type: JsonType, parts: JsonSchemaObject[], name: string, depth: number): unknown {
    switch (type) {
      case 'object':
        return this.#object(parts, depth);
      case 'array':
        return this.#array(parts, name, depth);
      case 'string':
        return exampleText(parts, name);
      case 'boolean':
        return true;
      case 'null':
        return null;
      default:
        return exampleNumber(parts, type === 'integer');
    }
  }

  /** Required members; where there are none, the first. */
  #object(parts: JsonSchemaObject[], depth: number): Record<string, unknown> {
    const known = new Map(parts.flatMap((part) => Object.entries(part.properties ?? {})));
    const needed = new Set(parts.flatMap((part) => part.required ?? []));
    const least = Math.max(needed.size === 0 && depth < 3 ? 1 : 0, ...numbers(parts, 'minProperties'));
    for (const name of known.keys()) if (needed.size < least) needed.add(name);
    const open = parts.map((part) => part.additionalProperties).find((s) => s !== undefined);
    if (open !== false) for (let i = 1; needed.size < least && (known.size === 0 || i < 50); i++) needed.add(`key${i}`);
    if (depth >= MAX_DEPTH) return {};
    return Object.fromEntries(
      [...needed].map((name) => [name, this.value(known.get(name) ?? (isSchema(open) ? open : true), name, depth + 1)]),
    );
  }

  #array(parts: JsonSchemaObject[], name: string, depth: number): unknown[] {
    const items = parts.map((part) => part.items).find((s) => s !== undefined) ?? true;
    const prefix = parts.map((part) => part.prefixItems).find(Array.isArray) as JsonSchema[] | undefined;
    const most = Math.min(...numbers(parts, 'maxItems'), 50);
    const least = Math.min(Math.max(1, ...numbers(parts, 'minItems')), most);
    if (depth >= MAX_DEPTH) return [];
    const values = Array.from({ length: least }, (_, i) => this.value(prefix?.[i] ?? items, name, depth + 1));
    return parts.some((part) => part.uniqueItems === true) ? this.#unlike(values, items) : values;
  }

  /** The further values of an enum, or the same with a number. */
  #unlike(values: unknown[], items: JsonSchema): unknown[] {
    const allowed = this.#parts(items)
      .map(allowedValues)
      .find((list) => list !== undefined);
    return values.map((value, i) => {
      if (allowed !== undefined) return allowed[i] ?? value;
      if (i === 0) return value;
      return typeof value === 'number' ? value + i : typeof value === 'string' ? `${value}${i + 1}` : value;
    });
  }
}

function exampleNumber(parts: JsonSchemaObject[], whole: boolean): number {
  const step = numbers(parts, 'multipleOf')[0] ?? (whole ? 1 : 0.01);
  const low = Math.max(...numbers(parts, 'minimum'), ...numbers(parts, 'exclusiveMinimum').map((n) => n + step));
  const high = Math.min(...numbers(parts, 'maximum'), ...numbers(parts, 'exclusiveMaximum').map((n) => n - step));
  const wanted = Math.min(Math.max(whole ? 10 : 12.5, low), high);
  const steps = Math.floor(wanted / step) * step;
  return Number((steps < low ? steps + step : steps).toPrecision(15));
}

function numbers(parts: JsonSchemaObject[], keyword: string): number[] {
  return parts.map((part) => part[keyword]).filter((n): n is number => typeof n === 'number');
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null;
}
