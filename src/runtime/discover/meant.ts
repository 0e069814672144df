/**
 * The call that is meant, where a catalogue is not listed: one by a calling tool is the call of the tool that it names, with
 * that tool's arguments and the gate's beside them. From there on nothing differs from a catalogue that is listed. Refuses a
 * tool of the other type, the gate's arguments among the tool's, and a tool called past the one that calls it. Sends nothing.
 */
import type { Catalogue, Tool } from '../../catalogue/index.ts';
import { invalidArguments, refused, type ToolResult, unknownTool } from '../results.ts';
import { checkArguments } from '../validate/arguments.ts';
import { type DiscoverTools, discoverTools } from './discover-tools.ts';

export type Meant = MeantCall | MeantAnswer;

export interface MeantCall {
  kind: 'call';
  name: string;
  given: Record<string, unknown>;
  /** The only tools that the call can be of. */
  tools: ReadonlyMap<string, Tool>;
}

/** Refused already. */
export interface MeantAnswer {
  kind: 'answer';
  /** Which tool's call it is; undefined where there is no such tool. */
  tool?: Tool;
  result: ToolResult;
}

/** @returns undefined where a listed tool is called that stands for no other. */
export type FindMeant = (name: string, given: Record<string, unknown>) => Meant | undefined;

/** @param listed the names of every tool that is listed. */
export function meantIn(catalogue: Catalogue, listed: ReadonlySet<string>): FindMeant {
  const names = discoverTools(catalogue);
  const all = new Map(catalogue.tools.map((tool) => [tool.name, tool]));
  const ofType = (type: Tool['type']) => new Map([...all].filter(([, tool]) => tool.type === type));
  // A reading tool cannot even find one that writes.
  const calling = new Map(
    [names.read, ...(names.write === undefined ? [] : [names.write])].map((own) => [own.name, own]),
  );
  const callable = { Lectura: ofType('Lectura'), Escritura: ofType('Escritura') };
  return (name, given) => {
    const own = calling.get(name);
    if (own !== undefined) {
      const through = unwrapped(own, given);
      if ('kind' in through) return through;
      const found = all.get(through.tool);
      if (found === undefined) return answered(noTool(through.tool, [...all.keys()], listed, names));
      if (found.type !== own.type) return answered(wrongType(own, found, names), own);
      const inside = misplaced(own, found, through.args);
      if (inside !== undefined) return answered(inside, own);
      return { kind: 'call', name: found.name, given: { ...through.args, ...through.said }, tools: callable[own.type] };
    }
    if (listed.has(name)) return undefined;
    const hidden = all.get(name);
    if (hidden !== undefined) return answered(notListed(hidden, names), hidden);
    return answered(noTool(name, [...all.keys(), ...listed], listed, names));
  };
}

/** The one of these that calls a tool. */
export function callerOf(names: DiscoverTools, tool: Tool): string {
  return (tool.type === 'Escritura' ? (names.write ?? names.read) : names.read).name;
}

/** A name that the catalogue has not: it may be listed beside it. */
export function noTool(
  name: string,
  near: readonly string[],
  listed: ReadonlySet<string>,
  { search }: DiscoverTools,
): ToolResult {
  if (!listed.has(name)) return unknownTool(name, near, search.name);
  return refused({ error: 'listed', message: `Nothing was sent. ${name} is listed: call it by its own name.` });
}

interface Unwrapped {
  tool: string;
  args: Record<string, unknown>;
  /** The gate's own, as they were given. */
  said: Record<string, unknown>;
}

function unwrapped(own: Tool, given: Record<string, unknown>): Unwrapped | MeantAnswer {
  const { said, rest } = own.type === 'Escritura' ? apart(given) : { said: {}, rest: given };
  // What stands in it is checked by the tool that is meant, and only by that.
  const args = Object.hasOwn(rest, 'arguments') && isPlainObject(rest.arguments) ? rest.arguments : undefined;
  const check = checkArguments(own, args === undefined ? rest : { ...rest, arguments: {} });
  if (!check.ok) return answered(invalidArguments(own.name, check.problems), own);
  return { tool: String(check.args.tool), args: args ?? (check.args.arguments as Unwrapped['args']) ?? {}, said };
}

function apart(given: Record<string, unknown>): Pick<Unwrapped, 'said'> & { rest: Record<string, unknown> } {
  const entries = Object.entries(given);
  const isSaid = ([name]: [string, unknown]) => name === 'confirm' || name === 'confirmation';
  return {
    said: Object.fromEntries(entries.filter(isSaid)),
    rest: Object.fromEntries(entries.filter((entry) => !isSaid(entry))),
  };
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The gate's own argument among those of a tool that has none of that name. */
function misplaced(own: Tool, tool: Tool, args: Record<string, unknown>): ToolResult | undefined {
  if (tool.type === 'Lectura') return undefined;
  const inside = ['confirm', 'confirmation'].find((name) => Object.hasOwn(args, name));
  if (inside === undefined) return undefined;
  const message = `Nothing was sent. "${inside}" stands beside "arguments", not within: it is for ${own.name}, not for the API.`;
  return refused({ error: 'misplaced_confirmation', message });
}

function wrongType(own: Tool, tool: Tool, names: DiscoverTools): ToolResult {
  const does = tool.type === 'Escritura' ? 'writes' : 'reads';
  return refused({
    error: tool.type === 'Escritura' ? 'reads_only' : 'writes_only',
    message: `Nothing was sent. ${tool.name} ${does} (Tipo: ${tool.type}), and ${own.name} calls only tools of type ${own.type}. Call it with ${callerOf(names, tool)}.`,
  });
}

function notListed(tool: Tool, names: DiscoverTools): ToolResult {
  return refused({
    error: 'not_listed',
    message: `Nothing was sent. ${tool.name} is called by ${callerOf(names, tool)}, with tool: "${tool.name}" and its arguments in "arguments".`,
  });
}

function answered(result: ToolResult, tool?: Tool): MeantAnswer {
  return { kind: 'answer', result, ...(tool !== undefined && { tool }) };
}
