/**
 * A snippet into a client's TOML, by edits to the text, so that comments stay: a table of its own at the end, or its lines in
 * the table that is there. What comes out is read again and must be what was there, plus this one server.
 */
import { isDeepStrictEqual } from 'node:util';
import { parse, stringify } from 'smol-toml';
import type { Client } from './clients.ts';
import { MergeError } from './merge-error.ts';
import type { Snippet } from './snippet.ts';

type Members = Record<string, unknown>;

export function tomlSnippet(client: Client, { name, entry }: Snippet): string {
  return stringify({ [client.servers]: { [name]: entry } })
    .trim()
    .replace(new RegExp(`^\\[${client.servers}\\]\\n+`), '');
}

/** @throws MergeError where the text cannot be read, or would not come out as it should */
export function mergeToml(text: string, client: Client, snippet: Snippet): string {
  const { name, entry } = snippet;
  const before = readToml(text);
  const servers = before[client.servers] as Members | undefined;
  const existing = servers !== undefined && Object.hasOwn(servers, name) ? (servers[name] as Members) : undefined;
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const wanted = existing === undefined ? entry : mergedEntry(existing, entry);
  const after =
    existing === undefined
      ? appended(text, tomlSnippet(client, snippet), eol)
      : rewritten(text, { servers: client.servers, name }, existing, wanted, eol);
  if (!isDeepStrictEqual(plain(after), plainOf({ ...before, [client.servers]: { ...servers, [name]: wanted } })))
    throw new MergeError('it could not be changed without touching what else is in it');
  return after;
}

/** What a person added stays; environment and forwarded names are left as they are where there are any. */
function mergedEntry(existing: Members, entry: Members): Members {
  const { command, args, ...rest } = entry;
  return {
    ...existing,
    command,
    args,
    ...Object.fromEntries(Object.entries(rest).filter(([key]) => !Object.hasOwn(existing, key))),
  };
}

function appended(text: string, snippet: string, eol: string): string {
  const gap = text.trim() === '' ? '' : text.endsWith('\n') ? eol : `${eol}${eol}`;
  return `${text.trim() === '' ? '' : text}${gap}${snippet.replaceAll('\n', eol)}${eol}`;
}

/** The lines of changed members, in the table's own section. A section ends where the next header begins. */
function rewritten(
  text: string,
  { servers, name }: { servers: string; name: string },
  existing: Members,
  wanted: Members,
  eol: string,
): string {
  const lines = text.split(/\r?\n/);
  const header = new RegExp(`^\\s*\\[\\s*${servers}\\s*\\.\\s*(["']?)${name}\\1\\s*\\]\\s*(#.*)?$`);
  const start = lines.findIndex((line) => header.test(line));
  if (start < 0) throw new MergeError(`its server ${name} is written in a way that is not changed here`);
  let end = lines.findIndex((line, i) => i > start && /^\s*\[/.test(line));
  if (end < 0) end = lines.length;
  const section = lines.slice(start + 1, end);
  for (const [key, value] of Object.entries(wanted)) {
    if (isDeepStrictEqual(existing[key], value) || key === 'env') continue;
    const line = stringify({ [key]: value }).trim();
    const at = section.findIndex((l) => new RegExp(`^\\s*${key}\\s*=`).test(l));
    if (at < 0) section.unshift(line);
    else section.splice(at, lengthOfValue(section, at, key), line);
  }
  const env =
    existing.env === undefined && wanted.env !== undefined ? ['', ...envTable(servers, name, wanted.env)] : [];
  while (env.length > 0 && section.at(-1)?.trim() === '') section.pop();
  return [
    ...lines.slice(0, start + 1),
    ...section,
    ...env,
    ...(env.length > 0 && end < lines.length ? [''] : []),
    ...lines.slice(end),
  ].join(eol);
}

function envTable(servers: string, name: string, env: unknown): string[] {
  return stringify({ [servers]: { [name]: { env } } })
    .trim()
    .split('\n')
    .filter((line) => line.startsWith(`[${servers}.${name}.env`) || / = /.test(line));
}

/** Lines that a value takes, by trying when it can be read: arrays may go over several. */
function lengthOfValue(section: string[], at: number, key: string): number {
  for (let n = 1; at + n <= section.length; n++) {
    try {
      if (Object.hasOwn(parse(section.slice(at, at + n).join('\n')), key)) return n;
    } catch {
      // Not whole yet.
    }
  }
  return 1;
}

/** @throws MergeError naming the line */
export function readToml(text: string): Members {
  try {
    return parse(text) as Members;
  } catch (error) {
    const line = (error as { line?: unknown }).line;
    throw new MergeError(`it is not valid TOML${typeof line === 'number' ? ` (line ${line})` : ''}`);
  }
}

function plain(text: string): unknown {
  return plainOf(readToml(text));
}

/** Compared as data: the parser's objects have no prototype, and dates are of a class of their own. */
function plainOf(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value, (_, v) => (typeof v === 'bigint' ? String(v) : v)));
}
