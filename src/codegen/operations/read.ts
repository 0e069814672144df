/** Every operation of a description, with all that it inherits; one a part of which is broken stands apart, with the reason. */
import type { Omitted, Warning } from '../../catalogue/index.ts';
import { DescriptionError } from '../description-error.ts';
import type { Json, JsonObject, SourceDocument } from '../load/document.ts';
import type { OperationExtension } from '../overlay/operation-extension.ts';
import { below, isObject } from '../pointer.ts';
import { readBody } from './body.ts';
import type { Operation, OperationKey } from './operation.ts';
import { type ParameterRules, readParameters } from './parameters.ts';
import { ReferenceCheck } from './references.ts';
import { resolveObject } from './resolve.ts';
import { readSecurity, type SecuritySchemes } from './security.ts';
import { ownServer } from './servers.ts';
import { asDescriptionError, walkPaths } from './walk.ts';

export interface ReadRules {
  isOverride(name: string): boolean;
  extension(operation: JsonObject, pointer: string): OperationExtension | undefined;
}

export interface ReadOperations {
  operations: Operation[];
  /** Operations a part of which is broken. */
  broken: (Omitted & { pointer: string })[];
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
  const all = [...walkPaths(document, warn)];
  const shared = sharedNodes(all.map(({ node }) => node));
  for (const found of all) {
    const { item, itemPointer, node, failure, ...key } = found;
    try {
      if (failure !== undefined) throw failure;
      const operation = readOperation(document, key, node, item, itemPointer, schemes, rules, warn);
      references.check(isObject(node) ? node.responses : undefined, below(key.pointer, 'responses'));
      operations.push(shared.has(node) ? unfreed(operation, warn) : operation);
    } catch (error) {
      const { message, pointer: where } = asDescriptionError(error, key.pointer);
      broken.push({ ...key, reason: `broken at ${where}: ${message}` });
    }
  }
  return { operations, broken };
}

/** The operations that stand under several paths, by `$ref`. */
function sharedNodes(nodes: Json[]): ReadonlySet<Json> {
  const seen = new Set<Json>();
  return new Set(nodes.filter((node) => seen.size === seen.add(node).size));
}

/**
 * What an overlay frees is the one operation that it names. A description that puts the same one under another path as well
 * (`$ref: '#/paths/~1search'`) would free that too: so none of them is freed.
 */
function unfreed({ extension, ...operation }: Operation, warn: (warning: Warning) => void): Operation {
  if (extension === undefined) return operation;
  const { type, deletes, confirm, ...rest } = extension;
  const kept = type === 'Escritura' ? { ...rest, type } : rest;
  if (type === 'Lectura' || deletes !== undefined || confirm !== undefined)
    warn({
      where: operation.pointer,
      message: 'stands under several paths by $ref, so the x-mcp that frees it has no effect there or elsewhere',
    });
  return { ...operation, extension: kept };
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
