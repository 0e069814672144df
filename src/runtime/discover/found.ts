/** What the searching and the describing tool answer: compact JSON, since each character of it is read by a model. */
import type { Argument, Tool } from '../../catalogue/index.ts';
import { withFields } from '../fields/argument.ts';
import type { ToolResult } from '../results.ts';

const MAX_ARGUMENTS = 15;
/** Characters of all descriptions together; those that fit no more are named. */
const MAX_TEXT = 60_000;
const MAX_TAGS = 40;

export interface Found {
  name: string;
  type: Tool['type'];
  title: string;
  request: string;
  /** Those that may be left out have a `?`. */
  arguments: string;
}

function found(tool: Tool): Found {
  const { name, type, title, method, path } = tool;
  return { name, type, title, request: `${method} ${path}`, arguments: signature(tool.arguments) };
}

/** @param all what was searched, for what else could be asked where nothing was found. */
export function foundAnswer(tools: readonly Tool[], all: readonly Tool[]): ToolResult {
  if (tools.length > 0) return json({ tools: tools.map(found) });
  const tags = [...new Set(all.flatMap((tool) => tool.tags ?? []))].sort().slice(0, MAX_TAGS);
  return json({
    tools: [],
    message: 'Nothing was found. Name the thing in other words.',
    ...(tags.length > 0 && { tags }),
  });
}

/** @param shown how a tool's description and schema are shown (`--descriptions`). */
export function describedAnswer(
  tools: readonly Tool[],
  shown: (tool: Tool) => Tool,
  callWith: (tool: Tool) => string,
): ToolResult {
  const described: object[] = [];
  const left: string[] = [];
  let length = 0;
  for (const tool of tools) {
    const one = { ...description(shown(tool)), callWith: callWith(tool) };
    length += JSON.stringify(one).length;
    if (described.length === 0 || length <= MAX_TEXT) described.push(one);
    else left.push(tool.name);
  }
  return json({
    tools: described,
    ...(left.length > 0 && { left, message: 'Describe those that are left by themselves.' }),
  });
}

function description(tool: Tool): object {
  const { name, type, title, annotations, description: text } = tool;
  const { confirm, ...properties } = tool.inputSchema.properties;
  // The gate's own stands beside `arguments`; an API's own of that name is one of them.
  const own = confirm === undefined || tool.arguments.some((a) => a.name === 'confirm');
  const schema = own ? tool.inputSchema : { ...tool.inputSchema, properties };
  return { name, type, title, description: text, inputSchema: withFields(tool, schema), annotations };
}

function signature(all: readonly Argument[]): string {
  const sorted = [...all.filter((a) => a.required), ...all.filter((a) => !a.required)];
  const named = sorted.slice(0, MAX_ARGUMENTS).map((a) => (a.required ? a.name : `${a.name}?`));
  return [...named, ...(sorted.length > MAX_ARGUMENTS ? [`… ${sorted.length - MAX_ARGUMENTS} more`] : [])].join(', ');
}

function json(value: object): ToolResult {
  return { content: [{ type: 'text', text: JSON.stringify(value) }] };
}
