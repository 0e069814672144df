/**
 * The walk over `paths`: where every operation of a description stands, or why what stands there is none.
 * Webhooks and callbacks are requests that the API sends: no operations of ours.
 */
import type { Warning } from '../../catalogue/index.ts';
import { DescriptionError } from '../description-error.ts';
import type { Json, JsonObject, SourceDocument } from '../load/document.ts';
import { below, isObject, pointer } from '../pointer.ts';
import type { OperationKey } from './operation.ts';
import { resolveObject } from './resolve.ts';

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query'];
const FIELDS = new Set([...METHODS, '$ref', 'summary', 'description', 'servers', 'parameters', 'additionalOperations']);

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

/** @throws what is no DescriptionError: a fault of our own. */
export function asDescriptionError(error: unknown, at: string): DescriptionError {
  if (error instanceof DescriptionError) return error;
  throw new Error(`Unexpected failure at ${at}`, { cause: error });
}
