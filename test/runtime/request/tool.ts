import type { Argument, RequestBody, Tool } from '../../../src/catalogue/index.ts';

type Given = Partial<Argument> & Pick<Argument, 'wireName' | 'in'>;

/** A tool with these arguments; names as on the wire unless said otherwise. */
export function tool(
  over: Partial<Omit<Tool, 'arguments' | 'body'>> & { args?: Given[]; body?: Partial<RequestBody> },
): Tool {
  const { args = [], body, ...rest } = over;
  return {
    name: 't_x',
    title: 'x',
    type: 'Escritura',
    method: 'POST',
    path: '/x',
    description: '',
    inputSchema: { type: 'object', properties: {}, additionalProperties: false },
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
    arguments: args.map((a) => ({ name: a.wireName, required: false, ...a })),
    ...(body && { body: { mediaType: 'application/json', kind: 'json', required: true, ...body } }),
    ...rest,
  };
}
