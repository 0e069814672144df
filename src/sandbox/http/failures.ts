/** Failures on demand: asked for by a request (`Prefer: status=429`), by a test (`failNext`), or by a rule (`chaos`). */
import type { IncomingHttpHeaders } from 'node:http';
import { Problem, type ProblemCode } from '../problem.ts';
import type { Spoil } from './spoil.ts';

export interface Failure {
  /** 400 to 599: answered instead of the work. */
  status?: number;
  headers?: Record<string, string>;
  /** Waits so long before anything else, in ms. */
  delayMs?: number;
  /** Ends the connection without an answer: before the work is done, or after it. */
  disconnect?: 'before' | 'after';
  /** The work is done, and its answer goes wrong on the wire. */
  spoil?: Spoil;
}

const CODES: Record<number, ProblemCode> = {
  400: 'bad_request',
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not_found',
  409: 'conflict',
  412: 'precondition_failed',
  422: 'validation',
  429: 'too_many_requests',
};

/** What `Prefer: status=NNN` asks for (RFC 7240), if anything. */
export function preferred(headers: IncomingHttpHeaders): Failure | undefined {
  const status = /(?:^|[,;\s])status=([45]\d\d)(?:$|[,;\s])/.exec([headers.prefer].flat().join(','))?.[1];
  return status === undefined ? undefined : { status: Number(status) };
}

/** The problem that a failure with a status is answered with; a 429 or 503 says when to try again. */
export function failureProblem({ status = 500, headers = {} }: Failure): Problem {
  const retry = status === 429 || status === 503;
  const detail = retry ? 'Wait 1 second and try again.' : 'This failure was asked for.';
  return new Problem(CODES[status] ?? 'on_demand', detail, {
    status,
    headers: { ...(retry && { 'Retry-After': '1' }), ...headers },
  });
}
