/**
 * Beside the journal, the number and digest of its last line: lines that are cut off its end are missed. Written after the
 * line and not flushed: it may lag behind after a crash, never run ahead of what was written.
 */
import { readFileSync, writeFileSync } from 'node:fs';

export interface Head {
  n: number;
  digest: string;
}

export function headFile(file: string): string {
  return `${file}.head`;
}

/** undefined where there is none that can be read. */
export function readHead(file: string): Head | undefined {
  try {
    const [, n, digest] = /^(\d{1,15}) ([0-9a-f]{64})\n$/.exec(readFileSync(headFile(file), 'utf8')) ?? [];
    return digest === undefined ? undefined : { n: Number(n), digest };
  } catch {
    return undefined;
  }
}

/** The line is on disk already: a head that cannot be written is no reason to say otherwise. */
export function writeHead(file: string, { n, digest }: Head): void {
  try {
    writeFileSync(headFile(file), `${n} ${digest}\n`, { mode: 0o600 });
  } catch {
    // The next line writes it again.
  }
}
