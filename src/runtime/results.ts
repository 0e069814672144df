/** Results that this program answers itself: refusals, as JSON that a model can act on. */
import { oneLine } from './one-line.ts';
import { nearest } from './validate/nearest.ts';

/** The part of MCP's CallToolResult that tools here use (2025-11-25, server/tools). */
export interface ToolResult {
  [key: string]: unknown;
  content: ContentBlock[];
  structuredContent?: Record<string, unknown>;
  isError?: true;
}

export type ContentBlock =
  | { type: 'text'; text: string }
  | { type: 'image' | 'audio'; data: string; mimeType: string }
  | { type: 'resource'; resource: { uri: string; mimeType?: string; blob: string } };

/** A tool error whose text is exactly this JSON, indented by two spaces. */
export function refused<Reason extends { error: string; message: string }>(reason: Reason): ToolResult {
  return { content: [{ type: 'text', text: JSON.stringify(reason, null, 2) }], isError: true };
}

export function unknownTool(name: string, known: Iterable<string>): ToolResult {
  const meant = nearest(name, known);
  const advice = meant === undefined ? 'See tools/list for those there are.' : `Did you mean ${meant}?`;
  return refused({ error: 'unknown_tool', message: `There is no tool "${oneLine(name, 80)}". ${advice}` });
}
