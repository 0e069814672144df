/**
 * A path template and its values → the path that leaves, and the template's own query, if it has one.
 * Contains every value in its segment: refuses missing and empty values, `/`, and `.` and `..`, also between backslashes.
 */
import type { Argument, Tool } from '../../catalogue/index.ts';
import { jsonText } from './json.ts';
import { encodeLiteral, percentEncode, reservedInPath } from './percent.ts';
import { RequestError } from './request-error.ts';
import { inline } from './style.ts';

const VARIABLE = /\{([^{}]*)\}/;

/**
 * @returns `path`: begins with `/`; `query`: what the template itself says after `?`, filled in. A template's `#…`
 *   (used to tell operations apart) never leaves: a fragment is no part of a request (RFC 9110, 4.2.5).
 * @throws RequestError missing_path_value | unsafe_path_value | unencodable_value
 */
export function buildPath(tool: Tool, args: Record<string, unknown>): { path: string; query: string } {
  const [template = ''] = tool.path.split('#', 1);
  const cut = template.indexOf('?');
  const literal = cut < 0 ? template : template.slice(0, cut);
  const rooted = literal.startsWith('/') ? literal : `/${literal}`;
  const path = rooted
    .split('/')
    .map((segment) => safeSegment(fill(segment, tool, args), segment))
    .join('/');
  return { path, query: cut < 0 ? '' : fill(template.slice(cut + 1), tool, args).replaceAll("'", '%27') };
}

/** The path as people are shown it: with what the template itself says after `?`, whose values stand nowhere else. */
export function shownPath(tool: Tool, args: Record<string, unknown>): string {
  const { path, query } = buildPath(tool, args);
  return query === '' ? path : `${path}?${query}`;
}

function fill(template: string, tool: Tool, args: Record<string, unknown>): string {
  const filled = template
    .split(VARIABLE)
    .map((piece, i) => (i % 2 === 0 ? encodeLiteral(piece) : value(piece, tool, args)))
    .join('');
  refuseVerb(filled, template, tool);
  return filled;
}

function value(variable: string, tool: Tool, args: Record<string, unknown>): string {
  const argument = find(variable, tool);
  const name = argument?.name ?? variable;
  const given = argument && Object.hasOwn(args, argument.name) ? args[argument.name] : undefined;
  const text = argument && written(argument, given, tool);
  if (text === undefined) {
    throw new RequestError(
      'missing_path_value',
      `${name} is missing: it is part of the path ${tool.path}. Give it.`,
      name,
    );
  }
  if (text === '') {
    const message = `${name} is empty: it is part of the path ${tool.path}, which would then name something else. Give a value.`;
    throw new RequestError('missing_path_value', message, name);
  }
  return text;
}

/**
 * `POST /leads/{id}/{action}`: the path must not come to say what no tool's path may. Looks at what came out, whatever the
 * values were and however many made it.
 */
function refuseVerb(filled: string, template: string, { type, deletes }: Tool): void {
  const variables = [...template.matchAll(/\{([^{}]*)\}/g)].map(([, name]) => name ?? '');
  const acts = variables.some(
    (v) => type === 'Escritura' || /action|verb|method|operation|command|^(op|cmd)$/i.test(v),
  );
  if (!acts || deletes === false) return;
  // Only the template's own `:` and `=` stand here as they are.
  const said = filled
    .split(/[:=&;]/)
    .map((part) => decodeURIComponent(part.replace(/%(?![0-7][\da-f])/gi, '%25')).trim());
  const verb = said.find((part) => /^\W?(?:delete|destroy|purge|erase|wipe)$/i.test(part));
  if (verb === undefined) return;
  const message = `${variables.join(', ')} cannot come to "${verb}" in the path: nothing can be deleted.`;
  throw new RequestError('deletes', message, variables[0]);
}

function written(argument: Argument, given: unknown, { path }: Tool): string | undefined {
  if (given === null || given === undefined) return undefined;
  const texts = typeof given === 'object' ? Object.values(given) : [given];
  if (texts.some((text) => typeof text === 'string' && text.split(/[/\\]/).some((s) => s === '.' || s === '..'))) {
    throw new RequestError(
      'unsafe_path_value',
      `${argument.name} cannot be or hold "." or ".." as a path segment: it would name something else. Give the plain value.`,
      argument.name,
    );
  }
  const encode = argument.allowReserved ? reservedInPath : percentEncode;
  const text =
    argument.contentType !== undefined
      ? encode(typeof given === 'string' ? given : jsonText(given))
      : inline(argument.wireName, given, argument.style ?? 'simple', argument.explode ?? false, encode);
  // Many servers and proxies decode `%2F` before they look for the operation: it would then be another one.
  if (text !== undefined && /%2f|\//i.test(text)) {
    throw new RequestError(
      'unsafe_path_value',
      `${argument.name} cannot hold "/": it is one segment of the path ${path}, which would name something else. Give the plain value.`,
      argument.name,
    );
  }
  return text;
}

/** `{id}` by its name; `{path*}`, `{+path}` and the like are ordinary variables, by either spelling. */
function find(variable: string, tool: Tool): Argument | undefined {
  const plain = variable
    .trim()
    .replace(/^[.;+/?#&]/, '')
    .replace(/\*$|:\d+$|:.*$/, '');
  const inPath = tool.arguments.filter((a) => a.in === 'path');
  return inPath.find((a) => a.wireName === variable) ?? inPath.find((a) => a.wireName === plain);
}

/** URL parsers resolve `.` and `..` (also as `%2e`); a segment that came out so would leave the template. */
function safeSegment(segment: string, template: string): string {
  if (!/^(\.|%2e){1,2}$/i.test(segment)) return segment;
  throw new RequestError(
    'unsafe_path_value',
    `The path segment ${template} would become "${segment}". Give other values.`,
  );
}
