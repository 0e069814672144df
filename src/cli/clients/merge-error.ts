/** A client's file cannot be changed safely; it was not. The message goes on after the file's name: "it is …". */
export class MergeError extends Error {
  override readonly name = 'MergeError';
}
