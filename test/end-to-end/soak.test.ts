/**
 * Many mixed calls, 32 in flight, against an API that misbehaves in every way: no answer is lost, no write is without its
 * line, none is sent twice, and memory stays flat. `SOAK_CALLS=20000` for the long form.
 */
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { readOperations } from '../../src/runtime/journal/operations.ts';
import { verify } from '../../src/runtime/journal/verify.ts';
import { chaosOf, FAULTS } from '../../src/sandbox/chaos.ts';
import { startSandbox } from '../../src/sandbox/sandbox.ts';
import { connect } from './clients.ts';

const CALLS = Number(process.env.SOAK_CALLS ?? 600);
const IN_FLIGHT = 32;

test(
  `${CALLS} mixed calls, ${IN_FLIGHT} in flight, with chaos`,
  async () => {
    const file = path.join(mkdtempSync(path.join(tmpdir(), 'nuntius-mcp-soak-')), 'journal.jsonl');
    const sandbox = await startSandbox({ chaos: chaosOf({ faults: FAULTS, rate: 0.1 }) });
    const client = await connect('v1 SDK', {
      settings: {
        NUNTIUS_BASE_URL: sandbox.url,
        NUNTIUS_API_KEY: sandbox.apiKey,
        NUNTIUS_JOURNAL: file,
        NUNTIUS_JOURNAL_MAX_MB: '1',
        NUNTIUS_TIMEOUT_MS: '1500',
      },
    });
    try {
      const answers = new Map<string, number>();
      const memory: number[] = [];
      let next = 0;
      const lane = async () => {
        for (let i = next++; i < CALLS; i = next++) {
          const [name, args] = nth(i);
          const result = await client.call(name, args);
          expect(result.content.length).toBeGreaterThan(0);
          const kind = String(result._meta?.['nuntius-mcp/outcome'] ?? (result.isError ? 'error' : 'answer'));
          answers.set(kind, (answers.get(kind) ?? 0) + 1);
          if (i % Math.ceil(CALLS / 80) === 0) memory.push(residentMegabytes(client.pid));
        }
      };
      const started = performance.now();
      await Promise.all(Array.from({ length: IN_FLIGHT }, lane));
      const seconds = (performance.now() - started) / 1000;
      expect(
        [...answers.values()].reduce((a, b) => a + b, 0),
        'no answer is lost',
      ).toBe(CALLS);

      const received = sandbox.requests
        .filter(({ method, target }) => method !== 'GET' && !target.endsWith('/search'))
        .map(({ body }) => mark(body.toString()));
      expect(new Set(received).size, 'none twice').toBe(received.length);
      const identity = { self: 'test', isAlive: () => undefined };
      const { operations, damaged } = await readOperations(file, { identity, now: new Date(), whole: true });
      const recorded = new Set(operations.map(({ sending }) => mark(JSON.stringify(sending.arguments))));
      expect(
        received.filter((m) => !recorded.has(m)),
        'no write without its line',
      ).toEqual([]);
      expect(
        operations.filter(({ outcome }) => outcome === undefined),
        'each has its outcome',
      ).toEqual([]);
      expect(damaged).toEqual([]);
      const verified = await verify(file);
      expect(verified, JSON.stringify(verified.fault)).toMatchObject({ ok: true, torn: [] });
      expect((await client.call('nuntius_operations_list', {})).isError).toBeUndefined();

      const quarter = (n: number) => median(memory.slice((memory.length * n) / 4, (memory.length * (n + 1)) / 4));
      const figures = {
        calls: CALLS,
        seconds: Math.round(seconds),
        answers: Object.fromEntries(answers),
        received: received.length,
        recorded: operations.length,
        files: verified.files.length,
        megabytes: [0, 1, 2, 3].map(quarter),
      };
      process.stderr.write(`soak: ${JSON.stringify(figures)}\n`);
      // V8 lets the heap grow for the first thousand calls; after that nothing may pile up.
      if (memory.every((mb) => mb > 0)) expect(quarter(3)).toBeLessThan(quarter(1) * 1.3 + 60);
    } finally {
      await client.close();
      await sandbox.close();
    }
  },
  60_000 + CALLS * 60,
);

function nth(i: number): [name: string, args: Record<string, unknown>] {
  const leadId = `lead_0${1 + (i % 9)}`;
  const interest = `soak-${i}-`;
  switch (i % 10) {
    case 0:
    case 1:
      return ['nuntius_leads_create', { customerName: interest, quality: 'hot', confirm: true }];
    case 2:
    case 3:
      return ['nuntius_leads_update', { leadId, interest, confirm: true }];
    case 4:
      return ['nuntius_leads_update', { leadId, interest }];
    case 5:
      return ['nuntius_leads_create', { customerNam: interest, confirm: true }];
    case 6:
      return ['nuntius_leads_list', { limit: 5 }];
    case 7:
      return ['nuntius_contacts_search', { query: 'ruiz' }];
    default:
      return i % 100 === 98 ? ['nuntius_operations_list', { limit: 5 }] : ['nuntius_leads_get', { leadId }];
  }
}

/** What tells one write from every other. */
function mark(text: string): string {
  return /soak-\d+-/.exec(text)?.[0] ?? text;
}

/** 0 where the system does not tell. */
function residentMegabytes(pid: number): number {
  try {
    return Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024);
  } catch {
    return 0;
  }
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
