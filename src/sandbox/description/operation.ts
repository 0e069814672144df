/** The description's operations, read once into what answering a request needs. */
import type { OperationId } from '../call.ts';
import { follow, isObject, type Json, type JsonObject } from './document.ts';

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  deepObject: boolean;
  schema: JsonObject;
}

export interface SandboxOperation {
  id: OperationId;
  method: string;
  /** The path template. */
  path: string;
  /** The template's segments; a parameter's is its name in an object. */
  segments: (string | { parameter: string })[];
  parameters: Parameter[];
  body?: { mediaType: string; schema: JsonObject };
  success: { status: number; etag: boolean; mediaTypes: string[] };
  needsKey: boolean;
}

const METHODS = ['get', 'post', 'put', 'patch'];

export function readOperations(document: JsonObject): SandboxOperation[] {
  return Object.entries(document.paths as JsonObject).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = (item as JsonObject)[method];
      return isObject(operation) ? [readOperation(document, path, item as JsonObject, method, operation)] : [];
    }),
  );
}

function readOperation(
  document: JsonObject,
  path: string,
  item: JsonObject,
  method: string,
  operation: JsonObject,
): SandboxOperation {
  const body = operation.requestBody === undefined ? undefined : follow(document, operation.requestBody);
  const [mediaType, content] = Object.entries((body?.content as JsonObject | undefined) ?? {})[0] ?? [];
  return {
    id: operation.operationId as OperationId,
    method: method.toUpperCase(),
    path,
    segments: path.split('/').map((s) => (s.startsWith('{') ? { parameter: s.slice(1, -1) } : s)),
    parameters: [...list(item.parameters), ...list(operation.parameters)].map((p) =>
      readParameter(follow(document, p)),
    ),
    ...(mediaType !== undefined && { body: { mediaType, schema: (content as { schema: JsonObject }).schema } }),
    success: readSuccess(document, operation.responses as JsonObject),
    needsKey: !(Array.isArray(operation.security) && operation.security.length === 0),
  };
}

function readParameter(parameter: JsonObject): Parameter {
  return {
    name: String(parameter.name),
    in: parameter.in as Parameter['in'],
    required: parameter.required === true,
    deepObject: parameter.style === 'deepObject',
    schema: parameter.schema as JsonObject,
  };
}

function readSuccess(document: JsonObject, responses: JsonObject): SandboxOperation['success'] {
  const [status, value] = Object.entries(responses).find(([code]) => code.startsWith('2')) ?? ['200', {}];
  const response = follow(document, value);
  return {
    status: Number(status),
    etag: isObject(response.headers) && Object.hasOwn(response.headers, 'ETag'),
    mediaTypes: Object.keys((response.content as JsonObject | undefined) ?? {}),
  };
}

function list(value: Json | undefined): Json[] {
  return Array.isArray(value) ? value : [];
}
