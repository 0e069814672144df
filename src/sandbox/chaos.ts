/** A sandbox that misbehaves: which faults, how often. */
import type { Failure } from './http/failures.ts';
import { SPOILS, type Spoil } from './http/spoil.ts';

/** Faults by their names on the command line. */
const FAILURES: Record<Exclude<Fault, Spoil>, Failure> = {
  '500': { status: 500 },
  '502': { status: 502 },
  '503': { status: 503, headers: { 'Retry-After': '0' } },
  '429': { status: 429, headers: { 'Retry-After': '0' } },
  'close-before': { disconnect: 'before' },
  'close-after': { disconnect: 'after' },
};

export const FAULTS = ['500', '502', '503', '429', 'close-before', 'close-after', ...SPOILS] as const;
export type Fault = (typeof FAULTS)[number];

export interface Chaos {
  faults: readonly Fault[];
  /** Of all requests, 0 to 1. */
  rate: number;
}

export const ALL_CHAOS: Chaos = { faults: FAULTS, rate: 0.2 };

/**
 * `slow,hang:0.1` → those two, one request in ten; `all` stands for every one.
 * @returns undefined where it is not understood
 */
export function parseChaos(text: string): Chaos | undefined {
  const [, list = '', share] = /^([\w,-]+)(?::(0?\.\d+|1|0))?$/.exec(text.trim()) ?? [];
  const names = list === 'all' ? FAULTS : list.split(',');
  const faults = FAULTS.filter((fault) => names.some((name) => name === fault));
  if (faults.length !== new Set(names).size) return undefined;
  return { faults, rate: share === undefined ? ALL_CHAOS.rate : Number(share) };
}

/** Says for each request whether and how it fails. @param random 0 ≤ … < 1 */
export function chaosOf({ faults, rate }: Chaos, random: () => number = Math.random): () => Failure | undefined {
  return () => {
    if (random() >= rate) return undefined;
    const fault = faults[Math.floor(random() * faults.length)];
    return fault === undefined ? undefined : failureOf(fault);
  };
}

export function failureOf(fault: Fault): Failure {
  return Object.hasOwn(FAILURES, fault) ? FAILURES[fault as keyof typeof FAILURES] : { spoil: fault as Spoil };
}
