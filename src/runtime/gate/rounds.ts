/**
 * Questions that a client answers by calling again (protocol 2026-07-28): the sealed `requestState` that carries what was
 * asked, and the record of answers already used. The seal is an HMAC under a key of this process: a restart voids it.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Clock } from './codes.ts';

export const ROUND_LIFE_MS = 600_000;
/** Answers in the last ten minutes; more than that many is no person's doing, and nothing more is sent. */
const MAX_SPENT = 10_000;
/** Results may be large: only the latest are kept whole. */
const MAX_RESULTS = 100;

export interface Round {
  /** Fingerprint of the request. */
  subject: string;
  /** The same with the state that was shown. */
  whole: string;
  nonce: string;
  /** On this process's monotonic clock. */
  expires: number;
}

export class Rounds<Outcome> {
  readonly #key = randomBytes(32);
  readonly #spent = new Map<string, { outcome: Promise<Outcome>; expires: number }>();
  readonly #now: Clock;
  readonly #forgotten: Outcome;

  /** @param forgotten what is told of an answer whose result is no longer kept. */
  constructor(now: Clock, forgotten: Outcome) {
    this.#now = now;
    this.#forgotten = forgotten;
  }

  /** The state of a new question about exactly this. */
  seal({ subject, whole }: Pick<Round, 'subject' | 'whole'>): string {
    const round: Round = {
      subject,
      whole,
      nonce: randomBytes(16).toString('base64url'),
      expires: this.#now() + ROUND_LIFE_MS,
    };
    const payload = Buffer.from(JSON.stringify(round)).toString('base64url');
    return `${payload}.${this.#mac(payload).toString('base64url')}`;
  }

  /** The round that a state carries; undefined where it is altered, foreign or expired. */
  open(state: unknown): Round | undefined {
    if (typeof state !== 'string' || state.length > 2000) return undefined;
    const [payload, mac, ...rest] = state.split('.');
    if (payload === undefined || mac === undefined || rest.length > 0) return undefined;
    const given = Buffer.from(mac, 'base64url');
    const expected = this.#mac(payload);
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
    const round = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Round;
    return this.#now() < round.expires ? round : undefined;
  }

  /** What an answer already used came to. */
  outcome(nonce: string): Promise<Outcome> | undefined {
    return this.#spent.get(nonce)?.outcome;
  }

  /**
   * Uses an answer up: before anything is sent, so that no second call can use it.
   * @returns what to tell the outcome to; undefined where the answer was used, or no more can be remembered: then nothing may be sent.
   */
  spend({ nonce, expires }: Round): ((outcome: Outcome | Promise<Outcome>) => void) | undefined {
    for (const [old, spent] of this.#spent) {
      if (this.#now() >= spent.expires) this.#spent.delete(old);
    }
    if (this.#spent.has(nonce) || this.#spent.size >= MAX_SPENT) return undefined;
    let settle: (outcome: Outcome | Promise<Outcome>) => void = () => {};
    const outcome = new Promise<Outcome>((resolve) => {
      settle = resolve;
    });
    this.#spent.set(nonce, { outcome, expires });
    const old = [...this.#spent.values()][this.#spent.size - 1 - MAX_RESULTS];
    if (old !== undefined) old.outcome = Promise.resolve(this.#forgotten);
    return settle;
  }

  #mac(payload: string): Buffer {
    return createHmac('sha256', this.#key).update(payload).digest();
  }
}
