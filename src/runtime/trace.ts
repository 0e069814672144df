/**
 * The trace that a client says a call belongs to (`_meta.traceparent`; W3C Trace Context, 3.2), passed on to the API. It is of
 * a fixed form, so nothing can be carried out in it; what is not of that form is dropped.
 */
import type { PlannedRequest } from './request/planned-request.ts';

const TRACEPARENT = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;

/** @returns the value as it may be sent, or undefined */
export function traceparentOf(meta: unknown): string | undefined {
  const value =
    typeof meta === 'object' && meta !== null && Object.hasOwn(meta, 'traceparent')
      ? (meta as { traceparent: unknown }).traceparent
      : undefined;
  return typeof value === 'string' && TRACEPARENT.test(value) ? value : undefined;
}

/** `00-ID-…` → `ID`. */
export function traceIdOf(traceparent: string | undefined): string | undefined {
  return traceparent === undefined ? undefined : TRACEPARENT.exec(traceparent)?.[1];
}

/** The request with the header; where the call itself sets it, that stays. */
export function traced(request: PlannedRequest, traceparent: string | undefined): PlannedRequest {
  if (traceparent === undefined || request.headers.some(([name]) => name === 'traceparent')) return request;
  return { ...request, headers: [...request.headers, ['traceparent', traceparent]] };
}
