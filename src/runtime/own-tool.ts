/** Tools of this program's own, beside the catalogue's: they stand for a call of one of those, or answer by themselves. */
import type { Tool } from '../catalogue/index.ts';
import type { ToolResult } from './results.ts';

export interface OwnTool {
  /** As it is listed and validated; its method and path are of no meaning. An Escritura passes the gate like any other. */
  tool: Tool;
  /**
   * Resolved again for each plan, so that what changed meanwhile shows.
   * @returns the catalogue's tool that is meant, with its arguments, or the answer.
   */
  resolve(args: Record<string, unknown>, signal: AbortSignal): Promise<Resolved>;
}

export type Resolved =
  | { kind: 'call'; tool: Tool; args: Record<string, unknown>; note?: string }
  | { kind: 'answer'; result: ToolResult };
