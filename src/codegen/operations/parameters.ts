/** Parameter Objects (OpenAPI 3.1, 4.8.12) of a path and an operation → the parameters that become arguments. */
import type { Warning } from '../../catalogue/index.ts';
import { DescriptionError } from '../description-error.ts';
import type { Json, JsonObject } from '../load/document.ts';
import { below, isObject } from '../pointer.ts';
import type { Parameter } from './operation.ts';
import { querystringParameters } from './querystring.ts';
import { resolveObject } from './resolve.ts';
import { serialization } from './serialization.ts';

const LOCATIONS = new Set(['path', 'query', 'header', 'cookie']);

/** Headers that the client itself decides: never arguments (DESIGN §7; OpenAPI 3.1, 4.8.12.1 ignores three of them). */
const OWN_HEADERS = new Set(
  `accept accept-encoding authorization connection content-encoding content-length content-type cookie expect host
   keep-alive proxy-authenticate proxy-authorization proxy-connection te trailer transfer-encoding upgrade user-agent via`.split(
    /\s+/,
  ),
);

export interface ParameterRules {
  /** Whether a header's or a query parameter's name overrides the method. */
  isOverride(name: string): boolean;
  /** Whether a security scheme fills this parameter. */
  isCredential(location: string, name: string): boolean;
  warn(warning: Warning): void;
}

/**
 * The parameters of one operation: the path's, overridden by the operation's own of the same name and location;
 * every `{name}` of the template is there, as a required string where the description forgot to declare it.
 * @throws DescriptionError naming a parameter that cannot be read.
 */
export function readParameters(
  root: Json,
  path: string,
  lists: { list: Json | undefined; pointer: string }[],
  rules: ParameterRules,
): Parameter[] {
  if (/[{}]/.test(path.replace(/\{[^{}]+\}/g, ''))) {
    throw new DescriptionError(
      'invalid_operation',
      `the path "${path}" has a brace that encloses no name`,
      parent(lists),
    );
  }
  const found = new Map<string, Parameter>();
  const templated = new Set([...path.matchAll(/\{([^{}]+)\}/g)].map((m) => m[1] ?? ''));
  const query = new URLSearchParams(/\?([^#]*)/.exec(path)?.[1] ?? '');
  for (const { list, pointer } of lists) {
    if (list === undefined || list === null) continue;
    if (!Array.isArray(list)) throw new DescriptionError('invalid_operation', '"parameters" is not a list', pointer);
    for (const [i, entry] of list.entries()) {
      for (const read of readEntry(root, entry, below(pointer, i), rules.warn)) {
        const parameter = read.in === 'query' ? inTemplate(read, query) : read;
        if (parameter.in === 'path') parameter.wireName = templateName(parameter.wireName, templated);
        if (isKept(parameter, templated, query, below(pointer, i), rules)) found.set(identity(parameter), parameter);
      }
    }
  }
  for (const name of templated) {
    if (found.has(`path ${name}`)) continue;
    const pointer = parent(lists);
    rules.warn({ where: pointer, message: `the path parameter "${name}" is not declared; taken as a required string` });
    found.set(`path ${name}`, { wireName: name, in: 'path', required: true, schema: { type: 'string' }, pointer });
  }
  return [...found.values()];
}

function parent(lists: { pointer: string }[]): string {
  return lists[0]?.pointer.replace(/\/parameters$/, '') ?? '#';
}

/** Name and location (OpenAPI 3.1, 4.8.12); a header is the same in capitals (RFC 9110, 5.1). */
function identity({ in: location, wireName }: Parameter): string {
  return `${location} ${location === 'header' ? wireName.toLowerCase() : wireName}`;
}

/** A parameter, or the several that a whole query string is made of. */
function readEntry(root: Json, entry: Json, pointer: string, warn: ParameterRules['warn']): Parameter[] {
  const { value, pointer: at } = resolveObject(root, entry, pointer, 'a parameter');
  if (value.in === 'querystring') return querystringParameters(root, value, at, warn);
  return [readParameter(root, entry, value, at, warn)];
}

/** Some paths hold a query (`/a?v={v}`): a query parameter of that name fills it, and is not sent a second time. */
function inTemplate(parameter: Parameter, query: URLSearchParams): Parameter {
  if (query.get(parameter.wireName) !== `{${parameter.wireName}}`) return parameter;
  const { style: _, explode: __, ...rest } = parameter;
  return { ...rest, in: 'path', required: true };
}

function readParameter(
  root: Json,
  entry: Json,
  value: JsonObject,
  at: string,
  warn: ParameterRules['warn'],
): Parameter {
  const { name, in: location } = value;
  if (typeof name !== 'string' || name === '') {
    throw new DescriptionError('invalid_operation', 'a parameter has no name', at);
  }
  if (typeof location !== 'string' || !LOCATIONS.has(location)) {
    throw new DescriptionError(
      'invalid_operation',
      `the parameter "${name}" is in "${String(location)}", which is not path, query, header or cookie`,
      at,
    );
  }
  const where = location as Parameter['in'];
  // A Reference Object's own description wins (4.8.23).
  const description = isObject(entry) && typeof entry.description === 'string' ? entry.description : value.description;
  return {
    wireName: name,
    in: where,
    required: where === 'path' || value.required === true,
    ...(typeof description === 'string' && { description }),
    ...serialization(root, value, where, at, warn),
  };
}

/** Some documents declare `path` for `{path*}` or `{path+}`: the same parameter. */
function templateName(name: string, templated: Set<string>): string {
  if (templated.has(name)) return name;
  return [...templated].find((t) => t.replace(/[*+]$/, '') === name.replace(/[*+]$/, '')) ?? name;
}

function isKept(
  p: Parameter,
  templated: Set<string>,
  query: URLSearchParams,
  pointer: string,
  rules: ParameterRules,
): boolean {
  const drop = (message: string) => {
    rules.warn({ where: pointer, message });
    return false;
  };
  if (p.in === 'path') {
    return templated.has(p.wireName) || drop(`the path has no {${p.wireName}}; the parameter is left out`);
  }
  if (p.in === 'query' && query.has(p.wireName)) {
    return drop(`the path itself says "${p.wireName}" in its query; the parameter is left out`);
  }
  if (rules.isCredential(p.in, p.wireName)) return false;
  if (p.in !== 'cookie' && rules.isOverride(p.wireName)) {
    return drop(`"${p.wireName}" overrides the method; it is never an argument`);
  }
  if (p.in === 'header' && OWN_HEADERS.has(p.wireName.toLowerCase())) {
    return drop(`the header "${p.wireName}" is the client's own; it is never an argument`);
  }
  return true;
}
