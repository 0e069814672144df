/** One request and its answer, as bytes. */
export interface Outgoing {
  method: string;
  /** Absolute, encoded, no fragment. */
  url: URL;
  /** Lower-case names, credentials among them. */
  headers: [name: string, value: string][];
  body?: string | Uint8Array;
}

export interface ExchangeLimits {
  /** Cancellation and the time limit, in one. */
  signal: AbortSignal;
  /** Most bytes of the decompressed answer that are kept. */
  maxBytes: number;
}

export interface Answer {
  status: number;
  headers: [name: string, value: string][];
  body: Uint8Array;
  truncated: boolean;
}

/** One request and what came of it: neither its path nor its query, which may hold what a person wrote. */
export interface ExchangeReport {
  method: string;
  /** `https://api.example.com` */
  origin: string;
  /** Which try of the call it was, or which step of a redirect: from 1. */
  attempt: number;
  /** The HTTP status; the connection's error code, where no whole answer came. */
  status: number | string;
  /** Milliseconds, whole. */
  ms: number;
  /** Of the decompressed answer. */
  bytes: number;
}

/** The answer had begun, then the connection broke, the time ran out or the call was cancelled. */
export class BrokenAnswer extends Error {
  override readonly name = 'BrokenAnswer';
  constructor(
    readonly status: number,
    override readonly cause: unknown,
  ) {
    super('the answer broke off');
  }
}

/** The request cannot be written: nothing has left. */
export class Unwritable extends Error {
  override readonly name = 'Unwritable';
  readonly code = 'ERR_UNWRITABLE_REQUEST';
  constructor(override readonly cause: unknown) {
    super('the request cannot be written');
  }
}

/** No connection could be made: nothing can have left. */
export class NotConnected extends Error {
  override readonly name = 'NotConnected';
  constructor(override readonly cause: unknown) {
    super('no connection could be made');
  }
}
