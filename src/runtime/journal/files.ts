/** The journal's files: the one that is written, the older ones beside it, and the lines in each. */
import { createReadStream, readdirSync, readSync, statSync } from 'node:fs';
import path from 'node:path';
import { unreadable } from './journal-error.ts';
import { type Line, lineDigest, parseLine } from './line.ts';

/** A line as it lies in its file. */
export interface FileLine {
  file: string;
  /** Counted from 1. */
  at: number;
  bytes: Buffer;
  /** undefined: damaged. */
  line: Line | undefined;
  /** The file ends here without a line break: a process died, or is, writing it. */
  torn: boolean;
}

/** `journal.jsonl`, whose first line is number 41 → `journal.000000000041.jsonl`. */
export function archiveName(file: string, first: number): string {
  const { dir, name, ext } = path.parse(file);
  return path.join(dir, `${name}.${String(first).padStart(12, '0')}${ext}`);
}

/** Older files, oldest first. */
export function archives(file: string): string[] {
  const { dir, name, ext } = path.parse(file);
  let names: string[];
  try {
    names = readdirSync(dir === '' ? '.' : dir);
  } catch {
    return [];
  }
  const current = inode(file);
  return names
    .filter(
      (n) =>
        n.startsWith(`${name}.`) &&
        n.endsWith(ext) &&
        /^\d{12}$/.test(n.slice(name.length + 1, ext === '' ? undefined : -ext.length)),
    )
    .sort()
    .map((n) => path.join(dir, n))
    .filter((archive) => inode(archive) !== current);
}

function inode(file: string): number | undefined {
  try {
    return statSync(file).ino;
  } catch {
    return undefined;
  }
}

/**
 * Every line, in order; nothing where there is no file. Never holds more than a line and a chunk.
 * @throws JournalError journal_unreadable
 */
export async function* linesOf(file: string): AsyncGenerator<FileLine> {
  let rest: Buffer[] = [];
  let at = 0;
  const one = (bytes: Buffer, torn: boolean): FileLine => ({ file, at: ++at, bytes, line: parseLine(bytes), torn });
  try {
    for await (const chunk of createReadStream(file, { highWaterMark: 256 * 1024 }) as AsyncIterable<Buffer>) {
      let start = 0;
      for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, start)) {
        yield one(Buffer.concat([...rest, chunk.subarray(start, end)]), false);
        rest = [];
        start = end + 1;
      }
      if (start < chunk.length) rest.push(chunk.subarray(start));
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw unreadable(file, error);
  }
  if (rest.length > 0) yield one(Buffer.concat(rest), true);
}

/** Where the chain stands at the end of a file. */
export interface Tail {
  /** Number of the last sound line; 0 where there is none. */
  n: number;
  /** Digest of the last line, sound or not; undefined for an empty file. */
  digest: string | undefined;
  /** The file does not end with a line break. */
  torn: boolean;
}

/** Read backwards: a start does not read the whole journal. */
export function readTail(fd: number, size: number): Tail {
  if (size === 0) return { n: 0, digest: undefined, torn: false };
  for (let length = Math.min(size, 64 * 1024); ; length = Math.min(size, length * 4)) {
    const bytes = Buffer.alloc(length);
    readSync(fd, bytes, 0, length, size - length);
    const torn = bytes[length - 1] !== 10;
    const lines = split(torn ? bytes : bytes.subarray(0, length - 1));
    // Of a part of the file, the first line is not known to be whole.
    const whole = length === size ? lines : lines.slice(1);
    const last = whole.at(-1);
    const n = whole.map(parseLine).findLast((l) => l !== undefined)?.n;
    if (last !== undefined && n !== undefined) return { n, digest: lineDigest(last), torn };
    if (length === size) return { n: 0, digest: last && lineDigest(last), torn };
  }
}

function split(bytes: Buffer): Buffer[] {
  const lines: Buffer[] = [];
  let start = 0;
  for (let end = bytes.indexOf(10); end >= 0; end = bytes.indexOf(10, start)) {
    lines.push(bytes.subarray(start, end));
    start = end + 1;
  }
  lines.push(bytes.subarray(start));
  return lines;
}
