/** What the tools do that find and describe the catalogue's: they answer by themselves. Those that call stand for others (`meant.ts`). */
import type { Catalogue, Tool } from '../../catalogue/index.ts';
import type { OwnTool } from '../own-tool.ts';
import { discoverTools } from './discover-tools.ts';
import { describedAnswer, foundAnswer } from './found.ts';
import { callerOf, noTool } from './meant.ts';
import type { Search } from './search/index.ts';

/**
 * @param shown how a tool's description and schema are shown (`--descriptions`).
 * @param listed the names of every tool that is listed.
 */
export function discoverOwnTools(
  catalogue: Catalogue,
  shown: (tool: Tool) => Tool,
  listed: ReadonlySet<string>,
): OwnTool[] {
  const names = discoverTools(catalogue);
  const tools = new Map(catalogue.tools.map((tool) => [tool.name, tool]));
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
        const result = foundAnswer((await search)(String(query).slice(0, 500), options), catalogue.tools);
        return { kind: 'answer', result };
      },
    },
    {
      tool: names.describe,
      async resolve(args) {
        const wanted = args.tools as string[];
        const missing = wanted.find((name) => !tools.has(name));
        if (missing !== undefined) return { kind: 'answer', result: noTool(missing, [...tools.keys()], listed, names) };
        const named = wanted.flatMap((name) => tools.get(name) ?? []);
        return { kind: 'answer', result: describedAnswer(named, shown, (tool) => callerOf(names, tool)) };
      },
    },
  ];
}
