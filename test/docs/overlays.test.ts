/** Each action shown in docs/overlays*.md does to the sample API what the diff below it says, and every key of `x-mcp` is shown. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ROOT } from '../end-to-end/program.ts';
import { documents } from './documents.ts';
import { openShell, runLines, type Shell } from './shell.ts';

let shell: Shell;
beforeAll(async () => {
  shell = await openShell();
});
afterAll(() => shell?.close());

const ACTIONS = documents().flatMap(({ blocks }) =>
  blocks.flatMap((block, i) =>
    block.kind === 'yaml action' ? [{ where: block.where, action: block.text, diff: blocks[i + 1]?.text ?? '' }] : [],
  ),
);

describe('every action', () => {
  test.each(ACTIONS)('$where', async ({ action, diff }) => {
    const changes = diff.split('\n').map((line) => ({ sign: line[0], text: line.slice(1) }));
    expect(changes.every(({ sign }) => sign === '-' || sign === '+')).toBe(true);
    writeFileSync(path.join(shell.folder, 'one.yaml'), overlayOf(action));
    const json = changes.some(({ text }) => text.startsWith('  ')) ? ' --json' : '';
    const before = await linesOf(json);
    const after = await linesOf(`${json} --overlay one.yaml`);
    const count = (lines: string[], text: string) => lines.filter((line) => same(text, line)).length;
    const wrong = changes.filter(({ sign, text }) => {
      const more = count(after, text) - count(before, text);
      return sign === '+' ? more <= 0 : more >= 0;
    });
    expect(wrong, after.join('\n')).toEqual([]);
  });
});

const printed = new Map<string, Promise<string[]>>();

/** What `tools` prints, line by line; once, where no overlay is given. */
function linesOf(options: string): Promise<string[]> {
  const lines = printed.get(options) ?? run(options);
  if (!options.includes('--overlay')) printed.set(options, lines);
  return lines;
}

async function run(options: string): Promise<string[]> {
  const { code, output } = await runLines(shell, [`nuntius-mcp tools --spec shop.yaml${options}`]);
  expect(code, output).toBe(0);
  return output.split('\n');
}

function overlayOf(action: string): string {
  const indented = action.split('\n').map((line, i) => `${i === 0 ? '  - ' : '    '}${line}`);
  return ['overlay: 1.1.0', 'info: { title: One, version: 1.0.0 }', 'actions:', ...indented, ''].join('\n');
}

/**
 * Columns are as wide as the longest name: how many spaces stand between two makes no difference, nor does the comma of a key
 * that is not the last. A last `…` is any end.
 */
function same(shown: string, line: string): boolean {
  const [a, b] = [shown, line].map((text) => text.trim().replace(/,$/, '').replace(/ {2,}/g, ' ')) as [string, string];
  return a.endsWith('…') ? b.startsWith(a.slice(0, -1)) : a === b;
}

/** The keys that the generator reads; what only stands in the type says nothing yet. */
function keysInUse(): string[] {
  const type = readFileSync(path.join(ROOT, 'src/codegen/overlay/operation-extension.ts'), 'utf8');
  const generator = readdirSync(path.join(ROOT, 'src/codegen'))
    .filter((file) => file.endsWith('.ts'))
    .map((file) => readFileSync(path.join(ROOT, 'src/codegen', file), 'utf8'))
    .join('\n');
  return [...type.matchAll(/^ {2}(\w+)\?:/gm)]
    .map(([, key]) => key ?? '')
    .filter((key) => new RegExp(`extension\\??\\.${key}\\b`).test(generator))
    .sort();
}

test.each(['docs/overlays.md', 'docs/overlays.es.md'])('%s shows every key of x-mcp', (file) => {
  const text = readFileSync(path.join(ROOT, file), 'utf8');
  const headings = [...text.matchAll(/^## (`.*`)$/gm)].map(([, heading]) => heading ?? '').join(' ');
  const shown = [...headings.matchAll(/`(\w+)`/g)].map(([, key]) => key ?? '').sort();
  expect(keysInUse().length).toBeGreaterThan(8);
  expect(shown).toEqual(keysInUse());
});
