/** How much of a description is read before it is refused: what real files need, many times over. */
export interface Limits {
  /** Bytes of one file, and of all files of one description together. */
  bytes: number;
  /** Levels of nesting; every later step walks the document by recursion. */
  depth: number;
  /** Values that YAML aliases and merge keys may add to what is written out. */
  aliasValues: number;
  /** Files that one description may be spread over. */
  files: number;
}

export const DEFAULT_LIMITS: Limits = {
  bytes: 100 * 1024 * 1024,
  depth: 500,
  aliasValues: 500_000,
  files: 10_000,
};
