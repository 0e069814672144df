/** `Idempotency-Key`: what was done once under a key is answered again, not done again. */
import { createHash } from 'node:crypto';
import { DAY } from '../local-time.ts';
import { Problem } from '../problem.ts';

export class IdempotencyKeys<Answer> {
  readonly #kept = new Map<string, { fingerprint: string; answer: Answer; at: number }>();

  /** @param now in ms */
  constructor(readonly now: () => number) {}

  /**
   * The recorded answer of the same request, or undefined where the key is new.
   * @throws Problem 409 where the key was used for another request
   */
  recorded(key: string, request: Request): Answer | undefined {
    const kept = this.#kept.get(key);
    if (!kept || this.now() - kept.at > DAY) return undefined;
    if (kept.fingerprint === fingerprint(request)) return kept.answer;
    throw new Problem(
      'idempotency_key_reused',
      'This Idempotency-Key was used for another request. Take a new key for each thing to do.',
    );
  }

  record(key: string, request: Request, answer: Answer): void {
    this.#kept.set(key, { fingerprint: fingerprint(request), answer, at: this.now() });
  }

  clear(): void {
    this.#kept.clear();
  }
}

interface Request {
  method: string;
  target: string;
  body: Buffer;
  contentType: string;
}

/** A multipart boundary is chosen anew for each request and says nothing. */
function fingerprint({ method, target, body, contentType }: Request): string {
  const boundary = /boundary="?([^";]+)/i.exec(contentType)?.[1];
  const content = boundary === undefined ? body : body.toString('latin1').replaceAll(boundary, '');
  return createHash('sha256').update(`${method} ${target}\n`).update(content).digest('hex');
}
