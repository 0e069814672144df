/** Where the journal lies. Apart from the journal itself, which a start does not wait for. */
import { statSync } from 'node:fs';
import path from 'node:path';
import type { Settings } from '../runtime/settings.ts';
import { stateFolder } from './environment.ts';

/** The setting's file; in a folder that it names, or else in the state folder, `NAME.jsonl`. undefined: `off`. */
export function journalFile({ journal }: Pick<Settings, 'journal'>, name: 'journal' | 'sandbox'): string | undefined {
  if (journal === 'off') return undefined;
  if (journal === undefined) return path.join(stateFolder(), `${name}.jsonl`);
  return isFolder(journal) ? path.join(journal, `${name}.jsonl`) : path.resolve(journal);
}

function isFolder(file: string): boolean {
  try {
    return statSync(file).isDirectory();
  } catch {
    return false;
  }
}
