/**
 * Over every Escritura of the Nuntius catalogue, with arguments made from its schema: unconfirmed, no request of any kind
 * leaves; confirmed, exactly one, and it is what the summary said.
 */
import { describe, expect, test } from 'vitest';
import type { Tool } from '../../src/catalogue/index.ts';
import { catalogue } from '../../src/generated/catalogue.ts';
import { SURFACES } from '../surfaces.ts';
import {
  argumentSets,
  callTool,
  expectAsSummarised,
  expectRefusal,
  serviceOf,
  UNCONFIRMED,
  writesOf,
} from './confirmed-writes.ts';
import { recordingApi } from './recording-api.ts';

const BASE = 'https://api.nuntius.test';
const { started, arrived, answer } = recordingApi();
const writes = writesOf(catalogue);

test('the catalogue is looked at whole', () => {
  expect(writes.length).toBeGreaterThanOrEqual(25);
  expect(writes.map((tool) => tool.method)).toEqual(expect.arrayContaining(['POST', 'PUT', 'PATCH']));
  expect(catalogue.tools.filter((tool) => tool.confirm === 'none')).toEqual([]);
});

test.each(SURFACES)('%s: the refusal is byte for byte the one of the design', async (surface) => {
  const service = serviceOf(catalogue, BASE, surface);
  const create = writes.find((tool) => tool.name === 'nuntius_leads_create') as Tool;
  const result = await callTool(service, create, { customerName: 'Lead de ejemplo', quality: 'hot' });
  const text = `{
  "error": "confirmation_required",
  "message": "This action requires confirmation. Review the summary and call again with confirm: true.",
  "action_summary": "POST /public/v1/leads (nuntius_leads_create) with customerName='Lead de ejemplo', quality='hot'"
}`;
  expect(result).toEqual({ content: [{ type: 'text', text }], isError: true });
  expect(started).toEqual([]);
});

describe.each(SURFACES.flatMap((surface) => writes.map((tool) => ({ surface, name: tool.name, tool }))))(
  '$surface: $name',
  ({ surface, tool }) => {
    const service = serviceOf(catalogue, BASE, surface);
    const sets = argumentSets(tool);
    test('arguments are made of every kind', () => {
      expect(sets.map(([label]) => label)).toEqual(['the fewest', 'all', 'hostile texts']);
    });

    test.each(sets)('unconfirmed, with %s: no request, the same refusal', async (_, given) => {
      const summaries = new Set<string>();
      for (const [said, confirm] of UNCONFIRMED) {
        summaries.add(expectRefusal(await callTool(service, tool, { ...given, ...confirm })));
        expect(started, `confirm: ${said}`).toEqual([]);
      }
      expect(summaries.size).toBe(1);
    });

    test.each(sets)('confirmed, with %s: one request, the one that was summarised', async (_, given) => {
      const summary = expectRefusal(await callTool(service, tool, given));
      expect(started).toEqual([]);
      answer();
      const result = await callTool(service, tool, { ...given, confirm: true });
      expect(result.isError).toBeUndefined();
      expect(started).toHaveLength(1);
      expect(started[0]).toMatch(/^[A-Z]+ https:\/\/api\.nuntius\.test\/public\/v1\//);
      const [one, ...more] = arrived;
      expect(more).toEqual([]);
      if (one === undefined) throw new Error('nothing arrived');
      expect(one.headers.authorization).toBe('Bearer s3cr3t-credential');
      await expectAsSummarised(tool, given, summary, one);
    });

    test('a confirmation of before is not remembered', async () => {
      answer();
      const [, given = {}] = sets[0] ?? [];
      await callTool(service, tool, { ...given, confirm: true });
      for (const [, confirm] of UNCONFIRMED) expectRefusal(await callTool(service, tool, { ...given, ...confirm }));
      expect(started).toHaveLength(1);
    });
  },
);
