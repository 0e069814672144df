/**
 * A file that has grown too large or too old becomes an archive, and a new one takes its place. What is still needed comes
 * along: operations under way, with unknown outcome, or in effect with a state that undo can put back. Archives older than
 * is to be kept are removed.
 */
import {
  closeSync,
  fstatSync,
  fsyncSync,
  linkSync,
  openSync,
  readSync,
  renameSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import path from 'node:path';
import { archiveName, archives, type Tail } from './files.ts';
import { writeHead } from './head.ts';
import { type Event, type KeptLine, type Line, lineDigest, NO_LINE, parseLine } from './line.ts';
import { type Operation, type ReadOptions, readOperations } from './operations.ts';

export interface Retention {
  maxBytes: number;
  /** Days after which a file is rotated, whatever its size. */
  maxAgeDays: number;
  /** Days after which nothing is kept any more. */
  keepDays: number;
}

/** Days that one file covers, and that what undo needs is carried from file to file: a quarter of all, at most. */
function span({ maxAgeDays, keepDays }: Retention): number {
  return Math.min(maxAgeDays, keepDays / 4);
}

const DAY = 86_400_000;

export function isDue(fd: number, retention: Retention, now: Date): boolean {
  const { size } = fstatSync(fd);
  if (size === 0) return false;
  const first = firstLine(fd);
  // Carried-over lines alone do not make a file old or large: else it would be rotated again and again.
  if (size > retention.maxBytes) return true;
  return first !== undefined && now.getTime() - Date.parse(first.at) > span(retention) * DAY;
}

/** Under the lock. @throws the file system's error; the journal is then as it was */
export async function rotate(
  file: string,
  tail: Tail,
  retention: Retention,
  options: Pick<ReadOptions, 'identity' | 'now'>,
): Promise<void> {
  const { now } = options;
  const { operations } = await readOperations(file, options);
  const first = firstNumber(file);
  const archive = archiveName(file, first);
  const old = archives(file).filter((a) => a !== archive);
  const expired = old.filter((_, i) => isExpired(old[i + 1] ?? file, retention, now));
  const oldest = expired.length < old.length ? firstNumber(old[expired.length] ?? file) : first;
  const at = now.toISOString();
  const events: Event[] = [
    { event: 'rotated', at, from: path.basename(archive), oldest },
    ...needed(operations, retention, now).map(({ sending, outcome }): KeptLine => {
      return { event: 'kept', at, sending, ...(outcome !== undefined && { outcome }) };
    }),
  ];
  let { n } = tail;
  let prev = tail.digest ?? NO_LINE;
  const lines = events.map((event) => {
    const line = JSON.stringify({ n: ++n, prev, ...event });
    prev = lineDigest(line);
    return `${line}\n`;
  });
  const fresh = `${file}.new`;
  write(fresh, lines.join(''));
  // A link first, so that there is a journal at every moment.
  try {
    linkSync(file, archive);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') renameSync(file, archive);
    else {
      unlinkSync(archive);
      linkSync(file, archive);
    }
  }
  renameSync(fresh, file);
  writeHead(file, { n, digest: prev });
  for (const one of expired) unlinkSync(one);
}

/** The newest first, up to half a file. */
function needed(operations: Operation[], retention: Retention, now: Date): Operation[] {
  const kept: Operation[] = [];
  let room = retention.maxBytes / 2;
  for (const operation of operations.toReversed()) {
    const { status, undoneBy, sending } = operation;
    const open = status === 'sending' || status === 'unknown';
    const undoable = status === 'done' && undoneBy === undefined && sending.state !== undefined;
    if (!open && !undoable) continue;
    if (now.getTime() - Date.parse(sending.at) > span(retention) * DAY) continue;
    room -= JSON.stringify(operation).length;
    if (room < 0) break;
    kept.push(operation);
  }
  return kept.toReversed();
}

/** What an archive holds was written before the file after it began; what it had carried over, up to two spans before. */
function isExpired(next: string, retention: Retention, now: Date): boolean {
  const at = withFile(next, firstLine)?.at;
  return at !== undefined && now.getTime() - Date.parse(at) > (retention.keepDays - 2 * span(retention)) * DAY;
}

function firstNumber(file: string): number {
  return withFile(file, firstLine)?.n ?? 1;
}

function firstLine(fd: number): Line | undefined {
  for (let length = 4096; length <= 4_194_304; length *= 4) {
    const bytes = Buffer.alloc(length);
    const got = readSync(fd, bytes, 0, length, 0);
    const end = bytes.subarray(0, got).indexOf(10);
    if (end >= 0) return parseLine(bytes.subarray(0, end));
    if (got < length) return undefined;
  }
  return undefined;
}

function withFile<T>(file: string, use: (fd: number) => T): T | undefined {
  let fd: number;
  try {
    fd = openSync(file, 'r');
  } catch {
    return undefined;
  }
  try {
    return use(fd);
  } finally {
    closeSync(fd);
  }
}

function write(file: string, text: string): void {
  const fd = openSync(file, 'w', 0o600);
  try {
    const bytes = Buffer.from(text);
    if (writeSync(fd, bytes) < bytes.length) throw Object.assign(new Error('short write'), { code: 'ENOSPC' });
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}
