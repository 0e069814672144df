/** The action summary (DESIGN §6): one line that names the request and shows every value that will be sent. */
import { createHash } from 'node:crypto';
import type { InputSchema, JsonSchema, Tool } from '../../catalogue/index.ts';
import { oneLine } from '../one-line.ts';
import { resolve } from '../validate/coerce.ts';

/** A value longer than this is cut; its length and digest say what is not shown. */
const MAX_VALUE = 500;

/**
 * `POST /public/v1/leads (nuntius_leads_create) with customerName='Lead de ejemplo', quality='hot'`
 * @param path the request's path, its parameters filled in.
 * @param args the checked arguments; those in the path are not repeated.
 */
export function actionSummary(tool: Tool, path: string, args: Record<string, unknown>): string {
  const values = tool.arguments
    .filter((a) => a.in !== 'path' && Object.hasOwn(args, a.name))
    .map((a) => `${oneLine(a.name)}=${show(args[a.name], tool.inputSchema.properties[a.name] ?? true, tool.inputSchema)}`);
  const head = `${tool.method} ${oneLine(path)} (${tool.name})`;
  return values.length === 0 ? head : `${head} with ${values.join(', ')}`;
}

function show(value: unknown, schema: JsonSchema, root: InputSchema): string {
  const shown = maskSecrets(value, schema, root);
  if (typeof shown === 'string') return isMask(value, shown) ? shown : quoted(shown);
  return cut(exactJson(shown), (text) => text);
}

function quoted(text: string): string {
  return cut(text, (part) => `'${part.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`);
}

function cut(text: string, write: (part: string) => string): string {
  if (text.length <= MAX_VALUE) return oneLine(write(text));
  const part = text.slice(0, MAX_VALUE).replace(/[\uD800-\uDBFF]$/, '');
  return `${oneLine(write(part))}… (${text.length} characters, sha256 ${digest(text)})`;
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

/** JSON in which a BigInt keeps its digits. */
export function exactJson(value: unknown): string {
  if (typeof value === 'bigint') return value.toString();
  if (Array.isArray(value)) return `[${value.map(exactJson).join(',')}]`;
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value).filter(([, member]) => member !== undefined);
    return `{${members.map(([key, member]) => `${JSON.stringify(key)}:${exactJson(member)}`).join(',')}}`;
  }
  return JSON.stringify(value) ?? 'null';
}

/** A value that the description calls a password is masked. No digest: a short secret could be found from it. */
function maskSecrets(value: unknown, schema: JsonSchema, root: InputSchema): unknown {
  const resolved = resolve(schema, root);
  if (typeof resolved === 'boolean') return value;
  if (resolved.format === 'password' && value !== null && value !== undefined) {
    const text = typeof value === 'string' ? value : exactJson(value);
    return `[hidden: ${text.length} characters]`;
  }
  let masked = value;
  for (const part of [resolved.allOf, resolved.anyOf, resolved.oneOf].flat()) {
    if (part !== undefined) masked = maskSecrets(masked, part as JsonSchema, root);
  }
  if (Array.isArray(masked)) return masked.map((item) => maskSecrets(item, resolved.items ?? true, root));
  if (typeof masked !== 'object' || masked === null) return masked;
  return Object.fromEntries(
    Object.entries(masked).map(([key, member]) => {
      const known = resolved.properties !== undefined && Object.hasOwn(resolved.properties, key);
      return [key, maskSecrets(member, (known ? resolved.properties?.[key] : undefined) ?? true, root)];
    }),
  );
}

function isMask(original: unknown, shown: string): boolean {
  return shown !== original;
}
