/**
 * What the log says of a call: which tool, what came of it, how long it took, how it was confirmed. No argument, no answer
 * and no address is in it, so no personal data either; a name that is no tool's is left out, since it may be anything.
 */
import type { Tool, ToolType } from '../catalogue/index.ts';
import type { Outcome } from './call.ts';
import type { Confirmation } from './gate/decision.ts';
import type { SendResult } from './http/send-result.ts';
import type { Fields } from './log.ts';
import { refusalCode } from './results.ts';
import type { LogLevel } from './settings.ts';
import { traceIdOf } from './trace.ts';

export interface CallReport {
  /** `unknown` where there is no tool of that name. */
  tool: string;
  type?: ToolType;
  /** The API's HTTP status; or why there is none, as a stable code; `answered` by this program, `asked` the person. */
  status: number | string;
  /** Milliseconds, whole; the time that a person took to answer is in it. */
  ms: number;
  /** Where something was sent. */
  confirmation?: Confirmation;
  /** The API's clock, as its answer says (RFC 9110, Date). */
  date?: string;
  /** The trace that the client says this call belongs to. */
  trace?: string;
}

/** What is learnt of a call while it is made. */
export interface Seen {
  confirmation?: Confirmation;
  sent?: SendResult;
}

/** Makes the call and reports it, whatever came of it. */
export async function reported(
  { tool, traceparent }: { tool: Tool | undefined; traceparent: string | undefined },
  make: (seen: Seen) => Promise<Outcome>,
  report: (report: CallReport) => void,
): Promise<Outcome> {
  const start = performance.now();
  const seen: Seen = {};
  let status: CallReport['status'] = 'internal_error';
  try {
    const outcome = await make(seen);
    status = statusOf(outcome, seen);
    return outcome;
  } finally {
    const date =
      seen.sent?.kind === 'response' ? seen.sent.headers.find(([header]) => header === 'date')?.[1] : undefined;
    const trace = traceIdOf(traceparent);
    report({
      tool: tool?.name ?? 'unknown',
      ...(tool !== undefined && { type: tool.type }),
      status,
      ms: Math.round(performance.now() - start),
      ...(seen.confirmation !== undefined && { confirmation: seen.confirmation }),
      ...(date !== undefined && { date }),
      ...(trace !== undefined && { trace }),
    });
  }
}

function statusOf(outcome: Outcome, { sent }: Seen): number | string {
  if (outcome.kind === 'ask') return 'asked';
  if (sent?.kind === 'response') return sent.status;
  if (sent !== undefined) return sent.kind === 'unknown' ? 'unknown' : sent.code;
  return refusalCode(outcome.result) ?? 'answered';
}

/** What goes into a log line, in this order. */
export function fieldsOf({ tool, type, status, ms, confirmation, trace }: CallReport): Fields {
  return {
    tool,
    ...(type !== undefined && { type }),
    status,
    ms,
    ...(confirmation !== undefined && confirmation !== 'read' && { confirmation }),
    ...(trace !== undefined && { trace }),
  };
}

/** A write whose outcome nobody knows wants looking at. */
export function levelOf({ status }: CallReport): LogLevel {
  if (status === 'internal_error') return 'error';
  return status === 'unknown' ? 'warn' : 'info';
}
