/** A client's file: read, and written anew in one step beside a backup of what was there. */
import {
  chmodSync,
  copyFileSync,
  existsSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { makeFolder } from '../../files/make-folder.ts';

const BOM = '\uFEFF';

/** Without its byte order mark; '' where there is none. */
export function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8').replace(/^\uFEFF/, '');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw error;
  }
}

/**
 * Where the file is a link, what it leads to is written; mode and byte order mark stay. A new one is for its owner alone.
 * @returns the backup, where there was a file
 */
export function writeText(file: string, text: string): string | undefined {
  const isThere = existsSync(file);
  const real = isThere ? realpathSync(file) : file;
  const mode = isThere ? statSync(real).mode & 0o777 : 0o600;
  const mark = isThere && readFileSync(real, 'utf8').startsWith(BOM) ? BOM : '';
  makeFolder(path.dirname(real));
  const backup = isThere ? freeName(real) : undefined;
  if (backup !== undefined) {
    copyFileSync(real, backup);
    chmodSync(backup, mode);
  }
  const next = `${real}.${process.pid}.new`;
  try {
    writeFileSync(next, mark + text, { mode, flag: 'wx' });
    renameSync(next, real);
  } catch (error) {
    rmSync(next, { force: true });
    throw error;
  }
  return backup;
}

function freeName(file: string): string {
  for (let n = 1; ; n++) {
    const name = `${file}.bak${n === 1 ? '' : n}`;
    if (!existsSync(name)) return name;
  }
}
