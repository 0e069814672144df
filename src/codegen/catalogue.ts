/** Description → catalogue: what becomes a tool, under which name, with which arguments; everything else is omitted with a reason. */

import { deletionReason, isOverrideHeader } from '../catalogue/deletion.ts';
import type { Catalogue, Omitted, Tool, ToolMethod, ToolType, Warning } from '../catalogue/index.ts';
import { description, title } from './describe.ts';
import { DescriptionError } from './description-error.ts';
import type { JsonObject, SourceDocument } from './load/document.ts';
import { type Mentions, mentionsOf, renameMentions } from './mentions.ts';
import { nameTools } from './names/name-tools.ts';
import type { Operation } from './operations/operation.ts';
import { type ReadRules, readOperations } from './operations/read.ts';
import { readSecuritySchemes } from './operations/security.ts';
import { namesServer, serverUrl } from './operations/servers.ts';
import { order } from './order.ts';
import { isObject } from './pointer.ts';
import { createSchemaReader } from './schema/schema-reader.ts';
import { cleanText } from './text.ts';
import { toolInputs } from './tool-inputs.ts';

export interface BuildOptions {
  /** First part of every name: `^[a-z][a-z0-9]*$`. */
  prefix: string;
  /** Reads our overlay's `x-mcp`; without an overlay there is none to read. */
  extension?: ReadRules['extension'];
  /** Told now and then how many of the tools are made. */
  onProgress?: (done: number, total: number) => void;
}

const PROGRESS_EVERY = 32;
const READING = new Set(['GET', 'HEAD', 'QUERY']);
const WRITING = new Set(['POST', 'PUT', 'PATCH']);
/** Actions that add and change nothing that was there. */
const ADDITIVE = /_(create|add|upload|import|copy|duplicate|clone|send|invite)$/;

/**
 * @param document read by `loadDocument`, overlays applied.
 * @throws DescriptionError where the document as a whole cannot be used, or two overlay names clash.
 */
export function buildCatalogue(document: SourceDocument, options: BuildOptions): Catalogue {
  try {
    return build(document, options);
  } catch (error) {
    if (!(error instanceof DescriptionError) || error.line !== undefined || error.pointer === '#') throw error;
    throw new DescriptionError(error.code, error.message, error.pointer, document.line(error.pointer));
  }
}

function build(document: SourceDocument, options: BuildOptions): Catalogue {
  const warnings = new Map<string, Warning>();
  const warn = ({ where, message }: Warning) =>
    void warnings.set(`${where}\n${message}`, { where, message: cleanText(message) });
  for (const w of document.warnings) warn(w);

  const securitySchemes = readSecuritySchemes(document.root, warn);
  const rules: ReadRules = { isOverride: isOverrideHeader, extension: options.extension ?? (() => undefined) };
  const { operations, broken } = readOperations(document, securitySchemes, rules, warn);
  const omitted: Omitted[] = broken.map(({ method, path, operationId, reason }) =>
    omission({ method, path, operationId }, reason),
  );

  const kept: Operation[] = [];
  for (const operation of operations) {
    const reason = omissionReason(operation);
    if (reason === undefined) kept.push(operation);
    else omitted.push(omission(operation, reason));
  }

  const about = api(document, options.prefix, warn);
  const common = about.baseUrl === undefined ? commonServer(kept) : undefined;
  if (common !== undefined) for (const operation of kept) delete operation.server;
  const names = nameTools(
    kept.map((o) => ({ ...o, ...(o.extension?.name !== undefined && { name: o.extension.name }) })),
    options.prefix,
  );
  const mentions = mentionsOf(kept, names);
  const walked = new WeakSet<object>();
  const schemas = createSchemaReader(document.root, document.version, warn);
  const tools: Tool[] = [];
  for (const [i, operation] of kept.entries()) {
    if (i % PROGRESS_EVERY === 0) options.onProgress?.(i, kept.length);
    const name = names.get(`${operation.method} ${operation.path}`);
    if (name === undefined) throw new Error(`No name was made for ${operation.method} ${operation.path}`);
    try {
      const inputs = toolInputs(document.root, operation, toolType(operation), schemas);
      renameMentions(inputs.inputSchema, mentions, walked);
      tools.push({ ...makeTool(operation, name, mentions), ...inputs });
    } catch (error) {
      if (!(error instanceof DescriptionError)) throw error;
      omitted.push(omission(operation, `broken at ${error.pointer}: ${error.message}`));
    }
  }
  linkTools(tools, kept, names, warn);
  if (tools.length === 0) warn({ where: '#/paths', message: 'the description has no operation that can be a tool' });

  return {
    api: { ...about, ...(common !== undefined && { baseUrl: common }) },
    tools: tools.sort((a, b) => order(a.name, b.name)),
    omitted: omitted.sort((a, b) => order(a.path, b.path) || order(a.method, b.method)),
    warnings: [...warnings.values()].sort((a, b) => order(a.where, b.where) || order(a.message, b.message)),
    securitySchemes: usedSchemes(securitySchemes, tools),
  };
}

/** Some descriptions name their server on each path and nowhere else: then it is the API's own, which a setting can replace. */
function commonServer(operations: readonly Operation[]): string | undefined {
  const server = operations[0]?.server;
  return operations.every((operation) => operation.server === server) ? server : undefined;
}

function omissionReason(operation: Operation): string | undefined {
  const { method, extension } = operation;
  if (method === 'DELETE') return 'deletes: DELETE is never a tool';
  if (!READING.has(method) && !WRITING.has(method)) return `the method ${method} is never a tool`;
  if (extension?.include === false) return 'left out by the overlay';
  if (extension?.deletes === false) return undefined;
  // The title too, as `check` reads it: where there is no summary it is the path.
  return deletionReason(operation) ?? deletionReason({ ...operation, summary: title(operation) });
}

function omission(
  { method, path, operationId }: { method: string; path: string; operationId?: string | undefined },
  reason: string,
): Omitted {
  return {
    method,
    path,
    ...(operationId !== undefined && { operationId: cleanText(operationId) }),
    reason: cleanText(reason),
  };
}

function toolType(operation: Operation): ToolType {
  return operation.extension?.type ?? (READING.has(operation.method) ? 'Lectura' : 'Escritura');
}

function makeTool(
  operation: Operation,
  name: string,
  mentions: Mentions,
): Omit<Tool, 'inputSchema' | 'arguments' | 'body'> {
  const { method, path, operationId, tags, server, security, accepts, extension } = operation;
  const type = toolType(operation);
  const reads = type === 'Lectura';
  return {
    name,
    title: title(operation),
    type,
    method: method as ToolMethod,
    path,
    ...(operationId !== undefined && { operationId: cleanText(operationId) }),
    description: description(operation, type, mentions),
    ...(tags.length > 0 && { tags: tags.map(cleanText) }),
    annotations: {
      readOnlyHint: reads,
      destructiveHint: !reads && !(method === 'POST' && ADDITIVE.test(name)),
      idempotentHint: reads || method === 'PUT',
      openWorldHint: true,
    },
    ...(server !== undefined && { server }),
    ...(security !== undefined && { security }),
    ...(accepts.length > 0 && { accepts }),
    ...(extension?.question !== undefined && { question: question(extension.question) }),
    ...(extension?.deletes === false && { deletes: false as const }),
    ...(extension?.type !== undefined && { typeFrom: 'overlay' as const }),
    ...(extension?.confirm === 'none' && !reads && { confirm: 'none' as const }),
  };
}

function question(asked: NonNullable<Tool['question']>): NonNullable<Tool['question']> {
  if (typeof asked === 'string') return cleanText(asked);
  return { en: cleanText(asked.en), ...(asked.es !== undefined && { es: cleanText(asked.es) }) };
}

/**
 * Names, for each write, the tool that reads what it changes (the overlay's word, else GET on the very same path) and the
 * one that undoes it (the overlay's word).
 */
function linkTools(
  tools: Tool[],
  operations: Operation[],
  names: Map<string, string>,
  warn: (w: Warning) => void,
): void {
  const byName = new Map(tools.map((tool) => [tool.name, tool]));
  const byOperationId = new Map(operations.map((o) => [o.operationId, names.get(`${o.method} ${o.path}`)]));
  for (const operation of operations) {
    const tool = byName.get(names.get(`${operation.method} ${operation.path}`) ?? '');
    if (tool === undefined || tool.type === 'Lectura') continue;
    const named = operation.extension?.before;
    const before = named === undefined ? sameThing(operation, names) : byOperationId.get(named);
    if (before !== undefined && byName.get(before)?.type === 'Lectura') tool.before = before;
    else if (named !== undefined) {
      warn({ where: operation.pointer, message: `x-mcp.before names "${named}", which is no Lectura tool` });
    }
    const undone = operation.extension?.undo;
    const undo = undone === undefined ? undefined : byOperationId.get(undone);
    if (undo !== undefined && byName.get(undo)?.type === 'Escritura') tool.undo = undo;
    else if (undone !== undefined) {
      warn({ where: operation.pointer, message: `x-mcp.undo names "${undone}", which is no Escritura tool` });
    }
  }
}

function sameThing(operation: Operation, names: Map<string, string>): string | undefined {
  return operation.method === 'PATCH' || operation.method === 'PUT' ? names.get(`GET ${operation.path}`) : undefined;
}

function api({ root, source }: SourceDocument, prefix: string, warn: (w: Warning) => void): Catalogue['api'] {
  const info: JsonObject = isObject(root.info) ? root.info : {};
  const url = /^https?:\/\//.test(source) ? source : undefined;
  // Without servers the URL is "/", relative to the document (OpenAPI 3.1, 4.8.1.1): only a document from the web has one.
  const named = namesServer(root.servers);
  const baseUrl = serverUrl(root.servers, url) ?? (named || url === undefined ? undefined : new URL('/', url).href);
  if (named && baseUrl === undefined) {
    warn({ where: '#/servers', message: 'no server has a URL that can be called: a setting must give the base URL' });
  }
  return {
    title: cleanText(typeof info.title === 'string' ? info.title : prefix),
    version: cleanText(info.version === undefined ? '' : String(info.version)),
    prefix,
    ...(baseUrl !== undefined && { baseUrl }),
  };
}

function usedSchemes(all: Catalogue['securitySchemes'], tools: Tool[]): Catalogue['securitySchemes'] {
  const used = new Set(tools.flatMap((t) => (t.security ?? []).flatMap((alternative) => Object.keys(alternative))));
  return Object.fromEntries(
    Object.entries(all)
      .filter(([name]) => used.has(name))
      .sort(([a], [b]) => order(a, b)),
  );
}
