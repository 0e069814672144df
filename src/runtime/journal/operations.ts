/** Lines → operations: each write with what came of it, and whether it was undone. */
import { archives, linesOf } from './files.ts';
import { lineDigest, NO_LINE, type OutcomeKind, type OutcomeLine, type SendingLine } from './line.ts';
import type { ProcessIdentity } from './lock.ts';

export interface Operation {
  sending: SendingLine;
  outcome?: OutcomeLine;
  /** `sending`: its process still runs. A process that is gone leaves `unknown`. */
  status: OutcomeKind | 'sending';
  /** The operation that undid this one, or is about to. */
  undoneBy?: string;
}

/** A line that cannot be read. `torn`: a process died while it wrote it; nothing was sent on its account. */
export interface DamagedLine {
  file: string;
  at: number;
  torn: boolean;
}

export interface Record {
  /** In the order in which they began. */
  operations: Operation[];
  damaged: DamagedLine[];
}

/** A write that has not ended after so long never will: no call lives that long. */
const LONGEST_MS = 30 * 60_000;

export interface ReadOptions {
  identity: ProcessIdentity;
  now: Date;
  /** Older files too: everything that is on record. Without it, what undo and the latest look-ups need. */
  whole?: boolean;
}

/** @throws JournalError journal_unreadable */
export async function readOperations(file: string, { identity, now, whole = false }: ReadOptions): Promise<Record> {
  const sendings = new Map<string, SendingLine>();
  const outcomes = new Map<string, OutcomeLine>();
  const damaged: DamagedLine[] = [];
  for (const one of whole ? [...archives(file), file] : [file]) {
    let before = NO_LINE;
    let suspect: DamagedLine | undefined;
    for await (const { at, bytes, line, torn } of linesOf(one)) {
      // Whoever writes next closes a torn line and chains on to it; so it is no damage.
      if (suspect !== undefined) damaged.push({ ...suspect, torn: line !== undefined && line.prev === before });
      suspect = line === undefined ? { file: one, at, torn } : undefined;
      if (line === undefined) before = lineDigest(bytes);
      else if (line.event === 'sending') sendings.set(line.id, line);
      else if (line.event === 'outcome') outcomes.set(line.id, line);
      else if (line.event === 'kept') {
        if (!sendings.has(line.sending.id)) sendings.set(line.sending.id, line.sending);
        if (line.outcome !== undefined && !outcomes.has(line.outcome.id)) outcomes.set(line.outcome.id, line.outcome);
      }
    }
    if (suspect !== undefined) damaged.push(suspect);
  }
  return { operations: joined(sendings, outcomes, identity, now), damaged };
}

function joined(
  sendings: Map<string, SendingLine>,
  outcomes: Map<string, OutcomeLine>,
  identity: ProcessIdentity,
  now: Date,
): Operation[] {
  const operations = [...sendings.values()].map((sending): Operation => {
    const outcome = outcomes.get(sending.id);
    return {
      sending,
      ...(outcome !== undefined && { outcome }),
      status: outcome?.outcome ?? (isRunning(sending, identity, now) ? 'sending' : 'unknown'),
    };
  });
  const undoers = new Map<string, Operation[]>();
  for (const operation of operations) {
    const { undoes } = operation.sending;
    if (undoes !== undefined) undoers.set(undoes, [...(undoers.get(undoes) ?? []), operation]);
  }
  // An undo that was itself undone has undone nothing. Undos come later than what they undo; a forged record may say
  // otherwise, so nothing is followed twice.
  const undoer = (id: string, seen: ReadonlySet<string> = new Set([id])): Operation | undefined =>
    undoers
      .get(id)
      ?.find(
        ({ sending, status }) =>
          (status === 'done' || status === 'sending') &&
          !seen.has(sending.id) &&
          undoer(sending.id, new Set([...seen, sending.id])) === undefined,
      );
  for (const operation of operations) {
    const by = undoer(operation.sending.id);
    if (by !== undefined) operation.undoneBy = by.sending.id;
  }
  return operations;
}

/** What it did stands, or may stand. */
export function inEffect({ status, undoneBy }: Operation): boolean {
  return (status === 'done' || status === 'unknown') && undoneBy === undefined;
}

function isRunning({ process, at }: SendingLine, { isAlive }: ProcessIdentity, now: Date): boolean {
  return isAlive(process) !== false && now.getTime() - Date.parse(at) < LONGEST_MS;
}
