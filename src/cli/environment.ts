/** What the process is given from outside: the one module that reads `process.env`. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const environment: Readonly<Record<string, string | undefined>> = process.env;

/** This package's own package.json, from source and from the built file alike. */
function packageJson(): { name: string; version: string } {
  let folder = path.dirname(fileURLToPath(import.meta.url));
  for (;;) {
    const file = path.join(folder, 'package.json');
    const found = existsSync(file)
      ? (JSON.parse(readFileSync(file, 'utf8')) as { name: string; version: string })
      : undefined;
    if (found?.name === 'nuntius-mcp') return found;
    const parent = path.dirname(folder);
    if (parent === folder) throw new Error('the package.json of nuntius-mcp is not where it was installed');
    folder = parent;
  }
}

export function version(): string {
  return packageJson().version;
}

export function readSecretFile(file: string): string {
  return readFileSync(file, 'utf8');
}
