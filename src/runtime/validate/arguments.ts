/** A tool's arguments, checked: coerced where one reading is left, then held against the very schema that is listed. */
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import type { InputSchema, Tool } from '../../catalogue/index.ts';
import { oneLine } from '../one-line.ts';
import { coerce, resolve } from './coerce.ts';
import { nearest } from './nearest.ts';
import { boundedRegExp, resetPatternTime } from './pattern.ts';

/** What is wrong with one argument, and what to do. */
export interface Problem {
  argument: string;
  message: string;
}

export type Checked = { ok: true; args: Record<string, unknown> } | { ok: false; problems: Problem[] };

const MAX_PROBLEMS = 10;

/** Compiled once per tool, when it is first called. */
const validators = new WeakMap<Tool, ValidateFunction>();

/**
 * @param given the arguments as the client sent them, without the gate's own (`confirm`).
 * @returns own-property copies, coerced; nothing that the tool does not know is in them.
 */
export function checkArguments(tool: Tool, given: Record<string, unknown>): Checked {
  const spread = spreadBody(tool, given);
  const args: Record<string, unknown> = {};
  const problems: Problem[] = [];
  for (const [name, value] of Object.entries(spread)) {
    const schema = Object.hasOwn(tool.inputSchema.properties, name) ? tool.inputSchema.properties[name] : undefined;
    if (schema === undefined || name === 'confirm') problems.push(unknownArgument(tool, name));
    else if (!isOmittedParameter(tool, name, value)) args[name] = coerce(value, schema, tool.inputSchema);
  }
  for (const [name, value] of Object.entries(args)) {
    if (hasRoundedInteger(value)) problems.push({ argument: name, message: 'holds an integer too large to be exact as a JSON number; give it as a string of digits' });
  }
  if (problems.length === 0) problems.push(...schemaProblems(tool, args));
  return problems.length === 0 ? { ok: true, args } : { ok: false, problems: problems.slice(0, MAX_PROBLEMS) };
}

/** Some clients send null for what they leave out. A parameter has no null on the wire; in a body it means something, and stays. */
function isOmittedParameter(tool: Tool, name: string, value: unknown): boolean {
  const argument = tool.arguments.find((a) => a.name === name);
  return value === null && argument !== undefined && !argument.required && argument.in !== 'body' && argument.in !== 'whole-body';
}

/** `{body: {…}}` for a tool whose body is flat, and flat properties for a tool with one `body`, leave one reading each. */
function spreadBody(tool: Tool, given: Record<string, unknown>): Record<string, unknown> {
  const known = tool.inputSchema.properties;
  if (!Object.hasOwn(known, 'body') && Object.hasOwn(given, 'body')) {
    const { body, ...rest } = given;
    const object = coerce(body, { type: 'object' }, tool.inputSchema);
    const byWireName = new Map(tool.arguments.filter((a) => a.in === 'body').map((a) => [a.wireName, a.name]));
    if (!isRecord(object)) return given;
    const names = Object.keys(object).map((key) => byWireName.get(key));
    if (names.some((name) => name === undefined || Object.hasOwn(rest, name))) return given;
    return { ...rest, ...Object.fromEntries(Object.entries(object).map(([key, value]) => [byWireName.get(key), value])) };
  }
  const whole = tool.arguments.find((a) => a.in === 'whole-body');
  const strays = Object.keys(given).filter((name) => !Object.hasOwn(known, name));
  if (whole === undefined || Object.hasOwn(given, whole.name) || strays.length === 0) return given;
  const schema = resolve(known[whole.name] ?? true, tool.inputSchema);
  const properties = typeof schema === 'object' ? (schema.properties ?? {}) : {};
  if (!strays.every((name) => Object.hasOwn(properties, name))) return given;
  const kept = Object.entries(given).filter(([name]) => Object.hasOwn(known, name));
  return { ...Object.fromEntries(kept), [whole.name]: Object.fromEntries(strays.map((name) => [name, given[name]])) };
}

function unknownArgument(tool: Tool, name: string): Problem {
  const known = tool.arguments.map((a) => a.name);
  const meant = nearest(name, known);
  const list = known.length === 0 ? 'This tool takes no arguments.' : `Known: ${known.slice(0, 30).join(', ')}${known.length > 30 ? ', …' : ''}.`;
  return { argument: oneLine(name, 80), message: `is not an argument of this tool. ${meant === undefined ? list : `Did you mean "${meant}"?`}` };
}

function schemaProblems(tool: Tool, args: Record<string, unknown>): Problem[] {
  const validate = validator(tool);
  resetPatternTime();
  if (validate(withNumbers(args))) return [];
  const byText = new Map<string, Problem>();
  for (const error of mostTelling(validate.errors ?? [])) {
    const problem = describe(error, tool.inputSchema);
    byText.set(`${problem.argument} ${problem.message}`, problem);
  }
  return [...byText.values()];
}

function validator(tool: Tool): ValidateFunction {
  let validate = validators.get(tool);
  if (validate === undefined) {
    const ajv = new Ajv2020({
      strict: false,
      allErrors: true,
      validateFormats: false,
      logger: false,
      code: { regExp: boundedRegExp },
    });
    const { confirm: _gate, ...properties } = tool.inputSchema.properties;
    validate = ajv.compile(tool.arguments.some((a) => a.name === 'confirm') ? tool.inputSchema : { ...tool.inputSchema, properties });
    validators.set(tool, validate);
  }
  return validate;
}

/** "must match exactly one" says less than what is wrong within the alternatives; it is told only where nothing else is. */
function mostTelling(errors: ErrorObject[]): ErrorObject[] {
  const plain = errors.filter((e) => !['oneOf', 'anyOf', 'if'].includes(e.keyword));
  return plain.length > 0 && plain.length <= MAX_PROBLEMS ? plain : errors.filter((e) => ['oneOf', 'anyOf'].includes(e.keyword)).concat(plain);
}

function describe(error: ErrorObject, schema: InputSchema): Problem {
  const path = error.instancePath.split('/').slice(1).map((s) => s.replaceAll('~1', '/').replaceAll('~0', '~'));
  const missing = error.keyword === 'required' ? String(error.params.missingProperty) : undefined;
  const extra = error.keyword === 'additionalProperties' ? String(error.params.additionalProperty) : undefined;
  const where = [...path, ...(missing === undefined ? [] : [missing])].join('.');
  return { argument: oneLine(where === '' ? 'arguments' : where, 120), message: oneLine(wording(error, missing, extra, path, schema), 400) };
}

function wording(error: ErrorObject, missing: string | undefined, extra: string | undefined, path: string[], schema: InputSchema): string {
  if (missing !== undefined) return `is required${hint(schema, path.length === 0 ? missing : undefined)}`;
  if (extra !== undefined) return `must not have "${extra}"`;
  if (error.keyword === 'enum') return `must be one of ${(error.params.allowedValues as unknown[]).map((v) => JSON.stringify(v)).join(', ')}`;
  if (error.keyword === 'const') return `must be ${JSON.stringify(error.params.allowedValue)}`;
  return error.message ?? 'is not valid';
}

function hint(schema: InputSchema, name: string | undefined): string {
  const property = name !== undefined && Object.hasOwn(schema.properties, name) ? schema.properties[name] : undefined;
  if (typeof property !== 'object' || typeof property.type !== 'string') return '';
  return ` (${property.type}${Array.isArray(property.enum) ? `: ${property.enum.map((v) => JSON.stringify(v)).join(', ')}` : ''})`;
}

/** JSON.parse rounded it before it came here: what was meant is lost. */
function hasRoundedInteger(value: unknown): boolean {
  if (typeof value === 'number') return Number.isInteger(value) && !Number.isSafeInteger(value);
  if (typeof value === 'object' && value !== null) return Object.values(value).some(hasRoundedInteger);
  return false;
}

/** For the validator, which knows no BigInt; what is sent keeps the digits. */
function withNumbers(value: unknown): unknown {
  if (typeof value === 'bigint') return Number(value);
  if (Array.isArray(value)) return value.map(withNumbers);
  if (!isRecord(value)) return value;
  const copy: Record<string, unknown> = {};
  for (const [key, member] of Object.entries(value)) {
    Object.defineProperty(copy, key, { value: withNumbers(member), enumerable: true, configurable: true, writable: true });
  }
  return copy;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
