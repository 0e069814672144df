/** What the gate answers where nothing is sent: JSON that a model can act on, with stable codes. */
import { shownPath } from '../request/path.ts';
import { refused, type ToolResult } from '../results.ts';
import { WORDS } from '../words.ts';
import type { Answer, Asking, Decision, Keeper, Plan, Said } from './decision.ts';
import type { Sight } from './fingerprint.ts';
import { preview } from './preview.ts';
import type { Recorder } from './rounds.ts';
import { actionSummary } from './summary.ts';

type Answered = Extract<Decision, { kind: 'answer' }>;

/** `flag`: exactly these keys, in this order (DESIGN §6). */
export function confirmationRequired(plan: Plan, { language }: Keeper): Answered {
  return answered(
    refused({
      error: 'confirmation_required',
      message: WORDS[language].confirmationRequired,
      action_summary: summary(plan),
    }),
  );
}

export type RefusalCode =
  | 'cancelled'
  | 'confirmation_code_invalid'
  | 'confirmation_codes_disabled'
  | 'confirmation_state_invalid'
  | 'confirmation_unavailable'
  | 'plan_changed'
  | 'too_many_confirmations';

/** Nothing was sent, and why. */
export function refusal(code: RefusalCode, { language }: Keeper): Answered {
  const words = WORDS[language];
  const messages: Record<RefusalCode, string> = {
    cancelled: words.cancelled,
    confirmation_code_invalid: words.codeInvalid,
    confirmation_codes_disabled: words.codesDisabled,
    confirmation_state_invalid: words.stateInvalid,
    confirmation_unavailable: words.unaskable,
    plan_changed: words.planChanged,
    too_many_confirmations: words.tooManyCodes,
  };
  return answered(refused({ error: code, message: messages[code] }));
}

/** The preview and a one-time code, for a person whom this client did not, or could not, ask. */
export function offerCode(
  plan: Plan,
  seen: Sight,
  caller: string,
  keeper: Keeper,
  after?: Exclude<Answer, 'ticked'>,
): Answered {
  const words = WORDS[keeper.language];
  const code = keeper.codes.issue(seen, caller);
  if (code === undefined) return refusal('too_many_confirmations', keeper);
  const messages: Partial<Record<Answer, string>> = {
    dismissed: words.codeOfferedDismissed,
    timed_out: words.codeOfferedTimeout,
    unaskable: words.codeOfferedUnaskable,
  };
  return answered(
    refused({
      status: 'confirmation_required',
      error: 'confirmation_required',
      message: (after && messages[after]) ?? words.codeOffered,
      action_summary: summary(plan),
      preview: question(plan, keeper),
      confirmation: code,
    }),
  );
}

/** No is no. A question that was not answered goes on to the next way of asking, which `strict` does not have. */
export function unconfirmed(
  answer: Exclude<Answer, 'ticked'>,
  plan: Plan,
  seen: Sight,
  caller: string,
  keeper: Keeper,
): Answered {
  if (answer === 'cancelled') return refusal('cancelled', keeper);
  const isNo = answer === 'declined' || answer === 'unticked';
  return isNo || keeper.mode === 'strict' ? declined(answer, keeper) : offerCode(plan, seen, caller, keeper, answer);
}

function declined(answer: Exclude<Answer, 'ticked' | 'cancelled'>, { language }: Keeper): Answered {
  const words = WORDS[language];
  const messages = {
    unticked: words.boxNotTicked,
    declined: words.declined,
    dismissed: words.dismissed,
    timed_out: words.timedOut,
    unaskable: words.couldNotAsk,
  };
  return answered(refused({ status: 'declined', error: 'declined', reason: answer, message: messages[answer] }));
}

/** The answer, kept for the same question answered again. */
export function recorded(decision: Answered, record: Recorder<ToolResult>): Answered {
  record(decision.result);
  return decision;
}

/** The question that a form shows. */
export function question(plan: Plan, { language }: Keeper): string {
  return preview(plan, language);
}

function summary({ tool, args }: Plan): string {
  return actionSummary(tool, shownPath(tool, args), args);
}

function answered(result: ToolResult): Answered {
  return { kind: 'answer', result };
}

/** What a retry that was answered before came to. Looked for before it is planned: once an undo is done, it can no longer be. */
export function repeated({ call }: Said, asking: Asking, { rounds }: Keeper): Promise<ToolResult> | undefined {
  if (asking.way !== 'retry' || asking.state === undefined || asking.answer === undefined) return undefined;
  const round = rounds.open(asking.state);
  return round === undefined ? undefined : rounds.repeated(round, call);
}
