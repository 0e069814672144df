/** What an operation of the sandbox is given and what it answers, typed from the description by operationId. */
import type { components, operations } from '../generated/api.d.ts';
import type { State } from './state.ts';

export type Schemas = components['schemas'];
export type OperationId = keyof operations;

type Member<T, K extends PropertyKey> = T extends { [P in K]?: infer V } ? Exclude<V, undefined> : never;
type Parameters<Id extends OperationId, Where extends 'path' | 'query'> = Member<operations[Id]['parameters'], Where>;

/** The body as it was sent and found valid, defaults filled in. */
export type BodyOf<Id extends OperationId> = operations[Id] extends { requestBody: { content: infer C } }
  ? C[keyof C]
  : undefined;

type Success = 200 | 201 | 202;
type Content<Id extends OperationId> = Member<
  operations[Id]['responses'][keyof operations[Id]['responses'] & Success],
  'content'
>;
/** What the success answer holds: JSON data, or text or bytes. */
export type AnswerOf<Id extends OperationId> = Content<Id>[keyof Content<Id>];

/** A valid request to one operation. */
export interface Call<Id extends OperationId = OperationId> {
  state: State;
  /** The user whose key was used. */
  userId: string;
  path: Parameters<Id, 'path'>;
  query: Parameters<Id, 'query'>;
  body: BodyOf<Id>;
  /** Pages a whole, ordered list as the request asks; refuses a cursor of another list. */
  page<T>(rows: readonly T[], key?: (row: T) => string): Page<T>;
}

export interface Page<T> {
  data: T[];
  nextCursor: string | null;
  hasMore: boolean;
}

/** An answer other than the plain JSON of the success status. */
export interface Reply<Body> {
  body: Body;
  /** Path of what was created, for `Location`. */
  location?: string;
  /** Content-Type of a body that is no JSON. */
  mediaType?: string;
  /** Proposed file name, for `Content-Disposition`. */
  fileName?: string;
  /** Seconds, for `Retry-After`. */
  retryAfter?: number;
}

type Body<Id extends OperationId> = Id extends 'downloadFile' ? Buffer : AnswerOf<Id>;

/** One function for each operation named. Together they must cover the description: `operations.ts` proves it. */
export type Operations<Id extends OperationId> = { [Op in Id]: (call: Call<Op>) => Reply<Body<Op>> };

type Mutable<T> = { -readonly [K in keyof T]: T[K] };
/** A record of the state: the answer's shape, writable. */
export type Row<Name extends keyof Schemas> = Mutable<Schemas[Name]>;
