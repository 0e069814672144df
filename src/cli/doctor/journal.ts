/** The record of writes: where it is, who can read it, whether it is whole. Nothing is written to find out. */
import { accessSync, constants, existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { faultText } from '../../runtime/journal/journal-error.ts';
import { verify } from '../../runtime/journal/verify.ts';
import type { Check } from './check.ts';

/** @param file undefined: the setting says off. @param setting its name */
export async function checkJournal(file: string | undefined, setting: string): Promise<Check[]> {
  const name = 'journal';
  if (file === undefined)
    return [
      {
        name,
        status: 'warning',
        message: 'off: writes are not recorded, and cannot be undone',
        mend: `Set ${setting} to a file, or leave it out`,
      },
    ];
  try {
    if (!existsSync(file)) {
      accessSync(nearestFolder(file), constants.W_OK);
      return [{ name, status: 'ok', message: `${file}: not there yet, the first write makes it` }];
    }
    accessSync(file, constants.R_OK | constants.W_OK);
    const checks: Check[] = [];
    const mode = statSync(file).mode & 0o777;
    if ((mode & 0o077) !== 0 && process.platform !== 'win32')
      checks.push({
        name,
        status: 'warning',
        message: `${file}: others can read it (mode ${mode.toString(8)})`,
        mend: `chmod 600 ${file}; the next write does it too`,
      });
    const { ok, lines, fault } = await verify(file);
    checks.push(
      ok
        ? { name, status: 'ok', message: `${file}: ${lines} lines, none altered, none missing` }
        : {
            name,
            status: 'failed',
            message: `${fault?.file ?? file}, line ${fault?.at ?? '?'}: ${fault?.what ?? 'it is damaged'}`,
            mend: `Keep this file as it is and name another in ${setting}; nuntius-mcp journal --verify says more`,
          },
    );
    return checks;
  } catch (error) {
    return [
      {
        name,
        status: 'failed',
        message: `${file} cannot be used: ${faultText(error)}. Writes would be refused`,
        mend: `Mend that, or name another file in ${setting}`,
      },
    ];
  }
}

function nearestFolder(file: string): string {
  let folder = path.dirname(file);
  while (!existsSync(folder) && path.dirname(folder) !== folder) folder = path.dirname(folder);
  return folder;
}
