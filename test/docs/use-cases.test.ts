/** Every tool call in a document is made against the sandbox, on the day that the documents say; the answer shown is what came. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Sandbox, startSandbox } from '../../src/sandbox/sandbox.ts';
import { type Connected, connect } from '../end-to-end/clients.ts';
import { type Block, differences, documentNamed, documents } from './documents.ts';

const DAY = new Date('2026-11-30T09:00:00Z');

let sandbox: Sandbox;
let server: Connected;
beforeAll(async () => {
  sandbox = await startSandbox({ now: () => DAY });
  server = await connect('v1 SDK', {
    settings: { NUNTIUS_BASE_URL: sandbox.url, NUNTIUS_API_KEY: sandbox.apiKey, NUNTIUS_JOURNAL: 'off' },
  });
});
afterAll(async () => {
  await server?.close();
  await sandbox?.close();
});

const CASES = documents().filter(({ blocks }) => blocks.some(({ kind }) => kind === 'json call'));

test('both languages have ten conversations with the same calls and answers', () => {
  const [english, spanish] = ['docs/use-cases.md', 'docs/casos-de-uso.md'].map(documentNamed);
  expect(english?.text.match(/^## \d+\./gm)).toHaveLength(10);
  expect(spanish?.text.match(/^## \d+\./gm)).toHaveLength(10);
  expect(spanish?.blocks.map(({ text }) => text)).toEqual(english?.blocks.map(({ text }) => text));
});

describe.each(CASES)('$file', ({ text, blocks }) => {
  const sections = sectionsOf(text, blocks);
  test.each(sections)('$title', async ({ calls }) => {
    sandbox.reset();
    for (const { call, answers } of calls) {
      const { name, arguments: args } = JSON.parse(call.text) as { name: string; arguments: Record<string, unknown> };
      const before = sandbox.requests.length;
      const result = await server.call(name, args);
      const said = result.content[0]?.text ?? '';
      const sent = sandbox.requests.slice(before).map(({ method }) => method);
      for (const answer of answers) {
        const shown = JSON.parse(answer.text) as Record<string, unknown>;
        if (answer.kind === 'json refusal') expect(said, answer.where).toBe(answer.text);
        expect(differences(shown, JSON.parse(said)), `${answer.where}: ${said}`).toEqual([]);
        expect(result.isError === true, answer.where).toBe(Object.hasOwn(shown, 'error'));
      }
      if (result.isError) expect(sent, call.where).toEqual([]);
      else expect(sent.length, call.where).toBeGreaterThan(0);
    }
  });
});

interface Section {
  title: string;
  calls: { call: Block; answers: Block[] }[];
}

/** Each heading is a conversation of its own, on a fresh sandbox. */
function sectionsOf(text: string, blocks: Block[]): Section[] {
  const headings = text
    .split('\n')
    .flatMap((line, i) => (/^##? /.test(line) ? [{ line: i + 1, title: line.replace(/^#+ /, '') }] : []));
  return headings
    .map(({ line, title }, i) => {
      const end = headings[i + 1]?.line ?? Number.POSITIVE_INFINITY;
      const inside = blocks.filter((block) => lineOf(block) > line && lineOf(block) < end);
      const calls: Section['calls'] = [];
      for (const block of inside) {
        if (block.kind === 'json call') calls.push({ call: block, answers: [] });
        else if (/^json (answer|refusal)$/.test(block.kind)) calls.at(-1)?.answers.push(block);
      }
      return { title, calls };
    })
    .filter(({ calls }) => calls.length > 0);
}

function lineOf({ where }: Block): number {
  return Number(where.split(':').at(-1));
}
