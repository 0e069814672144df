/** The journal that the settings name. */
import { Journal } from '../runtime/journal/journal.ts';
import type { Settings } from '../runtime/settings.ts';
import { processIdentity } from './environment.ts';
import { journalFile } from './journal-file.ts';

type JournalSettings = Pick<Settings, 'journal' | 'journalMaxMb' | 'journalKeepDays'>;

/** The journal of the settings; undefined: they say `off`. */
export function openJournal(settings: JournalSettings, name: 'journal' | 'sandbox'): Journal | undefined {
  const file = journalFile(settings, name);
  return file === undefined ? undefined : journalAt(file, settings);
}

/** Opens nothing yet: the file is made by the first write. */
export function journalAt(file: string, settings: Omit<JournalSettings, 'journal'>): Journal {
  return new Journal(file, {
    identity: processIdentity,
    retention: { maxBytes: settings.journalMaxMb * 1_000_000, keepDays: settings.journalKeepDays },
  });
}
