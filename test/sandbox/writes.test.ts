/** What is written is there when it is read again, and what does not go is refused with what to do. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Sandbox, startSandbox } from '../../src/sandbox/sandbox.ts';
import { client, MONDAY } from './client.ts';

let sandbox: Sandbox;
let call: ReturnType<typeof client>;
let clock = MONDAY;
beforeAll(async () => {
  sandbox = await startSandbox({ now: () => clock, jobStepMs: 5 });
  call = client(sandbox);
});
beforeEach(() => {
  clock = MONDAY;
  sandbox.reset();
});
afterAll(() => sandbox.close());

describe('leads', () => {
  test('a new one stands in the list, in the first stage of the default pipeline, with defaults', async () => {
    const created = await call('POST /leads', { customerName: 'Lead de ejemplo', quality: 'hot' });
    expect(created.status).toBe(201);
    expect(created.headers.get('location')).toBe('/public/v1/leads/lead_13');
    expect(created.body).toMatchObject({
      id: 'lead_13',
      customerName: 'Lead de ejemplo',
      quality: 'hot',
      source: 'other',
      status: 'new',
      stageId: 'stage_01',
      pipelineId: 'pipeline_01',
      tagIds: [],
    });
    expect((await call('GET /leads?q=ejemplo&quality=hot')).body.data).toEqual([created.body]);
  });

  test('converting makes a contact and wins the lead, once', async () => {
    const { body } = await call('POST /leads/lead_01/convert', {});
    expect(body.lead).toMatchObject({ status: 'won', stageId: 'stage_05', contactId: 'contact_11' });
    expect((await call('GET /contacts/contact_11')).body).toEqual(body.contact);
    expect(body.contact).toMatchObject({
      name: 'Ana López Serrano',
      phone: '+34555010001',
      leadId: 'lead_01',
      tagIds: ['tag_05'],
    });
    expect((await call('POST /leads/lead_01/convert', {})).body).toMatchObject({
      status: 409,
      code: 'conflict',
      detail: 'The lead is converted already, to contact_11.',
    });
  });

  test('converting somebody who is a contact already asks for the contact', async () => {
    await call('PATCH /leads/lead_02', { phone: '+34555010021' });
    expect((await call('POST /leads/lead_02/convert', {})).body).toMatchObject({
      status: 409,
      detail: expect.stringContaining('contact_01'),
    });
    const joined = await call('POST /leads/lead_02/convert', { contactId: 'contact_01' });
    expect(joined.body.contact).toMatchObject({ id: 'contact_01', name: 'Carmen Ruiz Molina', leadId: 'lead_02' });
  });

  test('a change leaves the other fields, null empties one, custom fields merge', async () => {
    const { body: before } = await call('GET /leads/lead_08');
    const { body: after } = await call('PATCH /leads/lead_08', { interest: null, stageId: 'stage_06' });
    expect(after).toEqual({
      ...before,
      interest: null,
      stageId: 'stage_06',
      pipelineId: 'pipeline_02',
      updatedAt: after.updatedAt,
    });
    await call('PATCH /leads/lead_08', { customFields: { how_found_us: 'Radio' } });
    expect((await call('PATCH /leads/lead_08', { customFields: {} })).body.customFields).toEqual({
      how_found_us: 'Radio',
    });
    expect((await call('PATCH /leads/lead_08', { customFields: { how_found_us: null } })).body.customFields).toEqual(
      {},
    );
  });

  test.each([
    ['POST /leads', { customerName: 'A', tagIds: ['tag_01', 'tag_99'] }, '/tagIds/1'],
    ['POST /leads', { customerName: 'A', assignedTo: 'user_99' }, '/assignedTo'],
    ['POST /leads', { customerName: 'A', customFields: { constructor: 'x' } }, '/customFields/constructor'],
    ['POST /leads', { customerName: 'A', quality: 'boiling' }, '/quality'],
    ['POST /leads', { customerName: 'A', email: 'nobody' }, '/email'],
    ['POST /leads', { customerName: 'A', id: 'lead_99' }, '/id'],
    ['POST /leads', {}, '/customerName'],
    ['PATCH /leads/lead_01', { lostReason: 'Caro' }, '/lostReason'],
    ['PATCH /leads/lead_10', { status: 'new' }, '/status'],
    ['POST /leads/lead_01/assign', { userId: 'user_06' }, '/userId'],
    ['PATCH /contacts/contact_01', { customFields: { skin_type: 'Verde' } }, '/customFields/skin_type'],
    ['PATCH /contacts/contact_01', { customFields: { sessions_left: 'tres' } }, '/customFields/sessions_left'],
    ['PATCH /contacts/contact_01', { address: { city: 'Toledo', postalCode: '1' } }, '/address/postalCode'],
    ['POST /conversations', { contactId: 'contact_07', channel: 'email' }, '/channel'],
    ['POST /messages', { conversationId: 'conversation_01', content: { type: 'fax', text: 'a' } }, '/content/type'],
    ['POST /messages', { conversationId: 'conversation_01', content: { type: 'text' } }, '/content/text'],
    [
      'POST /messages',
      {
        conversationId: 'conversation_01',
        content: { type: 'template', templateId: 'template_01', variables: { name: 'A', date: 'b' } },
      },
      '/content/variables/time',
    ],
    [
      'POST /messages',
      {
        conversationId: 'conversation_01',
        content: { type: 'template', templateId: 'template_03', variables: { name: 'A', offer: 'b' } },
      },
      '/content/templateId',
    ],
    [
      'POST /messages',
      { conversationId: 'conversation_04', content: { type: 'text', text: 'a' }, attachmentIds: ['file_01'] },
      '/attachmentIds',
    ],
    ['POST /custom-fields', { key: 'a', label: 'A', appliesTo: 'lead', type: 'select' }, '/options'],
    [
      'PUT /users/user_02/opening-hours',
      { timeZone: 'Europe/Madrid', periods: [{ weekday: 'monday', from: '14:00', to: '09:00' }] },
      '/periods/0/to',
    ],
    [
      'PUT /users/user_02/opening-hours',
      {
        timeZone: 'Europe/Madrid',
        periods: [
          { weekday: 'monday', from: '09:00', to: '12:00' },
          { weekday: 'monday', from: '11:00', to: '14:00' },
        ],
      },
      '/periods/1',
    ],
  ])('%s %j: 422 at %s', async (request, body, pointer) => {
    const answer = await call(request, body);
    expect(answer.status).toBe(422);
    expect(answer.body.errors).toMatchObject([{ in: 'body', pointer }]);
  });
});

describe('contacts', () => {
  test('the same phone or e-mail twice is refused', async () => {
    expect((await call('POST /contacts', { name: 'Otra', phone: '+34555010021' })).body).toMatchObject({
      code: 'conflict',
      detail: expect.stringContaining('contact_01'),
    });
    expect((await call('PATCH /contacts/contact_02', { email: 'CARMEN.RUIZ@example.com' })).status).toBe(409);
    expect((await call('PATCH /contacts/contact_01', { email: 'carmen.ruiz@example.com' })).status).toBe(200);
  });

  test('tags are replaced, and counted', async () => {
    expect((await call('PUT /contacts/contact_01/tags', { tagIds: ['tag_03'] })).body.tagIds).toEqual(['tag_03']);
    const tags = (await call('GET /tags')).body.data as { id: string; useCount: number }[];
    expect(tags.find((t) => t.id === 'tag_03')?.useCount).toBe(3);
  });

  test('an import goes on after the answer and ends', async () => {
    const contacts = [
      { name: 'Rosa Prieto Vega', phone: '+34555010090' },
      { name: 'Carmen R.', phone: '+34555010021' },
    ];
    const accepted = await call('POST /contacts/import', { contacts, onDuplicate: 'update' });
    expect(accepted.status).toBe(202);
    expect(accepted.body).toMatchObject({ status: 'queued', result: null });
    const path = String(accepted.headers.get('location')).replace('/public/v1', '');
    let job = accepted;
    while (!['succeeded', 'failed'].includes(job.body.status)) {
      await new Promise((resolve) => setTimeout(resolve, 5));
      job = await call(`GET ${path}`);
    }
    expect(job.body).toMatchObject({
      status: 'succeeded',
      progress: 100,
      result: { created: 1, updated: 1, skipped: 0 },
    });
    expect((await call('GET /contacts/contact_01')).body.name).toBe('Carmen R.');
    expect((await call('POST /contacts/search', { query: 'rosa prieto' })).body.data).toHaveLength(1);
  });
});

describe('appointments', () => {
  test('a free time can be booked, and then is not free', async () => {
    const query = '/availability?serviceId=service_01&from=2030-03-11&to=2030-03-11&userId=user_02&limit=1';
    const [slot] = (await call(`GET ${query}`)).body.data;
    expect(slot).toEqual({
      startsAt: '2030-03-11T09:00:00+01:00',
      endsAt: '2030-03-11T10:00:00+01:00',
      userId: 'user_02',
    });
    const booking = { contactId: 'contact_02', serviceId: 'service_01', startsAt: slot.startsAt, userId: 'user_02' };
    expect((await call('POST /appointments', booking)).body).toMatchObject({
      status: 'scheduled',
      endsAt: slot.endsAt,
    });
    expect((await call(`GET ${query}`)).body.data[0].startsAt).toBe('2030-03-11T10:00:00+01:00');
    expect((await call('POST /appointments', booking)).body).toMatchObject({
      status: 409,
      detail: expect.stringContaining('listAvailability'),
    });
    // Without a user, the next one who gives the service and is free.
    expect((await call('POST /appointments', { ...booking, userId: undefined })).body.userId).toBe('user_03');
  });

  test('cancelling frees the time and keeps the appointment', async () => {
    const { body } = await call('GET /appointments/appointment_01');
    await call('PATCH /appointments/appointment_01', { status: 'cancelled', cancellationReason: 'Viaje' });
    const again = await call('POST /appointments', {
      contactId: 'contact_09',
      serviceId: 'service_01',
      startsAt: body.startsAt,
      userId: 'user_02',
    });
    expect(again.status).toBe(201);
    expect((await call('GET /appointments/appointment_01')).body).toMatchObject({
      status: 'cancelled',
      cancellationReason: 'Viaje',
    });
    expect((await call('PATCH /appointments/appointment_01', { status: 'scheduled' })).status).toBe(409);
  });

  test('moving one keeps its length and asks for a new confirmation', async () => {
    await call('POST /appointments/appointment_01/confirm');
    const moved = await call('POST /appointments/appointment_01/reschedule', { startsAt: '2030-03-13T10:00:00Z' });
    expect(moved.body).toMatchObject({
      startsAt: '2030-03-13T11:00:00+01:00',
      endsAt: '2030-03-13T12:00:00+01:00',
      status: 'scheduled',
      confirmedAt: null,
    });
    expect((await call('POST /appointments/appointment_01/confirm')).body.status).toBe('confirmed');
    expect((await call('POST /appointments/appointment_01/confirm')).status).toBe(409);
  });

  test('other opening hours give other free times', async () => {
    const periods = [{ weekday: 'sunday', from: '10:00', to: '11:00' }];
    await call('PUT /users/user_02/opening-hours', { timeZone: 'Europe/Madrid', periods });
    const { body } = await call('GET /availability?serviceId=service_01&from=2030-03-04&to=2030-03-10&userId=user_02');
    expect(body.data).toEqual([
      { startsAt: '2030-03-10T10:00:00+01:00', endsAt: '2030-03-10T11:00:00+01:00', userId: 'user_02' },
    ]);
  });
});

describe('messages', () => {
  const text = (conversationId: string) => ({ conversationId, content: { type: 'text', text: 'Hola' } });

  test('one that is sent is the newest of the conversation, and is delivered in time', async () => {
    const sent = await call('POST /messages', text('conversation_01'));
    expect(sent.body).toMatchObject({ direction: 'outbound', status: 'sent', sentBy: 'user_01' });
    expect((await call('GET /messages?conversationId=conversation_01')).body.data[0]).toEqual(sent.body);
    expect((await call('GET /conversations/conversation_01')).body).toMatchObject({
      lastMessagePreview: 'Hola',
      lastMessageAt: sent.body.sentAt,
    });
    clock = new Date(MONDAY.getTime() + 5000);
    expect((await call(`GET /messages/${sent.body.id}`)).body.status).toBe('delivered');
  });

  test('over WhatsApp, after a day, only a template goes', async () => {
    expect((await call('POST /messages', text('conversation_02'))).body).toMatchObject({
      status: 409,
      detail: expect.stringContaining('template'),
    });
    const content = { type: 'template', templateId: 'template_02', variables: { name: 'Jorge' } };
    expect((await call('POST /messages', { conversationId: 'conversation_02', content })).body.renderedText).toBe(
      'Hola, Jorge: hace tiempo que no te vemos. ¿Te buscamos un hueco?',
    );
  });

  test('a conversation is closed, snoozed, read', async () => {
    expect(
      (await call('PATCH /conversations/conversation_01', { status: 'closed', markRead: true })).body,
    ).toMatchObject({ status: 'closed', unreadCount: 0 });
    expect((await call('PATCH /conversations/conversation_03', { status: 'snoozed' })).status).toBe(422);
    expect((await call('GET /conversations?unread=true')).body.data.map((c: { id: string }) => c.id)).toEqual([
      'conversation_03',
    ]);
    expect((await call('POST /conversations', { contactId: 'contact_03', channel: 'email' })).body).toMatchObject({
      status: 409,
      detail: expect.stringContaining('conversation_03'),
    });
  });
});

describe('the rest', () => {
  test('a task is completed once', async () => {
    expect((await call('POST /tasks/task_01/complete', { outcome: 'Reserva' })).body).toMatchObject({
      status: 'done',
      outcome: 'Reserva',
      completedAt: '2030-03-04T09:30:00+01:00',
    });
    expect((await call('POST /tasks/task_01/complete', {})).status).toBe(409);
    expect((await call('PATCH /tasks/task_01', { status: 'open' })).body).toMatchObject({
      status: 'open',
      outcome: null,
      completedAt: null,
    });
  });

  test('a stage takes its place and the others make room', async () => {
    await call('POST /pipelines/pipeline_01/stages', { name: 'Visita', position: 2 });
    const names = async () =>
      (await call('GET /pipelines/pipeline_01/stages')).body.data.map(
        (s: { name: string; position: number }) => `${s.position} ${s.name}`,
      );
    expect(await names()).toEqual([
      '1 Nuevo',
      '2 Visita',
      '3 Contactado',
      '4 Presupuesto',
      '5 Reserva hecha',
      '6 Ganado',
    ]);
    await call('PATCH /pipelines/pipeline_01/stages/stage_01', { position: 6 });
    expect(await names()).toEqual([
      '1 Visita',
      '2 Contactado',
      '3 Presupuesto',
      '4 Reserva hecha',
      '5 Ganado',
      '6 Nuevo',
    ]);
    expect((await call('GET /pipelines/pipeline_02/stages/stage_01')).status).toBe(404);
  });

  test('a signing secret is set and never shown', async () => {
    const secret = 'un-secreto-que-no-se-muestra';
    const changed = await call('PATCH /channels/channel_02', { signingSecret: secret });
    expect(changed.body.signingSecretSet).toBe(true);
    for (const answer of [changed, await call('GET /channels'), await call('GET /channels/channel_02')])
      expect(JSON.stringify(answer.body)).not.toContain(secret);
  });

  test('a file comes back byte for byte', async () => {
    const bytes = Buffer.from(Array.from({ length: 512 }, (_, i) => i % 256));
    const form = new FormData();
    form.set('file', new Blob([bytes], { type: 'application/octet-stream' }), 'x');
    form.set('name', 'informe técnico.pdf');
    form.set('about', JSON.stringify({ leadId: 'lead_02' }));
    const headers = { authorization: `Bearer ${sandbox.apiKey}` };
    const upload = await fetch(`${sandbox.url}/public/v1/files`, { method: 'POST', headers, body: form });
    expect(await upload.json()).toMatchObject({
      id: 'file_03',
      size: 512,
      mediaType: 'application/pdf',
      leadId: 'lead_02',
      contactId: null,
    });
    const download = await fetch(`${sandbox.url}/public/v1/files/file_03/content`, { headers });
    expect(Buffer.from(await download.arrayBuffer())).toEqual(bytes);
    expect(download.headers.get('content-disposition')).toBe(
      `attachment; filename="informe t_cnico.pdf"; filename*=UTF-8''informe%20t%C3%A9cnico.pdf`,
    );
  });

  test('the same upload under one Idempotency-Key is kept once, whatever its boundary', async () => {
    const headers = { authorization: `Bearer ${sandbox.apiKey}`, 'idempotency-key': 'upload-1' };
    const upload = async () => {
      const form = new FormData();
      form.set('file', new Blob(['hola'], { type: 'text/plain' }), 'x');
      form.set('name', 'hola.txt');
      const answer = await fetch(`${sandbox.url}/public/v1/files`, { method: 'POST', headers, body: form });
      return ((await answer.json()) as { id: string }).id;
    };
    expect([await upload(), await upload()]).toEqual(['file_03', 'file_03']);
  });

  test('reports count what is there', async () => {
    const funnel = '/reports/sales-funnel?from=2020-01-01&to=2040-12-31';
    expect((await call(`GET ${funnel}`)).body).toMatchObject({
      leadCount: 11,
      wonCount: 1,
      lostCount: 2,
      conversionRate: 0.33,
    });
    await call('POST /leads/lead_01/convert', {});
    expect((await call(`GET ${funnel}`)).body).toMatchObject({ wonCount: 2, conversionRate: 0.5 });
    expect((await call('GET /reports/appointments?from=2020-01-01&to=2040-12-31')).body).toMatchObject({
      total: 13,
      revenue: 240,
      noShowRate: 0.17,
    });
    expect((await call('GET /reports/appointments?from=2030-01-02&to=2030-01-01')).status).toBe(400);
  });
});
