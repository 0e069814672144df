/** What leaves, and when, where a pace is set or the API asks for one. */
import { expect, it } from 'vitest';
import { createUpstream } from '../../../src/runtime/http/upstream.ts';
import { testTool } from '../validate/tool.ts';
import { json, stubApi } from './stub-api.ts';

const read = testTool({ method: 'GET' });
const write = testTool({ method: 'POST' });
const planned = (method: 'GET' | 'POST') => ({ method, path: '/things', query: '', headers: [] as [string, string][] });
const upstreamTo = (baseUrl: URL, more: { timeoutMs?: number; maxRps?: number } = {}) =>
  createUpstream({
    prefix: 't',
    baseUrl,
    securitySchemes: {},
    credentials: { schemes: {} },
    trustedOrigins: [],
    timeoutMs: 5_000,
    version: '0',
    ...more,
  });

it('leaves no faster than is set', async () => {
  await using api = await stubApi(json(200, {}));
  const upstream = upstreamTo(api.url, { maxRps: 20 });
  const started = performance.now();
  await Promise.all(Array.from({ length: 6 }, () => upstream.send(read, planned('GET'))));
  expect(api.arrived).toHaveLength(6);
  expect(performance.now() - started).toBeGreaterThanOrEqual(245);
});

it('waits as the API asked, a write like a read', async () => {
  await using api = await stubApi(json(429, {}, { 'retry-after': '1' }), json(201, {}));
  const upstream = upstreamTo(api.url);
  expect(await upstream.send(write, planned('POST'))).toMatchObject({ kind: 'response', status: 429 });
  const started = performance.now();
  expect(await upstream.send(write, planned('POST'))).toMatchObject({ kind: 'response', status: 201 });
  expect(performance.now() - started).toBeGreaterThanOrEqual(950);
  expect(api.arrived).toHaveLength(2);
});

it('sends nothing where that is longer than the call may take, and says so', async () => {
  await using api = await stubApi(json(429, {}, { 'retry-after': '30' }), json(200, {}));
  const upstream = upstreamTo(api.url, { timeoutMs: 1_000 });
  await upstream.send(write, planned('POST'));
  expect(await upstream.send(write, planned('POST'))).toEqual({
    kind: 'failed',
    code: 'rate_limited',
    message: 'The request was not sent: no more requests may leave for 30 s, longer than this call may take.',
  });
  expect(api.arrived).toHaveLength(1);
});

it('sends nothing where the call is cancelled while it waits', async () => {
  await using api = await stubApi(json(429, {}, { 'retry-after': '2' }), json(200, {}));
  const upstream = upstreamTo(api.url);
  await upstream.send(write, planned('POST'));
  const signal = AbortSignal.timeout(50);
  expect(await upstream.send(write, planned('POST'), { signal })).toMatchObject({ kind: 'failed', code: 'cancelled' });
  expect(api.arrived).toHaveLength(1);
});
