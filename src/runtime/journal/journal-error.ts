/** Stable codes of why the journal cannot be written or read. */
export type JournalErrorCode = 'journal_unwritable' | 'journal_unreadable' | 'journal_locked' | 'journal_refused';

/** The message is one line: which file, what is wrong with it, what to do. */
export class JournalError extends Error {
  override readonly name = 'JournalError';
  constructor(
    readonly code: JournalErrorCode,
    message: string,
  ) {
    super(message);
  }
}

const MEANINGS: Record<string, string> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EFBIG: 'the file may not grow any further',
  EROFS: 'the disk is read-only',
  EACCES: 'access is denied',
  EPERM: 'access is denied',
  ENOTDIR: 'a part of its path is not a folder',
  ENOENT: 'its folder is not there and cannot be made',
  EISDIR: 'it is a folder',
  EIO: 'the disk reports an error',
  EMFILE: 'too many files are open',
  ENAMETOOLONG: 'its name is too long',
};

/** `EROFS` → `the disk is read-only (EROFS)`. */
export function faultText(error: unknown): string {
  const code = (error as NodeJS.ErrnoException | null)?.code;
  if (typeof code !== 'string') return error instanceof Error ? error.message : String(error);
  return Object.hasOwn(MEANINGS, code) ? `${MEANINGS[code]} (${code})` : code;
}

export function unwritable(file: string, error: unknown): JournalError {
  if (error instanceof JournalError) return error;
  return new JournalError('journal_unwritable', `The journal ${file} cannot be written: ${faultText(error)}.`);
}

export function unreadable(file: string, error: unknown): JournalError {
  if (error instanceof JournalError) return error;
  return new JournalError('journal_unreadable', `The journal ${file} cannot be read: ${faultText(error)}.`);
}
