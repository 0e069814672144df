/** Pages, filters, order. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Sandbox, startSandbox } from '../../src/sandbox/sandbox.ts';
import { client, MONDAY } from './client.ts';

let sandbox: Sandbox;
let call: ReturnType<typeof client>;
beforeAll(async () => {
  sandbox = await startSandbox({ now: () => MONDAY });
  call = client(sandbox);
});
afterAll(() => sandbox.close());

const ids = (answer: { body: { data: { id: string }[] } }) => answer.body.data.map((row) => row.id);

test.each([1, 5, 12, 100])('walking through pages of %i gives every lead once, in order', async (limit) => {
  const whole = ids(await call('GET /leads?limit=100'));
  const walked: string[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const page = await call(`GET /leads?limit=${limit}${cursor && `&cursor=${cursor}`}`);
    walked.push(...ids(page));
    expect(page.body.hasMore).toBe(page.body.nextCursor !== null);
    cursor = page.body.nextCursor;
  }
  expect(walked).toEqual(whole);
  expect(whole).toHaveLength(12);
});

test('a search by POST pages through its body', async () => {
  const first = await call('POST /contacts/search', { city: 'toledo', limit: 2 });
  const second = await call('POST /contacts/search', { city: 'toledo', limit: 2, cursor: first.body.nextCursor });
  expect([...ids(first), ...ids(second)]).toEqual(['contact_01', 'contact_02', 'contact_07', 'contact_04']);
});

test('free times page too', async () => {
  const query = 'GET /availability?serviceId=service_01&from=2030-03-11&to=2030-03-15';
  const whole = (await call(`${query}&limit=100`)).body;
  const first = (await call(`${query}&limit=3`)).body;
  const second = (await call(`${query}&limit=97&cursor=${first.nextCursor}`)).body;
  expect([...first.data, ...second.data]).toEqual(whole.data);
});

test('a cursor goes only with the list it came from', async () => {
  const { nextCursor } = (await call('GET /leads?limit=1')).body;
  for (const request of ['GET /leads?quality=hot', 'GET /contacts', 'GET /tasks']) {
    const answer = await call(`${request}${request.includes('?') ? '&' : '?'}cursor=${nextCursor}`);
    expect(answer.body.errors).toMatchObject([{ in: 'query', name: 'cursor' }]);
  }
  expect((await call('GET /leads?cursor=nonsense')).status).toBe(400);
  expect((await call('POST /contacts/search', { cursor: nextCursor })).body.errors).toMatchObject([
    { in: 'body', pointer: '/cursor' },
  ]);
});

test.each([
  ['GET /leads?quality=hot&quality=warm&status=contacted', ['lead_01', 'lead_03']],
  ['GET /leads?created[from]=2030-02-27&created[to]=2030-02-28', ['lead_03', 'lead_08']],
  ['GET /leads?created%5Bfrom%5D=2030-03-03', ['lead_12', 'lead_04']],
  ['GET /leads?q=LOPEZ', ['lead_01']],
  ['GET /leads?q=ana+serrano', ['lead_01']],
  ['GET /leads?assignedTo=user_01&sort=-estimatedValue', ['lead_05', 'lead_01']],
  ['GET /leads?tagId=tag_05', ['lead_01']],
  ['GET /contacts?tagId=tag_02&sort=-createdAt', ['contact_04', 'contact_09', 'contact_01']],
  [
    'GET /appointments?starts[from]=2030-03-05T00:00:00%2B01:00&starts[to]=2030-03-05T23:59:59%2B01:00',
    ['appointment_01', 'appointment_02'],
  ],
  ['GET /tasks?priority=high&priority=low', ['task_01', 'task_04', 'task_05']],
  ['GET /tasks?due[to]=2030-03-04T00:00:00Z', ['task_03']],
  ['GET /notes?leadId=lead_01', ['note_01', 'note_02']],
  ['GET /services?active=false', ['service_07']],
  ['GET /users?role=manager&role=owner', ['user_01', 'user_05']],
  ['GET /users?active=false', ['user_06']],
  ['GET /conversations?channel=email&channel=sms&status=open', ['conversation_03']],
  ['GET /message-templates?channel=whatsapp&status=approved', ['template_01', 'template_02']],
  ['GET /files?contactId=contact_01', ['file_01']],
])('%s', async (request, want) => {
  expect(ids(await call(request)).sort()).toEqual([...want].sort());
  expect(ids(await call(request))).toEqual(request.includes('users') ? expect.any(Array) : want);
});

test.each([
  ['limit=0', 'limit'],
  ['limit=ten', 'limit'],
  ['limit=10&limit=20', 'limit'],
  ['quality=boiling', 'quality'],
  ['created[from]=yesterday', 'created'],
  ['created[between]=2030-01-01', 'created'],
  ['created[__proto__]=x', 'created'],
  ['__proto__=x', '__proto__'],
  ['constructor=x', 'constructor'],
  ['assignedTo=lead_01', 'assignedTo'],
])('GET /leads?%s: 400 that names %s', async (query, name) => {
  const answer = await call(`GET /leads?${query}`);
  expect(answer.status).toBe(400);
  expect(answer.body.errors).toMatchObject([{ in: 'query', name }]);
});

test('the export has the same leads as the list', async () => {
  const exported = await call('GET /leads/export?quality=hot');
  expect(exported.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  const lines = exported.body.trimEnd().split('\r\n');
  expect(lines[0]).toBe('id,customerName,phone,email,quality,status,source,estimatedValue,assignedTo,createdAt');
  expect(lines.slice(1).map((l: string) => l.split(',')[0])).toEqual(ids(await call('GET /leads?quality=hot')));
});
