/** What became of a request: an answer, a failure, or (writes only) nobody knows. */
import type { ToolType } from '../../catalogue/index.ts';
import { NotConnected } from './exchange.ts';

export type SendResult = ApiResponse | Failed | Unknown;

/** The API answered. */
export interface ApiResponse {
  kind: 'response';
  status: number;
  /** The URL that answered, after redirects: it may hold a key in its query, so it is never shown. */
  url: string;
  /** Lower-case names. */
  headers: [name: string, value: string][];
  /** Decompressed; at most the size cap. */
  body: Uint8Array;
  /** The body was longer than the cap. */
  truncated: boolean;
  /** A redirect that was not followed, and why. */
  redirect?: { location: string; reason: 'write' | 'other_origin' | 'too_many' | 'invalid' };
}

/**
 * `failed`: the request did nothing: it never left, or it was a read. `unknown`: a write left and no whole answer came
 * back; it may have been applied. Codes are stable; messages are one line and hold neither URL nor secret.
 */
export type Failed = SendFailure & { kind: 'failed' };
export type Unknown = SendFailure & { kind: 'unknown' };

interface SendFailure {
  code: SendFailureCode;
  message: string;
  /** The status, where the answer had begun before it broke off. */
  status?: number;
}

export type SendFailureCode =
  | 'not_found'
  | 'refused'
  | 'unreachable'
  | 'tls'
  | 'invalid_request'
  | 'timeout'
  | 'cancelled'
  | 'connection_lost'
  | 'bad_answer'
  | 'no_access_token'
  | 'rate_limited';

/** Errors that can only happen before the first byte of a request is written. */
const NEVER_LEFT: Record<string, [SendFailureCode, string]> = {
  ENOTFOUND: ['not_found', 'the host name does not exist'],
  EAI_AGAIN: ['not_found', 'the host name could not be looked up'],
  ECONNREFUSED: ['refused', 'the connection was refused'],
  EHOSTUNREACH: ['unreachable', 'the host cannot be reached'],
  ENETUNREACH: ['unreachable', 'the network cannot be reached'],
  EADDRNOTAVAIL: ['unreachable', 'the address cannot be reached'],
  ERR_INVALID_URL: ['invalid_request', 'the URL is not valid'],
  ERR_INVALID_ARG_VALUE: ['invalid_request', 'the request is not valid'],
  ERR_UNWRITABLE_REQUEST: ['invalid_request', 'a header holds what none may hold, or the address is not valid'],
  EPROTO: ['tls', 'no secure connection could be made'],
};

/**
 * The failure that an error of the connection means.
 * @param type an Escritura that may have left is `unknown`, a Lectura is always `failed`
 * @param status given where an answer had begun
 */
export function failure(error: unknown, type: ToolType, status?: number): Failed | Unknown {
  const code = errorCode(error);
  const early = status === undefined ? neverLeft(code, error) : undefined;
  if (early) return { kind: 'failed', code: early[0], message: `The request was not sent: ${early[1]}.` };
  const [what, how] = later(code, error);
  const begun = status === undefined ? '' : ` after the API had begun to answer ${status}`;
  return {
    kind: type === 'Escritura' ? 'unknown' : 'failed',
    code: what,
    message: `${how}${begun}.`,
    ...(status === undefined ? {} : { status }),
  };
}

/** Whether a read is worth a second try after this error: the connection broke or was not made, by nobody's wish. */
export function isConnectionLoss(error: unknown): boolean {
  const code = errorCode(error);
  return later(code, error)[0] === 'connection_lost' && named(code) === undefined;
}

function neverLeft(code: string, error: unknown): [SendFailureCode, string] | undefined {
  return named(code) ?? (error instanceof NotConnected ? ['unreachable', 'no connection could be made'] : undefined);
}

function named(code: string): [SendFailureCode, string] | undefined {
  if (Object.hasOwn(NEVER_LEFT, code)) return NEVER_LEFT[code];
  return /^ERR_(TLS|SSL)_|CERT|^UNABLE_TO_|^SELF_SIGNED/.test(code)
    ? ['tls', `the server's certificate was refused (${code})`]
    : undefined;
}

function later(code: string, error: unknown): [SendFailureCode, string] {
  const name = error instanceof Error ? error.name : '';
  if (name === 'TimeoutError' || /_TIMEOUT$|^ETIMEDOUT$/.test(code)) return ['timeout', 'The time limit ran out'];
  if (name === 'AbortError' || code === 'ABORT_ERR') return ['cancelled', 'The call was cancelled'];
  if (/^(Z_|ERR__ERROR_|HPE_)/.test(code)) return ['bad_answer', 'The answer is malformed'];
  return ['connection_lost', 'The connection broke before the whole answer had arrived'];
}

/** The first code among an error, its causes and its parts (happy eyeballs gives one part per address). */
function errorCode(error: unknown, depth = 0): string {
  if (typeof error !== 'object' || error === null || depth > 5) return '';
  const { code, cause, errors } = error as { code?: unknown; cause?: unknown; errors?: unknown };
  if (typeof code === 'string') return code;
  return errorCode(cause, depth + 1) || (Array.isArray(errors) ? errorCode(errors[0], depth + 1) : '');
}
