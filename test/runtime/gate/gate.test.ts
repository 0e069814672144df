/** Every row of DESIGN §6's tables, in all three modes, at the gate itself: what leaves it is a leave to send, or nothing is sent. */
import { describe, expect, test } from 'vitest';
import { Codes } from '../../../src/runtime/gate/codes.ts';
import type {
  Answer,
  Asking,
  ConfirmMode,
  CurrentState,
  Decision,
  Keeper,
  Plan,
} from '../../../src/runtime/gate/decision.ts';
import { CONFIRM_MODES } from '../../../src/runtime/gate/decision.ts';
import { gate } from '../../../src/runtime/gate/gate.ts';
import { Rounds } from '../../../src/runtime/gate/rounds.ts';
import { buildRequest } from '../../../src/runtime/request/build-request.ts';
import { refused, type ToolResult } from '../../../src/runtime/results.ts';
import { testTool } from '../validate/tool.ts';

const NOTHING = { confirm: undefined, confirmation: undefined };
const NONE: Asking = { way: 'none' };
const tool = {
  ...testTool({ method: 'PATCH', properties: { id: {}, quality: {} }, places: { id: 'path' } }),
  path: '/things/{id}',
  body: { mediaType: 'application/json', kind: 'json' as const, required: true },
};

class World {
  clock = { now: 0 };
  state: CurrentState = { kind: 'read', value: { quality: 'warm' } };
  keeper: Keeper;
  planned = 0;

  constructor(
    readonly mode: ConfirmMode,
    readonly changes: Partial<typeof tool> & Record<string, unknown> = {},
    language: 'en' | 'es' = 'en',
  ) {
    const now = () => this.clock.now;
    this.keeper = {
      mode,
      scope: { api: 'https://api.example/', account: 'a' },
      codes: new Codes(now),
      rounds: new Rounds<ToolResult>(now, refused({ error: 'already_answered', message: 'forgotten' })),
      language,
    };
  }

  plan(args: Record<string, unknown>): Plan {
    this.planned++;
    const made = { ...tool, ...this.changes };
    return { tool: made, args, request: buildRequest(made, args), state: this.state };
  }

  pass(args: Record<string, unknown> = { id: '1', quality: 'hot' }, said: Partial<typeof NOTHING> = {}, asking = NONE) {
    return gate(async () => this.plan(args), { ...NOTHING, ...said }, asking, 'me', this.keeper);
  }
}

const during = (answer: Answer, then: () => void = () => {}): Asking => ({
  way: 'during',
  ask: async () => {
    then();
    return answer;
  },
});
const told = (decision: Decision): Record<string, string> => {
  if (decision.kind !== 'answer') throw new Error(`not an answer: ${decision.kind}`);
  expect(decision.result.isError).toBe(true);
  expect(decision.result.structuredContent).toBeUndefined();
  return JSON.parse((decision.result.content[0] as { text: string }).text);
};
const stateOf = (decision: Decision) => (decision.kind === 'ask' ? decision.state : undefined);

describe.each(CONFIRM_MODES)('%s: what needs no confirmation', (mode) => {
  test('a read, and a write of which the overlay says so', async () => {
    expect(await new World(mode, { type: 'Lectura', method: 'GET' }).pass()).toMatchObject({
      kind: 'send',
      confirmation: 'read',
    });
    expect(await new World(mode, { confirm: 'none' }).pass()).toMatchObject({ kind: 'send', confirmation: 'none' });
  });
});

describe('flag', () => {
  test('only confirm: true', async () => {
    const world = new World('flag');
    for (const confirm of [undefined, null, false, 0, 1, 'true', 'yes', [true], { confirm: true }]) {
      const decision = await world.pass(undefined, { confirm } as never, during('ticked'));
      expect(Object.keys(told(decision))).toEqual(['error', 'message', 'action_summary']);
    }
    expect(await world.pass(undefined, { confirm: true } as never)).toMatchObject({
      kind: 'send',
      confirmation: 'flag',
    });
  });

  test('in Spanish the message alone is another', async () => {
    expect(told(await new World('flag', {}, 'es').pass())).toMatchObject({
      error: 'confirmation_required',
      message: 'Esta acción necesita confirmación. Revise el resumen y llame de nuevo con confirm: true.',
    });
  });
});

const ROWS: [answer: Answer, ask: object, strict: object][] = [
  ['unticked', { status: 'declined', reason: 'unticked' }, { status: 'declined', reason: 'unticked' }],
  ['declined', { status: 'declined', reason: 'declined' }, { status: 'declined', reason: 'declined' }],
  ['dismissed', { status: 'confirmation_required' }, { status: 'declined', reason: 'dismissed' }],
  ['timed_out', { status: 'confirmation_required' }, { status: 'declined', reason: 'timed_out' }],
  ['unaskable', { status: 'confirmation_required' }, { status: 'declined', reason: 'unaskable' }],
  ['cancelled', { error: 'cancelled' }, { error: 'cancelled' }],
];

describe.each(['ask', 'strict'] as const)('%s: the table of answers', (mode) => {
  test.each(ROWS)('%s', async (answer, ask, strict) => {
    const want = mode === 'ask' ? ask : strict;
    const world = new World(mode);
    const got = told(await world.pass(undefined, { confirm: true } as never, during(answer)));
    expect(got).toMatchObject(want);
    expect('confirmation' in got).toBe('status' in want && want.status === 'confirmation_required');

    const state = stateOf(await world.pass(undefined, {}, { way: 'retry' }));
    expect(told(await world.pass(undefined, {}, { way: 'retry', state, answer }))).toMatchObject(want);
  });

  test('ticked: leave to send exactly this plan', async () => {
    const world = new World(mode);
    expect(await world.pass(undefined, {}, during('ticked'))).toMatchObject({
      kind: 'send',
      confirmation: 'person',
      plan: { args: { id: '1', quality: 'hot' }, request: { method: 'PATCH', path: '/things/1' } },
    });
    // Planned before the question and after the answer.
    expect(world.planned).toBe(2);
  });

  test.each([
    ['another value', (w: World) => (w.state = { kind: 'read', value: { quality: 'cold' } })],
    ['another entity tag', (w: World) => (w.state = { kind: 'read', value: { quality: 'warm' }, etag: '"2"' })],
    ['no more to be read', (w: World) => (w.state = { kind: 'unreadable' })],
    ['another account', (w: World) => (w.keeper.scope.account = 'b')],
    ['another base URL', (w: World) => (w.keeper.scope.api = 'https://other.example/')],
    ['another method', (w: World) => (w.changes.method = 'PUT')],
  ])('changed meanwhile: %s', async (_, change) => {
    const world = new World(mode);
    const got = told(
      await world.pass(
        undefined,
        {},
        during('ticked', () => change(world)),
      ),
    );
    expect(got.message).toContain('The plan changed between the preview and the answer');
    const other = new World(mode);
    const state = stateOf(await other.pass(undefined, {}, { way: 'retry' }));
    change(other);
    for (let i = 0; i < 2; i++)
      expect(told(await other.pass(undefined, {}, { way: 'retry', state, answer: 'ticked' })).error).toBe(
        'plan_changed',
      );
  });

  test('a plan that can no longer be made sends nothing', async () => {
    const world = new World(mode);
    let times = 0;
    const once = async () => {
      if (++times > 1) throw new Error('gone');
      return world.plan({ id: '1' });
    };
    await expect(gate(once, NOTHING, during('ticked'), 'me', world.keeper)).rejects.toThrow('gone');
  });

  test('an expired state', async () => {
    const world = new World(mode);
    const state = stateOf(await world.pass(undefined, {}, { way: 'retry' }));
    world.clock.now = 600_000;
    const got = told(await world.pass(undefined, {}, { way: 'retry', state, answer: 'ticked' }));
    expect(got.error).toBe('confirmation_state_invalid');
  });

  test('the recorded outcome, whatever became of the thing meanwhile', async () => {
    const world = new World(mode);
    const state = stateOf(await world.pass(undefined, {}, { way: 'retry' }));
    const first = await world.pass(undefined, {}, { way: 'retry', state, answer: 'ticked' });
    if (first.kind !== 'send') throw new Error('not sent');
    const second = world.pass(undefined, {}, { way: 'retry', state, answer: 'ticked' });
    world.state = { kind: 'read', value: { quality: 'hot' } };
    first.record?.(refused({ error: 'e', message: 'the outcome' }));
    expect(told(await second).message).toBe('the outcome');
  });
});

describe('the table of codes', () => {
  const offered = async (world: World, args?: Record<string, unknown>) => told(await world.pass(args)).confirmation;
  const use = (world: World, confirmation: unknown, args?: Record<string, unknown>) =>
    world.pass(args, { confirmation } as never);
  const INVALID = 'confirmation_code_invalid';

  test('form; one use', async () => {
    const world = new World('ask');
    const code = await offered(world);
    expect(code).toMatch(/^[A-Za-z0-9_-]{11}$/);
    expect(await use(world, code)).toMatchObject({ kind: 'send', confirmation: 'code' });
    expect(told(await use(world, code)).error).toBe(INVALID);
  });

  test('two uses at once: one', async () => {
    const world = new World('ask');
    const code = await offered(world);
    const both = await Promise.all([use(world, code), use(world, code)]);
    expect(both.map((d) => d.kind).sort()).toEqual(['answer', 'send']);
  });

  test.each([
    [599_999.999, true],
    [600_000, false],
  ])('after %d ms: %s', async (ms, good) => {
    const world = new World('ask');
    const code = await offered(world);
    world.clock.now = ms;
    const decision = await use(world, code);
    if (good) expect(decision.kind).toBe('send');
    else expect(told(decision).error).toBe(INVALID);
  });

  test('unknown; for other changes; spent by the mismatch; before a restart', async () => {
    const world = new World('ask');
    expect(told(await use(world, 'AAAAAAAAAAA')).error).toBe(INVALID);
    const code = await offered(world);
    expect(told(await use(world, code, { id: '1', quality: 'hot ' })).error).toBe(INVALID);
    expect(told(await use(world, code)).error).toBe(INVALID);
    expect(told(await use(new World('ask'), await offered(world))).error).toBe(INVALID);
  });

  test('the thing changed since: it says so', async () => {
    const world = new World('ask');
    const code = await offered(world);
    world.state = { kind: 'read', value: { quality: 'cold' } };
    expect(told(await use(world, code)).error).toBe('plan_changed');
    world.state = { kind: 'read', value: { quality: 'warm' } };
    expect(told(await use(world, code)).error).toBe(INVALID);
  });

  test('a client that can ask may use the code of a form that was dismissed', async () => {
    const world = new World('ask');
    const { confirmation } = told(await world.pass(undefined, {}, during('dismissed')));
    const never: Asking = { way: 'during', ask: () => Promise.reject(new Error('asked again')) };
    expect(await world.pass(undefined, { confirmation } as never, never)).toMatchObject({ kind: 'send' });
  });

  test('strict: none, neither given nor taken', async () => {
    const world = new World('strict');
    expect(told(await world.pass()).error).toBe('confirmation_unavailable');
    for (const confirmation of ['AAAAAAAAAAA', '', null])
      expect(told(await use(world, confirmation)).error).toBe('confirmation_codes_disabled');
    expect(world.keeper.codes.outstanding).toBe(0);
  });

  test('too many: nothing is written, and it says so', async () => {
    const world = new World('ask');
    for (let i = 0; i < 10_000; i++) world.keeper.codes.issue({ subject: 's', whole: 'w' }, `caller ${i}`);
    expect(told(await world.pass())).toMatchObject({ error: 'too_many_confirmations' });
  });
});
