/**
 * The sandbox: the Nuntius API as a real HTTP server on loopback, with invented data in memory, for trying things out and
 * for tests. It keeps every request, and fails when told to.
 */
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { Api, type Keys } from './api.ts';
import { type Answer, problemAnswer } from './http/answer.ts';
import { type Failure, failureProblem, preferred } from './http/failures.ts';
import { writeSpoiled } from './http/spoil.ts';
import { Problem } from './problem.ts';
import { MAX_FILE_BYTES } from './resources/files.ts';
import { seededState } from './seed/seed.ts';

export type { Failure } from './http/failures.ts';

const SANDBOX_KEY = 'nuntius_sandbox_key';
const SANDBOX_READ_KEY = 'nuntius_sandbox_read_key';

const HOST = '127.0.0.1';
const MAX_BODY_BYTES = MAX_FILE_BYTES + 1024 * 1024;

export interface SandboxOptions {
  /** 0 (default): any free one. */
  port?: number;
  /** The key that may do everything. */
  apiKey?: string;
  /** The clock; the seed is laid out around its first answer. */
  now?: () => Date;
  /** How long each step of a job takes, in ms. A job has two. */
  jobStepMs?: number;
  /** Says for each request whether and how it fails; asked after `failNext`. */
  chaos?: (request: SandboxRequest) => Failure | undefined;
}

/** A request as it arrived. */
export interface SandboxRequest {
  method: string;
  /** Raw path and query. */
  target: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

export interface Sandbox {
  /** Origin: `http://127.0.0.1:NNNN`. */
  url: string;
  apiKey: string;
  /** A key that may only read: writes are answered with 403. */
  readOnlyKey: string;
  /** Every request since the start or the last `reset`, in order of arrival. */
  requests: readonly SandboxRequest[];
  /** Makes the next `times` (default 1) requests fail. */
  failNext(failure: Failure & { times?: number }): void;
  /** Back to the seed; requests, failures and idempotency keys are forgotten. */
  reset(): void;
  /** Ends all connections and jobs. */
  close(): Promise<void>;
}

/** @throws Error (`EADDRINUSE` …) where the port cannot be had */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const { port = 0, apiKey = SANDBOX_KEY, now = () => new Date(), jobStepMs = 100, chaos } = options;
  const keys: Keys = new Map([
    [SANDBOX_READ_KEY, { userId: 'user_01', mayWrite: false }],
    [apiKey, { userId: 'user_01', mayWrite: true }],
  ]);
  const timers = new Set<NodeJS.Timeout>();
  const later = (step: () => void): void => {
    const timer = setTimeout(() => {
      timers.delete(timer);
      step();
    }, jobStepMs);
    timers.add(timer.unref());
  };
  const endJobs = (): void => {
    for (const timer of timers) clearTimeout(timer);
    timers.clear();
  };

  const api = new Api(keys, seededState(now, later));
  const requests: SandboxRequest[] = [];
  const failures: Failure[] = [];

  const server = createServer((incoming, outgoing) => {
    serve(incoming, outgoing).catch(() => outgoing.destroy());
  });

  async function serve(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const { method = '', url: target = '', headers } = incoming;
    const body = await readAll(incoming);
    if (body === undefined) {
      write(
        outgoing,
        problemAnswer(
          new Problem('too_large', 'The body must be 11 MB at most.', { headers: { Connection: 'close' } }),
          target,
        ),
      );
      return;
    }
    const request = { method, target, headers, body };
    requests.push(request);
    const failure = failures.shift() ?? chaos?.(request) ?? preferred(headers);
    if (failure?.delayMs) await wait(failure.delayMs, undefined, { ref: false });
    if (failure?.disconnect === 'before') {
      outgoing.destroy();
      return;
    }
    const answer = await (failure?.status === undefined
      ? api.answer(request)
      : Promise.reject(failureProblem(failure))
    ).catch((error: unknown) => problemAnswer(problemOf(error), target.split('?')[0] ?? ''));
    if (failure?.disconnect === 'after') outgoing.destroy();
    else if (failure?.spoil !== undefined) await writeSpoiled(outgoing, answer, failure.spoil, target);
    else write(outgoing, answer);
  }

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, HOST, resolve);
  });
  return {
    url: `http://${HOST}:${(server.address() as AddressInfo).port}`,
    apiKey,
    readOnlyKey: SANDBOX_READ_KEY,
    requests,
    failNext: ({ times = 1, ...failure }) => failures.push(...Array.from({ length: times }, () => failure)),
    reset() {
      endJobs();
      requests.length = 0;
      failures.length = 0;
      api.restart(seededState(now, later));
    },
    close() {
      endJobs();
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      return closed;
    },
  };
}

/** The whole body, or undefined where it is longer than any upload may be. */
async function readAll(incoming: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length <= MAX_BODY_BYTES) chunks.push(chunk);
  }
  return length <= MAX_BODY_BYTES ? Buffer.concat(chunks) : undefined;
}

function write(outgoing: ServerResponse, { status, headers, body }: Answer): void {
  outgoing.writeHead(status, { ...headers, 'Content-Length': body.length, 'Cache-Control': 'no-store' }).end(body);
}

/** What is no problem of the request is a fault of the sandbox: its message says so. */
function problemOf(error: unknown): Problem {
  if (error instanceof Problem) return error;
  const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return new Problem('on_demand', `The sandbox has a fault: ${message}`, { status: 500 });
}
