/** Whatever is done to a line of the journal, the first such line is found. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { headFile } from '../../../src/runtime/journal/head.ts';
import { Journal } from '../../../src/runtime/journal/journal.ts';
import { verify } from '../../../src/runtime/journal/verify.ts';
import { identity, temporaryFolder } from './served.ts';

const LINES = 12;
const file = path.join(temporaryFolder(), 'journal.jsonl');
let sound: string[];
beforeAll(async () => {
  const journal = new Journal(file, { identity });
  for (let i = 0; i < LINES; i++)
    await journal.append({
      event: 'outcome',
      id: String(i).padStart(12, '0'),
      at: '2030-03-04T08:30:00Z',
      outcome: 'done',
    });
  sound = readFileSync(file, 'utf8').split('\n').slice(0, -1);
});

const verified = (lines: string[]) => {
  writeFileSync(file, lines.map((line) => `${line}\n`).join(''));
  return verify(file);
};
const anyLine = fc.nat({ max: LINES - 1 });

it('finds nothing in a sound one', async () => {
  expect(await verified(sound)).toMatchObject({ ok: true, lines: LINES, head: { n: LINES } });
});

it('finds any one character that was changed', async () => {
  await fc.assert(
    fc.asyncProperty(anyLine, fc.nat(), fc.constantFrom('x', '0', '9', '"', ' ', 'é'), async (i, at, character) => {
      const line = sound[i] ?? '';
      const place = at % line.length;
      const altered = line.slice(0, place) + character + line.slice(place + 1);
      fc.pre(altered !== line);
      const { ok, fault } = await verified(sound.with(i, altered));
      expect(ok).toBe(false);
      // From 1; and a false `prev` may as well be a false line before it.
      expect([i, i + 1]).toContain(fault?.at);
    }),
    { numRuns: 400 },
  );
});

it('finds lines that were taken out, wherever', async () => {
  await fc.assert(
    fc.asyncProperty(anyLine, fc.integer({ min: 1, max: 4 }), async (i, count) => {
      const { ok, fault } = await verified(sound.toSpliced(i, count));
      const last = Math.min(i + count, LINES);
      expect(ok).toBe(false);
      expect(fault?.what).toContain(
        last === i + 1 ? `line number ${last} is missing` : `lines number ${i + 1} to ${last}`,
      );
    }),
    { numRuns: 100 },
  );
});

it('finds lines that were swapped, repeated or put in', async () => {
  await fc.assert(
    fc.asyncProperty(anyLine, anyLine, async (i, j) => {
      fc.pre(i !== j);
      const [a = '', b = ''] = [sound[i], sound[j]];
      expect((await verified(sound.with(i, b).with(j, a))).ok).toBe(false);
      expect((await verified(sound.toSpliced(i, 0, b))).ok).toBe(false);
      expect((await verified(sound.toSpliced(i, 0, '{}'))).ok).toBe(false);
    }),
    { numRuns: 60 },
  );
});

it('finds a chain that was made anew from some line on, by the head that is kept beside it', async () => {
  const { createHash } = await import('node:crypto');
  const forged = [...sound];
  for (let i = 5; i < LINES; i++) {
    const line = JSON.parse(forged[i] ?? '');
    const prev = createHash('sha256')
      .update(forged[i - 1] ?? '')
      .digest('hex');
    forged[i] = JSON.stringify({ ...line, prev, ...(i === 5 && { outcome: 'failed' }) });
  }
  const head = readFileSync(headFile(file), 'utf8');
  expect(await verified(forged)).toMatchObject({ ok: false, fault: { at: LINES } });
  // Who also forges the head is found only by a digest that was written down elsewhere.
  rmSync(headFile(file));
  const after = await verified(forged);
  expect(after.ok).toBe(true);
  expect(head).not.toContain(after.head?.digest);
});
