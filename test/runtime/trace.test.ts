import { describe, expect, it } from 'vitest';
import { traced, traceIdOf, traceparentOf } from '../../src/runtime/trace.ts';

const ID = '4bf92f3577b34da6a3ce929d0e0e4736';
const GOOD = `00-${ID}-00f067aa0ba902b7-01`;

describe('the trace of a call', () => {
  it('is what the client gave', () => {
    expect(traceparentOf({ traceparent: GOOD })).toBe(GOOD);
    expect(traceIdOf(GOOD)).toBe(ID);
  });

  const dropped: unknown[] = [
    undefined,
    null,
    'traceparent',
    {},
    { traceparent: 7 },
    { traceparent: '' },
    { traceparent: GOOD.toUpperCase() },
    { traceparent: `${GOOD}\r\nx-evil: 1` },
    { traceparent: ` ${GOOD}` },
    { traceparent: `${GOOD}\n` },
    { traceparent: `01${GOOD.slice(2)}` },
    { traceparent: `${GOOD}-secret` },
    { traceparent: `00-${'0'.repeat(32)}-00f067aa0ba902b7-01` },
    { traceparent: `00-${ID}-${'0'.repeat(16)}-01` },
    Object.create({ traceparent: GOOD }),
  ];
  it.each(dropped)('%j is dropped', (meta) => expect(traceparentOf(meta)).toBeUndefined());

  it('goes into a header, unless the call sets that itself', () => {
    const request = { method: 'GET', path: '/x', query: '', headers: [['accept', '*/*']] } as never;
    expect(traced(request, GOOD).headers).toEqual([
      ['accept', '*/*'],
      ['traceparent', GOOD],
    ]);
    expect(traced(request, undefined)).toBe(request);
    const own = { headers: [['traceparent', 'mine']] } as never;
    expect(traced(own, GOOD)).toBe(own);
  });
});
