/**
 * What `tools/list` would have held, put together from what `--discover` lists and describes: every tool of the catalogue as
 * `…_tools_describe` shows it, the gate's arguments as `…_call_write` takes them, and the program's own tools that are listed.
 */
import type { Called } from '../surfaces.ts';
import type { CallResult, ListedTool } from './clients.ts';
import { run } from './program.ts';

/** So many as are described at once. */
const AT_ONCE = 10;

/** @param args those that the server was started with: `tools` says by the same what there is. */
export async function describedTools(
  listed: ListedTool[],
  args: readonly string[],
  call: (called: Called) => Promise<CallResult>,
): Promise<ListedTool[]> {
  const callers = new Map(listed.map((tool) => [tool.name, tool]));
  const ending = (end: string) => listed.find(({ name }) => name.endsWith(end))?.name;
  const writes = ending('_call_write');
  const describe = ending('_tools_describe') ?? '';
  const described: ListedTool[] = [];
  let names = (await namesOf(args)).filter(({ type }) => writes !== undefined || type === 'Lectura').map((t) => t.name);
  while (names.length > 0) {
    const { content } = await call([describe, { tools: names.slice(0, AT_ONCE) }]);
    const { tools, left = [] } = JSON.parse(content[0]?.text ?? '') as { tools: Described[]; left?: string[] };
    described.push(...tools.map((tool) => asListed(tool, callers)));
    names = [...left, ...names.slice(AT_ONCE)];
  }
  const own = listed.filter(({ name }) => /_operations_(list|undo)$/.test(name));
  return [...described, ...own];
}

/** Options that say which tools there are; each takes a value. */
const CHOOSING = ['--spec', '--prefix', '--overlay', '--tools', '--tags', '--only'];

const known = new Map<string, ReturnType<typeof run>>();

async function namesOf(args: readonly string[]): Promise<{ name: string; type: string }[]> {
  const chosen = args.flatMap((arg, i) => (CHOOSING.includes(arg) ? [arg, args[i + 1] ?? ''] : []));
  const ran = known.get(chosen.join('\n')) ?? run(['tools', '--json', ...chosen]);
  known.set(chosen.join('\n'), ran);
  return (JSON.parse((await ran).stdout) as { tools: { name: string; type: string }[] }).tools;
}

type Described = Omit<ListedTool, '_meta'> & { type: string; callWith: string };

function asListed({ type, callWith, ...tool }: Described, callers: ReadonlyMap<string, ListedTool>): ListedTool {
  const { tool: _, arguments: __, ...gates } = callers.get(callWith)?.inputSchema.properties ?? {};
  const listed = tool as unknown as ListedTool;
  const { properties, ...schema } = listed.inputSchema;
  return {
    ...listed,
    inputSchema: { ...schema, properties: { ...properties, ...gates } },
    _meta: { 'nuntius-mcp/type': type },
  };
}
