/** A client with a person in front of it: how the form is answered is set for each call; what was shown is kept. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import type { Sandbox } from '../../src/sandbox/sandbox.ts';
import { type Connected, connect, type Era } from './clients.ts';

/** The protocol's answer, or what a client does that has none. */
export type FormAnswer =
  | { action: 'accept'; content?: Record<string, unknown> }
  | { action: 'decline' | 'cancel' }
  | { throws: string }
  | { never: true };

export const TICK: FormAnswer = { action: 'accept', content: { value: true } };

export interface Person {
  client: Connected;
  /** What happens to the next forms. */
  answer: FormAnswer | ((message: string) => FormAnswer | Promise<FormAnswer>);
  /** Messages of the forms shown, in order. */
  readonly shown: string[];
  readonly schemas: unknown[];
  /** Forms whose request the server took back. */
  readonly takenBack: string[];
}

/** @param elicitation what the client declares; undefined: nothing. */
export async function person(
  era: Era,
  sandbox: Sandbox,
  settings: Record<string, string>,
  elicitation: Record<string, unknown> | undefined,
): Promise<Person> {
  const asked: Person = { client: undefined as never, answer: TICK, shown: [], schemas: [], takenBack: [] };
  const onForm = async (
    { params }: { params: { message: string; requestedSchema: unknown } },
    { signal }: { signal?: AbortSignal } = {},
  ) => {
    asked.shown.push(params.message);
    asked.schemas.push(params.requestedSchema);
    const answer = typeof asked.answer === 'function' ? await asked.answer(params.message) : asked.answer;
    if ('throws' in answer) throw new Error(answer.throws);
    if ('never' in answer)
      await new Promise((_, reject) =>
        signal?.addEventListener('abort', () => {
          asked.takenBack.push(params.message);
          reject(new Error('taken back'));
        }),
      );
    return answer;
  };
  asked.client = await connect(era, {
    settings: {
      NUNTIUS_BASE_URL: sandbox.url,
      NUNTIUS_API_KEY: sandbox.apiKey,
      NUNTIUS_TOKEN: sandbox.apiKey,
      NUNTIUS_JOURNAL: path.join(mkdtempSync(path.join(tmpdir(), 'nuntius-')), 'journal.jsonl'),
      ...settings,
    },
    capabilities: elicitation === undefined ? {} : { elicitation },
    prepare: (client) => {
      if (elicitation === undefined || !('form' in elicitation || Object.keys(elicitation).length === 0)) return;
      // biome-ignore lint/suspicious/noExplicitAny: two clients, two signatures
      const set = client.setRequestHandler.bind(client) as any;
      era === 'v1 SDK'
        ? set(ElicitRequestSchema, onForm)
        : set('elicitation/create', (r: never, c: { mcpReq?: { signal?: AbortSignal } }) =>
            onForm(r, (c?.mcpReq ?? c) as never),
          );
    },
  });
  return asked;
}

/** The JSON of a refusal. */
export function told(result: { content: { text: string }[] }): Record<string, string> {
  return JSON.parse(result.content[0]?.text ?? '') as Record<string, string>;
}

/** `METHOD path` of everything that is no read. */
export function writes(sandbox: Sandbox): string[] {
  return sandbox.requests.filter(({ method }) => method !== 'GET').map(({ method, target }) => `${method} ${target}`);
}

/** Waits until `holds`. */
export async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 10));
}
