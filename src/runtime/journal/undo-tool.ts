/**
 * `<prefix>_operations_undo` (Escritura): stands for the call of a catalogue tool that takes an operation back, and passes
 * the same gate. Says what it leaves alone; what cannot be undone, and why, is the answer.
 */
import type { Tool } from '../../catalogue/index.ts';
import { type Read, readCurrentState } from '../current-state.ts';
import type { CurrentState } from '../gate/decision.ts';
import { oneLine } from '../one-line.ts';
import type { OwnTool, Resolved, Resolving } from '../own-tool.ts';
import { RequestError } from '../request/request-error.ts';
import { refused } from '../results.ts';
import { checkArguments } from '../validate/arguments.ts';
import type { Language } from '../words.ts';
import { JournalError } from './journal-error.ts';
import { inEffect, type Operation } from './operations.ts';
import { type Recorder, scopeDigests } from './record.ts';
import { planUndo, type UndoCall, type UndoRefusal } from './undo-plan.ts';
import { type NotUndoable, undoable } from './undoable.ts';
import { JOURNAL_WORDS } from './words.ts';

export interface Undoing {
  recorder: Recorder;
  /** The catalogue's tools. */
  tools: ReadonlyMap<string, Tool>;
  language: Language;
  read(tool: Tool, request: Parameters<Read>[1], signal: AbortSignal): ReturnType<Read>;
}

export type UndoErrorCode = 'unknown_operation' | 'nothing_to_undo' | 'already_undone' | 'cannot_undo';

export function undoTool(tool: Tool, undoing: Undoing): OwnTool {
  return {
    tool,
    async resolve(args, resolving) {
      try {
        return await resolve(typeof args.operation === 'string' ? args.operation : undefined, resolving, undoing);
      } catch (error) {
        if (error instanceof JournalError) return no(error.code, error.message);
        if (error instanceof Impossible) return no(error.code, error.message, error.operation);
        throw error;
      }
    },
  };
}

class Impossible extends Error {
  constructor(
    readonly code: UndoErrorCode,
    message: string,
    readonly operation?: string,
  ) {
    super(message);
  }
}

async function resolve(id: string | undefined, { signal, mayRead }: Resolving, undoing: Undoing): Promise<Resolved> {
  const { tools, language } = undoing;
  const words = JOURNAL_WORDS[language];
  const operation = await choose(id, undoing);
  const { sending } = operation;
  const cannot = (message: string) => new Impossible('cannot_undo', message, sending.id);
  const tool = tools.get(sending.tool);
  if (tool === undefined) throw cannot(words.noTool(oneLine(sending.tool, 80)));
  const by = tool.undo === undefined ? tool : tools.get(tool.undo);
  if (by === undefined) throw cannot(words.noTool(tool.undo ?? ''));
  const kept: CurrentState = sending.state === undefined ? { kind: 'none' } : { kind: 'read', ...sending.state };
  const can = undoable({ tool, args: sending.arguments, state: kept, unrecorded: sending.withheld ?? [] });
  if (can.kind === 'no') throw cannot(words.reasons[can.reason]);

  const state = mayRead ? await presentState(tool, by, operation, signal, undoing) : { kind: 'none' as const };
  if (mayRead && state.kind === 'unreadable') throw cannot(words.unreadableNow);
  const plan = planUndo(operation, tool, by, state.kind === 'read' ? state.value : undefined);
  if (plan.kind === 'no') throw refusal(plan, sending.id, words);
  const { args, unfit } = acceptable(by, plan);
  if (args === undefined) throw cannot(words.fitsNot(unfit.join(', ')));
  const left = [...plan.left, ...unfit];
  const { confirm: _, ...gated } = by;
  return {
    kind: 'call',
    tool: gated,
    args,
    undoes: sending.id,
    note: [
      words.undoOf(sending.id, sending.tool, sending.at),
      ...(plan.conflicts.length > 0 ? [words.conflicts(names(plan.conflicts))] : []),
      ...(left.length > 0 ? [words.left(names(left))] : []),
    ].join('\n'),
    wanted: plan.putBack,
    ...(mayRead && { state }),
  };
}

/** By its id; without one, the account's latest that is in effect and no undo itself. */
async function choose(id: string | undefined, { recorder, language }: Undoing): Promise<Operation> {
  const words = JOURNAL_WORDS[language];
  const scope = scopeDigests(recorder.scope);
  const isOwn = ({ sending }: Operation) => sending.api === scope.api && sending.account === scope.account;
  const own = (await recorder.journal.read()).operations.filter(isOwn);
  if (id === undefined) {
    const latest = own.findLast((o) => inEffect(o) && o.sending.undoes === undefined);
    if (latest === undefined) throw new Impossible('nothing_to_undo', words.nothing);
    return latest;
  }
  const isIt = (o: Operation) => o.sending.id === id;
  // An older file may still have it.
  const operation =
    own.find(isIt) ?? (await recorder.journal.read({ whole: true })).operations.filter(isOwn).find(isIt);
  if (operation === undefined) throw new Impossible('unknown_operation', words.noOperation(oneLine(id, 40)));
  const { undoneBy, status } = operation;
  if (undoneBy !== undefined) throw new Impossible('already_undone', words.undone(id, undoneBy), id);
  if (!inEffect(operation)) throw new Impossible('nothing_to_undo', words.notDone(id, status), id);
  return operation;
}

/** Read by what reads it before the operation; else by what reads it before the undoing one. */
async function presentState(
  tool: Tool,
  by: Tool,
  { sending }: Operation,
  signal: AbortSignal,
  { tools, read }: Undoing,
): Promise<CurrentState> {
  const plan = { args: sending.arguments };
  const reader = (t: Tool, request: Parameters<Read>[1]) => read(t, request, signal);
  try {
    const state = await readCurrentState({ tool, ...plan }, tools, reader);
    return state.kind === 'none' && by !== tool ? await readCurrentState({ tool: by, ...plan }, tools, reader) : state;
  } catch (error) {
    if (error instanceof RequestError) return { kind: 'unreadable' };
    throw error;
  }
}

/** Old values that the tool's own schema refuses are left out, by name. */
function acceptable(by: Tool, { args }: UndoCall): { args?: Record<string, unknown>; unfit: string[] } {
  const first = checkArguments(by, args);
  if (first.ok) return { args, unfit: [] };
  const bad = new Set(first.problems.map(({ argument }) => argument.split('.')[0] ?? ''));
  const optional = by.arguments.filter((a) => a.in === 'body' && !a.required && bad.has(a.name)).map((a) => a.name);
  const rest = Object.fromEntries(Object.entries(args).filter(([name]) => !optional.includes(name)));
  const some = by.arguments.some((a) => a.in === 'body' && Object.hasOwn(rest, a.name));
  return some && checkArguments(by, rest).ok ? { args: rest, unfit: optional } : { unfit: [...bad] };
}

function refusal(plan: UndoRefusal, id: string, words: (typeof JOURNAL_WORDS)[Language]): Impossible {
  if (plan.why === 'as_before') return new Impossible('nothing_to_undo', words.asBefore(names(plan.fields)), id);
  if (plan.why === 'conflicts') return new Impossible('cannot_undo', words.allConflicts(names(plan.fields)), id);
  if (plan.why === 'arguments_unknown') return new Impossible('cannot_undo', words.argumentsUnknown, id);
  return new Impossible('cannot_undo', words.reasons[plan.why satisfies NotUndoable], id);
}

/** Names come from the API's answers. */
function names(fields: string[]): string {
  const shown = fields.slice(0, 20).map((f) => oneLine(f, 60));
  return fields.length > shown.length ? `${shown.join(', ')}, …` : shown.join(', ');
}

function no(error: UndoErrorCode | JournalError['code'], message: string, operation?: string): Resolved {
  const reason = { error, message: `Nothing was sent. ${message}`, ...(operation !== undefined && { operation }) };
  return { kind: 'answer', result: refused(reason) };
}
