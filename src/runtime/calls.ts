/** What the calls of a process share: the API behind, the gate's memory, how results are shaped. Loaded by the first call. */
import type { Catalogue, Tool } from '../catalogue/index.ts';
import { call, type Outcome } from './call.ts';
import { reported, type Seen } from './call-report.ts';
import { type Read, readCurrentState, withEntityTag } from './current-state.ts';
import { callThrough, discoverOwnTools } from './discover/own-tools.ts';
import { Codes } from './gate/codes.ts';
import type { Confirmation, CurrentState, Keeper, Plan } from './gate/decision.ts';
import { digest, fingerprint, subjectOf } from './gate/fingerprint.ts';
import { Rounds } from './gate/rounds.ts';
import { secretsOf } from './http/credentials.ts';
import { shapeResult } from './http/result.ts';
import type { SendResult } from './http/send-result.ts';
import { createUpstream } from './http/upstream.ts';
import { findOutTool } from './journal/find-out.ts';
import type { Journal } from './journal/journal.ts';
import { listTool } from './journal/list-tool.ts';
import { operationsTools } from './journal/operations-tools.ts';
import { type Recorder, unrecorded } from './journal/record.ts';
import { type Undoing, undoTool } from './journal/undo-tool.ts';
import { writeOnRecord } from './journal/write-on-record.ts';
import type { OwnTool } from './own-tool.ts';
import type { PlannedRequest } from './request/planned-request.ts';
import { refused } from './results.ts';
import { scopeOf } from './scope.ts';
import { described } from './serve/short.ts';
import type { Service, ServiceOptions } from './service.ts';
import { type Settings, settingsPrefix } from './settings.ts';
import { traced } from './trace.ts';
import { WORDS } from './words.ts';

const NONE: ReadonlyMap<string, Tool> = new Map();

export type Calls = Pick<Service, 'call' | 'settled'>;

export interface CallsOptions extends Omit<ServiceOptions, 'journal'> {
  journal?: Journal;
}

export function createCalls(catalogue: Catalogue, baseUrl: URL, settings: Settings, options: CallsOptions): Calls {
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
    ...(settings.maxRps !== undefined && { maxRps: settings.maxRps }),
  });
  const tools = new Map(catalogue.tools.map((tool) => [tool.name, tool]));
  const keeper = createKeeper(baseUrl, settings, options.now ?? (() => performance.now()));
  const { journal } = options;
  const recorder: Recorder | undefined = journal && {
    journal,
    scope: keeper.scope,
    redact: new Set(settings.journalRedact),
  };
  const read = (tool: Tool, request: PlannedRequest, signal: AbortSignal) => upstream.send(tool, request, { signal });
  const own = new Map<string, OwnTool>(
    [
      ...(recorder === undefined
        ? []
        : journalTools(catalogue, { recorder, tools, language: settings.language, read }, settings)),
      ...(options.discover === true
        ? discoverOwnTools(catalogue, (tool) => described(tool, options.descriptions ?? 'full'))
        : []),
    ].map((one) => [one.tool.name, one]),
  );
  const findOut = (tool: Tool) => findOutTool(tool, tools);
  const shape = { prefix, securitySchemes, credentials, secrets: secretsOf(credentials), findOut };
  const underWay = new Set<Promise<unknown>>();

  const make = (
    name: string,
    given: Record<string, unknown>,
    { caller, client, asking, signal, traceparent }: Parameters<Calls['call']>[2],
    seen: Seen,
  ) => {
    const hidden = options.discover === true && !own.has(name) ? tools.get(name) : undefined;
    if (hidden !== undefined)
      return Promise.resolve<Outcome>({ kind: 'result', result: callThrough(catalogue, hidden) });
    return call(name, given, {
      tools: options.discover === true ? NONE : tools,
      own,
      keeper,
      caller,
      asking,
      signal,
      checkTarget: (plan) => void upstream.check(plan.tool, plan.request),
      async readState(plan, known) {
        const reading: Read = (tool, request) => read(tool, traced(request, traceparent), signal);
        const state = known ?? (await stateBefore(plan, keeper, tools, reading));
        return { state, unrecorded: recorder === undefined ? 'everything' : unrecorded(state, recorder.redact) };
      },
      async send(plan, confirmation, id) {
        const request = finalRequest(plan, confirmation, id, keeper);
        seen.confirmation = confirmation;
        const leave = async () => {
          seen.sent = await upstream.send(plan.tool, traced(request, traceparent), { signal });
          return seen.sent;
        };
        const parts = plan.fields === undefined ? shape : { ...shape, fields: plan.fields };
        const shaped = (sent: SendResult) => shapeResult(plan.tool, sent, parts);
        if (recorder === undefined || confirmation === 'read') return shaped(await leave());
        const write = { plan, confirmation, id, ...(client !== undefined && { client }) };
        const result = writeOnRecord(write, leave, recorder, shaped, settingsPrefix(prefix), keeper.language);
        underWay.add(result);
        return result.finally(() => underWay.delete(result));
      },
    });
  };
  const serve: Calls['call'] = (name, given, context) => {
    const { report, traceparent } = context;
    if (report === undefined) return make(name, given, context, {});
    const tool = own.get(name)?.tool ?? tools.get(name);
    return reported({ name, tool, traceparent }, (seen) => make(name, given, context, seen), report);
  };
  return {
    call: serve,
    async settled() {
      await Promise.allSettled(underWay);
      await journal?.settled();
    },
  };
}

function journalTools(
  catalogue: Catalogue,
  undoing: Undoing,
  settings: Pick<Settings, 'readOnly' | 'confirm'>,
): OwnTool[] {
  const { list, undo } = operationsTools(catalogue, settings);
  return [listTool(list, undoing.recorder, undoing.tools), ...(undo === undefined ? [] : [undoTool(undo, undoing)])];
}

/** In `flag` nothing is read: no request but the confirmed one may leave. */
async function stateBefore(
  plan: Plan,
  { mode }: Keeper,
  tools: ReadonlyMap<string, Tool>,
  read: Read,
): Promise<CurrentState> {
  if (mode === 'flag' || plan.tool.type === 'Lectura') return { kind: 'none' };
  return readCurrentState(plan, tools, read);
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
    scope: scopeOf(baseUrl, settings),
    codes: new Codes(now),
    rounds: new Rounds(now, forgotten),
    language: settings.language,
  };
}
