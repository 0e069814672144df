import { describe, expect, test } from 'vitest';
import { exchange } from '../../../src/runtime/http/client.ts';
import { json, stubApi } from './stub-api.ts';

const limits = () => ({ signal: AbortSignal.timeout(5_000), maxBytes: 1000 });

/** Fetch, 4.6: on 421 fetch tries once more, by itself. */
describe('a request that is answered 421', () => {
  test.each([
    ['POST', '{"a":1}'],
    ['POST', undefined],
    ['PATCH', new Uint8Array([1, 2])],
    ['GET', undefined],
  ])('%s leaves once', async (method, body) => {
    await using api = await stubApi(json(421, { not: 'here' }), json(200, {}));
    const answer = await exchange(
      { method, url: api.url, headers: [['content-type', 'application/json']], ...(body !== undefined && { body }) },
      limits(),
    );
    expect(answer.status).toBe(421);
    expect(api.arrived).toHaveLength(1);
  });

  test('the next one leaves too', async () => {
    await using api = await stubApi(json(421, {}), json(200, {}));
    const request = { method: 'POST', url: api.url, headers: [] };
    await exchange(request, limits());
    expect((await exchange(request, limits())).status).toBe(200);
    expect(api.arrived).toHaveLength(2);
  });
});
