import { describe, expect, it } from 'vitest';
import type { Tool } from '../../../src/catalogue/index.ts';
import type { CurrentState } from '../../../src/runtime/gate/decision.ts';
import { undoable } from '../../../src/runtime/journal/undoable.ts';
import { testTool } from '../validate/tool.ts';

const tool = (more: Partial<Tool> = {}): Tool => ({
  ...testTool({
    method: 'PATCH',
    places: { id: 'path' },
    properties: {
      id: { type: 'string' },
      name: { type: 'string' },
      note: { type: ['string', 'null'] },
      secret: { type: ['string', 'null'], writeOnly: true },
    },
  }),
  before: 't_things_get',
  ...more,
});
const read = (value: unknown, more = {}): CurrentState => ({ kind: 'read', value, ...more });
const NO = (reason: string) => ({ kind: 'no', reason });

describe('what can be undone', () => {
  const table: [
    what: string,
    tool: Tool,
    args: object,
    state: CurrentState,
    want: object,
    unrecorded?: string[] | 'everything',
  ][] = [
    ['an update', tool(), { name: 'x' }, read({ name: 'a' }), { kind: 'yes' }],
    ['an update of a thing that is wrapped', tool(), { name: 'x' }, read({ data: { name: 'a' } }), { kind: 'yes' }],
    ['a field that is left out and takes null', tool(), { note: 'x' }, read({ name: 'a' }), { kind: 'yes' }],
    ['a field that is never shown', tool(), { secret: 'x' }, read({ name: 'a' }), NO('fields_not_shown')],
    [
      'one field shown, one not',
      tool(),
      { name: 'x', secret: 'x' },
      read({ name: 'a' }),
      { kind: 'partly', fields: ['secret'] },
    ],
    ['a state that was not read', tool(), { name: 'x' }, { kind: 'none' }, NO('state_not_read')],
    ['a state that could not be read', tool(), { name: 'x' }, { kind: 'unreadable' }, NO('state_not_read')],
    ['the state of another thing', tool(), { name: 'x' }, read({ name: 'a' }, { related: true }), NO('state_not_read')],
    ['a list', tool(), { name: 'x' }, read([{ name: 'a' }]), NO('state_not_read')],
    ['an update that sets nothing', tool(), { id: '1' }, read({ name: 'a' }), NO('fields_not_shown')],
    ['a creation', tool({ method: 'POST' }), { name: 'x' }, { kind: 'none' }, NO('nothing_undoes_it')],
    ['an action that another undoes', tool({ method: 'POST', undo: 't_u' }), {}, read({ name: 'a' }), { kind: 'yes' }],
    ['the same, its state not read', tool({ method: 'POST', undo: 't_u' }), {}, { kind: 'none' }, NO('state_not_read')],
    ['without a journal', tool(), { name: 'x' }, read({ name: 'a' }), NO('not_recorded'), 'everything'],
    ['a field that the journal masks', tool(), { name: 'x' }, read({ name: 'a' }), NO('fields_not_shown'), ['name']],
  ];
  it.each(table)('%s', (_, of, args, state, want, unrecorded = []) => {
    expect(undoable({ tool: of, args: args as Record<string, unknown>, state, unrecorded })).toEqual(want);
  });

  it('an action that another undoes as a whole needs no state', () => {
    const { before: _, ...archive } = tool({ method: 'POST', undo: 't_things_unarchive' });
    expect(undoable({ tool: archive, args: { id: '1' }, state: { kind: 'none' } })).toEqual({ kind: 'yes' });
  });
});
