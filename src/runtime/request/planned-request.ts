import type { ToolMethod } from '../../catalogue/index.ts';

/**
 * A request as it will be sent, short of its server and its credentials: plain data, so that a fingerprint can be taken
 * over it and a person can be shown all of it.
 */
export interface PlannedRequest {
  method: ToolMethod;
  /** The path template filled in and percent-encoded; begins with `/`. */
  path: string;
  /** Percent-encoded, without `?`; empty where there is none. */
  query: string;
  /** Lower-case names, at most one entry each; `accept` and, with a body, `content-type` are among them. */
  headers: [name: string, value: string][];
  body?: PlannedBody;
}

export type PlannedBody =
  /** `text` is `value` serialised: a fingerprint is taken over the value, whose keys have no order. */
  | { kind: 'json'; text: string; value: unknown }
  | { kind: 'form' | 'text'; text: string }
  | { kind: 'binary'; bytes: Uint8Array }
  | { kind: 'multipart'; parts: PlannedPart[] };

/** One part of a multipart body. The boundary is chosen when it is sent and never part of the plan. */
export interface PlannedPart {
  name: string;
  filename?: string;
  contentType?: string;
  content: string | Uint8Array;
}
