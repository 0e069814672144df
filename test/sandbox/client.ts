/** Calls to a sandbox, for tests. */
import type { Sandbox } from '../../src/sandbox/sandbox.ts';

export interface Answered {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  body: any;
}

/** `client(sandbox)('PATCH /leads/lead_01', {…})`: paths are below /public/v1, bodies are JSON. */
export function client(sandbox: Sandbox) {
  return async (request: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answered> => {
    const [method = '', path = ''] = request.split(' ');
    const answer = await fetch(`${sandbox.url}/public/v1${path}`, {
      method,
      headers: {
        authorization: `Bearer ${sandbox.apiKey}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    const isJson = /json/.test(answer.headers.get('content-type') ?? '');
    return { status: answer.status, headers: answer.headers, body: isJson ? JSON.parse(text) : text };
  };
}

/** A Monday morning in Madrid. */
export const MONDAY = new Date('2030-03-04T08:30:00Z');
