/** The Nuntius catalogue served to a sandbox on this run's surface, with a journal in a folder of its own and a person who ticks every box. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { catalogue } from '../../../src/generated/catalogue.ts';
import type { Answer, Asking, ConfirmMode } from '../../../src/runtime/gate/decision.ts';
import { Journal } from '../../../src/runtime/journal/journal.ts';
import { createService, type Service } from '../../../src/runtime/service.ts';
import { readSettings } from '../../../src/runtime/settings.ts';
import type { Sandbox } from '../../../src/sandbox/sandbox.ts';
import { callByName, DISCOVER } from '../../surfaces.ts';

/** A process that lives as long as the tests. */
export const identity = { self: 'test/1', isAlive: (process: string) => process === 'test/1' };

export function temporaryFolder(): string {
  return mkdtempSync(path.join(tmpdir(), 'nuntius-mcp-test-'));
}

export interface Served {
  service: Service;
  journal: Journal;
  /** What the person was asked. */
  questions: string[];
  /** The next answers; then every box is ticked. */
  answers: Answer[];
  call(name: string, args?: Record<string, unknown>): Promise<Called>;
  /** `leads/lead_01`, straight from the API. */
  get(path: string): Promise<Record<string, unknown>>;
  /** A change by somebody else. */
  patch(path: string, body: unknown): Promise<void>;
}

export interface Called {
  isError: boolean;
  /** All the text. */
  text: string;
  /** The JSON of a refusal. */
  refusal: { error: string; message: string } | undefined;
  /** The operation that it is on record as. */
  operation: string | undefined;
  outcome: string | undefined;
}

export interface ServedOptions {
  mode?: ConfirmMode;
  environment?: Record<string, string>;
  journal?: Journal;
  asking?: Asking;
}

export function served(sandbox: Sandbox, options: ServedOptions = {}): Served {
  const { mode = 'ask', environment = {} } = options;
  const settings = readSettings(
    'nuntius',
    {
      NUNTIUS_BASE_URL: sandbox.url,
      NUNTIUS_API_KEY: sandbox.apiKey,
      NUNTIUS_TOKEN: sandbox.apiKey,
      NUNTIUS_CONFIRM: mode,
      ...environment,
    },
    () => '',
  );
  const journal = options.journal ?? new Journal(path.join(temporaryFolder(), 'journal.jsonl'), { identity });
  const service = createService(catalogue, settings, { version: '0.0.0', journal, discover: DISCOVER });
  const questions: string[] = [];
  const answers: Answer[] = [];
  const asking: Asking = options.asking ?? {
    way: 'during',
    async ask(question) {
      questions.push(question);
      return answers.shift() ?? 'ticked';
    },
  };
  const headers = { authorization: `Bearer ${sandbox.apiKey}`, 'content-type': 'application/json' };
  return {
    service,
    journal,
    questions,
    answers,
    async call(name, args = {}) {
      const signal = new AbortController().signal;
      const outcome = await service.call(...callByName(name, args), {
        caller: 'test',
        client: 'test 1.0',
        asking,
        signal,
      });
      if (outcome.kind !== 'result') throw new Error('asked in another way');
      const { content, isError, _meta } = outcome.result;
      const text = content.map((c) => (c.type === 'text' ? c.text : `[${c.type}]`)).join('\n');
      const meta = (_meta ?? {}) as Record<string, string | undefined>;
      return {
        isError: isError === true,
        text,
        refusal: isError && text.startsWith('{') ? JSON.parse(text) : undefined,
        operation: meta['nuntius-mcp/operation'],
        outcome: meta['nuntius-mcp/outcome'],
      };
    },
    async get(at) {
      const answer = await fetch(`${sandbox.url}/public/v1/${at}`, { headers });
      return (await answer.json()) as Record<string, unknown>;
    },
    async patch(at, body) {
      const request = { method: 'PATCH', headers, body: JSON.stringify(body) };
      const answer = await fetch(`${sandbox.url}/public/v1/${at}`, request);
      if (!answer.ok) throw new Error(await answer.text());
    },
  };
}
