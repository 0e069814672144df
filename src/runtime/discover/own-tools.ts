/**
 * What the discovering tools do. Searching and describing answer by themselves; calling stands for a call of the tool that
 * is named, whose arguments are checked and whose write passes the gate as if it had been called itself.
 */
import type { Catalogue, Tool } from '../../catalogue/index.ts';
import { nearest } from '../../text/nearest.ts';
import { oneLine } from '../one-line.ts';
import type { OwnTool, Resolved } from '../own-tool.ts';
import { refused, type ToolResult } from '../results.ts';
import { type DiscoverTools, discoverTools } from './discover-tools.ts';
import { describedAnswer, foundAnswer } from './found.ts';
import type { Search } from './search/index.ts';

/** @param shown how a tool's description and schema are shown (`--descriptions`). */
export function discoverOwnTools(catalogue: Catalogue, shown: (tool: Tool) => Tool): OwnTool[] {
  const names = discoverTools(catalogue);
  const tools = new Map(catalogue.tools.map((tool) => [tool.name, tool]));
  const callWith = (tool: Tool) => caller(names, tool);
  let search: Promise<Search> | undefined;
  return [
    {
      tool: names.search,
      async resolve({ query, type, limit }) {
        search ??= import('./search/index.ts').then(({ createSearch }) =>
          createSearch(catalogue.tools, catalogue.api.prefix),
        );
        const options = {
          ...(type !== undefined && { type: type as Tool['type'] }),
          ...(typeof limit === 'number' && { limit }),
        };
        return answer(foundAnswer((await search)(String(query).slice(0, 500), options), catalogue.tools));
      },
    },
    {
      tool: names.describe,
      async resolve(args) {
        const wanted = args.tools as string[];
        const missing = wanted.find((name) => !tools.has(name));
        if (missing !== undefined) return answer(unknown(missing, tools, names));
        return answer(
          describedAnswer(
            wanted.flatMap((name) => tools.get(name) ?? []),
            shown,
            callWith,
          ),
        );
      },
    },
    calling(names.read, tools, names),
    ...(names.write === undefined ? [] : [calling(names.write, tools, names)]),
  ];
}

/** The one of these that calls a tool. */
function caller(names: DiscoverTools, tool: Tool): string {
  return (tool.type === 'Escritura' ? (names.write ?? names.read) : names.read).name;
}

/** A catalogue's tool called by its own name, which is not listed. */
export function callThrough(catalogue: Catalogue, tool: Tool): ToolResult {
  const by = caller(discoverTools(catalogue), tool);
  return refused({
    error: 'not_listed',
    message: `Nothing was sent. ${tool.name} is called by ${by}, with tool: "${tool.name}" and its arguments in "arguments".`,
  });
}

function calling(own: Tool, tools: ReadonlyMap<string, Tool>, names: DiscoverTools): OwnTool {
  return {
    tool: own,
    async resolve({ tool: name, arguments: given = {} }): Promise<Resolved> {
      const tool = tools.get(String(name));
      if (tool === undefined) return answer(unknown(String(name), tools, names));
      if (tool.type !== own.type) return answer(wrongType(own, tool, names));
      const args = given as Record<string, unknown>;
      const inside =
        tool.type === 'Escritura' ? ['confirm', 'confirmation'].find((n) => isGates(n, tool, args)) : undefined;
      if (inside !== undefined) {
        const message = `Nothing was sent. "${inside}" stands beside "arguments", not within: it is for ${own.name}, not for the API.`;
        return answer(refused({ error: 'misplaced_confirmation', message }));
      }
      return { kind: 'call', tool, args };
    },
  };
}

/** Whether the call puts the gate's own argument among the tool's, which has none of that name. */
function isGates(name: string, tool: Tool, given: Record<string, unknown>): boolean {
  return Object.hasOwn(given, name) && !tool.arguments.some((a) => a.name === name);
}

function wrongType(own: Tool, tool: Tool, names: DiscoverTools): ToolResult {
  const does = tool.type === 'Escritura' ? 'writes' : 'reads';
  return refused({
    error: tool.type === 'Escritura' ? 'reads_only' : 'writes_only',
    message: `Nothing was sent. ${tool.name} ${does} (Tipo: ${tool.type}), and ${own.name} calls only tools of type ${own.type}. Call it with ${caller(names, tool)}.`,
  });
}

function unknown(name: string, tools: ReadonlyMap<string, Tool>, { search }: DiscoverTools): ToolResult {
  const meant = nearest(name, tools.keys());
  const advice =
    meant === undefined ? `Find it with ${search.name}.` : `Did you mean ${meant}? Else find it with ${search.name}.`;
  return refused({ error: 'unknown_tool', message: `There is no tool "${oneLine(name, 80)}". ${advice}` });
}

function answer(result: ToolResult): Resolved {
  return { kind: 'answer', result };
}
