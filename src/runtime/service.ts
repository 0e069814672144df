/**
 * Catalogue + settings → what is served: one for each process, whatever the number of connections. What a call needs
 * (validators, the gate, HTTP) is loaded by the first call: a client that only lists the tools does not wait for it.
 */
import { baseUrlOf } from '../catalogue/base-url.ts';
import { violations } from '../catalogue/check.ts';
import type { Catalogue, Tool } from '../catalogue/index.ts';
import type { CallContext, Outcome } from './call.ts';
import type { CallReport } from './call-report.ts';
import type { Calls } from './calls.ts';
import { type DiscoverTools, discoverTools } from './discover/discover-tools.ts';
import type { ConfirmMode } from './gate/decision.ts';
import type { ExchangeReport } from './http/exchange.ts';
import type { Journal } from './journal/journal.ts';
import { operationsTools } from './journal/operations-tools.ts';
import { type Descriptions, described } from './serve/short.ts';
import { type Settings, settingsPrefix } from './settings.ts';
import type { Language } from './words.ts';

/** The catalogue cannot be served. */
export class CatalogueError extends Error {
  override readonly name = 'CatalogueError';
  constructor(
    readonly code: 'unsafe_catalogue' | 'no_base_url',
    message: string,
  ) {
    super(message);
  }
}

export interface Service {
  catalogue: Catalogue;
  baseUrl: URL;
  mode: ConfirmMode;
  language: Language;
  /** The catalogue's tools are found and called through tools of our own, and not listed. */
  discover?: DiscoverTools;
  descriptions: Descriptions;
  /** This program's own tools, by name. */
  own: ReadonlyMap<string, Tool>;
  call(
    name: string,
    given: Record<string, unknown>,
    context: Pick<CallContext, 'caller' | 'asking' | 'signal'> & {
      client?: string;
      /** Passed on to the API (`traceparentOf`). */
      traceparent?: string | undefined;
      /** Told once, when the call is over. */
      report?: (report: CallReport) => void;
    },
  ): Promise<Outcome>;
  /** When no write is under way any more, and each is on record. */
  settled(): Promise<void>;
}

export interface ServiceOptions {
  version: string;
  /** Milliseconds on a monotonic clock; how long a confirmation lives is measured on it. */
  now?: () => number;
  /** Where writes are recorded, or what opens it for the first call; without it they are not, and nothing can be undone. */
  journal?: Journal | (() => Promise<Journal>);
  /** Told of every request to the API when it is over. */
  onExchange?: (report: ExchangeReport) => void;
  /** Whether a few tools are listed that find and call the catalogue's, instead of those. */
  discover?: boolean;
  /** How much of each description is listed; without it `full`. */
  descriptions?: Descriptions;
}

/** @throws CatalogueError where the catalogue holds what must never be served, or no base URL is known. */
export function createService(whole: Catalogue, settings: Settings, options: ServiceOptions): Service {
  const catalogue = settings.readOnly
    ? { ...whole, tools: whole.tools.filter((tool) => tool.type === 'Lectura') }
    : whole;
  const [first] = violations(catalogue);
  if (first !== undefined)
    throw new CatalogueError('unsafe_catalogue', `the catalogue cannot be served: ${first.tool}: ${first.message}`);
  const baseUrl = resolveBaseUrl(catalogue, settings);
  const own = options.journal === undefined ? undefined : operationsTools(catalogue, settings);
  const discover = options.discover === true ? discoverTools(catalogue) : undefined;
  const listed = [discover?.search, discover?.describe, discover?.read, discover?.write, own?.list, own?.undo];
  let calls: Promise<Calls> | undefined;
  const load = async () => {
    const { createCalls } = await import('./calls.ts');
    const { journal, ...rest } = options;
    const opened = typeof journal === 'function' ? await journal() : journal;
    return createCalls(catalogue, baseUrl, settings, { ...rest, ...(opened !== undefined && { journal: opened }) });
  };
  return {
    catalogue,
    baseUrl,
    mode: settings.confirm,
    language: settings.language,
    ...(discover !== undefined && { discover }),
    descriptions: options.descriptions ?? 'full',
    own: new Map(listed.flatMap((tool) => (tool === undefined ? [] : [[tool.name, tool]]))),
    async call(name, given, context) {
      calls ??= load();
      return (await calls).call(name, given, context);
    },
    async settled() {
      await (await calls)?.settled();
    },
  };
}

function resolveBaseUrl({ api }: Catalogue, { baseUrl }: Settings): URL {
  const url = baseUrlOf(api.baseUrl, baseUrl);
  if (url !== undefined) return new URL(url);
  const setting = `${settingsPrefix(api.prefix)}_BASE_URL`;
  throw new CatalogueError(
    'no_base_url',
    `the description names no server address, so a base URL is needed: set ${setting} or give --base-url`,
  );
}

/** The tools as they are listed: the catalogue's, and this program's own; those alone that find the others. */
export function listedTools({
  catalogue,
  own,
  discover,
  descriptions,
}: Pick<Service, 'catalogue' | 'own' | 'discover' | 'descriptions'>): Tool[] {
  if (discover !== undefined) return [...own.values()];
  return [...catalogue.tools.map((tool) => described(tool, descriptions)), ...own.values()];
}
