/**
 * Questions that a client answers by calling again (protocol 2026-07-28): the sealed `requestState` that carries what was
 * asked, and the record of answers already used. The seal is an HMAC under a key of this process: a restart voids it.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Clock } from './codes.ts';
import type { Sight } from './fingerprint.ts';

export const ROUND_LIFE_MS = 600_000;
/** Answers in the last ten minutes; more than that many is no person's doing, and nothing more is sent. */
const MAX_SPENT = 10_000;
/** Results may be large: only the latest are kept whole. */
const MAX_RESULTS = 100;

export interface Round extends Sight {
  nonce: string;
  /** On this process's monotonic clock. */
  expires: number;
}

interface Spent<Outcome> {
  outcome: Promise<Outcome>;
  /** The call that the answer was given with. */
  call: string | undefined;
  expires: number;
}

/** Told what a confirmed call came to. */
export type Recorder<Outcome> = (outcome: Outcome | Promise<Outcome>) => void;

export class Rounds<Outcome> {
  readonly #key = randomBytes(32);
  readonly #spent = new Map<string, Spent<Outcome>>();
  /** Those whose outcome is kept, oldest first. */
  readonly #kept: Spent<Outcome>[] = [];
  readonly #now: Clock;
  readonly #forgotten: Outcome;

  /** @param forgotten what is told of an answer whose result is no longer kept. */
  constructor(now: Clock, forgotten: Outcome) {
    this.#now = now;
    this.#forgotten = forgotten;
  }

  /** The state of a new question about exactly this. */
  seal({ subject, whole }: Sight): string {
    const round: Round = {
      subject,
      whole,
      nonce: randomBytes(16).toString('base64url'),
      expires: this.#now() + ROUND_LIFE_MS,
    };
    const payload = Buffer.from(JSON.stringify(round)).toString('base64url');
    return `${payload}.${this.#mac(payload)}`;
  }

  /** The round that a state carries; undefined where it is altered, foreign or expired. */
  open(state: unknown): Round | undefined {
    if (typeof state !== 'string' || state.length > 2000) return undefined;
    const [payload, mac, ...rest] = state.split('.');
    if (payload === undefined || mac === undefined || rest.length > 0) return undefined;
    // As text: base64url has several spellings of the same bytes, and only the one that was sealed is good.
    const given = Buffer.from(mac);
    const expected = Buffer.from(this.#mac(payload));
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
    const round = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Round;
    return this.#now() < round.expires ? round : undefined;
  }

  /** What an answer already used came to; undefined where it is unused, or was asked about another request. */
  outcome({ nonce, subject }: Round, seen: Sight): Promise<Outcome> | undefined {
    return subject === seen.subject ? this.#spent.get(nonce)?.outcome : undefined;
  }

  /** What this very call came to, if its answer was used already: what it would plan now is another matter. */
  repeated({ nonce }: Round, call: string | undefined): Promise<Outcome> | undefined {
    const spent = call === undefined ? undefined : this.#spent.get(nonce);
    return spent?.call === call ? spent?.outcome : undefined;
  }

  /**
   * Uses an answer up: before anything is sent, so that no second call can use it.
   * @param call a digest of the call that it came with
   * @returns what to tell the outcome to; a refusal's code where the answer was used, or no more can be remembered: then nothing may be sent.
   */
  spend({ nonce, expires }: Round, call?: string): Recorder<Outcome> | 'plan_changed' | 'too_many_confirmations' {
    if (this.#spent.has(nonce)) return 'plan_changed';
    if (this.#spent.size >= MAX_SPENT) this.#forgetExpired();
    if (this.#spent.size >= MAX_SPENT) return 'too_many_confirmations';
    let settle: Recorder<Outcome> = () => {};
    const outcome = new Promise<Outcome>((resolve) => {
      settle = resolve;
    });
    // Most answers are given once: a failure that nobody asks for again is no failure of the process.
    outcome.catch(() => {});
    const spent = { outcome, call, expires };
    this.#spent.set(nonce, spent);
    if (this.#kept.push(spent) > MAX_RESULTS) {
      const old = this.#kept.shift();
      if (old !== undefined) old.outcome = Promise.resolve(this.#forgotten);
    }
    return settle;
  }

  #forgetExpired(): void {
    for (const [nonce, { expires }] of this.#spent) if (this.#now() >= expires) this.#spent.delete(nonce);
  }

  #mac(payload: string): string {
    return createHmac('sha256', this.#key).update(payload).digest('base64url');
  }
}
