/** What the validator found → what is wrong with which argument, in words that an assistant can act on. */
import type { ErrorObject } from 'ajv/dist/2020.js';
import type { InputSchema, JsonSchema, Tool } from '../../catalogue/index.ts';
import { nearest } from '../../text/nearest.ts';
import { oneLine } from '../one-line.ts';
import { patternTimeRanOut } from './pattern.ts';

/** What is wrong with one argument, and what to do. */
export interface Problem {
  /** The argument's name, and the way into it: `address.city`, `items.0`. `arguments`: all of them together. */
  argument: string;
  message: string;
}

const MAX_LISTED = 30;
const MAX_MESSAGE = 400;

export function unknownArgument(tool: Tool, name: string): Problem & { meant?: string } {
  const known = tool.arguments.map((a) => a.name);
  const meant = nearest(name, known);
  const list =
    known.length === 0
      ? 'This tool takes no arguments.'
      : `Known: ${known.slice(0, MAX_LISTED).join(', ')}${known.length > MAX_LISTED ? ', …' : ''}.`;
  const advice = meant === undefined ? list : `Did you mean "${meant}"?`;
  return {
    argument: oneLine(name, 80),
    message: `is not an argument of this tool. ${advice}`,
    ...(meant !== undefined && { meant }),
  };
}

/** Each once, the most telling only. */
export function schemaProblems(errors: readonly ErrorObject[], schema: InputSchema): Problem[] {
  const byText = new Map<string, Problem>();
  for (const error of mostTelling(errors)) {
    const problem = describe(error, schema);
    byText.set(`${problem.argument} ${problem.message}`, problem);
  }
  return [...byText.values()];
}

/**
 * "must match exactly one" says less than what is wrong within the alternatives; but what is wrong with each of many
 * alternatives says less than that none of them fits.
 */
function mostTelling(errors: readonly ErrorObject[]): readonly ErrorObject[] {
  const within = new Set(['oneOf', 'anyOf', 'if', 'not', 'propertyNames']);
  const plain = errors.filter((e) => !within.has(e.keyword));
  if (plain.length === 0) return errors;
  if (plain.length <= 10) return plain;
  const summed = errors.filter((e) => e.keyword === 'oneOf' || e.keyword === 'anyOf');
  const inAlternatives = (e: ErrorObject) =>
    summed.some((s) => e.instancePath === s.instancePath || e.instancePath.startsWith(`${s.instancePath}/`));
  return [...summed, ...plain.filter((e) => !inAlternatives(e))];
}

function describe(error: ErrorObject, schema: InputSchema): Problem {
  const path = error.instancePath
    .split('/')
    .slice(1)
    .map((s) => s.replaceAll('~1', '/').replaceAll('~0', '~'));
  const missing =
    error.keyword === 'required' || error.keyword === 'dependentRequired'
      ? String(error.params.missingProperty)
      : undefined;
  const where = [...path, ...(missing === undefined ? [] : [missing])].join('.');
  return {
    argument: oneLine(where === '' ? 'arguments' : where, 120),
    message: oneLine(
      missing === undefined ? wording(error) : `is required${hint(schema, path.length === 0 ? missing : undefined)}`,
      MAX_MESSAGE,
    ),
  };
}

function wording({ keyword, params, message, parentSchema }: ErrorObject): string {
  if (keyword === 'additionalProperties' || keyword === 'unevaluatedProperties') {
    const extra = String(params.additionalProperty ?? params.unevaluatedProperty);
    const meant = nearest(extra, Object.keys((parentSchema?.properties as object | undefined) ?? {}));
    return `must not have ${JSON.stringify(extra)}${meant === undefined ? '' : `. Did you mean ${JSON.stringify(meant)}?`}`;
  }
  if (keyword === 'enum') return `must be one of ${listed(params.allowedValues as unknown[])}`;
  if (keyword === 'const') return `must be ${JSON.stringify(params.allowedValue)}`;
  if (keyword === 'pattern' && patternTimeRanOut())
    return `could not be checked in time: its pattern ${JSON.stringify(params.pattern)} takes too long on it. Give a simpler value`;
  return message ?? 'is not valid';
}

function hint(schema: InputSchema, name: string | undefined): string {
  const property: JsonSchema | undefined =
    name !== undefined && Object.hasOwn(schema.properties, name) ? schema.properties[name] : undefined;
  if (typeof property !== 'object' || typeof property.type !== 'string') return '';
  return ` (${property.type}${Array.isArray(property.enum) ? `: ${listed(property.enum)}` : ''})`;
}

function listed(values: unknown[]): string {
  return `${values
    .slice(0, MAX_LISTED)
    .map((v) => JSON.stringify(v))
    .join(', ')}${values.length > MAX_LISTED ? ', …' : ''}`;
}
