/**
 * The journal's lines: JSON, one event each. Every line has a number, `n`, and `prev`, the SHA-256 of the bytes of the
 * line before it (without its line break): a line that is changed, taken out or put in breaks the chain.
 */
import { createHash } from 'node:crypto';
import type { Confirmation } from '../gate/decision.ts';

/** What came of a write. `refused`: the API said no. `failed`: it never left. `unknown`: it may have been done. */
export type OutcomeKind = 'done' | 'refused' | 'failed' | 'unknown';

/** On disk, flushed, before the write leaves. */
export interface SendingLine {
  event: 'sending';
  /** 12 hex digits. */
  id: string;
  /** ISO 8601, UTC. */
  at: string;
  /** Digests: of the base URL, and of what proves the account. */
  api: string;
  account: string;
  tool: string;
  method: string;
  /** The path that is sent; its template where a value in it is withheld. */
  path: string;
  /** Without secrets and without what `_JOURNAL_REDACT` names. */
  arguments: Record<string, unknown>;
  fingerprint: string;
  confirmed: Confirmation;
  /** Name and version that the client gave. */
  client?: string;
  /**
   * What was there before; absent where it was not read. `cut`: too large, so only what the write may change. `related`: of
   * another thing, which the write concerns.
   */
  state?: { value: unknown; etag?: string; related?: true; cut?: true };
  /** Arguments, and members of the state, whose values are not kept whole. */
  withheld?: string[];
  /** The operation that this one undoes. */
  undoes?: string;
  /** The process that sends, so that the next one knows when it is gone. */
  process: string;
}

export interface OutcomeLine {
  event: 'outcome';
  id: string;
  at: string;
  outcome: OutcomeKind;
  /** HTTP status, where the API answered. */
  status?: number;
  /** Why, where it did not. */
  code?: string;
  /** What the API calls the thing. */
  thing?: Thing;
  /** Values after the write of what it changed, as the API answered them. */
  after?: Record<string, unknown>;
  /** Members of the state that the answer no longer has. */
  gone?: string[];
  ms?: number;
  /** A person said what came of it: `journal --settle`. */
  by?: 'person';
}

export interface Thing {
  id?: string | number;
  name?: string;
  location?: string;
}

/** An operation of an older file that is still needed: carried over when the journal is rotated. */
export interface KeptLine {
  event: 'kept';
  at: string;
  sending: SendingLine;
  outcome?: OutcomeLine;
}

/** First line of a file that follows another. */
export interface RotatedLine {
  event: 'rotated';
  at: string;
  /** File name of the one before. */
  from: string;
  /** Number of the oldest line that is kept on disk. */
  oldest: number;
}

export type Event = SendingLine | OutcomeLine | KeptLine | RotatedLine;
export type Line = Event & { n: number; prev: string };

/** `prev` of the very first line. */
export const NO_LINE = '0'.repeat(64);

export function lineDigest(bytes: Uint8Array | string): string {
  return createHash('sha256').update(bytes).digest('hex');
}

const EVENTS: readonly unknown[] = ['sending', 'outcome', 'kept', 'rotated'];

/** The line that these bytes are; undefined where they are torn or damaged. */
export function parseLine(bytes: Buffer): Line | undefined {
  let line: unknown;
  try {
    line = JSON.parse(bytes.toString('utf8'));
  } catch {
    return undefined;
  }
  if (typeof line !== 'object' || line === null) return undefined;
  const { n, prev, event, at } = line as Partial<Line>;
  const sound = Number.isSafeInteger(n) && typeof prev === 'string' && typeof at === 'string' && EVENTS.includes(event);
  return sound && hasItsParts(line as Line) ? (line as Line) : undefined;
}

function hasItsParts(line: Line): boolean {
  if (line.event === 'rotated') return Number.isSafeInteger(line.oldest);
  if (line.event === 'outcome') return typeof line.id === 'string' && typeof line.outcome === 'string';
  const sending = line.event === 'kept' ? line.sending : line;
  if (typeof sending !== 'object' || sending === null) return false;
  return (
    typeof sending.id === 'string' &&
    typeof sending.tool === 'string' &&
    typeof sending.arguments === 'object' &&
    sending.arguments !== null
  );
}
