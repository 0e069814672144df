/**
 * The walk over `paths`: every operation of a description, read or, where a part of it is broken, omitted with the reason.
 * Webhooks and callbacks are requests that the API sends: no operations of ours.
 */
import type { Omitted, Warning } from '../../catalogue/index.ts';
import { DescriptionError } from '../description-error.ts';
import type { Json, JsonObject, SourceDocument } from '../load/document.ts';
import type { OperationExtension } from '../overlay/operation-extension.ts';
import { below, isObject, pointer } from '../pointer.ts';
import { readBody } from './body.ts';
import type { Operation, OperationKey } from './operation.ts';
import { type ParameterRules, readParameters } from './parameters.ts';
import { ReferenceCheck } from './references.ts';
import { resolveObject } from './resolve.ts';
import { readSecurity, type SecuritySchemes } from './security.ts';
import { ownServer } from './servers.ts';

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query'];
const FIELDS = new Set([...METHODS, '$ref', 'summary', 'description', 'servers', 'parameters', 'additionalOperations']);

export interface ReadRules {
  isOverride(name: string): boolean;
  extension(operation: JsonObject, pointer: string): OperationExtension | undefined;
}

export interface ReadOperations {
  operations: Operation[];
  /** Operations a part of which is broken. */
  broken: (Omitted & { pointer: string })[];
}

/** The keys of every operation in `paths`, with the objects they stand in. */
export function* walkPaths(
  document: SourceDocument,
  warn: (warning: Warning) => void,
): Generator<OperationKey & { item: JsonObject; itemPointer: string; node: Json; failure?: DescriptionError }> {
  const { root } = document;
  if (root.paths === undefined || root.paths === null) return;
  if (!isObject(root.paths)) throw new DescriptionError('invalid_operation', '"paths" is not an object', '#/paths');
  for (const [path, entry] of Object.entries(root.paths)) {
    if (path.startsWith('x-')) continue;
    const at = pointer('paths', path);
    if (entry === null) continue;
    let item: JsonObject;
    let itemPointer = at;
    try {
      if (!path.startsWith('/'))
        throw new DescriptionError('invalid_operation', `the path "${path}" does not begin with "/"`, at);
      const resolved = resolveObject(root, entry, at, 'the path item');
      itemPointer = resolved.pointer;
      // A Path Item may carry fields beside its $ref (4.8.9); its own win.
      item = isObject(entry) && typeof entry.$ref === 'string' ? { ...resolved.value, ...entry } : resolved.value;
    } catch (error) {
      const failure = asDescriptionError(error, at);
      warn({ where: failure.pointer, message: failure.message });
      for (const method of isObject(entry) ? METHODS.filter((m) => isObject(entry[m])) : []) {
        yield {
          method: method.toUpperCase(),
          path,
          pointer: below(at, method),
          item: {},
          itemPointer,
          node: {},
          failure,
        };
      }
      if (!isObject(entry) || !METHODS.some((m) => isObject(entry[m]))) {
        yield { method: '*', path, pointer: at, item: {}, itemPointer, node: {}, failure };
      }
      continue;
    }
    for (const [field, node] of operationFields(item, itemPointer, warn)) {
      const operationId = isObject(node) && typeof node.operationId === 'string' ? node.operationId : undefined;
      yield {
        method: field.method,
        path,
        pointer: below(at, ...field.segments),
        ...(operationId !== undefined && { operationId }),
        item,
        itemPointer,
        node,
        ...(isMisplaced(field) && { failure: misplaced(field.method, below(at, ...field.segments)) }),
      };
    }
  }
}

/** Also in another case: what looks like a fixed method must not be sent as something else. */
function isMisplaced({ method, segments }: { method: string; segments: string[] }): boolean {
  return segments.length > 1 && METHODS.includes(method.toLowerCase());
}

/** A method that has its own field must not stand in additionalOperations (OpenAPI 3.2, 4.9). */
function misplaced(method: string, at: string): DescriptionError {
  return new DescriptionError(
    'invalid_operation',
    `"${method}" has a field of its own: it is no additional operation`,
    at,
  );
}

/** The operations of a Path Item: the fixed methods, and 3.2's `additionalOperations`. */
function* operationFields(
  item: JsonObject,
  itemPointer: string,
  warn: (warning: Warning) => void,
): Generator<[{ method: string; segments: string[] }, Json]> {
  for (const method of METHODS) {
    const node = item[method];
    if (Object.hasOwn(item, method) && node !== undefined)
      yield [{ method: method.toUpperCase(), segments: [method] }, node];
  }
  if (isObject(item.additionalOperations)) {
    for (const [method, node] of Object.entries(item.additionalOperations)) {
      yield [{ method, segments: ['additionalOperations', method] }, node];
    }
  }
  for (const key of Object.keys(item)) {
    if (!FIELDS.has(key) && !key.startsWith('x-')) {
      warn({ where: below(itemPointer, key), message: `"${key}" is no field of a path item; ignored` });
    }
  }
}

/** Reads every operation; a broken one costs itself alone. */
export function readOperations(
  document: SourceDocument,
  schemes: SecuritySchemes,
  rules: ReadRules,
  warn: (warning: Warning) => void,
): ReadOperations {
  const references = new ReferenceCheck(document.root);
  const operations: Operation[] = [];
  const broken: ReadOperations['broken'] = [];
  for (const found of walkPaths(document, warn)) {
    const { item, itemPointer, node, failure, ...key } = found;
    try {
      if (failure !== undefined) throw failure;
      const operation = readOperation(document, key, node, item, itemPointer, schemes, rules, warn);
      references.check(isObject(node) ? node.responses : undefined, below(key.pointer, 'responses'));
      operations.push(operation);
    } catch (error) {
      const { message, pointer: where } = asDescriptionError(error, key.pointer);
      broken.push({ ...key, reason: `broken at ${where}: ${message}` });
    }
  }
  return { operations, broken };
}

function readOperation(
  document: SourceDocument,
  key: OperationKey,
  node: Json,
  item: JsonObject,
  itemPointer: string,
  schemes: SecuritySchemes,
  rules: ReadRules,
  warn: (warning: Warning) => void,
): Operation {
  const { root } = document;
  if (!isObject(node)) throw new DescriptionError('invalid_operation', 'the operation is not an object', key.pointer);
  const security = readSecurity(node.security, root.security, schemes, key.pointer, warn);
  const parameterRules: ParameterRules = {
    warn,
    isOverride: rules.isOverride,
    isCredential: (location, name) => fillsScheme(security, schemes, location, name),
  };
  const parameters = readParameters(
    root,
    key.path,
    [
      { list: item.parameters, pointer: below(itemPointer, 'parameters') },
      { list: node.parameters, pointer: below(key.pointer, 'parameters') },
    ],
    parameterRules,
  );
  const body = readBody(root, node.requestBody, below(key.pointer, 'requestBody'), warn);
  const server =
    ownServer(node.servers, below(key.pointer, 'servers')) ?? ownServer(item.servers, below(itemPointer, 'servers'));
  const extension = rules.extension(node, key.pointer);
  return {
    ...key,
    ...(typeof node.summary === 'string' && { summary: node.summary }),
    ...(typeof node.description === 'string' && { description: node.description }),
    tags: Array.isArray(node.tags) ? node.tags.filter((t): t is string => typeof t === 'string') : [],
    parameters,
    ...(body !== undefined && { body }),
    ...(security !== undefined && { security }),
    ...(server !== undefined && { server }),
    accepts: successTypes(root, node.responses, below(key.pointer, 'responses'), warn),
    ...(extension !== undefined && { extension }),
  };
}

/** A parameter that stands for a credential is filled from the settings, so it is no argument. */
function fillsScheme(
  security: Operation['security'],
  schemes: SecuritySchemes,
  location: string,
  name: string,
): boolean {
  return (security ?? [])
    .flatMap((alternative) => Object.keys(alternative))
    .map((scheme) => schemes[scheme])
    .some(
      (s) =>
        s?.type === 'apiKey' &&
        s.in === location &&
        (location === 'header' ? s.name.toLowerCase() === name.toLowerCase() : s.name === name),
    );
}

/** The media types of 2xx answers, or of the default one where there are none, for the Accept header. */
function successTypes(
  root: Json,
  responses: Json | undefined,
  pointer: string,
  warn: (warning: Warning) => void,
): string[] {
  if (responses === undefined || responses === null) return [];
  if (!isObject(responses)) {
    warn({ where: pointer, message: '"responses" is not an object; ignored' });
    return [];
  }
  const types = new Set<string>();
  const successes = Object.entries(responses).filter(([status]) => /^2/.test(status));
  const entries =
    successes.length > 0 ? successes : Object.entries(responses).filter(([status]) => status === 'default');
  for (const [, entry] of entries) {
    try {
      const { content } = resolveObject(root, entry, '#', 'a response').value;
      if (isObject(content)) for (const type of Object.keys(content)) types.add(type);
    } catch {
      // Only Accept is made from it; the answer is read whatever it is.
    }
  }
  return [...types].filter((type) => /^[\w.+*-]+\/[\w.+*-]+(\s*;.*)?$/.test(type) && !/[\r\n]/.test(type));
}

function asDescriptionError(error: unknown, at: string): DescriptionError {
  if (error instanceof DescriptionError) return error;
  throw new Error(`Unexpected failure at ${at}`, { cause: error });
}
