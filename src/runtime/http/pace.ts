/**
 * How fast one account's requests leave: at most so many in a second (`_MAX_RPS`), and not before the API wants the next one:
 * Retry-After (RFC 9110, 10.2.3), RateLimit (draft-ietf-httpapi-ratelimit-headers, old and new form) and X-RateLimit-*.
 */
import { retryAfterMs } from './retry.ts';

/** Longest pause that an API's word is believed for, ms; then it is asked again. */
const MAX_PAUSE_MS = 60_000;

export class Pace {
  readonly #interval: number;
  readonly #now: () => number;
  /** When the next request may leave, by our own measure, and by the API's. */
  #next = 0;
  #until = 0;

  /** @param now milliseconds on a monotonic clock */
  constructor(maxRps?: number, now: () => number = () => performance.now()) {
    this.#interval = maxRps === undefined ? 0 : 1000 / maxRps;
    this.#now = now;
  }

  /** Milliseconds until a request may leave: now it would be its turn. */
  pause(): number {
    return Math.max(0, this.#next - this.#now(), this.#until - this.#now());
  }

  /** Takes the turn after all that were taken before: the request leaves in as many milliseconds. */
  take(): number {
    const pause = this.pause();
    this.#next = this.#now() + pause + this.#interval;
    return pause;
  }

  /** @param wall milliseconds since the epoch */
  learn(status: number, headers: readonly [name: string, value: string][], wall = Date.now()): void {
    const of = (name: string) => headers.find(([n]) => n === name)?.[1];
    const after = status === 429 || status === 503 ? of('retry-after') : undefined;
    const asked = after === undefined ? spent(of, wall) : retryAfterMs(after, wall);
    if (asked !== undefined) this.#until = Math.max(this.#until, this.#now() + Math.min(asked, MAX_PAUSE_MS));
  }
}

/** Milliseconds until more is allowed, where an answer says that nothing is left. */
function spent(of: (name: string) => string | undefined, wall: number): number | undefined {
  const limit = of('ratelimit');
  if (limit !== undefined) {
    const left = /(?:^|[;,\s])(?:r|remaining)=(\d+)/.exec(limit)?.[1];
    const reset = /(?:^|[;,\s])(?:t|reset)=(\d+)/.exec(limit)?.[1];
    return left !== undefined && Number(left) === 0 && reset !== undefined ? Number(reset) * 1000 : undefined;
  }
  for (const prefix of ['ratelimit-', 'x-ratelimit-']) {
    const left = of(`${prefix}remaining`);
    const reset = of(`${prefix}reset`);
    if (left === undefined || !/^\s*0+\s*$/.test(left) || reset === undefined || !/^\s*\d+(\.\d+)?\s*$/.test(reset))
      continue;
    // Seconds from now, or since the epoch.
    const seconds = Number(reset);
    return seconds < 1_000_000_000 ? seconds * 1000 : Math.max(0, seconds * 1000 - wall);
  }
  return undefined;
}
