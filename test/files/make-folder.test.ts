import { existsSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { makeFolder } from '../../src/files/make-folder.ts';

const folder = mkdtempSync(path.join(os.tmpdir(), 'nuntius-mcp-folder-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const at = (...names: string[]) => path.join(folder, ...names);

test('makes it, those above it, and again', () => {
  for (let i = 0; i < 2; i++) makeFolder(at('a', 'b', 'c'), 0o700);
  expect(statSync(at('a', 'b', 'c')).isDirectory()).toBe(true);
  expect(statSync(at('a')).mode & 0o777).toBe(0o700);
});

test('a link to a folder is one', () => {
  makeFolder(at('real'));
  symlinkSync(at('real'), at('link'));
  makeFolder(at('link', 'inner'));
  expect(existsSync(at('real', 'inner'))).toBe(true);
});

test('refuses what is a file, or lies in one', () => {
  writeFileSync(at('file'), '');
  expect(() => makeFolder(at('file'))).toThrow('EEXIST');
  expect(() => makeFolder(at('file', 'inner'))).toThrow('ENOTDIR');
});

test('refuses a link that leads nowhere', () => {
  symlinkSync(at('gone'), at('dangling'));
  expect(() => makeFolder(at('dangling'))).toThrow('ENOENT');
  expect(() => makeFolder(at('dangling', 'inner'))).toThrow('ENOENT');
});

test.runIf(existsSync('/proc/self'))('refuses where none can be made, and does not try for ever', () => {
  expect(() => makeFolder('/proc/nope')).toThrow('ENOENT');
  expect(() => makeFolder('/proc/nope/inner/most')).toThrow('ENOENT');
});
