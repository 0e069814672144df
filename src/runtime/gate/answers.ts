/** What the gate answers where nothing is sent: JSON that a model can act on, with stable codes. */
import { refused, type ToolResult } from '../results.ts';
import { WORDS } from '../words.ts';
import type { Answer, Decision, Keeper, Plan } from './decision.ts';
import { preview } from './preview.ts';
import { actionSummary } from './summary.ts';

/** `flag`: exactly these keys, in this order (DESIGN §6). */
export function confirmationRequired(plan: Plan, { language }: Keeper): Decision {
  return answer(
    refused({
      error: 'confirmation_required',
      message: WORDS[language].confirmationRequired,
      action_summary: summary(plan),
    }),
  );
}

export type RefusalCode =
  | 'confirmation_code_invalid'
  | 'confirmation_codes_disabled'
  | 'confirmation_state_invalid'
  | 'confirmation_unavailable'
  | 'plan_changed'
  | 'too_many_confirmations';

export function refusal(code: RefusalCode, { language }: Keeper): Decision {
  const words = WORDS[language];
  const messages: Record<RefusalCode, string> = {
    confirmation_code_invalid: words.codeInvalid,
    confirmation_codes_disabled: words.codesDisabled,
    confirmation_state_invalid: words.stateInvalid,
    confirmation_unavailable: words.unaskable,
    plan_changed: words.planChanged,
    too_many_confirmations: words.tooManyCodes,
  };
  return answer(refused({ error: code, message: messages[code] }));
}

/** The preview and a one-time code, for a person whom this client did not, or could not, ask. */
export function offerCode(plan: Plan, seen: string, caller: string, keeper: Keeper, after?: Answer): Decision {
  const words = WORDS[keeper.language];
  const code = keeper.codes.issue(seen, caller);
  if (code === undefined) return refusal('too_many_confirmations', keeper);
  const messages: Partial<Record<Answer, string>> = {
    dismissed: words.codeOfferedDismissed,
    timed_out: words.codeOfferedTimeout,
    unaskable: words.codeOfferedUnaskable,
  };
  return answer(
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

/** The person said no, or in `strict` nothing that counts as yes. */
export function declined(after: Exclude<Answer, 'ticked'>, { language }: Keeper): Decision {
  const words = WORDS[language];
  const messages = {
    unticked: words.boxNotTicked,
    declined: words.declined,
    dismissed: words.dismissed,
    timed_out: words.timedOut,
    unaskable: words.unaskable,
  };
  return answer(refused({ status: 'declined', error: 'declined', reason: after, message: messages[after] }));
}

/** The question that a form shows. */
export function question(plan: Plan, { language }: Keeper): string {
  return preview(plan, language).text;
}

function summary({ tool, args, request }: Plan): string {
  return actionSummary(tool, request.path, args);
}

function answer(result: ToolResult): Decision {
  return { kind: 'answer', result };
}
