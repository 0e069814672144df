import { describe, expect, it } from 'vitest';
import { refused, unknownTool } from '../../src/runtime/results.ts';

describe('results that this program answers itself', () => {
  it('are tool errors whose text is the JSON, indented by two spaces, keys in their order', () => {
    expect(refused({ error: 'e', message: 'm', zeta: 1, alpha: [] })).toEqual({
      content: [{ type: 'text', text: '{\n  "error": "e",\n  "message": "m",\n  "zeta": 1,\n  "alpha": []\n}' }],
      isError: true,
    });
  });

  const known = ['nuntius_leads_create', 'nuntius_leads_list', 'nuntius_tasks_list'];
  const table: [name: string, message: string][] = [
    ['nuntius_lead_create', 'There is no tool "nuntius_lead_create". Did you mean nuntius_leads_create?'],
    [
      'nuntius_leads_delete',
      'There is no tool "nuntius_leads_delete": nothing here can delete. See tools/list for what there is.',
    ],
    ['leads_create', 'There is no tool "leads_create". Did you mean nuntius_leads_create?'],
    ['zzz', 'There is no tool "zzz". See tools/list for those there are.'],
    ['__proto__', 'There is no tool "__proto__". See tools/list for those there are.'],
    ['x\ny\u202e', 'There is no tool "x\\ny\\u202e". See tools/list for those there are.'],
    ['z'.repeat(500), `There is no tool "${'z'.repeat(80)}…". See tools/list for those there are.`],
  ];
  it.each(table)('an unknown tool: %j', (name, message) => {
    expect(unknownTool(name, known)).toEqual(refused({ error: 'unknown_tool', message }));
  });
});
