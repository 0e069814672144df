/** A call's time limit and its cancellation as one signal. Cheaper than `AbortSignal.any`, of which every call would make two. */
export interface Deadline {
  signal: AbortSignal;
  /** Milliseconds on `performance.now()`. */
  at: number;
  /** The timer and the listener are let go; the signal stays as it is. */
  clear(): void;
}

/** @param cancelled the client's own; its reason is passed on. */
export function startDeadline(timeoutMs: number, cancelled?: AbortSignal): Deadline {
  const controller = new AbortController();
  const cancel = () => controller.abort(new DOMException('The call was cancelled', 'AbortError'));
  const expire = () => controller.abort(new DOMException('The time limit ran out', 'TimeoutError'));
  const timer = setTimeout(expire, Math.min(timeoutMs, 2 ** 31 - 1));
  if (cancelled?.aborted) cancel();
  else cancelled?.addEventListener('abort', cancel, { once: true });
  return {
    signal: controller.signal,
    at: performance.now() + timeoutMs,
    clear() {
      clearTimeout(timer);
      cancelled?.removeEventListener('abort', cancel);
    },
  };
}
