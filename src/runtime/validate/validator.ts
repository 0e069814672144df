/** A tool's schema, compiled: what is listed is what validates. */
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import type { Tool } from '../../catalogue/index.ts';
import { boundedRegExp, resetPatternTime } from './pattern.ts';
import { uniqueItems } from './unique-items.ts';

/** Compiled once per tool, when it is first called. */
const validators = new WeakMap<Tool, ValidateFunction>();

/** What is wrong with arguments that are plain JSON but for BigInts; empty where nothing is. Formats are not checked. */
export function schemaErrors(tool: Tool, args: Record<string, unknown>): ErrorObject[] {
  const validate = validator(tool);
  resetPatternTime();
  return validate(withNumbers(args)) ? [] : (validate.errors ?? []);
}

function validator(tool: Tool): ValidateFunction {
  let validate = validators.get(tool);
  if (validate === undefined) {
    const ajv = new Ajv2020({
      strict: false,
      allErrors: true,
      // `constructor` and `toString` are argument names like others.
      ownProperties: true,
      verbose: true,
      validateFormats: false,
      // The generator made the schema: holding it against the meta-schema would only cost time.
      meta: false,
      validateSchema: false,
      logger: false,
      code: { regExp: boundedRegExp },
    });
    ajv.removeKeyword('uniqueItems').addKeyword(uniqueItems);
    const { confirm: gate, ...properties } = tool.inputSchema.properties;
    const own = gate === undefined || tool.arguments.some((a) => a.name === 'confirm');
    validate = ajv.compile(own ? tool.inputSchema : { ...tool.inputSchema, properties });
    validators.set(tool, validate);
  }
  return validate;
}

/** For the validator, which knows no BigInt; what is sent keeps the digits. */
function withNumbers(value: unknown): unknown {
  if (typeof value === 'bigint') return Number(value);
  if (Array.isArray(value)) return value.map(withNumbers);
  if (typeof value !== 'object' || value === null) return value;
  const copy: Record<string, unknown> = {};
  for (const [key, member] of Object.entries(value)) {
    Object.defineProperty(copy, key, {
      value: withNumbers(member),
      enumerable: true,
      configurable: true,
      writable: true,
    });
  }
  return copy;
}
