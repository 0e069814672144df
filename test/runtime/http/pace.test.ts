import { describe, expect, it } from 'vitest';
import { Pace } from '../../../src/runtime/http/pace.ts';

let now = 0;
const pace = (maxRps?: number) => {
  now = 1_000;
  return new Pace(maxRps, () => now);
};

describe('our own pace', () => {
  it('is none without a setting', () => {
    const free = pace();
    expect([free.take(), free.take(), free.take()]).toEqual([0, 0, 0]);
  });

  it('gives each request its turn, and no credit for quiet times', () => {
    const four = pace(4);
    expect([four.take(), four.take(), four.take()]).toEqual([0, 250, 500]);
    now += 10_000;
    expect([four.take(), four.take()]).toEqual([0, 250]);
    expect(pace(0.5).take()).toBe(0);
  });
});

describe("the API's word", () => {
  const wall = Date.parse('2030-03-04T08:30:00Z');
  const table: [what: string, status: number, headers: Record<string, string>, pause: number][] = [
    ['nothing said', 200, {}, 0],
    ['Retry-After in seconds', 429, { 'retry-after': '3' }, 3_000],
    ['Retry-After as a date', 503, { 'retry-after': 'Mon, 04 Mar 2030 08:30:05 GMT' }, 5_000],
    ['Retry-After of what is no limit', 202, { 'retry-after': '3' }, 0],
    ['longer than is believed', 429, { 'retry-after': '86400' }, 60_000],
    ['nonsense', 429, { 'retry-after': 'soon' }, 0],
    ['RateLimit, nothing left', 200, { ratelimit: '"default";r=0;t=7' }, 7_000],
    ['RateLimit, something left', 200, { ratelimit: '"default";r=12;t=7' }, 0],
    ['RateLimit of an earlier draft', 200, { ratelimit: 'limit=100, remaining=0, reset=9' }, 9_000],
    ['RateLimit-Remaining', 200, { 'ratelimit-remaining': '0', 'ratelimit-reset': '4' }, 4_000],
    [
      'X-RateLimit since the epoch',
      200,
      { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(wall / 1000 + 8) },
      8_000,
    ],
    ['X-RateLimit in the past', 200, { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(wall / 1000 - 8) }, 0],
    ['X-RateLimit, something left', 200, { 'x-ratelimit-remaining': '1', 'x-ratelimit-reset': '8' }, 0],
    ['without a reset', 200, { 'x-ratelimit-remaining': '0' }, 0],
  ];
  it.each(table)('%s', (_, status, headers, pause) => {
    const one = pace();
    one.learn(status, Object.entries(headers), wall);
    expect(one.pause()).toBe(pause);
    now += pause;
    expect(one.take()).toBe(0);
  });

  it('is never shortened by a later answer', () => {
    const one = pace();
    one.learn(429, [['retry-after', '5']], wall);
    one.learn(429, [['retry-after', '1']], wall);
    expect(one.pause()).toBe(5_000);
  });
});
