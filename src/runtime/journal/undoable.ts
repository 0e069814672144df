/**
 * What of a write can be taken back here, by what is known before it is sent: the one place that says so, in the question
 * and in the refusal alike. Imports nothing that can send.
 */
import type { Argument, JsonSchema, Tool } from '../../catalogue/index.ts';
import type { CurrentState } from '../gate/decision.ts';
import { isObject } from '../is-object.ts';
import { acceptedTypes, conjuncts } from '../validate/schema-types.ts';
import { thingIn } from './thing.ts';

export type Undoable =
  | { kind: 'yes' }
  /** Named fields cannot be put back; the rest can. */
  | { kind: 'partly'; fields: string[] }
  | { kind: 'no'; reason: NotUndoable };

/** Stable codes; `WORDS` says them. */
export type NotUndoable = 'not_recorded' | 'nothing_undoes_it' | 'state_not_read' | 'fields_not_shown';

export interface AboutToChange {
  tool: Tool;
  args: Record<string, unknown>;
  state: CurrentState;
  /** Members of the state whose values the journal does not keep; `everything` where there is no journal. */
  unrecorded?: readonly string[] | 'everything';
}

export function undoable({ tool, args, state, unrecorded = [] }: AboutToChange): Undoable {
  if (unrecorded === 'everything') return { kind: 'no', reason: 'not_recorded' };
  if (tool.undo !== undefined) {
    // Where the state is read, what was there before is put back by the operation that the overlay names.
    return tool.before === undefined || (state.kind === 'read' && state.related !== true)
      ? { kind: 'yes' }
      : { kind: 'no', reason: 'state_not_read' };
  }
  if (tool.method !== 'PATCH' && tool.method !== 'PUT') return { kind: 'no', reason: 'nothing_undoes_it' };
  const before = state.kind === 'read' && state.related !== true ? thingIn(state.value) : undefined;
  if (before === undefined) return { kind: 'no', reason: 'state_not_read' };
  const changed = changedFields(tool, args);
  const lost = changed.filter((field) => !canPutBack(field, tool, before, unrecorded));
  if (lost.length === 0) return changed.length === 0 ? { kind: 'no', reason: 'fields_not_shown' } : { kind: 'yes' };
  if (lost.length === changed.length) return { kind: 'no', reason: 'fields_not_shown' };
  return { kind: 'partly', fields: lost.map((f) => f.name) };
}

export interface Field {
  /** The argument's name; for a member of a whole body, the member's. */
  name: string;
  wireName: string;
  schema: JsonSchema;
  /** The argument that it is a member of, where the body is one argument. */
  within?: Argument;
}

/** The fields of the body that a call sets. */
export function changedFields(tool: Tool, args: Record<string, unknown>): Field[] {
  return writableFields(tool, args).filter(({ name, within }) => {
    const holder = within === undefined ? args : args[within.name];
    return isObject(holder) && Object.hasOwn(holder, name);
  });
}

/** Every field that the tool can set; of a body that is one argument, those in the call. */
export function writableFields({ arguments: known, inputSchema }: Tool, args: Record<string, unknown>): Field[] {
  const schemaOf = (name: string) =>
    Object.hasOwn(inputSchema.properties, name) ? (inputSchema.properties[name] ?? true) : true;
  return known.flatMap((a): Field[] => {
    if (a.in === 'body') return [{ name: a.name, wireName: a.wireName, schema: schemaOf(a.name) }];
    const body = args[a.name];
    if (a.in !== 'whole-body' || !isObject(body)) return [];
    return Object.keys(body).map((name) => ({ name, wireName: name, schema: true, within: a }));
  });
}

/**
 * Whether the value that a field had is known. One that the API does not show is not; one that it leaves out of its answer
 * may be null, where the tool takes null.
 */
export function canPutBack(
  { wireName, schema }: Field,
  tool: Tool,
  before: Record<string, unknown>,
  unrecorded: readonly string[],
): boolean {
  if (unrecorded.includes(wireName)) return false;
  if (Object.hasOwn(before, wireName)) return true;
  if (typeof schema !== 'object' || !acceptedTypes(schema, tool.inputSchema).has('null')) return false;
  return !conjuncts(schema, tool.inputSchema).some((part) => part.writeOnly === true);
}
