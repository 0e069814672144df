/**
 * The gate: the one function that a write passes before anything is sent (DESIGN §6). It cannot send: nothing here imports
 * what can. Comes in: how to plan the call, what the call says, and how the person can be asked. Goes out: leave to send
 * exactly one plan, an answer, or a question. Every way through that is not a confirmation of this very plan ends in an answer.
 */
import { randomBytes } from 'node:crypto';
import { confirmationRequired, offerCode, question, recorded, refusal, repeated, unconfirmed } from './answers.ts';
import type { Asking, Confirmation, Decision, Keeper, Plan, Said } from './decision.ts';
import { sightOf } from './fingerprint.ts';

export async function gate(
  makePlan: () => Promise<Plan>,
  said: Said,
  asking: Asking,
  caller: string,
  keeper: Keeper,
): Promise<Decision> {
  const { mode, scope, codes, rounds } = keeper;
  const earlier = repeated(said, asking, keeper);
  if (earlier !== undefined) return { kind: 'answer', result: await earlier };
  const plan = await makePlan();
  if (plan.tool.type === 'Lectura') return leave(plan, 'read');
  if (plan.tool.confirm === 'none') return leave(plan, 'none');
  if (mode === 'flag') return said.confirm === true ? leave(plan, 'flag') : confirmationRequired(plan, keeper);

  const seen = sightOf(plan, scope);
  if (said.confirmation !== undefined) {
    if (mode === 'strict') return refusal('confirmation_codes_disabled', keeper);
    const issued = codes.spend(said.confirmation);
    if (issued?.subject !== seen.subject) return refusal('confirmation_code_invalid', keeper);
    return issued.whole === seen.whole ? leave(plan, 'code') : refusal('plan_changed', keeper);
  }
  if (asking.way === 'none') {
    return mode === 'strict' ? refusal('confirmation_unavailable', keeper) : offerCode(plan, seen, caller, keeper);
  }
  if (asking.way === 'during') {
    const answer = await asking.ask(question(plan, keeper));
    if (answer !== 'ticked') return unconfirmed(answer, plan, seen, caller, keeper);
    const again = await makePlan();
    return sightOf(again, scope).whole === seen.whole ? leave(again, 'person') : refusal('plan_changed', keeper);
  }
  const { state, answer } = asking;
  // An answer without the state of a question, or a state without an answer, answers nothing: the person is asked.
  if (state === undefined || answer === undefined) {
    return { kind: 'ask', question: question(plan, keeper), state: rounds.seal(seen) };
  }
  const round = rounds.open(state);
  if (round === undefined) return refusal('confirmation_state_invalid', keeper);
  const outcome = rounds.outcome(round, seen);
  if (outcome !== undefined) return { kind: 'answer', result: await outcome };
  const record = rounds.spend(round, said.call);
  if (typeof record === 'string') return refusal(record, keeper);
  if (round.whole !== seen.whole) return recorded(refusal('plan_changed', keeper), record);
  if (answer !== 'ticked') return recorded(unconfirmed(answer, plan, seen, caller, keeper), record);
  return { ...leave(plan, 'person'), id: round.nonce, record };
}

function leave(plan: Plan, confirmation: Confirmation): Extract<Decision, { kind: 'send' }> {
  return { kind: 'send', plan, confirmation, id: confirmation === 'read' ? '' : randomBytes(16).toString('base64url') };
}
