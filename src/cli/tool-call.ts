/** What `call` was given → the tool's arguments as a client would pass them. The tool's own check reads numbers and the like from text. */
import type { Tool } from '../catalogue/index.ts';
import { acceptedTypes } from '../runtime/validate/schema-types.ts';
import type { ToolArgument } from './tool-arguments.ts';
import { UsageError } from './usage.ts';

/**
 * @param json an object, as text; what stands in `given` wins over it
 * @throws UsageError where `json` is no object
 */
export function argumentsOf(
  tool: Tool | undefined,
  given: readonly ToolArgument[],
  json: string | undefined,
): Record<string, unknown> {
  const args: Record<string, unknown> = json === undefined ? {} : readObject(json);
  const byName = new Map<string, (string | true)[]>();
  for (const [name, value] of given) byName.set(name, [...(byName.get(name) ?? []), value ?? true]);
  for (const [name, values] of byName) {
    const [first] = values;
    const value = values.length > 1 ? values : wantsArray(tool, name, first) ? [first] : first;
    // Defined, not assigned: a name may be `__proto__`.
    Object.defineProperty(args, name, { value, enumerable: true, configurable: true, writable: true });
  }
  return args;
}

/** One value for a list is a list of one; what is written as a list already is left to be read as such. */
function wantsArray(tool: Tool | undefined, name: string, value: unknown): boolean {
  const properties = tool?.inputSchema.properties ?? {};
  const schema = Object.hasOwn(properties, name) ? properties[name] : undefined;
  if (tool === undefined || schema === undefined || (typeof value === 'string' && /^\s*\[/.test(value))) return false;
  const types = acceptedTypes(schema, tool.inputSchema);
  return types.has('array') && !types.has('string');
}

function readObject(json: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch (error) {
    throw new UsageError(`--json is no JSON: ${(error as Error).message}`);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new UsageError('--json takes an object: the arguments by their names');
  return value as Record<string, unknown>;
}
