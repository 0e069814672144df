/** Results that this program answers itself: refusals, as JSON that a model can act on. */

import { nearest } from '../text/nearest.ts';
import { oneLine } from './one-line.ts';
import { type Language, WORDS } from './words.ts';

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

/** The reason of each refusal, for the log and the terminal, which do not read texts. */
const reasons = new WeakMap<ToolResult, Readonly<Record<string, unknown>>>();

/** A tool error whose text is exactly this JSON, indented by two spaces. */
export function refused<Reason extends { error: string; message: string }>(reason: Reason): ToolResult {
  const result: ToolResult = { content: [{ type: 'text', text: JSON.stringify(reason, null, 2) }], isError: true };
  reasons.set(result, reason);
  return result;
}

/** What this program refused a call with; undefined where it is no refusal of its own. */
export function refusalOf(result: ToolResult): Readonly<Record<string, unknown>> | undefined {
  return reasons.get(result);
}

export function refusalCode(result: ToolResult): string | undefined {
  const error = refusalOf(result)?.error;
  return typeof error === 'string' ? error : undefined;
}

/** @param problems each names an argument and what is wrong with it. */
export function invalidArguments(tool: string, problems: readonly { argument: string; message: string }[]): ToolResult {
  const message = `Nothing was sent. Mend the arguments of ${tool} and call again.`;
  return refused<{ error: string; message: string; problems: object }>({
    error: 'invalid_arguments',
    message,
    problems,
  });
}

/** @param finder the tool that finds the others, where those are not listed. */
export function unknownTool(name: string, known: Iterable<string>, finder?: string): ToolResult {
  // Whoever wants to delete is not sent to whatever else has a name like it.
  const deletes = /(?:^|[_.-])(?:delete|destroy|erase|purge|remove|trash|wipe)(?:[_.-]|$)/i.test(name.slice(0, 200));
  if (deletes)
    return refused({
      error: 'unknown_tool',
      message: `There is no tool "${oneLine(name, 80)}": nothing here can delete. ${finder === undefined ? 'See tools/list for' : `${finder} finds`} what there is.`,
    });
  const meant = nearest(name, known);
  const seen = finder === undefined ? 'See tools/list for those there are.' : `Find it with ${finder}.`;
  const advice = meant === undefined ? seen : `Did you mean ${meant}?`;
  return refused({ error: 'unknown_tool', message: `There is no tool "${oneLine(name, 80)}". ${advice}` });
}

/** A write that a person confirmed, or a code: the API's result, and that it was done as confirmed. */
export function applied(result: ToolResult, language: Language): ToolResult {
  if (result.isError) return result;
  const text = `status: applied. ${WORDS[language].applied}`;
  return {
    ...result,
    content: [...result.content, { type: 'text', text }],
    _meta: { ...(result._meta as object), 'nuntius-mcp/status': 'applied' },
  };
}
