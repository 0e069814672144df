/** Stable codes of what can be wrong with an input of the generator. */
export type DescriptionErrorCode =
  | 'unreadable'
  | 'syntax'
  | 'too_large'
  | 'not_openapi'
  | 'unsupported_version'
  | 'no_operations'
  | 'broken_reference'
  | 'forbidden_reference'
  | 'invalid_schema'
  | 'invalid_operation'
  | 'invalid_overlay'
  | 'no_base_url';

/**
 * The description (or an overlay) cannot be used, or, thrown while one operation is read, that operation cannot.
 * The message is one line: what is wrong, with what, and what to do.
 */
export class DescriptionError extends Error {
  override readonly name = 'DescriptionError';
  constructor(
    readonly code: DescriptionErrorCode,
    message: string,
    /** JSON pointer as a fragment: `#/paths/~1leads/get`. `#` is the whole document. */
    readonly pointer: string = '#',
    /** 1-based line in the main file, where it is known. */
    readonly line?: number,
  ) {
    super(message);
  }
}
