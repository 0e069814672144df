import { describe, expect, it } from 'vitest';
import { buildRequest } from '../../../src/runtime/request/build-request.ts';
import { tool } from './tool.ts';

const acting = (over: Parameters<typeof tool>[0] = {}) =>
  tool({
    path: '/leads/{id}/{action}',
    args: [
      { wireName: 'id', in: 'path' },
      { wireName: 'action', in: 'path' },
    ],
    ...over,
  });

describe('a path value that would make the path say that it deletes', () => {
  it.each(['delete', 'DELETE', ' Delete ', 'destroy', 'purge', 'erase', 'wipe'])('%s is refused', (action) => {
    expect(() => buildRequest(acting(), { id: '1', action })).toThrow(expect.objectContaining({ code: 'deletes' }));
    expect(() => buildRequest(acting(), { id: action, action: 'x' })).toThrow(
      expect.objectContaining({ code: 'deletes' }),
    );
    expect(() => buildRequest(acting({ type: 'Lectura', method: 'GET' }), { id: '1', action })).toThrow(
      expect.objectContaining({ code: 'deletes' }),
    );
  });

  it.each([
    ['a list', '/leads/{id}/{action}', { id: '1', action: ['delete'] }, {}],
    ['two values', '/leads/{id}{action}', { id: 'del', action: 'ete' }, {}],
    ['a verb after a colon', '/leads/{id}:{action}', { id: '1', action: 'delete' }, {}],
    ['a label', '/leads/{id}/{action}', { id: '1', action: 'delete' }, { style: 'label' as const }],
    ['a query in the path', '/leads/{id}?do={action}', { id: '1', action: 'delete' }, {}],
  ])('also as %s', (_, path, args, style) => {
    const list = [
      { wireName: 'id', in: 'path' as const },
      { wireName: 'action', in: 'path' as const, ...style },
    ];
    expect(() => buildRequest(tool({ path, args: list }), args)).toThrow(expect.objectContaining({ code: 'deletes' }));
  });

  it.each(['leads:delete', 'a%64elete', 'delete=1', '%ff', 'archive', 'undelete', 'deleted', 'trash', 'delete-me'])(
    '%s is not',
    (action) => {
      expect(buildRequest(acting(), { id: '1', action }).path).toBe(`/leads/1/${encodeURIComponent(action)}`);
    },
  );

  it('is no matter to a read that only looks it up, nor where the overlay says that nothing is deleted', () => {
    const looks = {
      type: 'Lectura',
      method: 'GET',
      path: '/words/{word}',
      args: [{ wireName: 'word', in: 'path' }],
    } as const;
    expect(buildRequest(tool({ ...looks, args: [...looks.args] }), { word: 'delete' }).path).toBe('/words/delete');
    expect(buildRequest(acting({ deletes: false }), { id: '1', action: 'purge' }).path).toBe('/leads/1/purge');
  });
});
