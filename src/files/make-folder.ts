import { existsSync, mkdirSync, statSync } from 'node:fs';
import path from 'node:path';

/**
 * Makes a folder and those above it; what is there stays. Not by Node's `recursive`, which tries for ever where the file system says
 * that a folder in one that is there cannot be found, as /proc does.
 * @param mode of the folders that are made
 * @throws the system's error
 */
export function makeFolder(folder: string, mode?: number): void {
  try {
    mkdirSync(folder, mode);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST' && statSync(folder).isDirectory()) return;
    const parent = path.dirname(folder);
    if (code !== 'ENOENT' || existsSync(parent)) throw error;
    makeFolder(parent, mode);
    makeFolder(folder, mode);
  }
}
