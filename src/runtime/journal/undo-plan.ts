/**
 * An operation on record, and the thing as it is now → the call that takes the operation back: the fields that it changed,
 * put back where they still have the value that it set. What somebody changed since is a conflict and is left alone.
 * Pure: reads nothing, sends nothing.
 */
import type { JsonSchema, Tool } from '../../catalogue/index.ts';
import { canonicalJson } from '../gate/fingerprint.ts';
import { isObject } from '../is-object.ts';
import { acceptedTypes, conjuncts } from '../validate/schema-types.ts';
import type { Operation } from './operations.ts';
import { thingIn } from './thing.ts';
import { canPutBack, changedFields, type Field, writableFields } from './undoable.ts';

export interface UndoCall {
  kind: 'call';
  args: Record<string, unknown>;
  /** What each field is put back to, by its name in the state. */
  putBack: Record<string, unknown>;
  /** Changed by somebody since: left alone. */
  conflicts: string[];
  /** Changed by the operation, but not to be put back by this tool. */
  left: string[];
}

export type UndoRefusal =
  | { kind: 'no'; why: 'state_not_read' | 'arguments_unknown' }
  | { kind: 'no'; why: 'as_before' | 'conflicts' | 'fields_not_shown'; fields: string[] };

/** Fields that every write changes by itself. */
const STAMPS =
  /^(updated|modified|changed|last_?(updated|modified)|edited)(_?(at|on|date|time|by))?$|^(version|etag|revision|_rev)$/i;

/**
 * @param tool the operation's.
 * @param by the tool that undoes it; the same one for an update.
 * @param now the thing as it is; undefined where it was not read.
 */
export function planUndo({ sending, outcome }: Operation, tool: Tool, by: Tool, now: unknown): UndoCall | UndoRefusal {
  const { state } = sending;
  const before = state === undefined || state.related === true ? undefined : thingIn(state.value);
  const current = thingIn(now);
  const withheld = sending.withheld ?? [];
  const same = sameness(tool);
  const args = placeArguments(sending.arguments, outcome?.thing?.id, before, tool, by);
  if (args === undefined) return { kind: 'no', why: 'arguments_unknown' };
  if (before === undefined) {
    // An operation that another one undoes as a whole needs to know nothing of the state.
    const whole = by !== tool && tool.before === undefined && by.arguments.every((a) => a.in !== 'body' || !a.required);
    return whole ? { kind: 'call', args, putBack: {}, conflicts: [], left: [] } : { kind: 'no', why: 'state_not_read' };
  }

  const set = valuesSet(sending.arguments, outcome?.after, outcome?.gone, before, tool, same, withheld);
  const fields = new Map(fieldsOf(by, tool, sending.arguments, set).map((f) => [f.wireName, f]));
  const putBack: Record<string, unknown> = {};
  const conflicts: string[] = [];
  const left: string[] = [];
  const restored: string[] = [];
  for (const [wireName, value] of set) {
    const field = fields.get(wireName);
    if (field === undefined || !canPutBack(field, by, before, withheld) || withheld.includes(field.name)) {
      if (!STAMPS.test(wireName)) left.push(wireName);
      continue;
    }
    const old = before[wireName] ?? null;
    if (current !== undefined && same(wireName, current[wireName], old)) restored.push(wireName);
    else if (current !== undefined && !same(wireName, current[wireName], value)) conflicts.push(wireName);
    else {
      define(putBack, wireName, old);
      give(args, field, fitting(old, current?.[wireName] ?? value, field.schema, by));
    }
  }
  const none = Object.keys(putBack).length === 0;
  const takesFields = by.arguments.some((a) => a.in === 'body' || a.in === 'whole-body');
  if (none && (takesFields || by === tool)) {
    if (conflicts.length > 0) return { kind: 'no', why: 'conflicts', fields: conflicts };
    if (restored.length > 0) return { kind: 'no', why: 'as_before', fields: restored };
    return { kind: 'no', why: 'fields_not_shown', fields: left };
  }
  if (!completed(args, by, fields, current ?? before, before)) return { kind: 'no', why: 'arguments_unknown' };
  return { kind: 'call', args, putBack, conflicts, left };
}

/** What the operation set, by the names of the state: the API's own answer where it gave one, else what was sent. */
function valuesSet(
  args: Record<string, unknown>,
  after: Record<string, unknown> | undefined,
  gone: string[] | undefined,
  before: Record<string, unknown>,
  tool: Tool,
  same: Sameness,
  withheld: readonly string[],
): Map<string, unknown> {
  const set = new Map<string, unknown>();
  // A POST's arguments are no fields of the thing, but by chance; its answer says what it changed.
  if (tool.method !== 'POST' || after === undefined) {
    for (const { name, wireName, within } of changedFields(tool, args)) {
      const holder = (within === undefined ? args : args[within.name]) as Record<string, unknown>;
      const kept = !withheld.includes(name) && !withheld.includes(wireName);
      if (kept && after !== undefined && Object.hasOwn(before, wireName) && !Object.hasOwn(after, wireName)) continue;
      if (!kept || !same(wireName, before[wireName], holder[name])) set.set(wireName, holder[name]);
    }
  }
  for (const [name, value] of Object.entries(after ?? {})) set.set(name, value);
  for (const name of gone ?? []) set.set(name, null);
  return set;
}

function fieldsOf(by: Tool, tool: Tool, args: Record<string, unknown>, set: Map<string, unknown>): Field[] {
  const whole = by.arguments.find((a) => a.in === 'whole-body');
  if (whole === undefined) return writableFields(by, {});
  if (by === tool) return writableFields(by, args);
  return [...set.keys()].map((name) => ({ name, wireName: name, schema: true, within: whole }));
}

/** Where the thing is: path and required query arguments, as the operation had them; or what it was answered. */
function placeArguments(
  given: Record<string, unknown>,
  id: string | number | undefined,
  before: Record<string, unknown> | undefined,
  tool: Tool,
  by: Tool,
): Record<string, unknown> | undefined {
  const known = new Map(
    tool.arguments.filter((a) => Object.hasOwn(given, a.name)).map((a) => [a.wireName, given[a.name]]),
  );
  const places = by.arguments.filter((a) => a.in === 'path' || (a.required && (a.in === 'query' || a.in === 'header')));
  const unknown = places.filter((a) => !known.has(a.wireName));
  const args: Record<string, unknown> = {};
  for (const a of places) {
    const value = known.has(a.wireName)
      ? known.get(a.wireName)
      : a.in === 'path' && unknown.length === 1 && id !== undefined
        ? id
        : before?.[a.wireName];
    if (value === undefined || value === null) return undefined;
    define(args, a.name, value);
  }
  return args;
}

/** A replacement names every field: those that are left alone as they are now. Required ones of an update too. */
function completed(
  args: Record<string, unknown>,
  by: Tool,
  fields: Map<string, Field>,
  present: Record<string, unknown>,
  before: Record<string, unknown>,
): boolean {
  for (const a of by.arguments) {
    if (a.in !== 'body' || Object.hasOwn(args, a.name) || (by.method !== 'PUT' && !a.required)) continue;
    const value = present[a.wireName] ?? before[a.wireName];
    const field = fields.get(a.wireName);
    if (value !== undefined && field !== undefined) give(args, field, fitting(value, value, field.schema, by));
    else if (a.required) return false;
  }
  const whole = by.arguments.find((a) => a.in === 'whole-body');
  if (by.method === 'PUT' && whole !== undefined) {
    args[whole.name] = { ...before, ...present, ...(args[whole.name] as object | undefined) };
  }
  return true;
}

function give(args: Record<string, unknown>, { name, within }: Field, value: unknown): void {
  if (within === undefined) {
    define(args, name, value);
    return;
  }
  const body = isObject(args[within.name]) ? (args[within.name] as Record<string, unknown>) : {};
  define(body, name, value);
  args[within.name] = body;
}

/**
 * The old value in the form that the tool takes: without members that only the API sets; and where an update leaves members
 * alone that it does not name, with a null for each one that was not there before.
 */
function fitting(old: unknown, present: unknown, schema: JsonSchema, tool: Tool): unknown {
  if (!isObject(old)) return old;
  const parts = conjuncts(schema, tool.inputSchema);
  const properties = Object.assign({}, ...parts.map((p) => p.properties ?? {})) as Record<string, JsonSchema>;
  const closed = parts.some((p) => p.additionalProperties === false);
  const value: Record<string, unknown> = {};
  for (const [key, member] of Object.entries(old)) {
    const own = Object.hasOwn(properties, key);
    if (closed && !own) continue;
    define(
      value,
      key,
      own ? fitting(member, isObject(present) ? present[key] : undefined, properties[key] ?? true, tool) : member,
    );
  }
  const open = parts.map((p) => p.additionalProperties).find((p) => typeof p === 'object' && p !== null);
  const merges =
    tool.method === 'PATCH' &&
    (tool.body?.mediaType === 'application/merge-patch+json' ||
      (open !== undefined && acceptedTypes(open as JsonSchema, tool.inputSchema).has('null')));
  if (merges && isObject(present)) {
    for (const key of Object.keys(present)) if (!Object.hasOwn(value, key)) define(value, key, null);
  }
  return value;
}

type Sameness = (wireName: string, a: unknown, b: unknown) => boolean;

/** Absent and null are the same; so are lists in another order, where the overlay says that it carries no meaning. */
function sameness({ unordered, arguments: known }: Tool): Sameness {
  const free = new Set((unordered ?? []).map((name) => known.find((a) => a.name === name)?.wireName ?? name));
  return (wireName, a, b) => text(a, free.has(wireName)) === text(b, free.has(wireName));
}

function text(value: unknown, unordered: boolean): string {
  if (unordered && Array.isArray(value)) return JSON.stringify(value.map(canonicalJson).sort());
  return canonicalJson(value ?? null);
}

function define(target: Record<string, unknown>, key: string, value: unknown): void {
  Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true });
}
