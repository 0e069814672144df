/** The clients whose settings are found on this system: do they start this program, and does what they start exist. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { CLIENTS, type System } from '../clients/clients.ts';
import { MergeError } from '../clients/merge-error.ts';
import { CLIENT_NAMES, type ClientName } from '../clients/names.ts';
import { readText } from '../clients/write-file.ts';
import { readMembers } from '../clients/write-json.ts';
import { readToml } from '../clients/write-toml.ts';
import type { Check } from './check.ts';

type Entry = Record<string, unknown>;

export function checkClients(system: System): Check[] {
  const seen = new Set<string>();
  const checks = CLIENT_NAMES.flatMap((name) => {
    const file = CLIENTS[name].file(system);
    // Two clients may read the same file.
    if (file === undefined || seen.has(file) || !existsSync(file)) return [];
    seen.add(file);
    return checkClient(name, file);
  });
  if (checks.length > 0) return checks;
  return [
    {
      name: 'clients',
      status: 'skipped',
      message: 'no settings of a client were found',
      mend: 'nuntius-mcp config CLIENT prints what yours needs',
    },
  ];
}

function checkClient(name: ClientName, file: string): Check[] {
  const { format, servers } = CLIENTS[name];
  const add = `nuntius-mcp config ${name} --write`;
  let own: [string, Entry][];
  try {
    const text = readText(file);
    const all = (format === 'json' ? readMembers(text) : readToml(text))[servers];
    own = Object.entries((all ?? {}) as Record<string, Entry>).filter(([, entry]) => startsThis(entry));
  } catch (error) {
    const why = error instanceof MergeError ? error.message : (error as Error).message;
    return [
      { name, status: 'warning', message: `${file}: ${why}`, mend: 'Mend the file: the client cannot read it either' },
    ];
  }
  if (own.length === 0)
    return [{ name, status: 'skipped', message: `${file}: does not start this program`, mend: add }];
  return own.map(([server, entry]) => {
    const missing = [entry.command, ...(Array.isArray(entry.args) ? entry.args.slice(0, 1) : [])].find(
      (part) => typeof part === 'string' && path.isAbsolute(part) && !existsSync(part),
    );
    if (missing !== undefined)
      return {
        name,
        status: 'warning',
        message: `${file}: ${server} starts ${missing}, which is not there`,
        mend: add,
      };
    const secret = secretInClear(entry);
    if (secret !== undefined)
      return {
        name,
        status: 'warning',
        message: `${file}: ${secret} of ${server} stands in it for all to read`,
        mend: `Take it out there; ${add} puts a reference in its place`,
      };
    return { name, status: 'ok', message: `${file}: starts this program as ${server}` };
  });
}

function startsThis(entry: unknown): boolean {
  const { command, args } = (typeof entry === 'object' && entry !== null ? entry : {}) as Entry;
  return [command, ...(Array.isArray(args) ? args : [])].some(
    (part) => typeof part === 'string' && /nuntius-mcp/.test(part),
  );
}

function secretInClear({ env }: Entry): string | undefined {
  return Object.entries((typeof env === 'object' && env !== null ? env : {}) as Entry).find(
    ([name, value]) =>
      /_(API_KEY|TOKEN|PASSWORD|CLIENT_SECRET|AUTH_\w+)$/.test(name) &&
      !name.endsWith('_FILE') &&
      typeof value === 'string' &&
      value !== '' &&
      !value.startsWith('$'),
  )?.[0];
}
