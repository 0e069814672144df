/**
 * Where the body's properties stand. A tool has them side by side with its parameters, or has one argument for the whole
 * body; assistants take one for the other. Both leave one reading, so both are understood.
 */
import type { Tool } from '../../catalogue/index.ts';
import { coerce } from './coerce.ts';
import { conjuncts } from './schema-types.ts';

/** @returns `given` as it is where it is right, or where there is doubt: then what is wrong with it is told. */
export function spreadBody(tool: Tool, given: Record<string, unknown>): Record<string, unknown> {
  const whole = tool.arguments.find((a) => a.in === 'whole-body');
  return whole === undefined ? flattened(tool, given) : gathered(tool, given, whole.name);
}

/** `{body: {a, b}}` for a tool that takes `a` and `b`. */
function flattened(tool: Tool, given: Record<string, unknown>): Record<string, unknown> {
  const byWireName = new Map(tool.arguments.filter((a) => a.in === 'body').map((a) => [a.wireName, a.name]));
  if (byWireName.size === 0 || !Object.hasOwn(given, 'body') || Object.hasOwn(tool.inputSchema.properties, 'body'))
    return given;
  const { body, ...rest } = given;
  const object = coerce(body, { type: 'object' }, tool.inputSchema);
  if (typeof object !== 'object' || object === null || Array.isArray(object)) return given;
  const moved = Object.entries(object).map(([key, value]) => [byWireName.get(key), value] as const);
  if (moved.some(([name]) => name === undefined || Object.hasOwn(rest, name))) return given;
  return { ...rest, ...Object.fromEntries(moved) };
}

/** `{a, b}` for a tool that takes `{body: {a, b}}`. */
function gathered(tool: Tool, given: Record<string, unknown>, whole: string): Record<string, unknown> {
  const known = tool.inputSchema.properties;
  const strays = Object.entries(given).filter(([name]) => !Object.hasOwn(known, name));
  if (Object.hasOwn(given, whole) || strays.length === 0) return given;
  const parts = conjuncts(known[whole] ?? true, tool.inputSchema);
  const named = (key: string) =>
    parts.some((part) => part.properties !== undefined && Object.hasOwn(part.properties, key));
  if (!strays.every(([name]) => named(name))) return given;
  const kept = Object.entries(given).filter(([name]) => Object.hasOwn(known, name));
  return { ...Object.fromEntries(kept), [whole]: Object.fromEntries(strays) };
}
