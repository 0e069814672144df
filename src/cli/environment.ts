/** What the process is given from outside: the one module that reads `process.env`. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const environment: Readonly<Record<string, string | undefined>> = process.env;

/** The folder of this package, from source and from the built file alike. */
export function packageRoot(): string {
  let folder = path.dirname(fileURLToPath(import.meta.url));
  while (!existsSync(path.join(folder, 'package.json'))) {
    const parent = path.dirname(folder);
    if (parent === folder) throw new Error('package.json of nuntius-mcp is not where it was installed');
    folder = parent;
  }
  return folder;
}

export function version(): string {
  const text = readFileSync(path.join(packageRoot(), 'package.json'), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}

export function readSecretFile(file: string): string {
  return readFileSync(file, 'utf8');
}
