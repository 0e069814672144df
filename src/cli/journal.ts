/** The journal that the settings name. */
import { statSync } from 'node:fs';
import path from 'node:path';
import { Journal } from '../runtime/journal/journal.ts';
import type { Settings } from '../runtime/settings.ts';
import { processIdentity, stateFolder } from './environment.ts';

type JournalSettings = Pick<Settings, 'journal' | 'journalMaxMb' | 'journalKeepDays'>;

/** The setting's file; in a folder that it names, or else in the state folder, `NAME.jsonl`. undefined: `off`. */
export function journalFile({ journal }: Pick<Settings, 'journal'>, name: 'journal' | 'sandbox'): string | undefined {
  if (journal === 'off') return undefined;
  if (journal === undefined) return path.join(stateFolder(), `${name}.jsonl`);
  return isFolder(journal) ? path.join(journal, `${name}.jsonl`) : path.resolve(journal);
}

/** Opens nothing yet: the file is made by the first write. */
export function openJournal(settings: JournalSettings, name: 'journal' | 'sandbox'): Journal | undefined {
  const file = journalFile(settings, name);
  if (file === undefined) return undefined;
  return new Journal(file, {
    identity: processIdentity,
    retention: { maxBytes: settings.journalMaxMb * 1_000_000, keepDays: settings.journalKeepDays },
  });
}

function isFolder(file: string): boolean {
  try {
    return statSync(file).isDirectory();
  } catch {
    return false;
  }
}
