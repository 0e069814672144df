/** What goes into the gate and what comes out: types only. */
import type { Tool } from '../../catalogue/index.ts';
import type { PlannedRequest } from '../request/planned-request.ts';
import type { ToolResult } from '../results.ts';
import type { Language } from '../words.ts';
import type { Codes } from './codes.ts';
import type { Scope } from './fingerprint.ts';
import type { Recorder, Rounds } from './rounds.ts';

export const CONFIRM_MODES = ['flag', 'ask', 'strict'] as const;
export type ConfirmMode = (typeof CONFIRM_MODES)[number];

/** What is known of the thing before it is changed. `none`: nothing here reads it. */
export type CurrentState =
  | { kind: 'none' }
  | { kind: 'unreadable' }
  | {
      kind: 'read';
      value: unknown;
      etag?: string;
      /** The write's argument that says which thing it is. */
      argument?: string;
      /** Not the thing that is changed, but one that it belongs to: a message's conversation. Nothing in it is `before`. */
      related?: true;
    };

/** What a call is about to do. */
export interface Plan {
  tool: Tool;
  /** The checked arguments, without the gate's own. */
  args: Record<string, unknown>;
  request: PlannedRequest;
  /** Which parts of a read's answer are wanted. */
  fields?: string;
  /** The thing as it is now, where the mode shows it. */
  state: CurrentState;
  /** What the person should know besides: shown in the question. */
  note?: string;
  /** The operation on record that this one takes back. */
  undoes?: string;
  /** Values of the thing that an undo is to bring back, by their names in its state. */
  wanted?: Record<string, unknown>;
  /** Members of the state that the journal does not keep, so that nothing can put them back; `everything`: no journal. */
  unrecorded?: readonly string[] | 'everything';
}

/** What the call itself carries for the gate, untouched. */
export interface Said {
  confirm: unknown;
  confirmation: unknown;
  /** Digest of the rest of the call, as it was given. */
  call?: string;
}

/** What became of a question. Refused, dismissed and could-not-be-asked are different things; `cancelled` is the call itself. */
export type Answer = 'ticked' | 'unticked' | 'declined' | 'dismissed' | 'timed_out' | 'unaskable' | 'cancelled';

/** How the person can be asked on this very request. */
export type Asking =
  | { way: 'none' }
  /** Protocols before 2026-07-28: during the call. */
  | { way: 'during'; ask(question: string): Promise<Answer> }
  /** 2026-07-28: the client calls again, with the state of the question and the answer. */
  | { way: 'retry'; state?: unknown; answer?: Answer };

/** What the gate keeps between calls; one for each process. */
export interface Keeper {
  mode: ConfirmMode;
  scope: Scope;
  codes: Codes;
  rounds: Rounds<ToolResult>;
  language: Language;
}

/** How a write was confirmed: `read` and `none` need no confirmation. */
export type Confirmation = 'read' | 'none' | 'flag' | 'person' | 'code';

export type Decision =
  /** `record`: to be told the result, for an answer that is given twice. `id`: of the confirmation, for what must happen once. */
  | {
      kind: 'send';
      plan: Plan;
      confirmation: Confirmation;
      id: string;
      record?: Recorder<ToolResult>;
    }
  | { kind: 'answer'; result: ToolResult }
  | { kind: 'ask'; question: string; state: string };
