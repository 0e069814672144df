import { expect, test } from 'vitest';
import { catalogue } from '../../../src/generated/catalogue.ts';
import { described, firstSentence } from '../../../src/runtime/serve/short.ts';
import { estimatedTokens, sizeWarning } from '../../../src/runtime/serve/size.ts';

test.each([
  ['Lists leads. Newest first.', 'Lists leads.'],
  ['Lists leads', 'Lists leads'],
  ['Takes e.g. A or B. Then more.', 'Takes e.g. A or B.'],
  ['Version 2.0 of it. More.', 'Version 2.0 of it.'],
  ['¿Qué hay? Todo.', '¿Qué hay?'],
  ['First line\ngoes on.\n\nSecond.', 'First line goes on.'],
  ['', ''],
  [`${'word '.repeat(60)}.`, `${'word '.repeat(39)}…`],
])('%j', (text, want) => {
  expect(firstSentence(text)).toBe(want);
});

test('what is short validates as before, and keeps its type', () => {
  const bare = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(bare);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).flatMap(([k, v]) => (k === 'description' && typeof v === 'string' ? [] : [[k, bare(v)]])),
    );
  };
  for (const tool of catalogue.tools) {
    const short = described(tool, 'short');
    expect(bare(short.inputSchema)).toEqual(bare(tool.inputSchema));
    expect(short.description.split('\n').at(-1)).toBe(tool.description.split('\n').at(-1));
    expect(described(tool, 'full')).toBe(tool);
  }
  const size = (value: unknown) => JSON.stringify(value).length;
  expect(size(catalogue.tools.map((t) => described(t, 'short')))).toBeLessThan(size(catalogue.tools));
});

test('an argument that is called description keeps its schema', () => {
  const [first] = catalogue.tools;
  if (first === undefined) throw new Error('no tool');
  const properties = { description: { type: 'string', description: 'One. Two.' } };
  const tool = { ...first, inputSchema: { ...first.inputSchema, properties } };
  expect(described(tool, 'short').inputSchema.properties).toEqual({
    description: { type: 'string', description: 'One.' },
  });
});

test('the size is told where it is too much', () => {
  expect(sizeWarning(68, 20_000)).toBeUndefined();
  expect(sizeWarning(60, 60_000)).toMatch(/^60 tools, about 60,000 tokens of tools\/list/);
  expect(sizeWarning(1_034, 400_000)).toMatch(/--discover.*--tools, --tags and --only/);
  const tools = Array.from({ length: 1_000 }, () => ({ text: 'x'.repeat(430 - 11) }));
  expect(estimatedTokens(tools, (tool) => tool)).toBe(100_000);
});
