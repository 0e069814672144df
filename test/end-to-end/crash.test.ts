/**
 * The built program, killed at random moments while it writes to a sandbox in another process: nothing that the sandbox
 * received is missing from the journal, nothing was sent twice, and the next start says what is unresolved.
 * `CRASH_ROUNDS=300` for the long form.
 */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { readOperations } from '../../src/runtime/journal/operations.ts';
import { verify } from '../../src/runtime/journal/verify.ts';
import { type Sandbox, startSandbox } from '../../src/sandbox/sandbox.ts';
import { DISCOVER } from '../surfaces.ts';
import { RawServer, run } from './program.ts';

const ROUNDS = Number(process.env.CRASH_ROUNDS ?? (DISCOVER ? 6 : 12));
const WRITES = 8;
/** Longest time from the first write to the end of the process, ms. */
const LONGEST_LIFE = 250;

/** No process of the rounds lives any more when the journal is read. */
const nobody = { self: 'test', isAlive: () => false };

test(
  `killed ${ROUNDS} times while it writes: every write is on record, none twice`,
  async () => {
    const file = path.join(mkdtempSync(path.join(tmpdir(), 'nuntius-mcp-crash-')), 'journal.jsonl');
    let arrived = () => {};
    const sandbox = await startSandbox({
      chaos: ({ method }) => {
        if (method !== 'GET') arrived();
        return { delayMs: Math.random() * 15 };
      },
    });
    /** Resolves when so many writes more have arrived. */
    const arrivals = (count: number) =>
      new Promise<void>((resolve) => {
        let left = count;
        arrived = () => void (--left <= 0 && resolve());
      });
    try {
      let unresolved: string[] = [];
      for (let round = 0; round < ROUNDS; round++) {
        await killed(round, sandbox, arrivals, file, unresolved);
        const { operations } = await readOperations(file, { identity: nobody, now: new Date() });
        unresolved = operations.filter(({ status }) => status === 'unknown').map(({ sending }) => sending.id);
      }
      // What was on its way arrives.
      await wait(200);

      const received = sandbox.requests
        .filter(({ method }) => method !== 'GET')
        .map(({ body }) => nameIn(body.toString()));
      const { operations, damaged } = await readOperations(file, { identity: nobody, now: new Date(), whole: true });
      const recorded = new Map(operations.map((o) => [String(o.sending.arguments.customerName), o.status]));
      expect(new Set(received).size, 'none twice').toBe(received.length);
      expect(received.filter((name) => !['done', 'unknown'].includes(recorded.get(name) ?? 'missing'))).toEqual([]);
      const done = [...recorded].filter(([, status]) => status === 'done').map(([name]) => name);
      expect(
        done.filter((name) => !received.includes(name)),
        'done and never sent',
      ).toEqual([]);
      expect(new Set(operations.map(({ sending }) => sending.id)).size).toBe(operations.length);
      expect(damaged.filter(({ torn }) => !torn)).toEqual([]);
      const checked = await verify(file);
      expect(checked, JSON.stringify(checked.fault)).toMatchObject({ ok: true });
      const ran = await run(['journal', '--verify', '--file', file]);
      expect(ran).toMatchObject({ code: 0 });
      const figures = {
        rounds: ROUNDS,
        received: received.length,
        recorded: operations.length,
        done: done.length,
        unresolved: unresolved.length,
        lines: checked.lines,
        torn: checked.torn.length,
      };
      process.stderr.write(`crash: ${JSON.stringify(figures)}\n`);
      expect(received.length).toBeGreaterThan(0);
    } finally {
      await sandbox.close();
    }
  },
  ROUNDS * 10_000,
);

/** One life: starts, tells what is unresolved, writes, and is killed. */
async function killed(
  round: number,
  sandbox: Sandbox,
  arrivals: (count: number) => Promise<void>,
  file: string,
  unresolved: string[],
): Promise<void> {
  const settings = { NUNTIUS_BASE_URL: sandbox.url, NUNTIUS_API_KEY: sandbox.apiKey, NUNTIUS_JOURNAL: file };
  await using server = new RawServer(['serve'], settings);
  let told = '';
  server.child.stderr?.on('data', (text: string) => {
    told += text;
  });
  await server.initialize();
  await server.request('read', 'tools/call', { name: 'nuntius_leads_get', arguments: { leadId: 'lead_01' } });
  // The report names the latest ten; every one of the round before is among them.
  const due = unresolved.slice(-10);
  while (due.some((id) => !told.includes(`operation ${id} `))) await Promise.race([wait(5), server.done]);

  // At any moment; or just after one of the writes has arrived.
  const life = wait(Math.random() * LONGEST_LIFE);
  const end =
    round % 2 === 0 ? life : arrivals(1 + Math.floor(Math.random() * WRITES)).then(() => wait(Math.random() * 20));
  for (let i = 0; i < WRITES; i++) {
    const customerName = `crash-${round}-${i}`;
    const params = { name: 'nuntius_leads_create', arguments: { customerName, quality: 'hot', confirm: true } };
    server.send({ id: i, method: 'tools/call', params });
  }
  await end;
  server.child.kill('SIGKILL');
  await server.done;
}

function nameIn(body: string): string {
  return (JSON.parse(body) as { customerName: string }).customerName;
}
