/** Stable codes of why a call cannot become a request. */
export type RequestErrorCode =
  | 'missing_path_value'
  | 'unsafe_path_value'
  | 'unsafe_url'
  | 'unencodable_value'
  | 'ambiguous_value'
  | 'deletes'
  | 'forbidden_header'
  | 'method_override'
  | 'unsafe_header'
  | 'unsent_value'
  | 'bad_base64'
  | 'missing_body'
  | 'bad_body'
  | 'untrusted_origin'
  | 'missing_credentials'
  | 'unsafe_credentials';

/**
 * A call that must not be sent. Nothing has left when this is thrown.
 * The message is one line: which argument or setting, what is wrong with it, what to do. It never holds a secret.
 */
export class RequestError extends Error {
  override readonly name = 'RequestError';
  constructor(
    readonly code: RequestErrorCode,
    message: string,
    /** The argument's name, where one is to blame. */
    readonly argument?: string,
  ) {
    super(message);
  }
}
