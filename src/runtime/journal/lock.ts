/**
 * One writer at a time: a lock file beside the journal, made with O_EXCL, that names the process which holds it. Node has
 * no flock, and locks that go stale by time alone would hold up every start after a crash: here the lock of a process
 * that is gone is broken at once, and that of a living one never.
 */
import { closeSync, openSync, readFileSync, statSync, unlinkSync, writeSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { JournalError } from './journal-error.ts';

export interface ProcessIdentity {
  /** Of this process: the same for no other, now or later. */
  self: string;
  /** undefined where it cannot be known (another machine). */
  isAlive(process: string): boolean | undefined;
}

/** A lock without a readable owner: its maker died between two system calls, or is between them. */
const NAMELESS_MS = 2_000;
/** A lock of another machine, which cannot be asked. */
const FOREIGN_MS = 60_000;
const GIVE_UP_MS = 10_000;

/**
 * Waits its turn.
 * @returns gives the lock back.
 * @throws JournalError journal_locked; or the file system's error where the lock cannot be made
 */
export async function acquireLock(
  file: string,
  { self, isAlive }: ProcessIdentity,
  giveUpMs = GIVE_UP_MS,
): Promise<() => void> {
  const deadline = performance.now() + giveUpMs;
  for (;;) {
    if (make(file, self)) return () => remove(file);
    const owner = ownerOf(file);
    if (owner !== undefined && isStale(file, owner, isAlive)) breakLock(file, owner, self);
    else if (performance.now() > deadline) {
      throw new JournalError(
        'journal_locked',
        `The journal is locked by process ${owner?.split('/').pop() ?? 'unknown'}: ${file}. If that process is not nuntius-mcp, remove this file.`,
      );
    } else await wait(1 + Math.random() * 8);
  }
}

function make(file: string, self: string): boolean {
  let fd: number;
  try {
    fd = openSync(file, 'wx', 0o600);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
  try {
    writeSync(fd, self);
  } catch (error) {
    remove(file);
    throw error;
  } finally {
    closeSync(fd);
  }
  return true;
}

function remove(file: string): void {
  try {
    unlinkSync(file);
  } catch {
    // Gone already.
  }
}

/** undefined: no lock any more. */
function ownerOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

function isStale(file: string, owner: string, isAlive: ProcessIdentity['isAlive']): boolean {
  const alive = owner === '' ? undefined : isAlive(owner);
  if (alive !== undefined) return !alive;
  return age(file) > (owner === '' ? NAMELESS_MS : FOREIGN_MS);
}

/** Only one breaks a lock, and only if it is still the one that was found stale: a new owner's lock is never taken. */
function breakLock(file: string, owner: string, self: string): void {
  const breaking = `${file}.break`;
  if (age(breaking) > NAMELESS_MS) remove(breaking);
  if (!make(breaking, self)) return;
  try {
    if (ownerOf(file) === owner) remove(file);
  } finally {
    remove(breaking);
  }
}

function age(file: string): number {
  try {
    return Date.now() - statSync(file).mtimeMs;
  } catch {
    return 0;
  }
}
