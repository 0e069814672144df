/** Bytes of a request body → the value that the operation's schema describes, checked. */
import type { IncomingHttpHeaders } from 'node:http';
import type { SandboxOperation } from '../description/operation.ts';
import type { Schemas } from '../description/schemas.ts';
import { faulty, invalid, Problem } from '../problem.ts';

/** A file of a multipart body. */
export interface UploadedFile {
  bytes: Buffer;
  /** Of the part, without parameters; empty where it has none. */
  mediaType: string;
}

/**
 * @returns the body; a multipart body's file stands in it as an `UploadedFile`.
 * @throws Problem 400 (missing, no JSON), 415, or 422 naming each wrong property
 */
export async function readBody(
  operation: SandboxOperation,
  schemas: Schemas,
  bytes: Buffer,
  headers: IncomingHttpHeaders,
): Promise<unknown> {
  const { body } = operation;
  if (!body) return undefined;
  const contentType = headers['content-type'] ?? '';
  if (bytes.length === 0) throw new Problem('bad_request', `A body of ${body.mediaType} is needed.`);
  const mediaType = essence(contentType);
  if (mediaType !== body.mediaType)
    throw new Problem(
      'unsupported_media_type',
      `The body must be ${body.mediaType}, not ${mediaType || 'of no type'}.`,
    );

  const files = new Map<string, UploadedFile>();
  const value =
    body.mediaType === 'application/json' ? parseJson(bytes) : await parseMultipart(bytes, contentType, files);
  const faults = schemas.faults('request', body.schema, value);
  if (faults.length > 0) throw faulty('validation', faults);
  return files.size === 0 ? value : { ...(value as object), ...Object.fromEntries(files) };
}

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw new Problem('bad_request', 'The body is no JSON (RFC 8259, UTF-8).');
  }
}

/** RFC 7578. A part of JSON is parsed; `file` goes to `files` and stands in the value as an empty text. */
async function parseMultipart(
  bytes: Buffer,
  contentType: string,
  files: Map<string, UploadedFile>,
): Promise<Record<string, unknown>> {
  const value: Record<string, unknown> = {};
  let form: FormData;
  try {
    form = await new Response(new Uint8Array(bytes), { headers: { 'content-type': contentType } }).formData();
  } catch {
    throw new Problem('bad_request', 'The body is no multipart/form-data (RFC 7578).');
  }
  for (const [name, part] of form) {
    if (Object.hasOwn(value, name)) throw invalid(`/${name}`, 'is given more than once');
    const isText = typeof part === 'string';
    if (name === 'file') {
      files.set(
        name,
        isText
          ? { bytes: Buffer.from(part), mediaType: '' }
          : { bytes: Buffer.from(await part.arrayBuffer()), mediaType: essence(part.type) },
      );
      value.file = '';
      continue;
    }
    const text = isText ? part : await part.text();
    const parsed = name === 'about' ? parsePart(name, text) : text;
    Object.defineProperty(value, name, { value: parsed, enumerable: true, configurable: true, writable: true });
  }
  return value;
}

function parsePart(name: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw invalid(`/${name}`, 'must be JSON');
  }
}

function essence(contentType: string): string {
  return (contentType.split(';')[0] ?? '').trim().toLowerCase();
}
