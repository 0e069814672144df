/** Tools of this program's own, beside the catalogue's: they stand for a call of one of those, or answer by themselves. */
import type { Tool } from '../catalogue/index.ts';
import type { CurrentState } from './gate/decision.ts';
import type { ToolResult } from './results.ts';

export interface OwnTool {
  /** As it is listed and validated; its method and path are of no meaning. An Escritura passes the gate like any other. */
  tool: Tool;
  /**
   * Resolved again for each plan, so that what changed meanwhile shows.
   * @returns the catalogue's tool that is meant, with its arguments, or the answer.
   */
  resolve(args: Record<string, unknown>, resolving: Resolving): Promise<Resolved>;
}

export interface Resolving {
  signal: AbortSignal;
  /** In the mode `flag`, nothing at all may be sent for a call that does not confirm. */
  mayRead: boolean;
}

export type Resolved = ResolvedCall | { kind: 'answer'; result: ToolResult };

export interface ResolvedCall {
  kind: 'call';
  tool: Tool;
  args: Record<string, unknown>;
  /** Shown in the question, and told with the result. */
  note?: string;
  /** The operation on record that the call takes back. */
  undoes?: string;
  /** The thing as it is, where it was read to resolve this. */
  state?: CurrentState;
  /** Values of the thing that the call is to bring about. */
  wanted?: Record<string, unknown>;
}
