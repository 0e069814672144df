/**
 * The gate: the one function that a write passes before anything is sent. It cannot send: nothing here imports what can.
 * Comes in: the plan of a call, its arguments checked and its request built. Goes out: leave to send it, or the refusal.
 */
import type { Tool } from '../../catalogue/index.ts';
import type { PlannedRequest } from '../request/planned-request.ts';
import { actionSummary } from './summary.ts';

/** What a call is about to do. */
export interface Plan {
  tool: Tool;
  /** The checked arguments, without the gate's own. */
  args: Record<string, unknown>;
  request: PlannedRequest;
}

/** How a write was confirmed: `read` and `none` need no confirmation. */
export type Confirmation = 'read' | 'none' | 'flag';

export type Decision = { send: true; confirmation: Confirmation } | { send: false; refusal: Refusal };

/** The keys, in this order, are the refusal's whole text (DESIGN §6). */
export interface Refusal {
  error: 'confirmation_required';
  message: string;
  action_summary: string;
}

export const CONFIRMATION_REQUIRED =
  'This action requires confirmation. Review the summary and call again with confirm: true.';

/** @param confirm the call's `confirm`, untouched: only `true` is true. */
export function gate(plan: Plan, confirm: unknown): Decision {
  if (plan.tool.type === 'Lectura') return { send: true, confirmation: 'read' };
  if (plan.tool.confirm === 'none') return { send: true, confirmation: 'none' };
  if (confirm === true) return { send: true, confirmation: 'flag' };
  return {
    send: false,
    refusal: {
      error: 'confirmation_required',
      message: CONFIRMATION_REQUIRED,
      action_summary: actionSummary(plan.tool, plan.request.path, plan.args),
    },
  };
}
