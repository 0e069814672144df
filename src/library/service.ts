/**
 * Catalogue + settings → what can be called, through the gate and on record, with or without MCP. What the caller holds and may
 * change later is copied first: what was checked is what is served, what was approved is what is sent.
 */
import { existsSync } from 'node:fs';
import type { Catalogue } from '../catalogue/index.ts';
import { version } from '../cli/environment.ts';
import { openJournal } from '../cli/journal.ts';
import { fieldsOf, levelOf } from '../runtime/call-report.ts';
import type { Answer, Asking } from '../runtime/gate/decision.ts';
import type { ToolResult } from '../runtime/results.ts';
import { listedTool } from '../runtime/serve/listed-tool.ts';
import * as runtime from '../runtime/service.ts';
import { type Checked, checkSettings, type Settings } from './settings.ts';

/** A tool as MCP's `tools/list` shows it. */
export interface ListedTool {
  name: string;
  title: string;
  /** Begins or ends with `Tipo: Lectura` or `Tipo: Escritura`. */
  description: string;
  /** JSON Schema 2020-12 of the arguments; of a write, with those that confirm it. */
  inputSchema: { type: 'object'; [keyword: string]: unknown };
  annotations: { readOnlyHint: boolean; destructiveHint: boolean; idempotentHint: boolean; openWorldHint: boolean };
  _meta: { 'nuntius-mcp/type': 'Lectura' | 'Escritura' };
}

/** What a call may say besides its arguments. */
export interface CallOptions {
  /**
   * Puts the gate's question to a person, in the settings `ask` and `strict`: the change, value by value, and whether to send
   * it. Only `true` is a yes; where it throws, nobody could be asked. Without it, `ask` answers with a one-time code.
   */
  ask?: ((question: string) => Promise<boolean>) | undefined;
  /** Who calls, as the record of writes has it: a name that the embedding program knows them by. */
  caller?: string | undefined;
  /** Cancels the call. A write that has left is on record, with its outcome. */
  signal?: AbortSignal | undefined;
}

/** A catalogue that is served: every call passes the gate, whoever makes it. */
export interface Service {
  /** What is served: a copy that cannot be changed, without the writes where `readOnly` is set. */
  readonly catalogue: Catalogue;
  /** The tools as they are listed, and the service's own: the record of writes, and undo. */
  readonly tools: readonly ListedTool[];
  /**
   * Calls a tool. A write that is not confirmed sends nothing; its result says what would be sent (`isError`, and the reason as
   * JSON in the first text). In the setting `flag`, the argument `confirm: true` confirms it: pass that on only from a person.
   *
   * @param args plain JSON data; copied before anything is done with them.
   * @throws TypeError where the arguments are no JSON data. What the API or the gate refuses is a result, not an error.
   */
  call(name: string, args?: Readonly<Record<string, unknown>>, options?: CallOptions): Promise<ToolResult>;
  /** Resolves when no write is under way any more, and each is on record. */
  settled(): Promise<void>;
}

/** What a server needs of a service, and those who hold one do not. */
export interface Inside {
  service: runtime.Service;
  settings: Checked;
}
const insides = new WeakMap<Service, Inside>();

/**
 * Makes a catalogue callable. One for each API and account: it keeps the codes and questions that are open, so all servers and
 * callers of one account share one.
 *
 * @throws CatalogueError `unsafe_catalogue` where the catalogue holds a deletion, a write that is not gated or an illegal name;
 *   `no_base_url` where neither it nor the settings say where the API is.
 * @throws SettingsError naming the setting and what it takes.
 */
export function createService(catalogue: Catalogue, settings: Settings = {}): Service {
  const checked = checkSettings(settings);
  const { log, discover, descriptions } = checked;
  const journal = openJournal(checked, 'journal');
  const inner = create(frozen(structuredClone(catalogue)), checked, {
    version: version(),
    ...(journal !== undefined && { journal }),
    discover,
    descriptions,
  });
  const call: runtime.Service['call'] = (name, given, context) => inner.call(name, jsonCopy(given), context);
  const service: Service = {
    catalogue: inner.catalogue,
    tools: frozen(runtime.listedTools(inner).map((tool) => listedTool(tool, inner.mode))) as unknown as ListedTool[],
    async call(name, args = {}, { ask, caller = 'library', signal = new AbortController().signal } = {}) {
      const outcome = await call(name, args, {
        caller,
        client: caller,
        signal,
        asking: ask === undefined ? { way: 'none' } : askingBy(ask, checked, signal),
        report: (report) => log?.(levelOf(report), 'call', fieldsOf(report)),
      });
      if (outcome.kind !== 'result') throw new Error('the gate asked in a way that this caller has not');
      return outcome.result;
    },
    settled: () => inner.settled(),
  };
  if (log !== undefined && journal !== undefined && existsSync(journal.file))
    void import('../cli/unresolved.ts').then(({ reportUnresolved }) => reportUnresolved(journal, inner, checked, log));
  insides.set(service, { service: { ...inner, call }, settings: checked });
  return Object.freeze(service);
}

/** @returns undefined where this is no service that `createService` made. */
export function insideOf(value: Service | Catalogue): Inside | undefined {
  return insides.get(value as Service);
}

function create(...given: Parameters<typeof runtime.createService>): runtime.Service {
  try {
    return runtime.createService(...given);
  } catch (error) {
    if (!(error instanceof runtime.CatalogueError) || error.code !== 'no_base_url') throw error;
    throw new runtime.CatalogueError(
      'no_base_url',
      'the description names no server address: give the API’s as settings.baseUrl',
    );
  }
}

/** A function that asks, as the gate asks a client during its call. */
function askingBy(ask: NonNullable<CallOptions['ask']>, { askTimeoutMs, log }: Checked, signal: AbortSignal): Asking {
  return {
    way: 'during',
    async ask(question): Promise<Answer> {
      if (signal.aborted) return 'cancelled';
      let timer: NodeJS.Timeout | undefined;
      let cancel = () => {};
      const given = Promise.resolve(question).then(ask);
      const answered = given.then(
        (yes): Answer => (yes === true ? 'ticked' : 'declined'),
        (error: unknown): Answer => {
          log?.('error', `the question could not be asked: ${error instanceof Error ? error.message : String(error)}`);
          return 'unaskable';
        },
      );
      const given_up = new Promise<Answer>((resolve) => {
        timer = setTimeout(resolve, askTimeoutMs, 'timed_out');
        cancel = () => resolve('cancelled');
        signal.addEventListener('abort', cancel, { once: true });
      });
      try {
        return await Promise.race([answered, given_up]);
      } finally {
        clearTimeout(timer);
        signal.removeEventListener('abort', cancel);
      }
    },
  };
}

/** What a client could have sent as JSON, and nobody else holds. */
function jsonCopy(args: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const copy: unknown = JSON.parse(JSON.stringify(args) ?? 'null');
  if (typeof copy !== 'object' || copy === null || Array.isArray(copy))
    throw new TypeError('the arguments of a tool must be an object');
  return copy as Record<string, unknown>;
}

/** Frozen to its depths: plain data, as `structuredClone` makes it. */
function frozen<T>(value: T): T {
  const waiting: unknown[] = [value];
  for (let one = waiting.pop(); one !== undefined; one = waiting.pop()) {
    if (typeof one !== 'object' || one === null || Object.isFrozen(one)) continue;
    Object.freeze(one);
    for (const member of Object.values(one)) if (member !== undefined) waiting.push(member);
  }
  return value;
}
