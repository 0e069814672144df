/** What the calls of a process share: the API behind, the gate's memory, how results are shaped. Loaded by the first call. */
import type { Catalogue } from '../catalogue/index.ts';
import { call } from './call.ts';
import { readCurrentState, withEntityTag } from './current-state.ts';
import { Codes } from './gate/codes.ts';
import type { Confirmation, Keeper, Plan } from './gate/decision.ts';
import { canonicalJson, digest, fingerprint, subjectOf } from './gate/fingerprint.ts';
import { Rounds } from './gate/rounds.ts';
import { secretsOf } from './http/credentials.ts';
import { shapeResult } from './http/result.ts';
import { createUpstream } from './http/upstream.ts';
import type { PlannedRequest } from './request/planned-request.ts';
import { refused } from './results.ts';
import type { Service, ServiceOptions } from './service.ts';
import type { Settings } from './settings.ts';
import { WORDS } from './words.ts';

export type Calls = Service['call'];

export function createCalls(
  catalogue: Catalogue,
  baseUrl: URL,
  settings: Settings,
  own: Service['own'],
  options: ServiceOptions,
): Calls {
  const { securitySchemes } = catalogue;
  const { prefix } = catalogue.api;
  const { credentials, trustedOrigins, timeoutMs } = settings;
  const { version } = options;
  const upstream = createUpstream({
    prefix,
    baseUrl,
    securitySchemes,
    credentials,
    trustedOrigins,
    timeoutMs,
    version,
  });
  const tools = new Map(catalogue.tools.map((tool) => [tool.name, tool]));
  const keeper = createKeeper(baseUrl, settings, options.now ?? (() => performance.now()));
  const shape = { prefix, securitySchemes, secrets: secretsOf(credentials) };

  return (name, given, { caller, asking, signal }) =>
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
    });
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
