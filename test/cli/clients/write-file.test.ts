import {
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readText, writeText } from '../../../src/cli/clients/write-file.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'nuntius-client-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

test('a new file is its owner’s alone, and its folder is made', () => {
  const file = path.join(folder, 'a/b.json');
  expect(readText(file)).toBe('');
  expect(writeText(file, 'x')).toBeUndefined();
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test('what was there is kept beside it, each time', () => {
  const file = path.join(folder, 'b.json');
  writeFileSync(file, '\uFEFFone', { mode: 0o644 });
  expect(readText(file)).toBe('one');
  expect(writeText(file, 'two')).toBe(`${file}.bak`);
  expect(writeText(file, 'three')).toBe(`${file}.bak2`);
  expect(readFileSync(file, 'utf8')).toBe('\uFEFFthree');
  expect(readFileSync(`${file}.bak`, 'utf8')).toBe('\uFEFFone');
  expect(statSync(file).mode & 0o777).toBe(0o644);
  expect(readdirSync(folder).sort()).toEqual(['b.json', 'b.json.bak', 'b.json.bak2']);
});

test('a link stays one, and what it leads to is written', () => {
  writeFileSync(path.join(folder, 'real.json'), 'one');
  const link = path.join(folder, 'link.json');
  symlinkSync('real.json', link);
  writeText(link, 'two');
  expect(lstatSync(link).isSymbolicLink()).toBe(true);
  expect(readFileSync(path.join(folder, 'real.json'), 'utf8')).toBe('two');
});
