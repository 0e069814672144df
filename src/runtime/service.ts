/** Catalogue + settings → what serves calls: one for each process, whatever the number of connections. */

import { violations } from '../catalogue/check.ts';
import type { Catalogue, Tool } from '../catalogue/index.ts';
import { type CallContext, call, type Outcome } from './call.ts';
import { readCurrentState, withEntityTag } from './current-state.ts';
import { Codes } from './gate/codes.ts';
import type { Confirmation, Keeper, Plan } from './gate/decision.ts';
import { canonicalJson, digest, fingerprint, subjectOf } from './gate/fingerprint.ts';
import { Rounds } from './gate/rounds.ts';
import { secretsOf } from './http/credentials.ts';
import { shapeResult } from './http/result.ts';
import { createUpstream } from './http/upstream.ts';
import type { OwnTool } from './own-tool.ts';
import type { PlannedRequest } from './request/planned-request.ts';
import { refused } from './results.ts';
import { type Settings, settingsPrefix } from './settings.ts';
import { WORDS } from './words.ts';

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
  keeper: Keeper;
  /** This program's own tools, by name. */
  own: ReadonlyMap<string, OwnTool>;
  call(
    name: string,
    given: Record<string, unknown>,
    context: Pick<CallContext, 'caller' | 'asking' | 'signal'>,
  ): Promise<Outcome>;
}

export interface ServiceOptions {
  version: string;
  /** Milliseconds on a monotonic clock; how long a confirmation lives is measured on it. */
  now?: () => number;
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
  const { prefix } = catalogue.api;
  const { securitySchemes } = catalogue;
  const { credentials, trustedOrigins, timeoutMs } = settings;
  const upstream = createUpstream({
    prefix,
    baseUrl,
    securitySchemes,
    credentials,
    trustedOrigins,
    timeoutMs,
    version: options.version,
  });
  const tools = new Map(catalogue.tools.map((tool) => [tool.name, tool]));
  const keeper = createKeeper(baseUrl, settings, options.now ?? (() => performance.now()));
  const own = new Map<string, OwnTool>();
  const shape = { prefix, securitySchemes, secrets: secretsOf(credentials) };

  return {
    catalogue,
    baseUrl,
    keeper,
    own,
    call: (name, given, { caller, asking, signal }) =>
      call(name, given, {
        tools,
        own,
        keeper,
        caller,
        asking,
        signal,
        checkTarget: (plan) => void upstream.check(plan.tool, plan.request),
        async readState(plan) {
          if (keeper.mode === 'flag' || plan.tool.type === 'Lectura') return { kind: 'none' };
          return readCurrentState(plan, tools, (tool, request) => upstream.send(tool, request, { signal }));
        },
        async send(plan, confirmation, id) {
          const request = finalRequest(plan, confirmation, id, keeper);
          return shapeResult(plan.tool, await upstream.send(plan.tool, request, { signal }), shape);
        },
      }),
  };
}

/** The request that leaves: what was planned, with the entity tag of what was shown, and a key that makes it happen once. */
function finalRequest(plan: Plan, confirmation: Confirmation, id: string, { scope }: Keeper): PlannedRequest {
  const request = withEntityTag(plan);
  const name = plan.tool.idempotencyKey?.toLowerCase();
  if (name === undefined || confirmation === 'read' || request.headers.some(([given]) => given === name))
    return request;
  const key = digest(`${id} ${fingerprint(scope, subjectOf(plan.tool, plan.args))}`).slice(0, 32);
  return { ...request, headers: [...request.headers, [name, key]] };
}

/** A relative server is resolved against the setting; an absolute one is replaced by it. */
function resolveBaseUrl({ api }: Catalogue, { baseUrl }: Settings): URL {
  const setting = `${settingsPrefix(api.prefix)}_BASE_URL`;
  const server = api.baseUrl;
  const absolute = server !== undefined && /^https?:\/\//i.test(server);
  if (baseUrl === undefined && !absolute) {
    throw new CatalogueError(
      'no_base_url',
      `the description names no server address, so a base URL is needed: set ${setting} or give --base-url`,
    );
  }
  if (baseUrl === undefined) return new URL(server ?? '');
  return absolute || server === undefined ? new URL(baseUrl) : new URL(server, baseUrl);
}

function createKeeper(baseUrl: URL, settings: Settings, now: () => number): Keeper {
  const forgotten = refused({ error: 'already_answered', message: WORDS[settings.language].forgotten });
  return {
    mode: settings.confirm,
    scope: { api: baseUrl.href, account: digest(canonicalJson(settings.credentials)).slice(0, 32) },
    codes: new Codes(now),
    rounds: new Rounds(now, forgotten),
    language: settings.language,
  };
}

/** The tools as they are listed: in `ask`, a write takes the code of its preview. */
export function listedTools({ catalogue, own, keeper }: Pick<Service, 'catalogue' | 'own' | 'keeper'>): Tool[] {
  const tools = [...catalogue.tools, ...[...own.values()].map(({ tool }) => tool)];
  if (keeper.mode !== 'ask') return tools;
  return tools.map((tool) => {
    if (tool.type === 'Lectura' || tool.confirm === 'none') return tool;
    const confirmation = {
      type: 'string',
      description: 'The code of the preview, only after the person agreed to it.',
    };
    return {
      ...tool,
      inputSchema: { ...tool.inputSchema, properties: { ...tool.inputSchema.properties, confirmation } },
    };
  });
}
