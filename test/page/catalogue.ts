/** A small catalogue, made by hand: what a description that means harm could have become. */
import type { Catalogue, InputSchema, JsonSchema, Tool, ToolMethod } from '../../src/catalogue/index.ts';

const READING = ['GET', 'HEAD', 'QUERY'];

export function toolOf(
  name: string,
  over: Partial<Tool> & { properties?: Record<string, JsonSchema>; required?: string[] } = {},
): Tool {
  const { properties = {}, required = [], ...rest } = over;
  const method: ToolMethod = rest.method ?? 'GET';
  const type = READING.includes(method) ? 'Lectura' : 'Escritura';
  const gate = type === 'Escritura' ? { confirm: { type: 'boolean' } } : {};
  const inputSchema: InputSchema = {
    type: 'object',
    properties: { ...properties, ...gate },
    ...(required.length > 0 && { required }),
    additionalProperties: false,
  };
  return {
    name,
    title: `Title of ${name}`,
    type,
    method,
    path: '/things',
    description: `What ${name} does.\n\nTipo: ${type}. ${method} /things`,
    inputSchema,
    annotations: {
      readOnlyHint: type === 'Lectura',
      destructiveHint: false,
      idempotentHint: false,
      openWorldHint: true,
    },
    arguments: Object.keys(properties).map((argument) => ({
      name: argument,
      in: type === 'Lectura' ? 'query' : 'body',
      wireName: argument,
      required: required.includes(argument),
    })),
    ...(type === 'Escritura' && { body: { mediaType: 'application/json', kind: 'json', required: true } }),
    ...rest,
  };
}

export function catalogueOf(tools: Tool[], over: Partial<Catalogue> = {}): Catalogue {
  return {
    api: { title: 'Shop', version: '1.0', prefix: 'shop', baseUrl: 'https://shop.example' },
    tools,
    omitted: [],
    warnings: [],
    securitySchemes: {},
    ...over,
  };
}
