import { describe, expect, test } from 'vitest';
import { ROUND_LIFE_MS, Rounds } from '../../../src/runtime/gate/rounds.ts';

const SEEN = { subject: 'subject', whole: 'whole' };

function roundsAt() {
  const clock = { now: 5 };
  return { clock, rounds: new Rounds<string>(() => clock.now, 'forgotten') };
}

describe('a sealed state', () => {
  test('opens to what was asked', () => {
    const { rounds } = roundsAt();
    expect(rounds.open(rounds.seal(SEEN))).toMatchObject(SEEN);
  });

  test('is never the same twice', () => {
    const { rounds } = roundsAt();
    expect(new Set(Array.from({ length: 50 }, () => rounds.seal(SEEN))).size).toBe(50);
  });

  test.each([
    [ROUND_LIFE_MS - 1, true],
    [ROUND_LIFE_MS, false],
  ])('after %i ms: %s', (after, good) => {
    const { clock, rounds } = roundsAt();
    const state = rounds.seal(SEEN);
    clock.now += after;
    expect(rounds.open(state) !== undefined).toBe(good);
  });

  test('altered by one bit of any character, or in length, opens no more', () => {
    const { rounds } = roundsAt();
    const state = rounds.seal(SEEN);
    for (let at = 0; at < state.length; at++)
      for (const bit of [1, 2, 4, 8, 16, 32]) {
        const altered = state.slice(0, at) + String.fromCharCode(state.charCodeAt(at) ^ bit) + state.slice(at + 1);
        expect(rounds.open(altered), `${at} ${bit}`).toBeUndefined();
      }
    for (const altered of [
      state.slice(1),
      state.slice(0, -1),
      `${state}A`,
      `${state}=`,
      `${state} `,
      `${state}.${state}`,
    ])
      expect(rounds.open(altered)).toBeUndefined();
  });

  test('made by hand or by another process opens nothing', () => {
    const { rounds } = roundsAt();
    const payload = Buffer.from(JSON.stringify({ ...SEEN, nonce: 'n', expires: 1e15 })).toString('base64url');
    for (const state of [payload, `${payload}.`, `${payload}.AAAA`, '', '.', '..', null, 5, {}, [], 'x'.repeat(1e6)])
      expect(rounds.open(state)).toBeUndefined();
    expect(rounds.open(roundsAt().rounds.seal(SEEN))).toBeUndefined();
  });
});

describe('an answer', () => {
  const opened = () => {
    const at = roundsAt();
    const round = at.rounds.open(at.rounds.seal(SEEN));
    if (round === undefined) throw new Error('does not open');
    return { ...at, round };
  };

  test('is good once; given again, it is told the outcome', async () => {
    const { rounds, round } = opened();
    expect(rounds.outcome(round, SEEN)).toBeUndefined();
    const record = rounds.spend(round);
    if (typeof record === 'string') throw new Error(record);
    expect(rounds.spend(round)).toBe('plan_changed');
    const waiting = rounds.outcome(round, SEEN);
    record(Promise.resolve('done'));
    expect(await waiting).toBe('done');
    expect(await rounds.outcome(round, SEEN)).toBe('done');
  });

  test('is told its outcome by the same call, whatever that call would plan now', async () => {
    const { rounds, round } = opened();
    expect(rounds.repeated(round, 'call')).toBeUndefined();
    const record = rounds.spend(round, 'call');
    if (typeof record === 'string') throw new Error(record);
    record('done');
    expect(await rounds.repeated(round, 'call')).toBe('done');
    expect(rounds.repeated(round, 'another')).toBeUndefined();
    expect(rounds.repeated(round, undefined)).toBeUndefined();
    expect(rounds.repeated({ ...round, nonce: 'another' }, 'call')).toBeUndefined();
  });

  test('without a call is no call’s', () => {
    const { rounds, round } = opened();
    rounds.spend(round);
    expect(rounds.repeated(round, undefined)).toBeUndefined();
  });

  test('tells another request nothing of the outcome', () => {
    const { rounds, round } = opened();
    rounds.spend(round);
    expect(rounds.outcome(round, { subject: 'other', whole: 'other' })).toBeUndefined();
  });

  test('whose call fails is told the failure, and ends no process', async () => {
    const { rounds, round } = opened();
    const record = rounds.spend(round);
    if (typeof record === 'string') throw new Error(record);
    record(Promise.reject(new Error('broken')));
    // An unhandled rejection would fail this run.
    await new Promise((resolve) => setTimeout(resolve, 5));
    await expect(rounds.outcome(round, SEEN)).rejects.toThrow('broken');
  });

  test('is remembered within bounds: results of the last hundred, nonces of ten minutes, and then nothing more is confirmed', async () => {
    const { clock, rounds } = roundsAt();
    const all = Array.from({ length: 10_000 }, () => rounds.open(rounds.seal(SEEN)));
    for (const [i, round] of all.entries()) {
      if (round === undefined) throw new Error('does not open');
      const record = rounds.spend(round);
      if (typeof record === 'string') throw new Error(record);
      record(`outcome ${i}`);
    }
    const outcome = (i: number) => rounds.outcome(all.at(i) as never, SEEN);
    expect(await outcome(-1)).toBe('outcome 9999');
    expect(await outcome(-100)).toBe('outcome 9900');
    expect(await outcome(-102)).toBe('forgotten');
    expect(await outcome(0)).toBe('forgotten');
    // A forgotten result is a used answer all the same.
    expect(rounds.spend(all[0] as never)).toBe('plan_changed');
    const one = rounds.open(rounds.seal(SEEN));
    expect(rounds.spend(one as never)).toBe('too_many_confirmations');
    clock.now += ROUND_LIFE_MS;
    expect(typeof rounds.spend(rounds.open(rounds.seal(SEEN)) as never)).toBe('function');
    // What expired is forgotten: its state opens no more.
    expect(outcome(0)).toBeUndefined();
  });
});
