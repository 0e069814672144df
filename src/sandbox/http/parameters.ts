/** Path, query and header values of a request, parsed as their parameters say and checked: 400 names each fault. */
import type { IncomingHttpHeaders } from 'node:http';
import { isObject, type JsonObject } from '../description/document.ts';
import type { Parameter, SandboxOperation } from '../description/operation.ts';
import type { Schemas } from '../description/schemas.ts';
import { type Fault, faulty } from '../problem.ts';

export interface ParameterValues {
  path: Record<string, unknown>;
  query: Record<string, unknown>;
  /** By name in lower case. */
  header: Record<string, unknown>;
}

/** @param path decoded values @param query raw, without `?` @throws Problem 400 */
export function readParameters(
  operation: SandboxOperation,
  schemas: Schemas,
  path: Record<string, string>,
  query: string,
  headers: IncomingHttpHeaders,
): ParameterValues {
  const values: ParameterValues = { path: {}, query: {}, header: {} };
  const pairs = queryPairs(query);
  const faults: Fault[] = [];
  const used = new Set<string>();
  for (const parameter of operation.parameters) {
    const { name } = parameter;
    const texts =
      parameter.in === 'path'
        ? [path[name] ?? '']
        : parameter.in === 'header'
          ? [headers[name.toLowerCase()]].flat()
          : undefined;
    const value = texts
      ? texts[0] === undefined
        ? undefined
        : scalar(parameter.schema, texts[0])
      : parameter.deepObject
        ? deepObject(parameter, pairs, used, faults)
        : fromQuery(parameter, pairs, used, faults);
    const key = parameter.in === 'header' ? name.toLowerCase() : name;
    if (value !== undefined) {
      values[parameter.in][key] = value;
      faults.push(
        ...schemas
          .faults('request', parameter.schema, value)
          .map((f) => ({ in: parameter.in, name, message: f.message })),
      );
    } else if (parameter.required) faults.push({ in: parameter.in, name, message: 'is missing' });
    else if (parameter.schema.default !== undefined) values[parameter.in][key] = parameter.schema.default;
  }
  for (const name of new Set(pairs.map(([n]) => n)))
    if (!used.has(name)) faults.push({ in: 'query', name, message: 'is not a parameter of this operation' });
  if (faults.length > 0) throw faulty('bad_request', faults);
  return values;
}

/** Decoded pairs in their order; `+` is a space (WHATWG URL, application/x-www-form-urlencoded). */
function queryPairs(query: string): [string, string][] {
  return [...new URLSearchParams(query)];
}

/** `style: form`, exploded: an array's values stand under one name each. */
function fromQuery(
  { name, schema }: Parameter,
  pairs: [string, string][],
  used: Set<string>,
  faults: Fault[],
): unknown {
  const texts = pairs.filter(([n]) => n === name).map(([, v]) => v);
  if (texts.length === 0) return undefined;
  used.add(name);
  if (schema.type === 'array') return texts.map((t) => scalar((schema.items ?? {}) as JsonObject, t));
  if (texts.length > 1) faults.push({ in: 'query', name, message: 'is given more than once' });
  return scalar(schema, texts[0] ?? '');
}

/** `style: deepObject`: `created[from]=…`. */
function deepObject(
  { name, schema }: Parameter,
  pairs: [string, string][],
  used: Set<string>,
  faults: Fault[],
): unknown {
  const value: Record<string, unknown> = {};
  for (const [pair, text] of pairs) {
    if (!pair.startsWith(`${name}[`) || !pair.endsWith(']')) continue;
    used.add(pair);
    const key = pair.slice(name.length + 1, -1);
    if (Object.hasOwn(value, key)) faults.push({ in: 'query', name: pair, message: 'is given more than once' });
    const properties = isObject(schema.properties) ? schema.properties : {};
    const property = Object.hasOwn(properties, key) ? properties[key] : undefined;
    Object.defineProperty(value, key, {
      value: scalar(isObject(property) ? property : {}, text),
      enumerable: true,
      configurable: true,
      writable: true,
    });
  }
  return Object.keys(value).length > 0 ? value : undefined;
}

/** The text as the schema's type; where it is none, as it stands, for the schema to refuse. */
function scalar(schema: JsonObject, text: string): unknown {
  if (schema.type === 'integer' || schema.type === 'number') return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text;
  if (schema.type === 'boolean') return text === 'true' ? true : text === 'false' ? false : text;
  return text;
}
