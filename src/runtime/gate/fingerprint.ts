/**
 * What a confirmation is bound to. The subject is the request as it will be sent, without credentials; its fingerprint is
 * the SHA-256 of the canonical JSON of `[scope, subject]`. The order of keys, and of arrays marked `unordered`, makes no
 * difference; anything else does.
 */
import { createHash } from 'node:crypto';
import type { Tool } from '../../catalogue/index.ts';
import { buildRequest } from '../request/build-request.ts';
import type { PlannedBody } from '../request/planned-request.ts';
import type { CurrentState, Plan } from './decision.ts';

/** The API and the account that a confirmation is for. */
export interface Scope {
  api: string;
  /** Digest of what proves the account; never a secret itself. */
  account: string;
}

/** The exact change, as data. */
export interface Subject {
  tool: string;
  method: string;
  path: string;
  query: string;
  headers: [string, string][];
  body: unknown;
}

export function subjectOf(tool: Tool, args: Record<string, unknown>): Subject {
  const { method, path, query, headers, body } = buildRequest(tool, sorted(tool, args));
  return {
    tool: tool.name,
    method,
    path,
    query,
    headers: [...headers].sort(([a], [b]) => (a < b ? -1 : 1)),
    body: body === undefined ? null : bodyData(body),
  };
}

/** Hex. */
export function fingerprint(scope: Scope, subject: Subject): string {
  return digest(canonicalJson([scope, subject]));
}

/** What a confirmation is bound to. */
export interface Sight {
  /** Fingerprint of the request. */
  subject: string;
  /** The same with the thing as the person was shown it. */
  whole: string;
}

export function sightOf({ tool, args, state, note }: Plan, scope: Scope): Sight {
  const subject = fingerprint(scope, subjectOf(tool, args));
  return { subject, whole: digest(canonicalJson([subject, stateData(state), note ?? null])) };
}

/** The entity tag with it: a change of either is another plan. */
function stateData(state: CurrentState): unknown {
  return state.kind === 'read' ? [state.kind, state.etag ?? null, thing(state.value)] : [state.kind];
}

/** Answers often wrap the one thing, beside what differs each time: `{data: {…}, meta: {requestId}}`. */
export function thing(value: unknown): unknown {
  const data =
    typeof value === 'object' && value !== null && Object.hasOwn(value, 'data')
      ? (value as { data: unknown }).data
      : null;
  return typeof data === 'object' && data !== null && !Array.isArray(data) ? data : value;
}

/** Hex. */
export function digest(data: string | Uint8Array): string {
  return createHash('sha256').update(data).digest('hex');
}

/** Keys in one order, which forms and queries would else show; arrays whose order carries no meaning too. */
function sorted(tool: Tool, args: Record<string, unknown>): Record<string, unknown> {
  const copy = keysSorted(args) as Record<string, unknown>;
  for (const name of tool.unordered ?? []) {
    const value = Object.hasOwn(copy, name) ? copy[name] : undefined;
    if (Array.isArray(value))
      copy[name] = value
        .map((v) => [canonicalJson(v), v] as const)
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([, v]) => v);
  }
  return copy;
}

function keysSorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(keysSorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, member]) => [key, keysSorted(member)]),
  );
}

/** Bytes stand as their digest: a file need not be held twice. */
function bodyData(body: PlannedBody): unknown {
  if (body.kind === 'json') return { json: body.value };
  if (body.kind === 'binary') return { sha256: digest(body.bytes) };
  if (body.kind !== 'multipart') return { [body.kind]: body.text };
  return {
    multipart: body.parts.map((p) => ({
      ...p,
      content: typeof p.content === 'string' ? p.content : { sha256: digest(p.content) },
    })),
  };
}

/** JSON with sorted keys (RFC 8785; beyond it, a BigInt is written as its digits). Undefined members are left out. */
export function canonicalJson(value: unknown): string {
  if (typeof value === 'bigint') return value.toString();
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  members.sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([key, member]) => `${JSON.stringify(key)}:${canonicalJson(member)}`).join(',')}}`;
}
