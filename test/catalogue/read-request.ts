/** A request as it arrived → the arguments that a server following the description would read from it. */
import type { Argument, Tool } from '../../src/catalogue/index.ts';

export interface Arrived {
  method: string;
  /** Raw path, below the base URL. */
  path: string;
  query: [name: string, value: string][];
  /** Lower-case names. */
  headers: Record<string, string>;
  body: Uint8Array;
}

/** What every request carries, whatever is asked. */
const OWN_HEADERS = [
  'accept',
  'accept-encoding',
  'accept-language',
  'authorization',
  'connection',
  'content-length',
  'content-type',
  'host',
  'sec-fetch-mode',
  'transfer-encoding',
  'user-agent',
];

/** Values by argument name, without those in the path. What belongs to no argument stands under `?name`, `#name` or `body`. */
export async function readRequest(tool: Tool, arrived: Arrived): Promise<Record<string, unknown>> {
  const values: Record<string, unknown> = {};
  readQuery(tool, arrived, values);
  readHeaders(tool, arrived, values);
  await readBody(tool, arrived, values);
  return values;
}

function readQuery(tool: Tool, { query }: Arrived, values: Record<string, unknown>): void {
  const left = [...query];
  const take = (wanted: (name: string) => boolean): [string, string][] => {
    const taken = left.filter(([name]) => wanted(name));
    for (const pair of taken) left.splice(left.indexOf(pair), 1);
    return taken;
  };
  for (const argument of tool.arguments.filter((a) => a.in === 'query')) {
    const { wireName, style = 'form' } = argument;
    const property = new RegExp(`^${wireName.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}\\[(.*)\\]$`);
    const pairs =
      style === 'deepObject'
        ? take((n) => property.test(n)).map(([n, v]) => [property.exec(n)?.[1] ?? '', v] as const)
        : take((n) => n === wireName);
    if (pairs.length === 0) continue;
    values[argument.name] =
      style === 'deepObject'
        ? Object.fromEntries(pairs)
        : listOrOne(
            argument,
            pairs.map(([, v]) => v),
          );
  }
  for (const [name, value] of left) values[`?${name}`] = value;
}

const SEPARATORS: Record<string, string> = { form: ',', spaceDelimited: ' ', pipeDelimited: '|' };

function listOrOne({ style = 'form', explode, contentType }: Argument, texts: string[]): unknown {
  if (contentType !== undefined) return JSON.parse(texts[0] ?? '');
  const exploded = explode ?? style === 'form';
  return exploded ? texts : (texts[0] ?? '').split(SEPARATORS[style] ?? ',');
}

function readHeaders(tool: Tool, { headers }: Arrived, values: Record<string, unknown>): void {
  for (const [name, value] of Object.entries(headers)) {
    const argument = tool.arguments.find((a) => a.in === 'header' && a.wireName.toLowerCase() === name);
    if (argument !== undefined) values[argument.name] = [decodeURIComponent(value)];
    else if (!OWN_HEADERS.includes(name)) values[`#${name}`] = value;
  }
}

async function readBody(tool: Tool, { headers, body }: Arrived, values: Record<string, unknown>): Promise<void> {
  if (body.length === 0) return;
  const type = headers['content-type'] ?? '';
  const whole = tool.arguments.find((a) => a.in === 'whole-body');
  const value =
    tool.body?.kind === 'json' ? JSON.parse(Buffer.from(body).toString('utf8')) : await formValue(type, body, tool);
  if (whole !== undefined) {
    values[whole.name] = value;
    return;
  }
  for (const [name, member] of Object.entries(value as object)) {
    const argument = tool.arguments.find((a) => a.in === 'body' && a.wireName === name);
    values[argument?.name ?? `body.${name}`] = member;
  }
}

async function formValue(type: string, body: Uint8Array, tool: Tool): Promise<unknown> {
  if (tool.body?.kind === 'text') return Buffer.from(body).toString('utf8');
  if (tool.body?.kind === 'binary') return Buffer.from(body).toString('base64');
  const form = await new Response(body as Uint8Array<ArrayBuffer>, { headers: { 'content-type': type } }).formData();
  const value: Record<string, unknown> = {};
  for (const [name, part] of form) {
    const text = typeof part === 'string' ? part : Buffer.from(await part.arrayBuffer());
    const read = typeof part !== 'string' && part.type === 'application/json' ? JSON.parse(text.toString()) : text;
    const one =
      read instanceof Buffer ? (tool.body?.parts?.[name]?.binary ? read.toString('base64') : read.toString()) : read;
    value[name] = Object.hasOwn(value, name) ? [value[name], one].flat() : one;
  }
  return value;
}
