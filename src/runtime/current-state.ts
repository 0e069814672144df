/** The one read before a write is asked about: the thing as it is now, by the tool that the catalogue names for it. */
import type { Argument, Tool } from '../catalogue/index.ts';
import type { CurrentState, Plan } from './gate/decision.ts';
import { readJson } from './http/exact-json.ts';
import type { SendResult } from './http/send-result.ts';
import { buildRequest } from './request/build-request.ts';
import type { PlannedRequest } from './request/planned-request.ts';
import { RequestError } from './request/request-error.ts';
import { isTooDeep } from './validate/depth.ts';

/** Sends a read; see `Upstream.send`. */
export type Read = (tool: Tool, request: PlannedRequest) => Promise<SendResult>;

/** @returns `none` where nothing reads it or the write's own arguments do not say which thing it is. */
export async function readCurrentState(
  plan: Pick<Plan, 'tool' | 'args'>,
  tools: ReadonlyMap<string, Tool>,
  read: Read,
): Promise<CurrentState> {
  const reading = plan.tool.before === undefined ? undefined : tools.get(plan.tool.before);
  if (reading === undefined || reading.type !== 'Lectura') return { kind: 'none' };
  const same = sameArguments(plan, reading);
  if (same === undefined) return { kind: 'none' };
  const sent = await send(reading, same.args, read);
  if (sent === undefined || sent.status >= 300 || sent.truncated) return { kind: 'unreadable' };
  const json = readJson(Buffer.from(sent.body).toString('utf8'));
  // A number that JavaScript would round is no state to compare, nor one to show.
  if (json.kind !== 'exact' || isTooDeep(json.value)) return { kind: 'unreadable' };
  const etag = sent.headers.find(([name]) => name === 'etag')?.[1];
  return {
    kind: 'read',
    value: json.value,
    ...(etag !== undefined && { etag }),
    ...(same.thing !== undefined && { argument: same.thing }),
    ...(!changesItself(plan.tool, reading, tools) && { related: true as const }),
  };
}

/** A reading that cannot be sent, for want of its own credentials say, keeps nobody from asking. */
async function send(reading: Tool, args: Record<string, unknown>, read: Read) {
  try {
    const sent = await read(reading, buildRequest(reading, args));
    return sent.kind === 'response' ? sent : undefined;
  } catch (error) {
    if (error instanceof RequestError) return undefined;
    throw error;
  }
}

/**
 * The reading's required arguments, taken from the write's by their names on the wire, and which of the write's names the
 * thing: the last in the path. What stands in the same place comes first, so that a body's `id` never stands for the path's.
 */
function sameArguments(
  { tool, args }: Pick<Plan, 'tool' | 'args'>,
  reading: Tool,
): { args: Record<string, unknown>; thing?: string } | undefined {
  const given = tool.arguments.filter((a) => Object.hasOwn(args, a.name));
  const needed = reading.arguments.filter((a) => a.required);
  const found: [Argument, Argument][] = [];
  for (const need of needed) {
    const all = given.filter((a) => a.wireName === need.wireName);
    const own = all.find((a) => a.in === need.in) ?? all.find((a) => a.in === 'path') ?? all[0];
    if (own === undefined) return undefined;
    found.push([need, own]);
  }
  const last = found.findLast(([need]) => need.in === 'path')?.[1].name;
  return {
    args: Object.fromEntries(found.map(([need, own]) => [need.name, args[own.name]])),
    ...(last !== undefined && { thing: last }),
  };
}

/**
 * Whether the write changes what is read: the same path, or an action below it (`/leads/{id}/convert`). Not where the write
 * adds to a list below it (`/pipelines/{id}/stages`, whose items have paths of their own), or stands elsewhere altogether.
 */
function changesItself(tool: Tool, reading: Tool, tools: ReadonlyMap<string, Tool>): boolean {
  const [written, read] = [shape(tool.path), shape(reading.path)];
  if (written === read) return true;
  if (!written.startsWith(`${read}/`)) return false;
  return ![...tools.values()].some(
    ({ path, type }) => shape(path).startsWith(`${written}/{}`) || (type === 'Lectura' && shape(path) === written),
  );
}

/** Parameters may be named otherwise in each path. */
function shape(path: string): string {
  return path.replace(/\{[^}]*\}/g, '{}').replace(/\/$/, '');
}

/**
 * The request with the entity tag of the state that was shown (RFC 9110, 13.1.1), where the API takes one and the call gave
 * none: then the API itself refuses the write if the thing changed after all. A weak tag never matches, so it is not sent.
 */
export function withEntityTag({ tool, args, request, state }: Plan): PlannedRequest {
  const condition = tool.arguments.find((a) => a.in === 'header' && a.wireName.toLowerCase() === 'if-match');
  const etag = state.kind === 'read' && state.related !== true ? state.etag : undefined;
  if (
    condition === undefined ||
    etag === undefined ||
    !/^"[\x21\x23-\x7e]*"$/.test(etag) ||
    Object.hasOwn(args, condition.name)
  )
    return request;
  return { ...request, headers: [...request.headers, ['if-match', etag]] };
}
