/** What an operation or a problem gives → the bytes and headers of an HTTP answer. */
import { createHash } from 'node:crypto';
import type { Reply } from '../call.ts';
import type { SandboxOperation } from '../description/operation.ts';
import type { Problem } from '../problem.ts';

export interface Answer {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
}

export function answerOf(operation: SandboxOperation, reply: Reply<unknown>): Answer {
  const { status, etag: hasEtag } = operation.success;
  const body = Buffer.isBuffer(reply.body)
    ? reply.body
    : Buffer.from(reply.mediaType ? String(reply.body) : JSON.stringify(reply.body));
  const mediaType = reply.mediaType ?? 'application/json';
  const headers: Record<string, string> = {
    'Content-Type': mediaType.startsWith('text/') ? `${mediaType}; charset=utf-8` : mediaType,
    ...(hasEtag && { ETag: etag(reply.body) }),
    ...(reply.location !== undefined && { Location: reply.location }),
    ...(reply.retryAfter !== undefined && { 'Retry-After': String(reply.retryAfter) }),
    ...(reply.fileName !== undefined && { 'Content-Disposition': attachment(reply.fileName) }),
  };
  return { status, headers, body };
}

export function problemAnswer(problem: Problem, instance: string): Answer {
  return {
    status: problem.status,
    headers: { 'Content-Type': 'application/problem+json', ...problem.more.headers },
    body: Buffer.from(JSON.stringify(problem.toJSON(instance))),
  };
}

/** A strong validator (RFC 9110, section 8.8.3): the state's digest. */
export function etag(state: unknown): string {
  return `"${createHash('sha256').update(JSON.stringify(state)).digest('hex').slice(0, 16)}"`;
}

/** RFC 6266: a plain name for old readers, the real one for the others. */
function attachment(name: string): string {
  const plain = name.replace(/[^\w. -]/g, '_');
  return `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(name).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16)}`)}`;
}
