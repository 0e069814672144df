/** A tool for tests: only what they say matters. */
import type { Argument, ArgumentLocation, JsonSchema, Tool } from '../../../src/catalogue/index.ts';

export interface TestTool {
  method?: Tool['method'];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  defs?: Record<string, JsonSchema>;
  /** By argument; without it: `body` for a write, `query` for a read. */
  places?: Record<string, ArgumentLocation>;
  wireNames?: Record<string, string>;
}

export function testTool({
  method = 'POST',
  properties = {},
  required = [],
  defs,
  places = {},
  wireNames = {},
}: TestTool): Tool {
  const reads = method === 'GET';
  const place = (name: string): ArgumentLocation =>
    (Object.hasOwn(places, name) ? places[name] : undefined) ?? (reads ? 'query' : 'body');
  return {
    name: 't_things_create',
    title: 'Create a thing',
    type: reads ? 'Lectura' : 'Escritura',
    method,
    path: '/things',
    description: '',
    inputSchema: {
      type: 'object',
      properties: { ...properties, ...(!reads && { confirm: { type: 'boolean' } }) },
      ...(required.length > 0 && { required }),
      ...(defs !== undefined && { $defs: defs }),
      additionalProperties: false,
    },
    annotations: { readOnlyHint: reads, destructiveHint: !reads, idempotentHint: reads, openWorldHint: true },
    arguments: Object.keys(properties).map(
      (name): Argument => ({
        name,
        in: place(name),
        wireName: (Object.hasOwn(wireNames, name) ? wireNames[name] : undefined) ?? name,
        required: required.includes(name),
      }),
    ),
  };
}
