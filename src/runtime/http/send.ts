/**
 * A request → what became of it. Reads are redirected within their origin and tried again; a write leaves once, and once
 * it has left no error of the connection is reported as a failure. Never throws for what the network or the API does.
 */
import type { ToolType } from '../../catalogue/index.ts';
import { exchange } from './client.ts';
import { type Deadline, startDeadline } from './deadline.ts';
import { type Answer, BrokenAnswer, type ExchangeLimits, type ExchangeReport, type Outgoing } from './exchange.ts';
import type { Pace } from './pace.ts';
import { redirection } from './redirect.ts';
import { isRetried, MAX_RETRIES, wait, waitBefore } from './retry.ts';
import { failure, isConnectionLoss, type SendResult } from './send-result.ts';

export interface SendOptions {
  type: ToolType;
  /** Milliseconds for everything: redirects, retries, the body. */
  timeoutMs: number;
  /** Most bytes of an answer that are read, decompressed. Default 10 MB. */
  maxBytes?: number;
  /** Cancellation by the client. */
  signal?: AbortSignal;
  /** Of this account's requests. */
  pace?: Pace;
  /** Told of every request when it is over. */
  onExchange?: (report: ExchangeReport) => void;
  /** New credentials after a read's 401, once; undefined where there are none to be had. */
  reauthorize?: (signal: AbortSignal) => Promise<Outgoing | undefined>;
}

const DEFAULT_MAX_BYTES = 10_000_000;

export async function send(request: Outgoing, options: SendOptions): Promise<SendResult> {
  const deadline = startDeadline(options.timeoutMs, options.signal);
  try {
    return await sendWithin(request, options, deadline);
  } finally {
    deadline.clear();
  }
}

async function sendWithin(
  request: Outgoing,
  options: SendOptions,
  { signal, at: deadline }: Deadline,
): Promise<SendResult> {
  if (signal.aborted)
    return { kind: 'failed', code: 'cancelled', message: 'The call was cancelled before it was sent.' };
  const limits = { signal, maxBytes: options.maxBytes ?? DEFAULT_MAX_BYTES };
  const read = options.type === 'Lectura';
  let current = request;
  let redirects = 0;
  let retries = 0;
  let attempt = 0;
  let { reauthorize } = options;
  for (;;) {
    const refused = await itsTurn(options, deadline, signal);
    if (refused !== undefined) return refused;
    let answer: Answer | undefined;
    try {
      answer = await watched(current, limits, ++attempt, options);
    } catch (thrown) {
      const error = thrown instanceof BrokenAnswer ? thrown.cause : thrown;
      const pause =
        read && retries < MAX_RETRIES && !signal.aborted && isConnectionLoss(error)
          ? waitBefore(++retries, undefined, 0)
          : undefined;
      if (pause === undefined || !(await waited(pause, deadline, signal))) {
        const stopped = signal.aborted
          ? new DOMException('', options.signal?.aborted ? 'AbortError' : 'TimeoutError')
          : error;
        return failure(stopped, options.type, thrown instanceof BrokenAnswer ? thrown.status : undefined);
      }
      continue;
    }
    options.pace?.learn(answer.status, answer.headers);
    const next = redirection(current, options.type, answer.status, header(answer, 'location'), redirects);
    if (next && 'follow' in next) {
      redirects++;
      current = next.follow;
      continue;
    }
    if (read && answer.status === 401 && reauthorize) {
      const renewed = await reauthorize(signal).catch(() => undefined);
      reauthorize = undefined;
      if (renewed) {
        current = renewed;
        continue;
      }
    }
    if (read && isRetried(answer.status) && retries < MAX_RETRIES) {
      const pause = waitBefore(++retries, header(answer, 'retry-after'), Date.now());
      if (pause !== undefined && (await waited(pause, deadline, signal))) continue;
    }
    return { kind: 'response', url: current.url.href, ...answer, ...(next ? { redirect: next.stay } : {}) };
  }
}

/** One request, told of when it is over. */
async function watched(
  request: Outgoing,
  limits: ExchangeLimits,
  attempt: number,
  { type, onExchange }: SendOptions,
): Promise<Answer> {
  if (onExchange === undefined) return exchange(request, limits);
  const begun = performance.now();
  const tell = (status: number | string, bytes: number) =>
    onExchange({
      method: request.method,
      origin: request.url.origin,
      attempt,
      status,
      ms: Math.round(performance.now() - begun),
      bytes,
    });
  try {
    const answer = await exchange(request, limits);
    tell(answer.status, answer.body.byteLength);
    return answer;
  } catch (error) {
    tell(failure(error instanceof BrokenAnswer ? error.cause : error, type).code, 0);
    throw error;
  }
}

/** Waits until the pace lets it leave. @returns why it does not: then nothing has left. */
async function itsTurn({ pace }: SendOptions, deadline: number, signal: AbortSignal): Promise<SendResult | undefined> {
  const pause = pace?.pause() ?? 0;
  if (pause > 0 && performance.now() + pause >= deadline) {
    const seconds = Math.ceil(pause / 1000);
    return {
      kind: 'failed',
      code: 'rate_limited',
      message: `The request was not sent: no more requests may leave for ${seconds} s, longer than this call may take.`,
    };
  }
  const turn = pace?.take() ?? 0;
  if (turn === 0 || (await waited(turn, deadline, signal))) return undefined;
  return { kind: 'failed', code: 'cancelled', message: 'The call was cancelled before it was sent.' };
}

/** Whether the wait fitted into the time that is left and nobody cancelled. */
async function waited(ms: number, deadline: number, signal: AbortSignal): Promise<boolean> {
  if (performance.now() + ms >= deadline) return false;
  return wait(ms, signal).then(
    () => true,
    () => false,
  );
}

function header(answer: Answer, name: string): string | undefined {
  return answer.headers.find(([n]) => n === name)?.[1];
}
