/** One-time confirmation codes (DESIGN §6): what a client gets that cannot ask. Kept in memory only: a restart forgets them. */
import { randomBytes } from 'node:crypto';
import type { Sight } from './fingerprint.ts';

/** Milliseconds on a monotonic clock. */
export type Clock = () => number;

export const CODE_LIFE_MS = 600_000;
/** Codes that one caller, and all together, can have outstanding. */
const MAX_PER_CALLER = 100;
const MAX_IN_ALL = 10_000;

interface Issued {
  seen: Sight;
  caller: string;
  expires: number;
}

export class Codes {
  /** By code, in order of time; and each caller's codes, oldest first. */
  readonly #issued = new Map<string, Issued>();
  readonly #callers = new Map<string, Set<string>>();
  readonly #now: Clock;

  constructor(now: Clock) {
    this.#now = now;
  }

  /**
   * A code for exactly this. @returns 11 URL-safe characters (8 random bytes); undefined where too many are outstanding: a
   * flood pushes out its own caller's oldest, never another's.
   */
  issue(seen: Sight, caller: string): string | undefined {
    this.#forgetExpired();
    const own = this.#callers.get(caller) ?? new Set();
    const [oldest] = own;
    if (own.size >= MAX_PER_CALLER && oldest !== undefined) this.#forget(oldest);
    if (this.#issued.size >= MAX_IN_ALL) return undefined;
    const code = randomBytes(8).toString('base64url');
    this.#issued.set(code, { seen, caller, expires: this.#now() + CODE_LIFE_MS });
    this.#callers.set(caller, own.add(code));
    return code;
  }

  /** What the code was issued for; undefined where it is unknown, expired or used. It is spent by its first use, whatever that is for. */
  spend(code: unknown): Sight | undefined {
    if (typeof code !== 'string') return undefined;
    const issued = this.#forget(code);
    return issued !== undefined && this.#now() < issued.expires ? issued.seen : undefined;
  }

  get outstanding(): number {
    return this.#issued.size;
  }

  #forget(code: string): Issued | undefined {
    const issued = this.#issued.get(code);
    if (issued === undefined) return undefined;
    this.#issued.delete(code);
    const own = this.#callers.get(issued.caller);
    own?.delete(code);
    if (own?.size === 0) this.#callers.delete(issued.caller);
    return issued;
  }

  #forgetExpired(): void {
    for (const [code, { expires }] of this.#issued) {
      // The first that lives ends the search.
      if (this.#now() < expires) break;
      this.#forget(code);
    }
  }
}
