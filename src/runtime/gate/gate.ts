/**
 * The gate: the one function that a write passes before anything is sent (DESIGN §6). It cannot send: nothing here imports
 * what can. Comes in: how to plan the call, what the call says, and how the person can be asked. Goes out: leave to send
 * exactly one plan, an answer, or a question. Every way through that is not a confirmation of this very plan ends in an answer.
 */
import { randomBytes } from 'node:crypto';
import { confirmationRequired, declined, offerCode, question, refusal } from './answers.ts';
import type { Answer, Asking, Confirmation, Decision, Keeper, Plan, Said } from './decision.ts';
import { fingerprint, stateDigest, subjectOf } from './fingerprint.ts';

export async function gate(
  makePlan: () => Promise<Plan>,
  said: Said,
  asking: Asking,
  caller: string,
  keeper: Keeper,
): Promise<Decision> {
  const plan = await makePlan();
  if (plan.tool.type === 'Lectura') return leave(plan, 'read');
  if (plan.tool.confirm === 'none') return leave(plan, 'none');
  if (keeper.mode === 'flag') return said.confirm === true ? leave(plan, 'flag') : confirmationRequired(plan, keeper);

  const seen = sight(plan, keeper);
  if (said.confirmation !== undefined) {
    if (keeper.mode === 'strict') return refusal('confirmation_codes_disabled', keeper);
    return keeper.codes.spend(said.confirmation, seen.whole)
      ? leave(plan, 'code')
      : refusal('confirmation_code_invalid', keeper);
  }
  if (asking.way === 'none') {
    return keeper.mode === 'strict'
      ? refusal('confirmation_unavailable', keeper)
      : offerCode(plan, seen.whole, caller, keeper);
  }
  if (asking.way === 'during') {
    const answer = await asking.ask(question(plan, keeper));
    if (answer !== 'ticked') return unconfirmed(answer);
    const again = await makePlan();
    return sight(again, keeper).whole === seen.whole ? leave(again, 'person') : refusal('plan_changed', keeper);
  }
  // An answer without the state of a question, or a state without an answer, answers nothing: the person is asked.
  if (asking.state === undefined || asking.answer === undefined) {
    return { kind: 'ask', question: question(plan, keeper), state: keeper.rounds.seal(seen) };
  }
  const round = keeper.rounds.open(asking.state);
  if (round === undefined) return refusal('confirmation_state_invalid', keeper);
  const recorded = round.subject === seen.subject ? keeper.rounds.outcome(round.nonce) : undefined;
  if (recorded !== undefined) return { kind: 'answer', result: await recorded };
  const record = keeper.rounds.spend(round);
  if (record === undefined) return refusal('plan_changed', keeper);
  if (asking.answer === 'ticked' && round.whole === seen.whole)
    return { ...leave(plan, 'person'), id: round.nonce, record };
  const decision =
    round.whole === seen.whole
      ? unconfirmed(asking.answer as Exclude<Answer, 'ticked'>)
      : refusal('plan_changed', keeper);
  if (decision.kind === 'answer') record(decision.result);
  return decision;

  /** No is no. A question that was not answered goes on to the next way of asking, which `strict` does not have. */
  function unconfirmed(answer: Exclude<Answer, 'ticked'>): Decision {
    const refused = answer === 'declined' || answer === 'unticked' || keeper.mode === 'strict';
    return refused ? declined(answer, keeper) : offerCode(plan, seen.whole, caller, keeper, answer);
  }
}

/** What a confirmation is bound to: the request, and the thing as the person was shown it. */
function sight(plan: Plan, { scope }: Keeper): { subject: string; whole: string } {
  const subject = fingerprint(scope, subjectOf(plan.tool, plan.args));
  return { subject, whole: `${subject}.${stateDigest(plan.state)}` };
}

function leave(plan: Plan, confirmation: Confirmation): Extract<Decision, { kind: 'send' }> {
  return { kind: 'send', plan, confirmation, id: randomBytes(16).toString('base64url') };
}
