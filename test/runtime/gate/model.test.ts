/**
 * A random walk: calls, answers, retries, codes, replays, forgeries, clock jumps, changes elsewhere and restarts, beside a
 * model that knows only what a person agreed to. Whatever the order: no write without an approval of that very change that is
 * still good, and never two on one.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Tool } from '../../../src/catalogue/index.ts';
import { catalogue } from '../../../src/generated/catalogue.ts';
import { type CallContext, call, type Outcome } from '../../../src/runtime/call.ts';
import { meantIn } from '../../../src/runtime/discover/meant.ts';
import { Codes } from '../../../src/runtime/gate/codes.ts';
import type { Answer, Asking, ConfirmMode, Keeper } from '../../../src/runtime/gate/decision.ts';
import { Rounds } from '../../../src/runtime/gate/rounds.ts';
import { refused, type ToolResult } from '../../../src/runtime/results.ts';
import { callOf, type Surface } from '../../surfaces.ts';
import { testTool } from '../validate/tool.ts';

const LIFE = 600_000;
const TOOLS: Tool[] = ['t_a', 't_b'].map((name) => ({
  ...testTool({ method: 'PATCH', properties: { id: {}, v: {} }, places: { id: 'path' } }),
  name,
  path: '/things/{id}',
  body: { mediaType: 'application/json', kind: 'json' as const, required: true },
}));

/** The same two behind the tools of `--discover`. */
const FIND = meantIn({ ...catalogue, api: { ...catalogue.api, prefix: 't' }, tools: TOOLS }, new Set());

/** What a change is, to the model: which tool with which values, and the thing as it was. */
interface Change {
  tool: number;
  id: string;
  v: string;
}

/** Something that a person was shown, and what may still come of it. */
interface Ticket {
  change: Change;
  /** Of the thing, when it was shown. */
  version: number;
  issued: number;
  process: number;
  secret: string;
  /** Used up, by whatever it was used for. */
  spent: boolean;
}

class World {
  now = 0;
  process = 0;
  versions: Record<string, number> = { '1': 0, '2': 0 };
  keeper: Keeper;
  /** What the API received. */
  sent: string[] = [];
  /** Approvals that the model knows of, each good for one write. */
  approved: string[] = [];
  codes: Ticket[] = [];
  states: Ticket[] = [];

  #turn = 1;

  /** Now the one, now the other, in no order that the steps follow. */
  surface(): Surface {
    this.#turn = (this.#turn * 25_173 + 13_849) % 65_536;
    return this.#turn < 32_768 ? 'listed' : 'discover';
  }

  constructor(readonly mode: ConfirmMode) {
    this.keeper = this.start();
  }

  start(): Keeper {
    const now = () => this.now;
    return {
      mode: this.mode,
      scope: { api: 'https://api.example/', account: 'a' },
      codes: new Codes(now),
      rounds: new Rounds<ToolResult>(now, refused({ error: 'already_answered', message: '' })),
      language: 'en',
    };
  }

  restart() {
    this.process++;
    this.keeper = this.start();
  }

  key({ tool, id, v }: Change): string {
    return `${tool} ${id} ${v}`;
  }

  /** On either surface: what was shown on one may be answered on the other. */
  async call(
    change: Change,
    more: Record<string, unknown>,
    asking: Asking,
    surface = this.surface(),
  ): Promise<Outcome> {
    const context: CallContext = {
      tools: new Map(TOOLS.map((t) => [t.name, t])),
      own: new Map(),
      keeper: this.keeper,
      caller: 'me',
      asking,
      signal: new AbortController().signal,
      checkTarget: () => {},
      readState: async ({ args }) => ({
        state: { kind: 'read', value: { version: this.versions[args.id as string] } },
      }),
      send: async (plan) => {
        this.sent.push(this.key({ tool: TOOLS.indexOf(plan.tool), ...(plan.args as { id: string; v: string }) }));
        return { content: [{ type: 'text', text: `write ${this.sent.length}` }] };
      },
    } as CallContext;
    const tool = TOOLS[change.tool] as Tool;
    const [name, given] = callOf(surface, 't', tool, { id: change.id, v: change.v, ...more });
    if (surface === 'listed') return call(name, given, context);
    const meant = FIND(name, given);
    if (meant?.kind !== 'call') throw new Error(`${name} is no call`);
    return call(meant.name, meant.given, { ...context, tools: meant.tools });
  }

  ticket(change: Change, secret: string): Ticket {
    const version = this.versions[change.id] ?? 0;
    return { change, version, issued: this.now, process: this.process, secret, spent: false };
  }

  isGood(ticket: Ticket, change: Change): boolean {
    return (
      !ticket.spent &&
      ticket.process === this.process &&
      this.now < ticket.issued + LIFE &&
      this.key(ticket.change) === this.key(change) &&
      ticket.version === this.versions[change.id]
    );
  }

  /** A code in an answer is one more ticket. */
  noteCode(change: Change, outcome: Outcome, version = this.versions[change.id] ?? 0) {
    if (outcome.kind !== 'result') return;
    const text = (outcome.result.content[0] as { text: string }).text;
    if (!text.startsWith('{')) return;
    const { confirmation } = JSON.parse(text) as { confirmation?: string };
    if (this.mode === 'strict') expect(confirmation).toBeUndefined();
    if (confirmation !== undefined && !this.codes.some((c) => c.secret === confirmation))
      this.codes.push({ ...this.ticket(change, confirmation), version });
  }

  /** Exactly what was approved since the last look was sent: nothing else, nothing twice, nothing lost. */
  check(what: string) {
    expect(this.sent, what).toEqual(this.approved);
  }
}

type Step = (world: World) => Promise<string>;

const change = fc.record({ tool: fc.nat(1), id: fc.constantFrom('1', '2'), v: fc.constantFrom('x', 'y') });
const answer = fc.constantFrom<Answer>(
  'ticked',
  'ticked',
  'unticked',
  'declined',
  'dismissed',
  'timed_out',
  'unaskable',
  'cancelled',
);
const pick = fc.nat(1000);

const steps: fc.Arbitrary<Step> = fc.oneof(
  // A client that cannot ask.
  change.map(
    (c): Step =>
      async (w) => {
        w.noteCode(c, await w.call(c, { confirm: true }, { way: 'none' }));
        return 'call, no form';
      },
  ),
  // A client that asks during the call; meanwhile the thing may change, or the process.
  fc.tuple(change, answer, fc.boolean()).map(
    ([c, a, changes]): Step =>
      async (w) => {
        const asking: Asking = {
          way: 'during',
          ask: async () => {
            if (changes) w.versions[c.id] = (w.versions[c.id] ?? 0) + 1;
            return a;
          },
        };
        if (a === 'ticked' && !changes) w.approved.push(w.key(c));
        // What a code is for is what was shown: before the change.
        const { [c.id]: version } = w.versions;
        w.noteCode(c, await w.call(c, {}, asking), version);
        return `form: ${a}${changes ? ', changed' : ''}`;
      },
  ),
  // The first call of 2026-07-28, perhaps with an answer of its own invention.
  fc.tuple(change, fc.boolean()).map(
    ([c, early]): Step =>
      async (w) => {
        const outcome = await w.call(c, {}, { way: 'retry', ...(early && { answer: 'ticked' as const }) });
        expect(outcome.kind).toBe('ask');
        if (outcome.kind === 'ask') w.states.push(w.ticket(c, outcome.state));
        return 'asked';
      },
  ),
  // An answer with some state: its own, another's, used, expired, of another process, altered.
  fc.tuple(pick, answer, fc.option(change), fc.integer({ min: 0, max: 9 })).map(
    ([at, a, other, luck]): Step =>
      async (w) => {
        const ticket = w.states[at % Math.max(1, w.states.length)];
        if (ticket === undefined) return 'no state';
        const c = other ?? ticket.change;
        const altered = luck === 0;
        const state = altered
          ? `${ticket.secret.slice(0, -1)}${ticket.secret.endsWith('A') ? 'B' : 'A'}`
          : ticket.secret;
        if (!altered) {
          if (a === 'ticked' && w.isGood(ticket, c)) w.approved.push(w.key(c));
          // It opens, so it is used up, whatever for.
          if (ticket.process === w.process && w.now < ticket.issued + LIFE) ticket.spent = true;
        }
        w.noteCode(c, await w.call(c, {}, { way: 'retry', state, answer: a }));
        return `answer: ${a}`;
      },
  ),
  // The same answer twice at once.
  fc.tuple(pick, answer).map(
    ([at, a]): Step =>
      async (w) => {
        const ticket = w.states[at % Math.max(1, w.states.length)];
        if (ticket === undefined) return 'no state';
        const { change: c, secret: state } = ticket;
        if (a === 'ticked' && w.isGood(ticket, c)) w.approved.push(w.key(c));
        if (ticket.process === w.process && w.now < ticket.issued + LIFE) ticket.spent = true;
        const outcomes = await Promise.all([1, 2].map(() => w.call(c, {}, { way: 'retry', state, answer: a })));
        for (const outcome of outcomes) w.noteCode(c, outcome);
        return 'the same answer twice at once';
      },
  ),
  // A code: its own, another's, used, expired, of another process, invented; once or twice at once.
  fc.tuple(pick, fc.option(change), fc.integer({ min: 0, max: 9 }), fc.boolean()).map(
    ([at, other, luck, twice]): Step =>
      async (w) => {
        const ticket = w.codes[at % Math.max(1, w.codes.length)];
        if (ticket === undefined) return 'no code';
        const c = other ?? ticket.change;
        const confirmation = luck === 0 ? 'AAAAAAAAAAA' : ticket.secret;
        if (luck !== 0 && w.mode === 'ask') {
          if (w.isGood(ticket, c)) w.approved.push(w.key(c));
          if (ticket.process === w.process) ticket.spent = true;
        }
        const asking: Asking = { way: 'during', ask: () => Promise.reject(new Error('a code asks nobody')) };
        await Promise.all((twice ? [1, 2] : [1]).map(() => w.call(c, { confirmation }, asking)));
        return 'code';
      },
  ),
  fc.constantFrom(1, 1000, 299_999, 599_999, 600_000, 700_000).map(
    (ms): Step =>
      async (w) => {
        w.now += ms;
        return `${ms} ms later`;
      },
  ),
  fc.constantFrom('1', '2').map(
    (id): Step =>
      async (w) => {
        w.versions[id] = (w.versions[id] ?? 0) + 1;
        return 'changed elsewhere';
      },
  ),
  fc.constant<Step>(async (w) => {
    w.restart();
    return 'restart';
  }),
);

test.each(['ask', 'strict'] as const)(
  '%s: no order of events writes what was not approved, or twice on one approval',
  async (mode) => {
    let writes = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(steps, { maxLength: 40, size: 'max' }), async (walk) => {
        const world = new World(mode);
        const told: string[] = [];
        for (const step of walk) {
          told.push(await step(world));
          world.check(told.join('; '));
        }
        writes += world.sent.length;
      }),
      { numRuns: 600 },
    );
    // The walk does come to write.
    expect(writes).toBeGreaterThan(150);
  },
);

test('flag: only confirm: true writes, each time one', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(change, fc.oneof(fc.constant(true), fc.jsonValue()))), async (walk) => {
      const world = new World('flag');
      for (const [c, confirm] of walk) {
        if (confirm === true) world.approved.push(world.key(c));
        await world.call(c, { confirm }, { way: 'during', ask: async () => 'ticked' });
        world.check(JSON.stringify(confirm));
      }
    }),
    { numRuns: 100 },
  );
});

test('calls at once, answered in any order, do not mix their answers', async () => {
  const values = fc.array(fc.tuple(change, answer), { minLength: 2, maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(values, fc.infiniteStream(fc.nat(1000)), async (all, order) => {
      const world = new World('ask');
      const waiting: (() => void)[] = [];
      const calls = all.map(([c, a], i) => {
        // Values apart, so that each write is known.
        const own = { ...c, v: `${c.v}${i}` };
        if (a === 'ticked') world.approved.push(world.key(own));
        const asking: Asking = {
          way: 'during',
          ask: (question) =>
            new Promise((resolve) => {
              expect(question).toContain(` → ${own.v}\n`);
              waiting.push(() => resolve(a));
            }),
        };
        return world.call(own, {}, asking);
      });
      for (let answered = 0; answered < all.length; ) {
        await new Promise((resolve) => setImmediate(resolve));
        const [next] = waiting.splice((order.next().value ?? 0) % Math.max(1, waiting.length), 1);
        if (next !== undefined) answered++;
        next?.();
      }
      await Promise.all(calls);
      expect([...world.sent].sort()).toEqual([...world.approved].sort());
    }),
    { numRuns: 150 },
  );
});
