/**
 * Every write of whole catalogues, through the whole call to a server on loopback that counts: in `ask` and `strict` whatever is
 * no approval of this very change writes nothing, and an approval writes exactly what was shown, once. `flag` is as it was.
 */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Catalogue, Tool } from '../../src/catalogue/index.ts';
import { buildCatalogue } from '../../src/codegen/catalogue.ts';
import { readApi } from '../../src/codegen/read-api.ts';
import { catalogue as nuntius } from '../../src/generated/catalogue.ts';
import type { Outcome } from '../../src/runtime/call.ts';
import type { Answer, Asking, ConfirmMode } from '../../src/runtime/gate/decision.ts';
import { actionSummary } from '../../src/runtime/gate/summary.ts';
import { buildRequest } from '../../src/runtime/request/build-request.ts';
import { RequestError } from '../../src/runtime/request/request-error.ts';
import { createService, type Service } from '../../src/runtime/service.ts';
import { readSettings } from '../../src/runtime/settings.ts';
import { checkArguments } from '../../src/runtime/validate/arguments.ts';
import { callOf, SURFACES, type Surface } from '../surfaces.ts';
import { maximalArguments, minimalArguments, NoValidArguments } from '../valid-arguments.ts';
import { type StubApi, stubApi } from './http/stub-api.ts';

const SPECS = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../../shared/specs');
const real = async (file: string): Promise<Catalogue> => {
  const { document } = await readApi(path.join(SPECS, file));
  return buildCatalogue(document, { prefix: 't' });
};
const isThere = (file: string) => existsSync(path.join(SPECS, file));

const APIS: [name: string, load: () => Promise<Catalogue>, present: boolean, least: number][] = [
  ['Nuntius', async () => nuntius, true, 29],
  ['apideck-crm.yaml', () => real('apideck-crm.yaml'), isThere('apideck-crm.yaml'), 20],
  ['intercom-2.15.yaml', () => real('intercom-2.15.yaml'), isThere('intercom-2.15.yaml'), 40],
];

class World {
  version = 0;
  now = 0;
  writes: { method: string; target: string; body: string }[] = [];
  reads = 0;
  api!: StubApi;
  service!: Service;

  constructor(
    readonly catalogue: Catalogue,
    readonly mode: ConfirmMode,
    readonly surface: Surface,
  ) {}

  async start(): Promise<this> {
    this.api = await stubApi((request, response) => {
      if (['GET', 'HEAD'].includes(request.method)) this.reads++;
      else this.writes.push({ method: request.method, target: request.target, body: request.body.toString('utf8') });
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ name: 'The thing', version: this.version }));
    });
    this.restart();
    return this;
  }

  restart() {
    const environment = { T_BASE_URL: this.api.url.href, T_CONFIRM: this.mode };
    const settings = readSettings('t', environment, () => '');
    this.service = createService({ ...this.catalogue, api: { ...this.catalogue.api, baseUrl: '/' } }, settings, {
      version: '1',
      now: () => this.now,
      discover: this.surface === 'discover',
    });
  }

  async call(tool: Tool, args: Record<string, unknown>, asking: Asking = { way: 'none' }): Promise<Outcome> {
    const [name, given] = callOf(this.surface, this.catalogue.api.prefix, tool, args);
    return this.service.call(name, given, { caller: 'me', asking, signal: new AbortController().signal });
  }

  /** What was written since the last look. */
  taken() {
    return this.writes.splice(0);
  }
}

const during = (answer: Answer, seen: string[] = [], then = () => {}): Asking => ({
  way: 'during',
  ask: async (question) => {
    seen.push(question);
    then();
    return answer;
  },
});
const told = (outcome: Outcome): Record<string, string> => {
  if (outcome.kind !== 'result') throw new Error('a question');
  return JSON.parse((outcome.result.content[0] as { text: string }).text);
};
const asked = (outcome: Outcome): { state: string; question: string } => {
  if (outcome.kind !== 'ask') throw new Error(JSON.stringify(outcome));
  return outcome;
};

describe.each(APIS.filter(([, , present]) => present))('%s', (_, load, __, least) => {
  let catalogue: Catalogue;
  let writes: { tool: Tool; args: Record<string, unknown>; other: Record<string, unknown> | undefined }[];

  beforeAll(async () => {
    const whole = await load();
    // No credentials, no servers of their own: everything goes to the one that counts.
    catalogue = { ...whole, tools: whole.tools.map(({ security: _s, server: _v, ...tool }) => tool) };
    writes = catalogue.tools
      .filter((tool) => tool.type === 'Escritura')
      .flatMap((tool) => {
        try {
          const args = usable(tool, maximalArguments(tool)) ?? usable(tool, minimalArguments(tool));
          const least = usable(tool, minimalArguments(tool));
          return args === undefined ? [] : [{ tool, args, other: differs(tool, args, least) ? least : undefined }];
        } catch (error) {
          if (error instanceof NoValidArguments) return [];
          throw error;
        }
      });
    expect(writes.length).toBeGreaterThanOrEqual(least);
  });

  describe.each(SURFACES.flatMap((surface) => (['ask', 'strict'] as const).map((mode) => [surface, mode] as const)))(
    '%s, %s',
    (surface, mode) => {
      let world: World;
      beforeAll(async () => {
        world = await new World(catalogue, mode, surface).start();
      });
      afterAll(() => world.api[Symbol.asyncDispose]());

      test('declined, unticked, dismissed, timed out, unaskable, cancelled: zero writes', async () => {
        for (const { tool, args } of writes)
          for (const answer of ['declined', 'unticked', 'dismissed', 'timed_out', 'unaskable', 'cancelled'] as const) {
            await world.call(tool, { ...args, confirm: true }, during(answer));
            const { state } = asked(await world.call(tool, args, { way: 'retry' }));
            await world.call(tool, args, { way: 'retry', state, answer });
            // The answer that comes after it is too late.
            await world.call(tool, args, { way: 'retry', state, answer: 'ticked' });
          }
        expect(world.taken()).toEqual([]);
      });

      test('forged, expired, of another question, of another process, without a question: zero writes', async () => {
        for (const { tool, args, other } of writes) {
          const retry = (state: unknown, given = args) =>
            world.call(tool, given, { way: 'retry', state, answer: 'ticked' });
          const { state } = asked(await world.call(tool, args, { way: 'retry', answer: 'ticked' }));
          const flipped = state.endsWith('A') ? 'B' : 'A';
          for (const forged of [`${state.slice(0, -1)}${flipped}`, state.slice(1), 'x', 5, null]) await retry(forged);
          if (other) {
            await retry(state, other);
            await retry(state);
          }
          const late = asked(await world.call(tool, args, { way: 'retry' })).state;
          world.now += 600_000;
          await retry(late);
        }
        const foreign = await Promise.all(
          writes.map(async ({ tool, args }) => asked(await world.call(tool, args, { way: 'retry' })).state),
        );
        world.restart();
        for (const [i, { tool, args }] of writes.entries())
          await world.call(tool, args, { way: 'retry', state: foreign[i], answer: 'ticked' });
        expect(world.taken()).toEqual([]);
      });

      test('changed while the person thought: zero writes', async () => {
        let changed = 0;
        for (const { tool, args } of writes) {
          const reads = world.reads;
          const outcome = await world.call(
            tool,
            args,
            during('ticked', [], () => void world.version++),
          );
          if (world.reads === reads) {
            world.taken();
            continue;
          }
          changed++;
          expect(told(outcome).error, tool.name).toBe('plan_changed');
          const { state } = asked(await world.call(tool, args, { way: 'retry' }));
          world.version++;
          expect(told(await world.call(tool, args, { way: 'retry', state, answer: 'ticked' })).error).toBe(
            'plan_changed',
          );
          expect(world.taken(), tool.name).toEqual([]);
        }
        expect(changed).toBeGreaterThan(0);
      });

      test('a client that cannot ask: zero writes; a code counts in ask alone, once, for the same', async () => {
        for (const { tool, args, other } of writes) {
          const offered = told(await world.call(tool, { ...args, confirm: true }));
          expect(world.taken()).toEqual([]);
          if (mode === 'strict') {
            expect(offered.error).toBe('confirmation_unavailable');
            expect(told(await world.call(tool, { ...args, confirmation: 'AAAAAAAAAAA' })).error).toBe(
              'confirmation_codes_disabled',
            );
          } else {
            await world.call(tool, { ...args, confirmation: offered.confirmation });
            expect(world.taken(), tool.name).toEqual([sent(tool, args)]);
            await world.call(tool, { ...args, confirmation: offered.confirmation });
            if (other) {
              const { confirmation } = told(await world.call(tool, args));
              await world.call(tool, { ...other, confirmation });
              await world.call(tool, { ...args, confirmation });
            }
            const { confirmation } = told(await world.call(tool, args));
            world.now += 600_000;
            await world.call(tool, { ...args, confirmation });
          }
          expect(world.taken(), tool.name).toEqual([]);
        }
      });

      test('approved: exactly one write, equal to what was shown; the same answer again writes nothing more', async () => {
        for (const { tool, args } of writes) {
          const seen: string[] = [];
          await world.call(tool, args, during('ticked', seen));
          expect(world.taken(), tool.name).toEqual([sent(tool, args)]);
          const { state, question } = asked(await world.call(tool, args, { way: 'retry' }));
          expect(seen).toEqual([question]);
          const both = [0, 1].map(() => world.call(tool, args, { way: 'retry', state, answer: 'ticked' }));
          const [first, second] = await Promise.all(both);
          expect(second).toEqual(first);
          expect(await world.call(tool, args, { way: 'retry', state, answer: 'ticked' })).toEqual(first);
          expect(world.taken(), tool.name).toEqual([sent(tool, args)]);
          // Its last line is the request, without what masks and escapes may add.
          expect(question.split('\n').at(-1)).toContain(`(${tool.name})`);
          expect(question).not.toMatch(/[^\P{C}\n]/u);
        }
      });
    },
  );

  test.each(SURFACES)('%s, flag: byte for byte as before', async (surface) => {
    const world = await new World(catalogue, 'flag', surface).start();
    for (const { tool, args } of writes) {
      const outcome = await world.call(tool, args, during('ticked'));
      expect(outcome).toEqual({
        kind: 'result',
        result: {
          isError: true,
          content: [
            {
              type: 'text',
              text: JSON.stringify(
                {
                  error: 'confirmation_required',
                  message: 'This action requires confirmation. Review the summary and call again with confirm: true.',
                  action_summary: actionSummary(
                    tool,
                    buildRequest(tool, checkedArgs(tool, args)).path,
                    checkedArgs(tool, args),
                  ),
                },
                null,
                2,
              ),
            },
          ],
        },
      });
    }
    expect([world.reads, world.taken()]).toEqual([0, []]);
    for (const { tool, args } of writes) {
      await world.call(tool, { ...args, confirm: true });
      expect(world.taken(), tool.name).toEqual([sent(tool, args)]);
    }
    await world.api[Symbol.asyncDispose]();
  });
});

test.skipIf(isThere('apideck-crm.yaml'))('two real descriptions: skipped, they are not here', () => {
  expect(APIS.filter(([, , present]) => present)).toHaveLength(1);
});

function checkedArgs(tool: Tool, args: Record<string, unknown>): Record<string, unknown> {
  const check = checkArguments(tool, args);
  if (!check.ok) throw new Error(`${tool.name}: ${JSON.stringify(check.problems)}`);
  return check.args;
}

/** Arguments of which a request can be built; some schema-made ones have none, such as a file name in a header. */
function usable(tool: Tool, args: Record<string, unknown>): Record<string, unknown> | undefined {
  try {
    buildRequest(tool, checkedArgs(tool, args));
    return args;
  } catch (error) {
    if (error instanceof RequestError) return undefined;
    throw error;
  }
}

function differs(tool: Tool, a: Record<string, unknown>, b: Record<string, unknown> | undefined): boolean {
  return b !== undefined && JSON.stringify(sent(tool, a)) !== JSON.stringify(sent(tool, b));
}

/** What these arguments come to on the wire; a boundary is made anew each time. */
function sent(tool: Tool, args: Record<string, unknown>) {
  const { method, path: at, query, body } = buildRequest(tool, checkedArgs(tool, args));
  const text =
    body === undefined
      ? ''
      : body.kind === 'multipart'
        ? expect.stringContaining('form-data')
        : body.kind === 'binary'
          ? Buffer.from(body.bytes).toString('utf8')
          : body.text;
  return { method, target: query === '' ? at : `${at}?${query}`, body: text };
}
