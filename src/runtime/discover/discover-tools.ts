/**
 * The tools that stand in place of a catalogue too large to list: find, describe, call one that reads, call one that
 * writes. As they are listed, under names that no tool of the catalogue has, and of the same size whatever the API's.
 * Data only: what they do is loaded by the first call.
 */
import type { Catalogue, Tool } from '../../catalogue/index.ts';
import { oneLine } from '../one-line.ts';

export interface DiscoverTools {
  search: Tool;
  describe: Tool;
  read: Tool;
  /** Not where nothing writes. */
  write?: Tool;
}

const MAX_FOUND = 20;
const MAX_DESCRIBED = 10;

export function discoverTools({ api, tools }: Catalogue): DiscoverTools {
  const names = new Set(tools.map(({ name }) => name.toLowerCase()));
  const free = (name: string): string => (names.has(name) ? free(`${name}_here`) : name);
  const name = {
    search: free(`${api.prefix}_tools_search`),
    describe: free(`${api.prefix}_tools_describe`),
    read: free(`${api.prefix}_call_read`),
    write: free(`${api.prefix}_call_write`),
  };
  const writes = tools.some((tool) => tool.type === 'Escritura');
  const calling = writes ? `${name.read} or ${name.write}` : name.read;
  const search = reading(
    name.search,
    'Find tools',
    `Finds, among the ${tools.length} tools of ${oneLine(api.title, 80)}, those for what is to be done: best first, with type and arguments. Then ${name.describe} shows one's schema and ${calling} calls it. Sends nothing to the API.`,
    {
      query: {
        type: 'string',
        description: 'What is to be done, in plain words, in English or Spanish: "cancel an appointment".',
      },
      type: { type: 'string', enum: ['Lectura', 'Escritura'], description: 'Only tools that read, or that write.' },
      limit: { type: 'integer', minimum: 1, maximum: MAX_FOUND, description: 'At most so many; without it 5.' },
    },
    ['query'],
  );
  const describe = reading(
    name.describe,
    'Describe tools',
    `Shows what tools do and the JSON Schema of their arguments. Sends nothing to the API.`,
    {
      tools: {
        type: 'array',
        items: { type: 'string' },
        minItems: 1,
        maxItems: MAX_DESCRIBED,
        description: `Names from ${name.search}.`,
      },
    },
    ['tools'],
  );
  const read = reading(
    name.read,
    'Call a tool that reads',
    `Calls a tool of type Lectura${writes ? '; one that writes is refused' : ''}.`,
    called(name.search, name.describe),
    ['tool'],
  );
  read.annotations = { ...read.annotations, openWorldHint: true };
  if (!writes) return { search, describe, read };
  return { search, describe, read, write: writing(name.write, called(name.search, name.describe)) };
}

function called(search: string, describe: string): Tool['inputSchema']['properties'] {
  return {
    tool: { type: 'string', description: `Its name, from ${search}.` },
    arguments: { type: 'object', description: `The tool's own arguments, as ${describe} shows them.` },
  };
}

function reading(
  name: string,
  title: string,
  description: string,
  properties: Tool['inputSchema']['properties'],
  required: string[],
): Tool {
  return {
    name,
    title,
    type: 'Lectura',
    method: 'GET',
    path: '/',
    description: `${description}\n\nTipo: Lectura`,
    inputSchema: { type: 'object', properties, required, additionalProperties: false },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    arguments: argumentsOf(properties, required),
  };
}

function writing(name: string, properties: Tool['inputSchema']['properties']): Tool {
  const confirm = { type: 'boolean', description: 'true only after the person agreed to the action summary.' };
  return {
    name,
    title: 'Call a tool that writes',
    type: 'Escritura',
    method: 'POST',
    path: '/',
    description:
      "Calls a tool of type Escritura. Nothing is sent before it is confirmed: the answer shows the tool's own summary. confirm goes beside arguments, not within.\n\nTipo: Escritura",
    inputSchema: {
      type: 'object',
      properties: { ...properties, confirm },
      required: ['tool'],
      additionalProperties: false,
    },
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
    arguments: argumentsOf(properties, ['tool']),
  };
}

function argumentsOf(properties: object, required: string[]): Tool['arguments'] {
  return Object.keys(properties).map((n) => ({ name: n, in: 'body', wireName: n, required: required.includes(n) }));
}
