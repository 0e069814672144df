/** Lines on disk: chained, flushed, several writers, torn ends, rotation. */
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { Journal } from '../../../src/runtime/journal/journal.ts';
import { type Line, lineDigest, type SendingLine } from '../../../src/runtime/journal/line.ts';
import { acquireLock } from '../../../src/runtime/journal/lock.ts';
import { verify } from '../../../src/runtime/journal/verify.ts';
import { identity, temporaryFolder } from './served.ts';

let file: string;
beforeEach(() => {
  file = path.join(temporaryFolder(), 'state', 'journal.jsonl');
});

let count = 0;
const id = () => (++count).toString(16).padStart(12, '0');
const sending = (more: Partial<SendingLine> = {}): SendingLine => ({
  event: 'sending',
  id: id(),
  at: '2030-03-04T08:30:00.000Z',
  api: 'api',
  account: 'account',
  tool: 't_things_update',
  method: 'PATCH',
  path: '/things/1',
  arguments: { id: 1, name: 'Ñandú' },
  fingerprint: 'f',
  confirmed: 'person',
  process: identity.self,
  ...more,
});
const outcome = (of: string, kind: 'done' | 'unknown' = 'done') =>
  ({ event: 'outcome', id: of, at: '2030-03-04T08:30:01.000Z', outcome: kind }) as const;
const open = (more: Partial<ConstructorParameters<typeof Journal>[1]> = {}) => new Journal(file, { identity, ...more });
const raw = (of = file) => readFileSync(of, 'utf8').split('\n').slice(0, -1);
const lines = (of = file) => raw(of).map((text) => JSON.parse(text) as Line);

describe('lines', () => {
  it('carry their number and the digest of the line before, in a file that only its owner reads', async () => {
    const journal = open();
    await journal.append(sending());
    await Promise.all([journal.append(sending()), journal.append(sending())]);
    expect(lines().map(({ n }) => n)).toEqual([1, 2, 3]);
    expect(lines().map(({ prev }) => prev)).toEqual([
      '0'.repeat(64),
      lineDigest(raw()[0] ?? ''),
      lineDigest(raw()[1] ?? ''),
    ]);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(statSync(path.dirname(file)).mode & 0o777).toBe(0o700);
    expect(existsSync(`${file}.lock`)).toBe(false);
    expect(await verify(file)).toMatchObject({ ok: true, lines: 3, torn: [] });
  });

  it('makes the file private where it was not', async () => {
    mkdirSync(path.dirname(file));
    writeFileSync(file, '', { mode: 0o644 });
    await open().append(sending());
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it('go on where another process left off', async () => {
    await open().append(sending());
    await open().append(sending());
    expect(lines().map(({ n }) => n)).toEqual([1, 2]);
    expect((await verify(file)).ok).toBe(true);
  });

  it('of many writers at once are one chain', async () => {
    const writers = Array.from({ length: 6 }, () => open());
    await Promise.all(writers.flatMap((w) => Array.from({ length: 40 }, () => w.append(sending()))));
    expect(lines().map(({ n }) => n)).toEqual(Array.from({ length: 240 }, (_, i) => i + 1));
    expect((await verify(file)).ok).toBe(true);
  });
});

describe('a torn line', () => {
  it.each([
    ['half of one', (whole: string) => whole.slice(0, whole.length / 2), 2],
    ['one character', () => '{', 2],
    ['all but the line break', (whole: string) => whole, 3],
  ])('%s: is closed, told as torn, and the chain goes on', async (_, tear, next) => {
    const journal = open();
    await journal.append(sending());
    const whole = JSON.stringify({ n: 2, prev: lineDigest(raw()[0] ?? ''), ...sending() });
    appendFileSync(file, tear(whole));
    const torn = next === 2 ? [{ file, at: 2, torn: true }] : [];
    expect((await journal.read()).damaged).toEqual(torn);
    expect((await verify(file)).ok).toBe(true);
    await open().append(sending());
    expect((await journal.read()).damaged).toEqual(torn);
    expect(JSON.parse(raw()[2] ?? '').n).toBe(next);
    expect(await verify(file)).toMatchObject({ ok: true, torn: next === 2 ? [{ file, at: 2 }] : [] });
  });
});

describe('a damaged line', () => {
  it('is named, and the others are read', async () => {
    const journal = open();
    const first = sending();
    await journal.append(first);
    await journal.append(sending());
    await journal.append(outcome(first.id));
    const broken = raw();
    broken[1] = 'x';
    writeFileSync(file, `${broken.join('\n')}\n`);
    const { operations, damaged } = await journal.read();
    expect(damaged).toEqual([{ file, at: 2, torn: false }]);
    expect(operations.map(({ status }) => status)).toEqual(['done']);
    expect((await verify(file)).fault).toEqual({
      file,
      at: 2,
      what: 'this line is damaged: it is no line of a journal',
    });
  });
});

describe('operations', () => {
  it('are under way while their process lives, then of unknown outcome', async () => {
    const journal = open({ now: () => new Date('2030-03-04T08:31:00Z') });
    await journal.append(sending());
    await journal.append(sending({ process: 'test/2' }));
    await journal.append(sending({ process: 'elsewhere/7' }));
    expect((await journal.read()).operations.map(({ status }) => status)).toEqual(['sending', 'unknown', 'unknown']);
    const later = open({ now: () => new Date('2030-03-04T10:30:00Z') });
    expect((await later.read()).operations[0]?.status).toBe('unknown');
  });
});

describe('what cannot be written', () => {
  it.each([
    ['a part of the path is a file', () => writeFileSync(path.dirname(file), ''), 'journal_unwritable'],
    ['it is a folder', () => mkdirSync(file, { recursive: true }), 'journal_unwritable'],
  ])('%s', async (_, spoil, code) => {
    spoil();
    await expect(open().append(sending())).rejects.toMatchObject({ code, message: expect.stringContaining(file) });
  });

  it('is refused by a guard, which sees what others wrote', async () => {
    const journal = open();
    const one = sending();
    await open().append(one);
    const seen: string[] = [];
    const refused = journal.append(sending(), ({ operations }) => {
      seen.push(...operations.map(({ sending: s }) => s.id));
      return 'no';
    });
    await expect(refused).rejects.toMatchObject({ code: 'journal_refused', message: 'no' });
    expect(seen).toEqual([one.id]);
    expect(raw()).toHaveLength(1);
    await journal.append(sending());
    expect(raw()).toHaveLength(2);
  });
});

describe('rotation', () => {
  const day = (n: number) => new Date(Date.UTC(2030, 2, n, 12));
  const at = (n: number) => day(n).toISOString();

  it('by size: what undo needs comes along, and the chain runs through all files', async () => {
    const journal = open({ retention: { maxBytes: 4_000 }, now: () => day(5) });
    const undoable = sending({ state: { value: { name: 'before' } }, at: at(5) });
    await journal.append(undoable);
    await journal.append({ ...outcome(undoable.id), thing: { id: 1 } });
    const unknown = sending({ process: 'test/2', at: at(5) });
    await journal.append(unknown);
    for (let i = 0; i < 60; i++) {
      const plain = sending({ at: at(5) });
      await journal.append(plain);
      await journal.append(outcome(plain.id));
    }
    const files = readdirSync(path.dirname(file)).filter((name) => /\d{12}\.jsonl$/.test(name));
    expect(files.length).toBeGreaterThan(3);
    expect(statSync(file).size).toBeLessThan(6_000);
    const { operations } = await journal.read();
    expect(operations.slice(0, 2)).toMatchObject([
      { sending: { id: undoable.id, state: { value: { name: 'before' } } }, status: 'done' },
      { sending: { id: unknown.id }, status: 'unknown' },
    ]);
    expect((await journal.read({ whole: true })).operations).toHaveLength(62);
    expect(await verify(file)).toMatchObject({ ok: true });
    const numbers = [...files.map((name) => path.join(path.dirname(file), name)), file].flatMap((f) =>
      lines(f).map(({ n }) => n),
    );
    expect(numbers).toEqual(numbers.map((_, i) => i + 1));
  });

  it('by age; and files that are older than is to be kept go', async () => {
    let today = 1;
    const journal = open({ retention: { maxAgeDays: 5, keepDays: 30 }, now: () => day(today) });
    for (today = 1; today <= 80; today++) await journal.append(sending({ at: at(today) }));
    const files = readdirSync(path.dirname(file)).filter((name) => name.endsWith('.jsonl'));
    expect(files.length).toBeGreaterThan(2);
    expect(await verify(file)).toMatchObject({ ok: true });
    const { operations } = await journal.read({ whole: true });
    const oldest = Math.min(...operations.map(({ sending: s }) => Date.parse(s.at)));
    expect(oldest).toBeGreaterThanOrEqual(day(80 - 30 - 5).getTime());
    expect(oldest).toBeLessThan(day(80 - 15).getTime());
  });

  it('an archive that was taken away is missed', async () => {
    const journal = open({ retention: { maxBytes: 3_000 } });
    for (let i = 0; i < 40; i++) await journal.append(sending());
    const [first = '', second = ''] = readdirSync(path.dirname(file))
      .filter((name) => /\d{12}\.jsonl$/.test(name))
      .sort();
    const { rmSync } = await import('node:fs');
    rmSync(path.join(path.dirname(file), second));
    expect((await verify(file)).fault?.what).toMatch(/^lines number \d+ to \d+ are missing before here$/);
    rmSync(path.join(path.dirname(file), first));
    expect((await verify(file)).fault?.what).toMatch(/^lines number 1 to \d+ are missing before here$/);
  });
});

describe('lines cut off the end', () => {
  it('are missed, and the gap is not closed over by what is written later', async () => {
    const journal = open();
    for (let i = 0; i < 5; i++) await journal.append(sending());
    const kept = Buffer.byteLength(raw().slice(0, 3).join('\n')) + 1;
    truncateSync(file, kept);
    expect((await verify(file)).fault).toEqual({ file, at: 3, what: 'lines number 4 to 5 are missing before here' });
    await open().append(sending());
    expect((await verify(file)).fault).toEqual({ file, at: 4, what: 'lines number 4 to 5 are missing before here' });
  });
});

describe('the lock', () => {
  const lock = () => `${file}.lock`;
  beforeEach(() => mkdirSync(path.dirname(file), { recursive: true }));

  it('of a process that is gone is broken at once, by one', async () => {
    writeFileSync(lock(), 'test/2');
    const dead = { self: 'test/1', isAlive: (process: string) => process !== 'test/2' };
    let holders = 0;
    const hold = async () => {
      const release = await acquireLock(lock(), dead);
      expect(++holders).toBe(1);
      await new Promise((resolve) => setTimeout(resolve, 1));
      holders--;
      release();
    };
    await Promise.all(Array.from({ length: 20 }, hold));
    expect(existsSync(lock())).toBe(false);
  });

  it('of a living process is waited for, and never broken', async () => {
    writeFileSync(lock(), 'test/1');
    utimesSync(lock(), new Date(0), new Date(0));
    const waiting = acquireLock(lock(), identity, 60);
    await expect(waiting).rejects.toMatchObject({ code: 'journal_locked', message: expect.stringContaining(lock()) });
    expect(readFileSync(lock(), 'utf8')).toBe('test/1');
  });

  it.each([
    ['without an owner', ''],
    ['of another machine', 'elsewhere/7.1'],
  ])('%s is broken when it is old', async (_, owner) => {
    writeFileSync(lock(), owner);
    const foreign = { self: 'test/1', isAlive: () => undefined };
    await expect(acquireLock(lock(), foreign, 20)).rejects.toMatchObject({ code: 'journal_locked' });
    utimesSync(lock(), new Date(0), new Date(0));
    (await acquireLock(lock(), foreign, 20))();
    expect(existsSync(lock())).toBe(false);
  });
});
