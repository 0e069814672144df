/**
 * A call, from its name to its result: find → check → plan → gate → send → shape. This is the sequence to audit: a write
 * reaches `send` only through `gate`, and what is sent is the plan that the gate let through.
 */
import type { Tool } from '../catalogue/index.ts';
import { takeFields } from './fields/take.ts';
import type { Asking, Confirmation, Decision, Keeper, Plan, Said } from './gate/decision.ts';
import { canonicalJson, digest } from './gate/fingerprint.ts';
import { gate } from './gate/gate.ts';
import type { OwnTool, Resolved, ResolvedCall } from './own-tool.ts';
import { buildRequest } from './request/build-request.ts';
import { RequestError } from './request/request-error.ts';
import { refuseUnsent } from './request/unsent.ts';
import { applied, invalidArguments, refused, type ToolResult, unknownTool } from './results.ts';
import { checkArguments } from './validate/arguments.ts';
import { isTooDeep } from './validate/depth.ts';

/** What a call needs from the outside. `send` is the only way to write. */
export interface CallContext {
  tools: ReadonlyMap<string, Tool>;
  own: ReadonlyMap<string, OwnTool>;
  keeper: Keeper;
  /** Who calls: one connection. */
  caller: string;
  asking: Asking;
  signal: AbortSignal;
  /** @throws RequestError where the request could not be sent: no credentials, a foreign server. Sends nothing. */
  checkTarget(plan: Plan): void;
  /** Reads what the plan would change, where the mode shows it and it is not known already; and what of it is kept. */
  readState(plan: Plan, known?: Plan['state']): Promise<Pick<Plan, 'state' | 'unrecorded'>>;
  send(plan: Plan, confirmation: Confirmation, id: string): Promise<ToolResult>;
}

export type Outcome = { kind: 'result'; result: ToolResult } | Extract<Decision, { kind: 'ask' }>;

export async function call(name: string, given: Record<string, unknown>, context: CallContext): Promise<Outcome> {
  const own = context.own.get(name);
  const tool = own?.tool ?? context.tools.get(name);
  if (tool === undefined) return done(unknownTool(name, [...context.tools.keys(), ...context.own.keys()]));
  const { said, rest } = takeConfirmation(tool, given, context.asking);
  try {
    const args = checked(tool, rest);
    const mayRead = context.keeper.mode !== 'flag' || said.confirm === true;
    const makePlan = async () => {
      const meant: Resolved =
        own === undefined
          ? { kind: 'call', tool, args: args.args }
          : await own.resolve(args.args, { signal: context.signal, mayRead });
      if (meant.kind === 'answer') throw new Answered(meant.result);
      if (tool.type === 'Lectura' && meant.tool.type !== 'Lectura') throw new Answered(readsOnly(tool, meant.tool));
      return planOf(meant, own === undefined ? args : checked(meant.tool, meant.args), context);
    };
    const decision = await gate(makePlan, said, context.asking, context.caller, context.keeper);
    if (decision.kind === 'ask') return decision;
    if (decision.kind === 'answer') return done(decision.result);

    const sent = sendOnce(decision, context);
    decision.record?.(sent);
    return done(await sent);
  } catch (error) {
    if (error instanceof Answered) return done(error.result);
    if (error instanceof RequestError) {
      return done(refused({ error: error.code, message: `Nothing was sent. ${error.message}` }));
    }
    throw error;
  }
}

async function planOf(
  { tool, note, undoes, wanted, state }: ResolvedCall,
  { args, fields }: CheckedArguments,
  context: CallContext,
): Promise<Plan> {
  if (tool.type === 'Escritura') refuseUnsent(tool, args);
  const plan: Plan = {
    tool,
    args,
    ...(fields !== undefined && { fields }),
    request: buildRequest(tool, args),
    state: { kind: 'none' },
    ...(note !== undefined && { note }),
    ...(undoes !== undefined && { undoes }),
    ...(wanted !== undefined && { wanted }),
  };
  context.checkTarget(plan);
  return { ...plan, ...(await context.readState(plan, state)) };
}

async function sendOnce(
  { plan, confirmation, id }: Extract<Decision, { kind: 'send' }>,
  { signal, send, keeper }: CallContext,
): Promise<ToolResult> {
  if (signal.aborted) return refused({ error: 'cancelled', message: 'Nothing was sent: the call was cancelled.' });
  const shaped = await send(plan, confirmation, id);
  return confirmation === 'person' || confirmation === 'code' ? applied(shaped, keeper.language) : shaped;
}

interface CheckedArguments {
  args: Record<string, unknown>;
  /** Which parts of the answer are wanted: no part of the request. */
  fields?: string;
}

/** @throws Answered naming every problem. */
function checked(tool: Tool, given: Record<string, unknown>): CheckedArguments {
  const { rest, fields, problem } = takeFields(tool, given);
  const check = checkArguments(tool, rest);
  if (check.ok && problem === undefined) return { args: check.args, ...(fields !== undefined && { fields }) };
  const problems = [...(check.ok ? [] : check.problems), ...(problem === undefined ? [] : [problem])];
  throw new Answered(invalidArguments(tool.name, problems));
}

/** Whatever a tool of our own resolves to: what is listed as reading never writes, confirmed or not. */
function readsOnly(tool: Tool, meant: Tool): ToolResult {
  return refused({ error: 'reads_only', message: `Nothing was sent. ${tool.name} reads; ${meant.name} writes.` });
}

/** `confirm` and `confirmation` are the gate's, and only on a write: a read's own argument of that name is the API's. */
function takeConfirmation(
  tool: Tool,
  given: Record<string, unknown>,
  asking: Asking,
): { said: Said; rest: Record<string, unknown> } {
  if (tool.type === 'Lectura') return { said: { confirm: undefined, confirmation: undefined }, rest: given };
  const { confirm, confirmation, ...rest } = given;
  return { said: { confirm, confirmation, ...repeatable(tool, rest, asking) }, rest };
}

/** What an answer is known by when it is given twice. Nothing is checked yet: what nests too deep is not walked. */
function repeatable(tool: Tool, rest: Record<string, unknown>, asking: Asking): Pick<Said, 'call'> {
  if (asking.way !== 'retry' || asking.state === undefined || isTooDeep(rest)) return {};
  return { call: digest(canonicalJson([tool.name, rest])) };
}

/** The call is answered before it comes to the gate, or within its planning: nothing is sent. */
class Answered extends Error {
  constructor(readonly result: ToolResult) {
    super('answered');
  }
}

function done(result: ToolResult): Outcome {
  return { kind: 'result', result };
}
