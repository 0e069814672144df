/**
 * A confirmed write, on record: a line before it leaves, a line with what came of it. Nothing leaves where the first line
 * cannot be written; once it has left, the result is told whatever becomes of the second.
 */
import type { Tool } from '../../catalogue/index.ts';
import type { Confirmation, CurrentState, Plan } from '../gate/decision.ts';
import { canonicalJson, digest, fingerprint, type Scope, subjectOf } from '../gate/fingerprint.ts';
import type { ApiResponse, SendResult } from '../http/send-result.ts';
import { isTooDeep } from '../validate/depth.ts';
import type { Journal } from './journal.ts';
import type { OutcomeKind, OutcomeLine, SendingLine } from './line.ts';
import type { Record as OnRecord } from './operations.ts';
import { callsIt, isSameThing, thingIn } from './thing.ts';
import { argumentsToKeep, changedMembers, withoutSecrets } from './withhold.ts';

export interface Recorder {
  journal: Journal;
  scope: Scope;
  /** Names of fields, in lower case, whose values are masked. */
  redact: ReadonlySet<string>;
}

export interface Write {
  plan: Plan;
  confirmation: Confirmation;
  /** Of the confirmation. */
  id: string;
  client?: string;
}

export interface Recorded {
  id: string;
  sent: SendResult;
  outcome: OutcomeKind;
  /** What came of it could not be written down, and why. */
  unwritten?: string;
}

/** A state larger than this is kept only where the write changes it. */
const MAX_STATE = 200_000;

/**
 * @param leave sends; called once, and only when the line before it is on disk.
 * @throws JournalError where it cannot be recorded or, for an undo, must not be done again; what `leave` throws: nothing
 *   has left then
 */
export async function recordWrite(
  write: Write,
  leave: () => Promise<SendResult>,
  recorder: Recorder,
): Promise<Recorded> {
  const { journal } = recorder;
  const line = sendingLine(write, recorder);
  const { undoes } = line;
  await journal.append(line, undoes === undefined ? undefined : (record) => alreadyUndone(record, undoes));
  const started = performance.now();
  let sent: SendResult;
  try {
    sent = await leave();
  } catch (error) {
    await journal.append(outcomeOf(line, 'failed', started, recorder)).catch(() => {});
    throw error;
  }
  const outcome = outcomeKind(sent);
  const after = told(line, outcome, started, recorder, sent, write.plan);
  const unwritten = await journal.append(after).then(
    () => undefined,
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
  return { id: line.id, sent, outcome, ...(unwritten !== undefined && { unwritten }) };
}

/** 12 hex digits; the same confirmation is the same operation. */
function operationId(confirmation: string): string {
  return digest(`operation ${confirmation}`).slice(0, 12);
}

/** The digests under which a scope's operations stand. */
export function scopeDigests({ api, account }: Scope): { api: string; account: string } {
  return { api: digest(api).slice(0, 16), account: account.slice(0, 16) };
}

function outcomeKind(sent: SendResult): OutcomeKind {
  if (sent.kind !== 'response') return sent.kind;
  if (sent.status >= 200 && sent.status < 300) return 'done';
  return sent.status >= 400 && sent.status < 500 ? 'refused' : 'unknown';
}

/** Members of the state that the journal would not keep. */
export function unrecorded(state: CurrentState, redact: ReadonlySet<string>): string[] {
  if (state.kind !== 'read') return [];
  const whole = thingIn(state.value);
  return changedMembers(whole, withoutSecrets(whole, redact));
}

function sendingLine({ plan, confirmation, id, client }: Write, { journal, scope, redact }: Recorder): SendingLine {
  const { tool, args, request, state, undoes } = plan;
  const { kept, withheld } = argumentsToKeep(tool, args, redact);
  const hidden = new Set([...withheld, ...unrecorded(state, redact)]);
  const inPath = tool.arguments.some((a) => a.in === 'path' && hidden.has(a.name));
  return {
    event: 'sending',
    id: operationId(id),
    at: journal.now().toISOString(),
    ...scopeDigests(scope),
    tool: tool.name,
    method: tool.method,
    path: inPath ? tool.path : request.path,
    arguments: kept,
    fingerprint: fingerprint(scope, subjectOf(tool, args)),
    confirmed: confirmation,
    ...(client !== undefined && { client: client.slice(0, 200) }),
    ...(state.kind === 'read' && { state: stateToKeep(state, tool, redact) }),
    ...(hidden.size > 0 && { withheld: [...hidden] }),
    ...(undoes !== undefined && { undoes }),
    process: journal.process,
  };
}

function stateToKeep(
  { value, etag, related }: Extract<CurrentState, { kind: 'read' }>,
  tool: Tool,
  redact: ReadonlySet<string>,
): NonNullable<SendingLine['state']> {
  const whole = withoutSecrets(value, redact);
  const tag = { ...(etag !== undefined && { etag }), ...(related !== undefined && { related }) };
  if (JSON.stringify(whole).length <= MAX_STATE) return { value: whole, ...tag };
  const names = new Set(['id', 'name', ...tool.arguments.map((a) => a.wireName)]);
  const part = Object.fromEntries(Object.entries(thingIn(whole) ?? {}).filter(([name]) => names.has(name)));
  return { value: part, ...tag, cut: true };
}

/** Whatever an answer holds, what came of the write is on record. */
function told(...[line, outcome, started, recorder, sent, plan]: Required<Parameters<typeof outcomeOf>>): OutcomeLine {
  try {
    return outcomeOf(line, outcome, started, recorder, sent, plan);
  } catch {
    const bare = outcomeOf(line, outcome, started, recorder);
    return sent.kind === 'response' ? { ...bare, status: sent.status } : bare;
  }
}

function outcomeOf(
  { id, state, path }: SendingLine,
  outcome: OutcomeKind,
  started: number,
  { journal, redact }: Recorder,
  sent?: SendResult,
  plan?: Plan,
): OutcomeLine {
  const line: OutcomeLine = {
    event: 'outcome',
    id,
    at: journal.now().toISOString(),
    outcome,
    ms: Math.round(performance.now() - started),
  };
  if (sent === undefined) return line;
  if (sent.kind !== 'response') {
    return { ...line, code: sent.code, ...(sent.status !== undefined && { status: sent.status }) };
  }
  if (outcome !== 'done') return { ...line, status: sent.status };
  const answer = withoutSecrets(jsonOf(sent), redact);
  const thing = callsIt(answer, sent.headers.find(([name]) => name === 'location')?.[1]) ?? pathThing(path, plan);
  return { ...line, status: sent.status, ...(thing !== undefined && { thing }), ...differences(state, answer) };
}

/** An answer that names nothing: the thing is the one in the path. */
function pathThing(path: string, plan: Plan | undefined): OutcomeLine['thing'] {
  if (plan?.tool.path.endsWith('}') !== true) return undefined;
  const id = path.slice(path.lastIndexOf('/') + 1);
  try {
    return { id: decodeURIComponent(id) };
  } catch {
    // A template may hold `%ff`, which is no UTF-8.
    return { id };
  }
}

/** What the write changed, as the API answers it; nothing where the answer is not the thing whose state was read. */
function differences(state: SendingLine['state'], answer: unknown): Pick<OutcomeLine, 'after' | 'gone'> {
  const before = state?.related === true ? undefined : thingIn(state?.value);
  const now = thingIn(answer);
  if (before === undefined || now === undefined || !isSameThing(before, now)) return {};
  const text = (value: unknown) => canonicalJson(value ?? null);
  const seen = (name: string) => state?.cut !== true || Object.hasOwn(before, name);
  const after = Object.fromEntries(
    Object.entries(now).filter(([name, value]) => seen(name) && text(value) !== text(before[name])),
  );
  if (JSON.stringify(after).length > MAX_STATE) return {};
  const gone = Object.keys(before).filter((name) => !Object.hasOwn(now, name) && before[name] !== null);
  return { after, ...(gone.length > 0 && { gone }) };
}

export function jsonOf({ body, truncated }: ApiResponse): unknown {
  if (truncated || body.byteLength === 0) return undefined;
  try {
    const value: unknown = JSON.parse(Buffer.from(body).toString('utf8'));
    // Deeper than anything that keeps or compares it can walk.
    return isTooDeep(value) ? undefined : value;
  } catch {
    return undefined;
  }
}

function alreadyUndone({ operations }: OnRecord, id: string): string | undefined {
  const operation = operations.find(({ sending }) => sending.id === id);
  if (operation?.undoneBy === undefined) return undefined;
  return `Operation ${id} is undone already, or is being undone, by operation ${operation.undoneBy}.`;
}
