/** How a client starts this program again, with the same API: absolute paths, since clients have another folder and search path. */
import { realpathSync } from 'node:fs';
import path from 'node:path';
import type { Start } from './clients/snippet.ts';
import { version } from './environment.ts';
import { COMMANDS, type Given, type Option } from './usage.ts';

export function startOf(values: Given['values'], program = process.argv[1] ?? ''): Start {
  const options = ['serve', ...serveOptions(values)];
  const real = realpathSync(program);
  // What npx fetched lies in a cache that is emptied; npx fetches it again.
  if (/[\\/]_npx[\\/]/.test(real)) return { command: 'npx', args: ['-y', `nuntius-mcp@${version()}`, ...options] };
  return { command: process.execPath, args: [real, ...options] };
}

/** Those of `serve` that were given, in its order. */
function serveOptions(values: Given['values']): string[] {
  const options: Record<string, Option> = COMMANDS.serve.options;
  return Object.entries(options).flatMap(([name, { value: kind }]) => {
    const value = values[name];
    if (value === undefined || name === 'quiet') return [];
    if (typeof value === 'boolean') return [`--${name}`];
    return [value].flat().flatMap((one) => [`--${name}`, kind === 'FILE' ? absolute(one) : one]);
  });
}

function absolute(file: string): string {
  return /^https?:\/\//i.test(file) ? file : path.resolve(file);
}
