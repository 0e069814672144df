/**
 * The journal: lines in, each on disk (flushed) when its promise resolves. Several processes may write the same file: each
 * takes the lock, goes on from the chain's end, and writes its lines by a single append. What cannot be written is refused.
 */
import {
  closeSync,
  constants,
  fchmodSync,
  fdatasync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  writeSync,
} from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { makeFolder } from '../../files/make-folder.ts';
import { readTail, type Tail } from './files.ts';
import { readHead, writeHead } from './head.ts';
import { JournalError, unwritable } from './journal-error.ts';
import { type Event, lineDigest, NO_LINE } from './line.ts';
import { acquireLock, type ProcessIdentity } from './lock.ts';
import { type ReadOptions, type Record, readOperations } from './operations.ts';
import { isDue, type Retention, rotate } from './rotate.ts';

const flush = promisify(fdatasync);
/** Lines that are written and flushed together, when many calls write at once. */
const MAX_BATCH = 200;

export interface JournalOptions {
  identity: ProcessIdentity;
  retention?: Partial<Retention>;
  now?: () => Date;
}

const DEFAULT_RETENTION: Retention = { maxBytes: 10_000_000, maxAgeDays: 30, keepDays: 365 };

/** Why a line must not be written, from what is on record at that moment; undefined: it may. */
export type Guard = (record: Record) => string | undefined;

interface Waiting {
  event: Event;
  guard: Guard | undefined;
  resolve(): void;
  reject(error: unknown): void;
}

export class Journal {
  readonly file: string;
  readonly #identity: ProcessIdentity;
  readonly #retention: Retention;
  readonly #now: () => Date;
  readonly #waiting: Waiting[] = [];
  #writing: Promise<void> | undefined;
  /** What this process last knew of the end of the file. */
  #known: { ino: number; size: number; tail: Tail } | undefined;

  constructor(file: string, { identity, retention = {}, now = () => new Date() }: JournalOptions) {
    this.file = path.resolve(file);
    this.#identity = identity;
    this.#retention = { ...DEFAULT_RETENTION, ...retention };
    this.#now = now;
  }

  /** The process that this journal's lines are written by. */
  get process(): string {
    return this.#identity.self;
  }

  now(): Date {
    return this.#now();
  }

  /**
   * @param guard asked under the lock: two processes cannot both pass it.
   * @throws JournalError journal_unwritable, journal_locked; journal_refused with what the guard said. Nothing is written then.
   */
  append(event: Event, guard?: Guard): Promise<void> {
    const written = new Promise<void>((resolve, reject) => {
      this.#waiting.push({ event, guard, resolve, reject });
    });
    this.#writing ??= this.#writeAll();
    return written;
  }

  /** @throws JournalError journal_unreadable */
  read(options: Pick<ReadOptions, 'whole'> = {}): Promise<Record> {
    return readOperations(this.file, { identity: this.#identity, now: this.#now(), ...options });
  }

  /** When nothing waits to be written. */
  async settled(): Promise<void> {
    await this.#writing;
  }

  async #writeAll(): Promise<void> {
    // Calls of the same moment go together.
    await Promise.resolve();
    while (this.#waiting.length > 0) {
      // A guard looks at what is on record, so its line goes alone.
      const guarded = this.#waiting.findIndex(({ guard }) => guard !== undefined);
      const batch = this.#waiting.splice(0, guarded === 0 ? 1 : Math.min(MAX_BATCH, guarded < 0 ? MAX_BATCH : guarded));
      try {
        await this.#write(batch);
        for (const { resolve } of batch) resolve();
      } catch (error) {
        this.#known = undefined;
        const reason = unwritable(this.file, error);
        for (const { reject } of batch) reject(reason);
      }
    }
    // In the same step as the last look: no line can come in between and be left waiting.
    this.#writing = undefined;
  }

  async #write(batch: Waiting[]): Promise<void> {
    makeFolder(path.dirname(this.file), 0o700);
    const unlock = await acquireLock(`${this.file}.lock`, this.#identity);
    try {
      const guard = batch[0]?.guard;
      const refusal = guard === undefined ? undefined : guard(await this.read());
      if (refusal !== undefined) throw new JournalError('journal_refused', refusal);
      let fd = this.#open();
      try {
        if (isDue(fd, this.#retention, this.#now())) {
          const options = { identity: this.#identity, now: this.#now() };
          // A full disk may have no room for a new file, and yet for a line.
          await rotate(this.file, this.#tail(fd), this.#retention, options).catch(() => {});
          closeSync(fd);
          fd = this.#open();
        }
        await this.#append(fd, batch);
      } finally {
        closeSync(fd);
      }
    } finally {
      unlock();
    }
  }

  #open(): number {
    const fd = openSync(this.file, constants.O_RDWR | constants.O_APPEND | constants.O_CREAT, 0o600);
    const stat = fstatSync(fd);
    if (!stat.isFile()) {
      closeSync(fd);
      throw new JournalError('journal_unwritable', `The journal ${this.file} is not a plain file.`);
    }
    if ((stat.mode & 0o077) !== 0 && process.platform !== 'win32') fchmodSync(fd, 0o600);
    if (stat.size === 0) flushFolder(path.dirname(this.file));
    return fd;
  }

  #tail(fd: number): Tail {
    const { ino, size } = fstatSync(fd);
    if (this.#known?.ino === ino && this.#known.size === size) return this.#known.tail;
    const tail = readTail(fd, size);
    // Lines that were there and are not any more leave a gap: it is not closed over.
    const head = readHead(this.file);
    return head !== undefined && head.n > tail.n ? { ...tail, n: head.n, digest: head.digest } : tail;
  }

  async #append(fd: number, batch: Waiting[]): Promise<void> {
    const { ino, size } = fstatSync(fd);
    const tail = this.#tail(fd);
    let { n } = tail;
    let prev = tail.digest ?? NO_LINE;
    const lines = batch.map(({ event }) => {
      const line = JSON.stringify({ n: ++n, prev, ...event });
      prev = lineDigest(line);
      return `${line}\n`;
    });
    const bytes = Buffer.from(`${tail.torn ? '\n' : ''}${lines.join('')}`);
    try {
      if (writeSync(fd, bytes) < bytes.length) throw Object.assign(new Error('short write'), { code: 'ENOSPC' });
      await flush(fd);
    } catch (error) {
      // Half a line would be a torn one: under the lock, what is ours can be taken back.
      try {
        ftruncateSync(fd, size);
      } catch {
        // It stays, torn, and the next line says so.
      }
      throw error;
    }
    this.#known = { ino, size: size + bytes.length, tail: { n, digest: prev, torn: false } };
    writeHead(this.file, { n, digest: prev });
  }
}

/** A new file's name is on disk only when its folder is (POSIX fsync). */
function flushFolder(folder: string): void {
  try {
    const fd = openSync(folder, 'r');
    fsyncSync(fd);
    closeSync(fd);
  } catch {
    // Not every system can.
  }
}
