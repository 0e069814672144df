/**
 * One request, from its bytes to its answer: find the operation, check key, parameters and body, compare `If-Match`,
 * look up `Idempotency-Key`, do the work. Whatever is wrong is a problem document.
 */
import type { IncomingHttpHeaders } from 'node:http';
import type { Call, Reply } from './call.ts';
import { readDescription } from './description/document.ts';
import { readOperations, type SandboxOperation } from './description/operation.ts';
import { Router } from './description/router.ts';
import { Schemas } from './description/schemas.ts';
import { type Answer, answerOf, etag } from './http/answer.ts';
import { readBody } from './http/body.ts';
import { IdempotencyKeys } from './http/idempotency.ts';
import { paginate } from './http/pagination.ts';
import { readParameters } from './http/parameters.ts';
import { operations } from './operations.ts';
import { bodyFault, faulty, Problem } from './problem.ts';
import type { State } from './state.ts';

export interface ApiRequest {
  method: string;
  /** Raw path and query. */
  target: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** What each key may do, and whose it is. */
export type Keys = ReadonlyMap<string, { userId: string; mayWrite: boolean }>;

/** POSTs that only read: a key for reading is enough. */
const READS = new Set(['searchContacts']);

export class Api {
  readonly #router: Router;
  readonly #schemas: Schemas;
  readonly #idempotency: IdempotencyKeys<Answer>;

  constructor(
    readonly keys: Keys,
    public state: State,
  ) {
    const document = readDescription();
    this.#router = new Router(readOperations(document));
    this.#schemas = new Schemas(document);
    this.#idempotency = new IdempotencyKeys(() => this.state.now());
  }

  /** Forgets what was done and goes on with another state. */
  restart(state: State): void {
    this.state = state;
    this.#idempotency.clear();
  }

  /** @throws Problem */
  async answer(request: ApiRequest): Promise<Answer> {
    const [path = '', query = ''] = split(request.target);
    const match = this.#router.match(request.method, path);
    const { operation } = match;
    const userId = this.#authorize(operation, request.headers);
    const values = readParameters(operation, this.#schemas, match.path, query, request.headers);
    const body = await readBody(operation, this.#schemas, request.body, request.headers);

    // From here to the answer nothing waits: two requests never mix.
    const call = this.#call(operation, userId, values, body);
    const key = values.header['idempotency-key'];
    const done = { ...request, contentType: request.headers['content-type'] ?? '' };
    const recorded = typeof key === 'string' ? this.#idempotency.recorded(key, done) : undefined;
    if (recorded) return { ...recorded, headers: { ...recorded.headers, 'Idempotency-Replayed': 'true' } };
    this.#checkIfMatch(operation, call, values.header['if-match']);
    const answer = answerOf(operation, run(operation, call));
    if (typeof key === 'string') this.#idempotency.record(key, done, answer);
    return answer;
  }

  /** @returns the user of the key */
  #authorize(operation: SandboxOperation, headers: IncomingHttpHeaders): string {
    if (!operation.needsKey) return '';
    const [, token = ''] = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '') ?? [];
    const key = this.keys.get(token);
    if (!key)
      throw new Problem('unauthorized', 'Send a valid API key as Authorization: Bearer.', {
        headers: { 'WWW-Authenticate': 'Bearer realm="nuntius"' },
      });
    const writes = operation.method !== 'GET' && !READS.has(operation.id);
    if (writes && !key.mayWrite) throw new Problem('forbidden', 'This key may only read.');
    return key.userId;
  }

  #call(
    operation: SandboxOperation,
    userId: string,
    { path, query }: { path: unknown; query: Record<string, unknown> },
    body: unknown,
  ): Call {
    const inBody = operation.method === 'POST';
    const { cursor, limit, ...filters } = ((inBody ? body : query) ?? {}) as {
      cursor?: string;
      limit?: number;
    } & Record<string, unknown>;
    const refuse = (message: string): never => {
      throw inBody
        ? faulty('validation', [bodyFault('/cursor', message)])
        : faulty('bad_request', [{ in: 'query', name: 'cursor', message }]);
    };
    const page = <T>(rows: readonly T[], key?: (row: T) => string) =>
      paginate(
        rows,
        key ?? ((row) => (row as { id: string }).id),
        [operation.id, path, filters],
        cursor,
        limit ?? 20,
        refuse,
      );
    return { state: this.state, userId, path, query, body, page } as Call;
  }

  /** RFC 9110, section 13.1.1. */
  #checkIfMatch(operation: SandboxOperation, call: Call, condition: unknown): void {
    if (typeof condition !== 'string' || condition.trim() === '*') return;
    const reader = this.#router.readerOf(operation);
    if (!reader) return;
    const current = etag(run(reader, call).body);
    if (condition.split(',').some((tag) => tag.trim() === current)) return;
    throw new Problem('precondition_failed', 'Somebody changed it since it was read. Read it again and decide anew.', {
      headers: { ETag: current },
    });
  }
}

function run(operation: SandboxOperation, call: Call): Reply<unknown> {
  const work = operations[operation.id] as (call: Call) => Reply<unknown>;
  return work(call);
}

function split(target: string): [string, string] {
  const at = target.indexOf('?');
  return at < 0 ? [target, ''] : [target.slice(0, at), target.slice(at + 1)];
}
