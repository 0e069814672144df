/**
 * A call, from its name to its result: find → check → plan → gate → send → shape. This is the sequence to audit: a write
 * reaches `send` only through `gate`, and what is sent is the plan that the gate let through.
 */
import type { Tool } from '../catalogue/index.ts';
import type { Asking, Confirmation, Decision, Keeper, Plan, Said } from './gate/decision.ts';
import { gate } from './gate/gate.ts';
import { buildRequest } from './request/build-request.ts';
import { RequestError } from './request/request-error.ts';
import { applied, refused, type ToolResult, unknownTool } from './results.ts';
import { checkArguments } from './validate/arguments.ts';

/** What a call needs from the outside. `send` is the only way to write. */
export interface CallContext {
  tools: ReadonlyMap<string, Tool>;
  keeper: Keeper;
  /** Who calls: one connection. */
  caller: string;
  asking: Asking;
  signal: AbortSignal;
  /** @throws RequestError where the request could not be sent: no credentials, a foreign server. Sends nothing. */
  checkTarget(plan: Plan): void;
  /** Reads what the plan would change, where the mode shows it. */
  readState(plan: Plan): Promise<Plan['state']>;
  send(plan: Plan, confirmation: Confirmation, id: string): Promise<ToolResult>;
}

export type Outcome = { kind: 'result'; result: ToolResult } | Extract<Decision, { kind: 'ask' }>;

export async function call(name: string, given: Record<string, unknown>, context: CallContext): Promise<Outcome> {
  const tool = context.tools.get(name);
  if (tool === undefined) return result(unknownTool(name, context.tools.keys()));

  const { said, rest } = takeConfirmation(tool, given);
  const checked = checkArguments(tool, rest);
  if (!checked.ok) {
    const message = `Nothing was sent. Mend the arguments of ${tool.name} and call again.`;
    return result(refused({ error: 'invalid_arguments', message, problems: checked.problems }));
  }
  try {
    const makePlan = async (): Promise<Plan> => {
      const plan: Plan = {
        tool,
        args: checked.args,
        request: buildRequest(tool, checked.args),
        state: { kind: 'none' },
      };
      context.checkTarget(plan);
      return { ...plan, state: await context.readState(plan) };
    };
    const decision = await gate(makePlan, said, context.asking, context.caller, context.keeper);
    if (decision.kind === 'ask') return decision;
    if (decision.kind === 'answer') return result(decision.result);

    const sent = sendOnce(decision, context);
    decision.record?.(sent);
    return result(await sent);
  } catch (error) {
    if (error instanceof RequestError)
      return result(refused({ error: error.code, message: `Nothing was sent. ${error.message}` }));
    throw error;
  }
}

async function sendOnce(
  { plan, confirmation, id }: Extract<Decision, { kind: 'send' }>,
  { signal, send, keeper }: CallContext,
): Promise<ToolResult> {
  if (signal.aborted) return refused({ error: 'cancelled', message: 'Nothing was sent: the call was cancelled.' });
  const shaped = await send(plan, confirmation, id);
  return confirmation === 'person' || confirmation === 'code' ? applied(shaped, keeper.language) : shaped;
}

/** `confirm` and `confirmation` are the gate's, and only on a write: a read's own argument of that name is the API's. */
function takeConfirmation(tool: Tool, given: Record<string, unknown>): { said: Said; rest: Record<string, unknown> } {
  if (tool.type === 'Lectura') return { said: { confirm: undefined, confirmation: undefined }, rest: given };
  const { confirm, confirmation, ...rest } = given;
  return { said: { confirm, confirmation }, rest };
}

function result(result: ToolResult): Outcome {
  return { kind: 'result', result };
}
