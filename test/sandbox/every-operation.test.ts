/** Every operation of the description, called with its own examples, answers as the description says. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { follow, type JsonObject } from '../../src/sandbox/description/document.ts';
import { Schemas } from '../../src/sandbox/description/schemas.ts';
import { type Sandbox, startSandbox } from '../../src/sandbox/sandbox.ts';
import { document, operations } from './description.ts';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ now: () => new Date('2030-03-04T08:30:00Z') });
});
beforeEach(() => sandbox.reset());
afterAll(() => sandbox.close());

const schemas = new Schemas(document);
const bearer = () => ({ authorization: `Bearer ${sandbox.apiKey}` });

/** The response that the description has for a status; fails where it has none. */
function described(operation: JsonObject, status: number): JsonObject {
  const response = (operation.responses as JsonObject)[String(status)];
  expect(response, `status ${status} is not described`).toBeDefined();
  return follow(document, response);
}

async function expectDescribed(operation: JsonObject, answer: Response): Promise<void> {
  const response = described(operation, answer.status);
  const content = (response.content ?? {}) as Record<string, { schema: JsonObject }>;
  const mediaType = (answer.headers.get('content-type') ?? '').split(';')[0] ?? '';
  expect(Object.keys(content)).toContain(mediaType);
  for (const name of Object.keys((response.headers ?? {}) as JsonObject)) {
    // A job that has ended has nothing to wait for.
    if (name !== 'Retry-After' || answer.status !== 200) expect(answer.headers.get(name), name).not.toBeNull();
  }
  if (!mediaType.endsWith('json')) return;
  const faults = schemas.faults('answer', content[mediaType]?.schema ?? {}, await answer.json());
  expect(faults).toEqual([]);
}

describe.each(operations)('$id', ({ operation, method, path, requests, parameters }) => {
  test.each(requests)('$name', async ({ target, body, headers }) => {
    const answer = await fetch(sandbox.url + target, {
      method,
      headers: { ...headers, ...bearer() },
      ...(body !== undefined && { body }),
    });
    const text = answer.ok ? '' : await answer.clone().text();
    expect(Math.floor(answer.status / 100), text).toBe(2);
    await expectDescribed(operation, answer);
  });

  test('a limit is answered with 429 and Retry-After', async () => {
    const answer = await fetch(sandbox.url + (requests[0]?.target ?? ''), {
      method,
      headers: { prefer: 'status=429', ...bearer() },
    });
    expect(answer.status).toBe(429);
    await expectDescribed(operation, answer);
  });

  if (!Array.isArray(operation.security))
    test('without a key: 401; writing with a key for reading: 403', async () => {
      const { target = '', body, headers } = requests[0] ?? {};
      const call = (authorization: string) =>
        fetch(sandbox.url + target, {
          method,
          headers: { ...headers, authorization },
          ...(body !== undefined && { body }),
        });
      const unknown = await call('Bearer wrong');
      expect(unknown.status).toBe(401);
      await expectDescribed(operation, unknown);
      const reading = await call(`Bearer ${sandbox.readOnlyKey}`);
      const writes = method !== 'GET' && operation.operationId !== 'searchContacts';
      expect(reading.status === 403).toBe(writes);
      await expectDescribed(operation, reading);
    });

  if (path.includes('{'))
    test('something that is not there: 404', async () => {
      const { target = '', body, headers } = requests[0] ?? {};
      const missing = target.replace(/(_)\d\d(?=\/|$|\?)/, '$199');
      const answer = await fetch(sandbox.url + missing, {
        method,
        headers: { ...headers, ...bearer() },
        ...(body !== undefined && { body }),
      });
      expect(answer.status).toBe(404);
      await expectDescribed(operation, answer);
    });

  if (typeof requests[0]?.body === 'string')
    test('a body with an unknown property: 422 that names it', async () => {
      const { target = '', body, headers } = requests[0] ?? {};
      const wrong = JSON.stringify({ ...(JSON.parse(String(body)) as object), colour: 'red' });
      const answer = await fetch(sandbox.url + target, { method, headers: { ...headers, ...bearer() }, body: wrong });
      expect(answer.status).toBe(422);
      expect(await answer.clone().json()).toMatchObject({
        code: 'validation',
        errors: [{ in: 'body', name: 'colour', pointer: '/colour' }],
      });
      await expectDescribed(operation, answer);
    });

  if (!Array.isArray(operation.security))
    test('an unknown parameter: 400 that names it', async () => {
      const { target = '', body, headers } = requests[0] ?? {};
      const answer = await fetch(`${sandbox.url}${target}${target.includes('?') ? '&' : '?'}colour=red`, {
        method,
        headers: { ...headers, ...bearer() },
        ...(body !== undefined && { body }),
      });
      expect(answer.status).toBe(400);
      expect(await answer.clone().json()).toMatchObject({ errors: [{ in: 'query', name: 'colour' }] });
      await expectDescribed(operation, answer);
    });

  if (parameters.some((p) => p.name === 'If-Match'))
    test('If-Match: 412 for another version, done for the right one', async () => {
      const { target = '', body, headers } = requests[0] ?? {};
      const call = (etag: string) =>
        fetch(sandbox.url + target, {
          method,
          headers: { ...headers, ...bearer(), 'if-match': etag },
          body: body as string,
        });
      const stale = await call('"0000000000000000"');
      expect(stale.status).toBe(412);
      await expectDescribed(operation, stale);
      const right = await call(stale.headers.get('etag') ?? '');
      expect(right.status).toBe(200);
      const again = await call(right.headers.get('etag') ?? '');
      expect(again.status).toBe(200);
    });

  if (parameters.some((p) => p.name === 'Idempotency-Key'))
    test('Idempotency-Key: the same again is done once; another request is refused', async () => {
      const { target = '', body, headers } = requests[0] ?? {};
      const call = (sent = body) =>
        fetch(sandbox.url + target, {
          method,
          headers: { ...headers, ...bearer(), 'idempotency-key': 'the-same-key' },
          ...(sent !== undefined && { body: sent }),
        });
      const first = await call();
      const second = await call();
      expect(second.status).toBe(first.status);
      expect(second.headers.get('idempotency-replayed')).toBe('true');
      expect(await second.text()).toBe(await first.text());
      const other = await fetch(`${sandbox.url}/public/v1/tags`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...bearer(), 'idempotency-key': 'the-same-key' },
        body: '{"name":"Otra"}',
      });
      expect(other.status).toBe(409);
      expect(await other.json()).toMatchObject({ code: 'idempotency_key_reused' });
    });
});

test('every path refuses DELETE with 405 and says what it allows', async () => {
  for (const path of new Set(operations.map((o) => o.requests[0]?.target.split('?')[0] ?? ''))) {
    const answer = await fetch(sandbox.url + path, { method: 'DELETE', headers: bearer() });
    expect(answer.status, path).toBe(405);
    expect(answer.headers.get('allow')).toMatch(/^(GET|POST|PUT|PATCH)(, (GET|POST|PUT|PATCH))*$/);
  }
});
