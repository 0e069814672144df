/**
 * Every `METHOD /path` that a `paths` type of openapi-typescript holds. A generated catalogue's operations must satisfy it,
 * so the compiler proves that each tool's method and path exist in the description.
 */
export type OperationOf<Paths> = {
  [P in keyof Paths & string]: {
    [M in keyof Paths[P] & string]: Paths[P][M] extends { responses: unknown } ? `${Uppercase<M>} ${P}` : never;
  }[keyof Paths[P] & string];
}[keyof Paths & string];
