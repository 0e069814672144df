/** No test that drives a server is on one surface only without a reason. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { BOTH_SURFACES, BY_THEMSELVES, LEFT_OUT } from './both-surfaces.ts';

const ROOT = path.join(import.meta.dirname, '..');
/** What makes a server, in this process or another, or a call of one. */
const DRIVES = /\b(createService|serviceOf|connect|served|person)\(|new RawServer\(|\bruntime\/call\.ts'/;

test('every test that drives a server has its place', () => {
  const driving = readdirSync(path.join(ROOT, 'test'), { recursive: true, encoding: 'utf8' })
    .map((file) => `test/${file.replaceAll('\\', '/')}`)
    // A case is one description and its requests; `same.test.ts` holds these to be the same on both.
    .filter((file) => !file.startsWith('test/cases/'))
    .filter((file) => file.endsWith('.test.ts') && DRIVES.test(readFileSync(path.join(ROOT, file), 'utf8')));
  expect(driving.length).toBeGreaterThan(20);
  const known = [...BOTH_SURFACES, ...BY_THEMSELVES, ...Object.keys(LEFT_OUT)];
  expect(driving.filter((file) => !known.includes(file))).toEqual([]);
  expect(known.filter((file) => !existsSync(path.join(ROOT, file)))).toEqual([]);
  expect(new Set(known).size).toBe(known.length);
});

test('those that run on both by themselves do', () => {
  for (const file of BY_THEMSELVES)
    expect(readFileSync(path.join(ROOT, file), 'utf8'), file).toMatch(/\b(SURFACES|surface\(\))/);
});
