/** What the process is given from outside: the one module that reads `process.env`. */
import { existsSync, readFileSync } from 'node:fs';
import { homedir, hostname } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { System } from './clients/clients.ts';

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

/** Where this program keeps what outlives it (XDG Base Directory Specification): absolute paths only. */
export function stateFolder(): string {
  const { XDG_STATE_HOME = '' } = environment;
  return path.join(
    path.isAbsolute(XDG_STATE_HOME) ? XDG_STATE_HOME : path.join(homedir(), '.local/state'),
    'nuntius-mcp',
  );
}

/** What the places of other programs' files depend on. */
export function system(): System {
  return { platform: process.platform, home: homedir(), cwd: process.cwd(), environment };
}

/** This process among all of this machine's, and whether another still runs. */
export const processIdentity = {
  get self() {
    return `${hostname()}/${processStamp(process.pid) ?? process.pid}`;
  },
  isAlive(other: string): boolean | undefined {
    const [host, stamp = ''] = [other.slice(0, other.lastIndexOf('/')), other.slice(other.lastIndexOf('/') + 1)];
    const pid = Number(stamp.split('.')[0]);
    if (host !== hostname() || !Number.isSafeInteger(pid) || pid <= 0) return undefined;
    return processStamp(pid) === stamp;
  },
};

/** `PID`, and where the system tells it `PID.START`, since numbers are used again; undefined: there is no such process. */
function processStamp(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // After the name in parentheses: the state is the first field, the start time the twentieth (proc(5)).
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' || fields[0] === 'X' ? undefined : `${pid}.${fields[19]}`;
  } catch {
    if (existsSync('/proc/self/stat')) return undefined;
  }
  try {
    process.kill(pid, 0);
    return String(pid);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM' ? String(pid) : undefined;
  }
}

export function readSecretFile(file: string): string {
  return readFileSync(file, 'utf8');
}
