/** Every request that this process tries to make, whatever its kind: recorded, and answered only when told to. */
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { Arrived } from './read-request.ts';

export interface RecordingApi {
  /** `METHOD URL` of every request that was begun since the test began. */
  started: string[];
  /** Those that were answered. */
  arrived: Arrived[];
  /** From now on until the test ends every request is answered with 200 and `{}`; before, each is an error. */
  answer(): void;
}

export function recordingApi(): RecordingApi {
  const api = setupServer();
  const started: string[] = [];
  const arrived: Arrived[] = [];
  api.events.on('request:start', ({ request }) => {
    started.push(`${request.method} ${request.url}`);
  });
  beforeAll(() => api.listen({ onUnhandledRequest: 'error' }));
  beforeEach(() => {
    started.length = 0;
    arrived.length = 0;
    api.resetHandlers();
  });
  afterAll(() => api.close());
  const record = http.all('*', async ({ request }) => {
    const { pathname, searchParams } = new URL(request.url);
    const headers = Object.fromEntries(request.headers);
    const body = new Uint8Array(await request.arrayBuffer());
    arrived.push({ method: request.method, path: pathname, query: [...searchParams], headers, body });
    return HttpResponse.json({});
  });
  return { started, arrived, answer: () => api.use(record) };
}
