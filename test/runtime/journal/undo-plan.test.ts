/** An operation on record and the thing as it is now → the call that takes it back. Literal in, literal out. */
import { describe, expect, it } from 'vitest';
import type { JsonSchema, Tool } from '../../../src/catalogue/index.ts';
import type { OutcomeLine, SendingLine } from '../../../src/runtime/journal/line.ts';
import type { Operation } from '../../../src/runtime/journal/operations.ts';
import { planUndo } from '../../../src/runtime/journal/undo-plan.ts';
import { testTool } from '../validate/tool.ts';

const tool = (method: Tool['method'], properties: Record<string, JsonSchema>, more: Partial<Tool> = {}): Tool => ({
  ...testTool({ method, places: { id: 'path' }, properties: { id: {}, ...properties }, required: ['id'] }),
  before: 't_things_get',
  ...more,
});
const operation = (
  args: object,
  before: unknown,
  outcome: Partial<OutcomeLine> = {},
  sending: Partial<SendingLine> = {},
) =>
  ({
    sending: { arguments: { id: 1, ...args }, ...(before !== undefined && { state: { value: before } }), ...sending },
    outcome: { outcome: 'done', ...outcome },
    status: 'done',
  }) as unknown as Operation;
const call = (args: object, putBack: object, conflicts: string[] = [], left: string[] = []) => ({
  kind: 'call',
  args: { id: 1, ...args },
  putBack,
  conflicts,
  left,
});

describe('an update', () => {
  const update = tool('PATCH', {
    name: {},
    note: { type: ['string', 'null'] },
    tags: {},
    address: ADDRESS(),
    fields: FIELDS(),
  });
  it('puts back what it changed', () => {
    const done = operation({ name: 'b' }, { id: 1, name: 'a', note: 'n' });
    expect(planUndo(done, update, update, { id: 1, name: 'b', note: 'n' })).toEqual(call({ name: 'a' }, { name: 'a' }));
  });

  it('leaves out what it set to what was there', () => {
    const done = operation({ name: 'b', note: 'n' }, { id: 1, name: 'a', note: 'n' });
    expect(planUndo(done, update, update, { id: 1, name: 'b', note: 'n' })).toEqual(call({ name: 'a' }, { name: 'a' }));
  });

  it('compares with what the API made of it', () => {
    const done = operation({ name: ' B ' }, { id: 1, name: 'a' }, { after: { name: 'b' } });
    expect(planUndo(done, update, update, { id: 1, name: 'b' })).toEqual(call({ name: 'a' }, { name: 'a' }));
    expect(planUndo(done, update, update, { id: 1, name: ' B ' })).toEqual({
      kind: 'no',
      why: 'conflicts',
      fields: ['name'],
    });
  });

  it('puts back what the API changed along with it, where it can; what it cannot is named, but for stamps', () => {
    const done = operation(
      { name: 'b' },
      { id: 1, name: 'a', note: 'n', sum: 1 },
      { after: { name: 'b', note: null, sum: 2, updatedAt: 'now', version: 3 } },
    );
    const now = { id: 1, name: 'b', note: null, sum: 2 };
    expect(planUndo(done, update, update, now)).toEqual(
      call({ name: 'a', note: 'n' }, { name: 'a', note: 'n' }, [], ['sum']),
    );
  });

  it('sets to null what was not there, where null is taken', () => {
    const done = operation({ note: 'n' }, { id: 1, name: 'a' });
    expect(planUndo(done, update, update, { id: 1, note: 'n' })).toEqual(call({ note: null }, { note: null }));
  });

  it('keeps within an object only what may be sent', () => {
    const done = operation({ address: { city: 'b' } }, { id: 1, address: { city: 'a', verified: true } });
    expect(planUndo(done, update, update, { id: 1, address: { city: 'b' } })).toEqual(
      call({ address: { city: 'a' } }, { address: { city: 'a', verified: true } }),
    );
  });

  it('empties the members of an open map that were not there', () => {
    const done = operation(
      { fields: { new: 1 } },
      { id: 1, fields: { old: 1 } },
      { after: { fields: { old: 1, new: 1 } } },
    );
    expect(planUndo(done, update, update, { id: 1, fields: { old: 1, new: 1 } })).toEqual(
      call({ fields: { old: 1, new: null } }, { fields: { old: 1 } }),
    );
  });

  it('takes every value that is legal in JSON for a name', () => {
    const odd = tool('PATCH', JSON.parse('{"__proto__":{},"constructor":{}}'));
    const before = JSON.parse('{"id":1,"__proto__":"a","constructor":"a"}');
    const after = JSON.parse('{"id":1,"__proto__":"b","constructor":"b"}');
    const { args } = planUndo(operation(JSON.parse('{"constructor":"b"}'), before), odd, odd, after) as {
      args: object;
    };
    expect(Object.entries(args)).toEqual([
      ['id', 1],
      ['constructor', 'a'],
    ]);
  });

  it.each([
    ['no state', operation({ name: 'b' }, undefined), undefined, { kind: 'no', why: 'state_not_read' }],
    [
      'already as before',
      operation({ name: 'b' }, { id: 1, name: 'a' }),
      { id: 1, name: 'a' },
      { kind: 'no', why: 'as_before', fields: ['name'] },
    ],
    [
      'withheld',
      operation({ name: 'b' }, { id: 1, name: '[redacted]' }, {}, { withheld: ['name'] }),
      { id: 1, name: 'b' },
      { kind: 'no', why: 'fields_not_shown', fields: ['name'] },
    ],
  ])('cannot: %s', (_, done, now, want) => expect(planUndo(done, update, update, now)).toEqual(want));

  it('in flag mode, before anything may be read, takes all for unchanged', () => {
    expect(planUndo(operation({ name: 'b' }, { id: 1, name: 'a' }), update, update, undefined)).toEqual(
      call({ name: 'a' }, { name: 'a' }),
    );
  });
});

describe('a replacement', () => {
  const replace = tool('PUT', { name: {}, note: {}, color: {} });
  it('sends every field: those of others as they are now', () => {
    const done = operation({ name: 'b', note: 'm', color: 'red' }, { id: 1, name: 'a', note: 'n', color: 'red' });
    expect(planUndo(done, replace, replace, { id: 1, name: 'b', note: 'changed', color: 'blue' })).toEqual(
      call({ name: 'a', note: 'changed', color: 'blue' }, { name: 'a' }, ['note']),
    );
  });

  it('brings back what it left out', () => {
    const done = operation({ name: 'b' }, { id: 1, name: 'a', note: 'n' }, { after: { name: 'b' }, gone: ['note'] });
    expect(planUndo(done, replace, replace, { id: 1, name: 'b' })).toEqual(
      call({ name: 'a', note: 'n' }, { name: 'a', note: 'n' }),
    );
  });

  it('of a whole body', () => {
    const whole = {
      ...testTool({ method: 'PUT', properties: { id: {}, body: {} }, places: { id: 'path', body: 'whole-body' } }),
      before: 'x',
    };
    const done = operation({ body: { name: 'b' } }, { name: 'a', other: 1 });
    expect(planUndo(done, whole, whole, { name: 'b', other: 2 })).toMatchObject({
      args: { id: 1, body: { name: 'a', other: 2 } },
    });
  });
});

describe('what the overlay names', () => {
  const update = tool('PATCH', { owner: {}, status: {} });
  it('puts back what the answer shows that it changed', () => {
    const assign = tool('POST', { userId: {} }, { undo: 't_things_update' });
    const done = operation(
      { userId: 'u2' },
      { id: 1, owner: 'u1', status: 'new' },
      { after: { owner: 'u2', closedAt: 'now' } },
    );
    expect(planUndo(done, assign, update, { id: 1, owner: 'u2', status: 'new' })).toEqual(
      call({ owner: 'u1' }, { owner: 'u1' }, [], ['closedAt']),
    );
    expect(
      planUndo(operation({ userId: 'u2' }, { id: 1, owner: 'u1' }), assign, update, { id: 1, owner: 'u2' }),
    ).toMatchObject({
      kind: 'no',
      why: 'fields_not_shown',
    });
  });

  it('undoes a creation by the id that the API gave', () => {
    const { before: _, ...create } = {
      ...testTool({ method: 'POST', properties: { name: {} } }),
      undo: 't_things_archive',
    };
    const archive = testTool({
      method: 'POST',
      properties: { thingId: {} },
      places: { thingId: 'path' },
      required: ['thingId'],
    });
    const done = { ...operation({}, undefined, { thing: { id: 'thing_7' } }) };
    done.sending.arguments = { name: 'x' };
    expect(planUndo(done, create, archive, undefined)).toEqual({
      kind: 'call',
      args: { thingId: 'thing_7' },
      putBack: {},
      conflicts: [],
      left: [],
    });
    expect(planUndo({ ...done, outcome: undefined as never }, create, archive, undefined)).toEqual({
      kind: 'no',
      why: 'arguments_unknown',
    });
  });
});

function ADDRESS(): JsonSchema {
  return { type: 'object', properties: { city: {} }, additionalProperties: false };
}
function FIELDS(): JsonSchema {
  return { type: 'object', additionalProperties: { type: ['number', 'null'] } };
}
