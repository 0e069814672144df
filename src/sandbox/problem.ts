/** Problem details (RFC 9457), thrown by whatever finds a request wrong and answered by the server. */

/** One thing that is wrong with a request. */
export interface Fault {
  in: 'path' | 'query' | 'header' | 'body';
  /** Parameter, or the last property of the pointer. */
  name: string;
  /** JSON pointer into the body (RFC 6901). */
  pointer?: string;
  message: string;
}

const KINDS = {
  bad_request: [400, 'The request cannot be read'],
  unauthorized: [401, 'The key is missing or unknown'],
  forbidden: [403, 'The key does not allow this'],
  not_found: [404, 'There is nothing with this identifier'],
  no_such_path: [404, 'There is nothing at this path'],
  method_not_allowed: [405, 'The method is not allowed here'],
  conflict: [409, 'It does not go with the present state'],
  idempotency_key_reused: [409, 'The Idempotency-Key was used for something else'],
  precondition_failed: [412, 'It has changed since it was read'],
  too_large: [413, 'The body is too large'],
  unsupported_media_type: [415, 'The media type of the body is not supported'],
  validation: [422, 'The body is not valid'],
  too_many_requests: [429, 'Too many requests'],
  on_demand: [500, 'The failure that was asked for'],
} as const satisfies Record<string, readonly [number, string]>;

export type ProblemCode = keyof typeof KINDS;

export class Problem extends Error {
  override readonly name = 'Problem';
  readonly status: number;
  readonly title: string;

  /** @param detail what happened this time and what to do, for people. @param status where it is not the code's own. */
  constructor(
    readonly code: ProblemCode,
    detail: string,
    readonly more: { faults?: Fault[]; headers?: Record<string, string>; status?: number } = {},
  ) {
    super(detail);
    const [status, title] = KINDS[code];
    this.status = more.status ?? status;
    this.title = title;
  }

  /** The document for `application/problem+json`. @param instance path of the request. */
  toJSON(instance?: string): Record<string, unknown> {
    return {
      type: `https://api.nuntius.example/problems/${this.code.replaceAll('_', '-')}`,
      title: this.title,
      status: this.status,
      detail: this.message,
      code: this.code,
      ...(instance !== undefined && { instance }),
      ...(this.more.faults && { errors: this.more.faults }),
    };
  }
}

/** 400 or 422 from what was found wrong; the detail names all of it. */
export function faulty(code: 'bad_request' | 'validation', faults: Fault[]): Problem {
  return new Problem(code, `${faults.map((f) => `${f.name} ${f.message}`).join('; ')}.`, { faults });
}

/** 422 for one property of the body. @param pointer e.g. `/content/text`. */
export function invalid(pointer: string, message: string): Problem {
  return faulty('validation', [bodyFault(pointer, message)]);
}

export function bodyFault(pointer: string, message: string): Fault {
  const name = pointer
    .slice(pointer.lastIndexOf('/') + 1)
    .replaceAll('~1', '/')
    .replaceAll('~0', '~');
  return { in: 'body', name: name === '' ? 'body' : name, pointer, message };
}

/** 400 for one query parameter. */
export function badQuery(name: string, message: string): Problem {
  return faulty('bad_request', [{ in: 'query', name, message }]);
}
