/** When a read is tried again, and how long to wait before (RFC 9110, 10.2.3). Writes never get here. */
const RETRIED = new Set([429, 502, 503, 504]);

/** Attempts after the first. */
export const MAX_RETRIES = 2;

/** Longest wait that is honoured, ms; an API that asks for more gets its answer passed on instead. */
const MAX_WAIT_MS = 30_000;
const BASE_WAIT_MS = 250;

export function isRetried(status: number): boolean {
  return RETRIED.has(status);
}

/**
 * Milliseconds to wait before attempt `retry` (1, 2); undefined where the API asks for longer than is honoured.
 * Without Retry-After: 250 ms, doubled each time, with jitter, so that many callers do not come back together.
 */
export function waitBefore(
  retry: number,
  retryAfter: string | undefined,
  now: number,
  random = Math.random,
): number | undefined {
  const jitter = random();
  const asked = retryAfter === undefined ? undefined : retryAfterMs(retryAfter, now);
  if (asked === undefined) return BASE_WAIT_MS * 2 ** (retry - 1) * (0.5 + jitter);
  return asked > MAX_WAIT_MS ? undefined : asked + BASE_WAIT_MS * jitter;
}

/** Retry-After's seconds or HTTP date as milliseconds from `now`; undefined where it is neither. */
export function retryAfterMs(value: string, now: number): number | undefined {
  if (/^\s*\d+\s*$/.test(value)) return Number(value) * 1000;
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

/** @throws the signal's reason as soon as it is aborted */
export function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal.addEventListener('abort', stop, { once: true });
  });
}
