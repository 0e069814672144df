/**
 * A call, from its name to its result: find → check → build → gate → send → shape. This is the sequence to audit: a write
 * reaches `send` only through `gate`, and what is sent is what the gate was shown.
 */
import type { Tool } from '../catalogue/index.ts';
import { type Confirmation, gate, type Plan } from './gate/gate.ts';
import type { SendResult } from './http/send-result.ts';
import { buildRequest } from './request/build-request.ts';
import { RequestError } from './request/request-error.ts';
import { refused, type ToolResult, unknownTool } from './results.ts';
import { checkArguments } from './validate/arguments.ts';

/** What a call needs from the outside. `send` is the only way out. */
export interface Upstream {
  find(name: string): Tool | undefined;
  names(): Iterable<string>;
  send(plan: Plan, confirmation: Confirmation, signal: AbortSignal): Promise<SendResult>;
  shape(tool: Tool, sent: SendResult): ToolResult;
}

export async function call(
  upstream: Upstream,
  name: string,
  given: Record<string, unknown>,
  signal: AbortSignal,
): Promise<ToolResult> {
  const tool = upstream.find(name);
  if (tool === undefined) return unknownTool(name, upstream.names());

  const { confirm, rest } = takeConfirm(tool, given);
  const checked = checkArguments(tool, rest);
  if (!checked.ok) {
    return refused({ error: 'invalid_arguments', message: `Nothing was sent. Mend the arguments of ${tool.name} and call again.`, problems: checked.problems });
  }

  let plan: Plan;
  try {
    plan = { tool, args: checked.args, request: buildRequest(tool, checked.args) };
  } catch (error) {
    if (error instanceof RequestError) return refused({ error: error.code, message: `Nothing was sent. ${error.message}` });
    throw error;
  }

  const decision = gate(plan, confirm);
  if (!decision.send) return refused(decision.refusal);

  return upstream.shape(tool, await upstream.send(plan, decision.confirmation, signal));
}

/** `confirm` is the gate's, and only on a write: a read's own argument of that name is the API's. */
function takeConfirm(tool: Tool, given: Record<string, unknown>): { confirm: unknown; rest: Record<string, unknown> } {
  if (tool.type === 'Lectura') return { confirm: undefined, rest: given };
  const { confirm, ...rest } = given;
  return { confirm, rest };
}
