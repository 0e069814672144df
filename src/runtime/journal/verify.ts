/** `journal --verify`: the first line that was altered, put in or taken out, by the chain of digests. */
import { archives, linesOf } from './files.ts';
import { readHead } from './head.ts';
import { type Line, lineDigest, NO_LINE } from './line.ts';

export interface Verification {
  ok: boolean;
  lines: number;
  files: string[];
  /** Number and digest of the last line: written down elsewhere, they prove later that nothing up to here was changed. */
  head?: { n: number; digest: string };
  /** What is wrong first: file, line in it (from 1), and what. */
  fault?: { file: string; at: number; what: string };
  /** Torn lines: a process died while it wrote them. */
  torn: { file: string; at: number }[];
}

/** @throws JournalError journal_unreadable */
export async function verify(file: string): Promise<Verification> {
  const files = [...archives(file), file];
  const result: Verification = { ok: true, lines: 0, files, torn: [] };
  /** The line before this one. */
  let last: { file: string; at: number; digest: string; line: Line | undefined } | undefined;
  let sound: Line | undefined;
  const oldest: { n: number | undefined; first: number | undefined; file: string } = {
    n: undefined,
    first: undefined,
    file: files[0] ?? file,
  };
  const fault = (where: { file: string; at: number }, what: string): Verification => ({
    ...result,
    ok: false,
    fault: { file: where.file, at: where.at, what },
  });

  for (const one of files) {
    for await (const { at, bytes, line } of linesOf(one)) {
      result.lines++;
      const here = { file: one, at };
      if (last !== undefined && line !== undefined && line.prev !== last.digest) {
        if (last.line === undefined) return fault(last, 'this line is damaged: it is no line of a journal');
        // Without knowing whether this line or the one before is the false one, the numbers tell.
        const n = (sound?.n ?? 0) + 1;
        if (line.n > n) return fault(here, missing(n, line.n - 1));
        if (line.n < n)
          return fault(here, `line number ${line.n} stands after number ${n - 1}: it was put in or moved`);
        return fault(last, 'this line was altered: the next one carries another digest');
      }
      if (last?.line === undefined && last !== undefined && line !== undefined) {
        result.torn.push({ file: last.file, at: last.at });
      }
      if (last === undefined && line !== undefined) {
        if ((line.n === 1) !== (line.prev === NO_LINE)) return fault(here, 'this line was altered');
        oldest.first = line.n;
      } else if (line !== undefined && sound !== undefined && line.n !== sound.n + 1) {
        // After a gap that the writer saw, it went on from the number that it remembered.
        return fault(here, line.n > sound.n ? missing(sound.n + 1, line.n - 1) : 'this line was altered');
      }
      if (line?.event === 'rotated') oldest.n = line.oldest;
      if (line !== undefined) sound = line;
      last = { ...here, digest: lineDigest(bytes), line };
    }
  }
  const first = { file: oldest.file, at: 1 };
  if (oldest.first !== undefined && oldest.first > (oldest.n ?? 1))
    return fault(first, missing(oldest.n ?? 1, oldest.first - 1));
  const head = readHead(file);
  const end = last ?? first;
  if (head !== undefined && head.n > (sound?.n ?? 0)) return fault(end, missing((sound?.n ?? 0) + 1, head.n));
  if (last?.line === undefined && last !== undefined) result.torn.push({ file: last.file, at: last.at });
  if (sound === undefined || last === undefined) return result;
  if (head !== undefined && head.n === sound.n && last.line === sound && head.digest !== last.digest)
    return fault(end, 'this line was altered: the last digest on record is another');
  return { ...result, head: { n: sound.n, digest: last.digest } };
}

function missing(from: number, to: number): string {
  return from === to
    ? `line number ${from} is missing before here`
    : `lines number ${from} to ${to} are missing before here`;
}
