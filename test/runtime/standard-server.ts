/**
 * What a server that follows OpenAPI reads from a raw request, given the operation's own description. Written from the
 * specification's tables (3.1, 4.8.12 and 4.8.15); shares nothing with src. It splits raw text first and decodes after.
 */
import type { Arrived } from './http/stub-api.ts';

type Schema = { type: string; items?: Schema; properties?: Record<string, Schema>; format?: string };
export interface Declared {
  name: string;
  in: 'path' | 'query' | 'header' | 'cookie';
  schema: Schema;
  style?: string;
  explode?: boolean;
  content?: object;
}
type Encoding = Record<string, { style?: string; explode?: boolean; contentType?: string }>;

const decode = decodeURIComponent;
const plus = (text: string) => decode(text.replaceAll('+', ' '));
type Pair = [name: string, raw: string];

/** The values of an operation's parameters, by location and name; a parameter that is not there is absent. */
export function readParameters(request: Arrived, path: string, declared: Declared[]): Record<string, unknown> {
  const [rawPath = '', rawQuery = ''] = request.target.split('?');
  const segments = pathValues(path, rawPath);
  const queries = pairs(rawQuery, '&', plus);
  const cookies = pairs(request.headers.cookie ?? '', /; */, decode);
  const found: Record<string, unknown> = {};
  for (const p of declared) {
    const value =
      p.in === 'path'
        ? inline(segments.get(p.name), p, p.name)
        : p.in === 'header'
          ? headerValue(request, p)
          : pairValue(p.in === 'query' ? queries : cookies, p, p.in === 'query' ? plus : decode);
    if (value !== undefined) found[`${p.in} ${p.name}`] = value;
  }
  return found;
}

/** How many pairs the query holds: each must belong to a parameter. */
export function queryNames(request: Arrived): string[] {
  return pairs(request.target.split('?')[1] ?? '', '&', plus).map(([name]) => name);
}

function pairs(text: string, separator: string | RegExp, read: (t: string) => string): Pair[] {
  return text === ''
    ? []
    : text.split(separator).map((pair): Pair => {
        const at = pair.indexOf('=');
        return at < 0 ? [read(pair), ''] : [read(pair.slice(0, at)), pair.slice(at + 1)];
      });
}

function pathValues(template: string, raw: string): Map<string, string> {
  const names = [...template.matchAll(/\{([^}]+)\}/g)].map((m) => m[1] ?? '');
  const pattern = template.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{[^}]+\}/g, '([^/]*)');
  const match = new RegExp(`^${pattern}$`).exec(raw);
  if (match === null) throw new Error(`${raw} is not ${template}`);
  return new Map(names.map((name, i) => [name, match[i + 1] ?? '']));
}

/** Path and header values: simple, label, matrix. */
function inline(
  raw: string | undefined,
  { schema, style = 'simple', explode = false, content }: Declared,
  name: string,
): unknown {
  if (raw === undefined) return undefined;
  if (content !== undefined) return JSON.parse(decode(raw));
  let text = raw;
  if (style === 'label') text = text.replace(/^\./, '');
  if (style === 'matrix') {
    text = text.replace(/^;/, '');
    if (schema.type !== 'object' || !explode) {
      const own = (t: string) => t.slice(t.indexOf('=') + 1);
      if (decode(text.split('=')[0] ?? '') !== name) throw new Error(`${text} is not ${name}`);
      text = schema.type === 'array' && explode ? text.split(';').map(own).join(';') : own(text);
    }
  }
  const separator = explode && style === 'label' ? '.' : explode && style === 'matrix' ? ';' : ',';
  return composed(text, separator, schema, explode, decode);
}

function composed(
  text: string,
  separator: string,
  schema: Schema,
  explode: boolean,
  read: (t: string) => string,
): unknown {
  if (schema.type === 'array') return text.split(separator).map((item) => typed(read(item), schema.items));
  if (schema.type !== 'object') return typed(read(text), schema);
  const pieces = text.split(separator);
  const entries: string[][] = explode
    ? pieces.map((piece) => [piece.slice(0, piece.indexOf('=')), piece.slice(piece.indexOf('=') + 1)])
    : pieces.flatMap((piece, i) => (i % 2 === 0 ? [[piece, pieces[i + 1] ?? '']] : []));
  return object(
    entries.map(([key = '', value = '']) => [read(key), read(value)]),
    schema,
  );
}

function headerValue(request: Arrived, p: Declared): unknown {
  const raw = request.headers[p.name.toLowerCase()];
  if (typeof raw !== 'string') return undefined;
  const text = Buffer.from(raw, 'latin1').toString('utf8');
  if (p.content !== undefined) return JSON.parse(text);
  // A primitive in visible ASCII stands as it is.
  return p.schema.type === 'array' || p.schema.type === 'object' ? inline(text, p, p.name) : typed(text, p.schema);
}

/** Query and cookie values: form, spaceDelimited, pipeDelimited, deepObject. */
function pairValue(all: Pair[], p: Declared | (Declared & { in: 'body' }), read: (t: string) => string): unknown {
  const { name, schema, style = 'form', content } = p;
  const { explode = style === 'form' } = p;
  if (style === 'deepObject') return deep(all, name, schema, read);
  if (schema.type === 'object' && explode && content === undefined) {
    const own = all.filter(([key]) => Object.hasOwn(schema.properties ?? {}, key));
    return own.length === 0
      ? undefined
      : object(
          own.map(([key, raw]) => [key, read(raw)]),
          schema,
        );
  }
  const own = all.filter(([key]) => key === name).map(([, raw]) => raw);
  const [first] = own;
  if (first === undefined) return undefined;
  if (content !== undefined) return JSON.parse(read(first));
  if (schema.type === 'array' && explode) return own.map((raw) => typed(read(raw), schema.items));
  if (own.length > 1) throw new Error(`${name} comes twice`);
  if (style === 'form') return composed(first, ',', schema, false, read);
  // The delimiter itself may be encoded: no item holds it.
  const delimiter = style === 'pipeDelimited' ? '|' : ' ';
  return composed(read(first), delimiter, schema, false, (text) => text);
}

function deep(all: Pair[], name: string, schema: Schema, read: (t: string) => string): unknown {
  const own = all.filter(([key]) => key.startsWith(`${name}[`));
  if (own.length === 0) return undefined;
  const keys = new Map<string, string[]>();
  for (const [key, raw] of own) {
    const inner = /^\[([^\]]*)\](\[\])?$/.exec(key.slice(name.length))?.[1];
    if (inner === undefined) throw new Error(`${key} is no key of ${name}`);
    keys.set(inner, [...(keys.get(inner) ?? []), read(raw)]);
  }
  const read1 = ([key, texts]: [string, string[]]): [string, unknown] => {
    const property = schema.properties?.[key];
    return [
      key,
      property?.type === 'array' ? texts.map((t) => typed(t, property.items)) : typed(texts[0] ?? '', property),
    ];
  };
  return Object.fromEntries([...keys].map(read1));
}

function object(entries: string[][], schema: Schema): unknown {
  return Object.fromEntries(entries.map(([key = '', text = '']) => [key, typed(text, schema.properties?.[key])]));
}

function typed(text: string, schema: Schema | undefined): unknown {
  if (schema?.type === 'integer' || schema?.type === 'number') {
    if (!/^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(text)) throw new Error(`${text} is no number`);
    return Number(text);
  }
  if (schema?.type === 'boolean') {
    if (text !== 'true' && text !== 'false') throw new Error(`${text} is no boolean`);
    return text === 'true';
  }
  if (schema?.type === 'object' || schema?.type === 'array') return JSON.parse(text);
  return text;
}

/** A form's fields (4.8.15): by their encoding where it says how, else objects as JSON, arrays one pair for each item. */
export function readForm(body: string, schema: Schema, encoding: Encoding): Record<string, unknown> {
  const all = pairs(body, '&', plus);
  const found = Object.entries(schema.properties ?? {}).map(([name, property]): [string, unknown] => {
    const { style, explode } = encoding[name] ?? {};
    const content = style === undefined && property.type === 'object' ? { content: {} } : {};
    const how = { ...(style !== undefined && { style }), ...(explode !== undefined && { explode }), ...content };
    return [name, pairValue(all, { name, in: 'query', schema: property, ...how }, plus)];
  });
  return Object.fromEntries(found.filter(([, value]) => value !== undefined));
}

/** A multipart form's fields, by the platform's own parser; files as base64 with their types. */
export async function readMultipart({ headers, body }: Arrived, schema: Schema): Promise<Record<string, unknown>> {
  const form = await new Response(body, { headers: { 'content-type': headers['content-type'] ?? '' } }).formData();
  const found: [string, unknown][] = [];
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    const parts = await Promise.all(
      form.getAll(name).map(async (part) => {
        if (typeof part === 'string') return part;
        return Buffer.from(await part.arrayBuffer()).toString('base64');
      }),
    );
    const [first] = parts;
    if (first === undefined) continue;
    found.push([
      name,
      property.type === 'array' ? parts.map((part) => typed(part, property.items)) : typed(first, property),
    ]);
  }
  return Object.fromEntries(found);
}
