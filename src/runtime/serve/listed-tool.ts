/** A tool of the catalogue, or of our own → what `tools/list` shows of it. */
import type { Tool } from '../../catalogue/index.ts';
import { withFields } from '../fields/argument.ts';
import type { ConfirmMode } from '../gate/decision.ts';
import { listedSchema } from './instructions.ts';

export function listedTool(tool: Tool, mode: ConfirmMode): Record<string, unknown> {
  const { name, title, description, annotations, type } = tool;
  const inputSchema = withFields(tool, listedSchema(tool, mode));
  return { name, title, description, inputSchema, annotations, _meta: { 'nuntius-mcp/type': type } };
}
