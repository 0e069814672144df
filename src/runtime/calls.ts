/** What the calls of a process share: the API behind, the gate's memory, how results are shaped. Loaded by the first call. */
import type { Catalogue, Tool } from '../catalogue/index.ts';
import { call, type Outcome } from './call.ts';
import { reported, type Seen } from './call-report.ts';
import { type Read, readCurrentState, withEntityTag } from './current-state.ts';
import { discoverTools } from './discover/discover-tools.ts';
import { type FindMeant, type Meant, meantIn } from './discover/meant.ts';
import { discoverOwnTools } from './discover/own-tools.ts';
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
import { type Descriptions, described } from './serve/short.ts';
import type { Service, ServiceOptions } from './service.ts';
import { type Settings, settingsPrefix } from './settings.ts';
import { traced } from './trace.ts';
import { WORDS } from './words.ts';

const NONE: ReadonlyMap<string, Tool> = new Map();
const NO_OWN: ReadonlyMap<string, OwnTool> = new Map();

interface Called {
  name: string;
  given: Record<string, unknown>;
  tools: ReadonlyMap<string, Tool>;
  own: ReadonlyMap<string, OwnTool>;
}

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
    ...(options.onExchange !== undefined && { onExchange: options.onExchange }),
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
  const journalOwn =
    recorder === undefined
      ? []
      : journalTools(catalogue, { recorder, tools, language: settings.language, read }, settings);
  const discovering =
    options.discover === true ? discoveringTools(catalogue, options.descriptions ?? 'full', journalOwn) : undefined;
  const own = new Map([...journalOwn, ...(discovering?.own ?? [])].map((one) => [one.tool.name, one]));
  const findOut = (tool: Tool) => findOutTool(tool, tools);
  const shape = { prefix, securitySchemes, credentials, secrets: secretsOf(credentials), findOut };
  const underWay = new Set<Promise<unknown>>();
  const direct = discovering === undefined ? tools : NONE;

  const make = (
    { name, given, tools: callable, own: ownCallable }: Called,
    { caller, client, asking, signal, traceparent }: Parameters<Calls['call']>[2],
    seen: Seen,
  ) =>
    call(name, given, {
      tools: callable,
      own: ownCallable,
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
  const serve: Calls['call'] = (name, given, context) => {
    const { report, traceparent } = context;
    const meant = discovering?.meant(name, given);
    const made = (seen: Seen): Promise<Outcome> => {
      if (meant?.kind === 'answer') return Promise.resolve({ kind: 'result', result: meant.result });
      // A call that stands for another is that call and no other: none of our own tools is reached by it.
      const called = meant === undefined ? { name, given, tools: direct, own } : { ...meant, own: NO_OWN };
      return make(called, context, seen);
    };
    if (report === undefined) return made({});
    return reported({ tool: toolOf(name, meant, own, tools), traceparent }, made, report);
  };
  return {
    call: serve,
    async settled() {
      await Promise.allSettled(underWay);
      await journal?.settled();
    },
  };
}

/** Which tool the log says was called: the one that was meant. */
function toolOf(
  name: string,
  meant: Meant | undefined,
  own: ReadonlyMap<string, OwnTool>,
  tools: ReadonlyMap<string, Tool>,
): Tool | undefined {
  if (meant?.kind === 'answer') return meant.tool;
  return meant === undefined ? (own.get(name)?.tool ?? tools.get(name)) : meant.tools.get(meant.name);
}

/** What stands in place of a catalogue that is not listed. @param beside what is listed with it. */
function discoveringTools(
  catalogue: Catalogue,
  descriptions: Descriptions,
  beside: readonly OwnTool[],
): { own: OwnTool[]; meant: FindMeant } {
  const names = Object.values<Tool>({ ...discoverTools(catalogue) }).map(({ name }) => name);
  const listed = new Set([...names, ...beside.map(({ tool }) => tool.name)]);
  const shown = (tool: Tool) => described(tool, descriptions);
  return { own: discoverOwnTools(catalogue, shown, listed), meant: meantIn(catalogue, listed) };
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
