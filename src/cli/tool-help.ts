/** `call TOOL --help`: what the tool does and what it takes. */
import type { JsonSchema, Tool } from '../catalogue/index.ts';
import { oneLine } from '../runtime/one-line.ts';
import { acceptedTypes } from '../runtime/validate/schema-types.ts';
import { plainTable } from './table.ts';
import { widthOf } from './terminal.ts';
import { wrapHelp } from './wrap-help.ts';

export function toolHelp(tool: Tool): string {
  const rows = tool.arguments.map(({ name, required }) => {
    const schema = tool.inputSchema.properties[name] ?? true;
    return [`--${name}`, typeOf(schema, tool), `${required ? '(required) ' : ''}${descriptionOf(schema)}`];
  });
  const width = widthOf(process.stdout) ?? Number.POSITIVE_INFINITY;
  const lines = tool.description.split('\n').map((line) => wrapHelp(oneLine(line), width));
  return [
    `Usage: nuntius-mcp call ${tool.name}${rows.length === 0 ? '' : ' [--ARGUMENT VALUE]…'}`,
    lines.join('\n'),
    ...(rows.length === 0 ? [] : [plainTable(rows)]),
  ]
    .join('\n\n')
    .concat('\n');
}

function typeOf(schema: JsonSchema, tool: Tool): string {
  if (typeof schema === 'object' && Array.isArray(schema.enum)) return schema.enum.map(String).join('|');
  const all = acceptedTypes(schema, tool.inputSchema);
  const types = [...all].filter((type) => type !== 'null' && !(type === 'integer' && all.has('number')));
  return types.length > 3 ? 'any' : types.join('|');
}

function descriptionOf(schema: JsonSchema): string {
  const text = typeof schema === 'object' ? schema.description : undefined;
  return typeof text === 'string' ? text : '';
}
