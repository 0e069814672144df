/** The action summary (DESIGN §6): one line that names the request and shows every value that will be sent. */
import { createHash } from 'node:crypto';
import type { Tool } from '../../catalogue/index.ts';
import { oneLine } from '../one-line.ts';
import { jsonText } from '../request/json.ts';
import { maskSecrets } from './mask-secrets.ts';

/** A value longer than this is cut; its length and digest say what is not shown. */
const MAX_VALUE = 500;

/**
 * `POST /public/v1/leads (nuntius_leads_create) with customerName='Lead de ejemplo', quality='hot'`
 * @param path the request's path, its parameters filled in.
 * @param args the checked arguments; those in the path are not repeated.
 * @returns text that only these arguments give, but for what is hidden as a secret.
 */
export function actionSummary(tool: Tool, path: string, args: Record<string, unknown>): string {
  const values = tool.arguments
    .filter((a) => a.in !== 'path' && Object.hasOwn(args, a.name))
    .map((a) => `${oneLine(a.name)}=${show(tool, a.name, args[a.name])}`);
  const head = `${tool.method} ${oneLine(path)} (${tool.name})`;
  return values.length === 0 ? head : `${head} with ${values.join(', ')}`;
}

function show(tool: Tool, name: string, value: unknown): string {
  const shown = maskSecrets(value, tool.inputSchema.properties[name] ?? true, tool.inputSchema, name);
  if (typeof shown !== 'string') return cut(jsonText(shown), (part) => part);
  // A mask stands without quotes: a value of that text has them.
  return shown === value ? cut(shown, quoted) : shown;
}

/** Backslashes first: what `oneLine` escapes later can then not be told by a value itself. */
function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}

function cut(text: string, write: (part: string) => string): string {
  if (text.length <= MAX_VALUE) return oneLine(write(text));
  const part = text.slice(0, MAX_VALUE).replace(/[\uD800-\uDBFF]$/, '');
  return `${oneLine(write(part))}… (${text.length} characters, sha256 ${digest(text)})`;
}

/** Over UTF-16 units: UTF-8 would give every lone surrogate the same bytes. */
function digest(text: string): string {
  const bytes = /\p{Surrogate}/u.test(text) ? Buffer.from(text, 'utf16le') : text;
  return createHash('sha256').update(bytes).digest('hex').slice(0, 16);
}
