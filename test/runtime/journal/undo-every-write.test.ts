/** Undo over every Escritura of the Nuntius catalogue: it restores, or the question says beforehand that it cannot. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { catalogue } from '../../../src/generated/catalogue.ts';
import { type Sandbox, startSandbox } from '../../../src/sandbox/sandbox.ts';
import { type Served, served } from './served.ts';

const NOW = new Date('2030-03-04T08:30:00Z');
let sandbox: Sandbox;
let api: Served;
beforeAll(async () => {
  sandbox = await startSandbox({ now: () => NOW });
});
beforeEach(() => {
  sandbox.reset();
  api = served(sandbox);
});
afterAll(() => sandbox.close());

const NEVER = 'This cannot be undone here.';
const base64 = Buffer.from('hola').toString('base64');

/** `thing`: what the write changes; restored but for `besides`, which the question for the undo names. */
const RESTORED: [tool: string, args: Record<string, unknown>, thing: string, besides?: string[]][] = [
  [
    'leads_update',
    { leadId: 'lead_01', quality: 'cold', status: 'lost', lostReason: 'Precio', tagIds: [] },
    'leads/lead_01',
  ],
  ['leads_assign', { leadId: 'lead_01', userId: 'user_02' }, 'leads/lead_01'],
  ['contacts_update', { contactId: 'contact_01', phone: null, name: 'Otra', address: null }, 'contacts/contact_01'],
  ['contacts_tags_replace', { contactId: 'contact_01', tagIds: ['tag_03'] }, 'contacts/contact_01'],
  [
    'appointments_update',
    { appointmentId: 'appointment_01', room: 'Otra', comments: 'x' },
    'appointments/appointment_01',
  ],
  ['appointments_confirm', { appointmentId: 'appointment_01' }, 'appointments/appointment_01'],
  [
    'appointments_reschedule',
    { appointmentId: 'appointment_01', startsAt: '2030-03-13T11:00:00+01:00' },
    'appointments/appointment_01',
  ],
  ['conversations_update', { conversationId: 'conversation_01', status: 'closed' }, 'conversations/conversation_01'],
  ['tasks_update', { taskId: 'task_01', priority: 'low', dueAt: null }, 'tasks/task_01'],
  ['tasks_complete', { taskId: 'task_01', outcome: 'Reserva' }, 'tasks/task_01'],
  ['notes_update', { noteId: 'note_01', text: 'Otro texto', pinned: false }, 'notes/note_01'],
  [
    'pipelines_stages_update',
    { pipelineId: 'pipeline_01', stageId: 'stage_02', name: 'Vista', position: 4 },
    'pipelines/pipeline_01',
  ],
  ['services_update', { serviceId: 'service_01', price: 1, active: false, userIds: [] }, 'services/service_01'],
  [
    'users_opening_hours_replace',
    { userId: 'user_02', timeZone: 'Europe/Madrid', periods: [] },
    'users/user_02/opening-hours',
  ],
  ['channels_update', { channelId: 'channel_01', name: 'Otro', webhookUrl: null }, 'channels/channel_01'],
];

const CANNOT: [tool: string, args: Record<string, unknown>][] = [
  ['leads_create', { customerName: 'Nueva', quality: 'hot' }],
  ['leads_convert', { leadId: 'lead_01' }],
  ['contacts_create', { name: 'Nueva' }],
  ['contacts_import', { contacts: [{ name: 'Rosa Prieto Vega', phone: '+34555010090' }] }],
  [
    'appointments_create',
    { contactId: 'contact_01', serviceId: 'service_01', startsAt: '2030-03-12T10:00:00+01:00', userId: 'user_02' },
  ],
  ['conversations_create', { contactId: 'contact_05', channel: 'email', subject: 'Presupuesto' }],
  ['messages_send', { conversationId: 'conversation_01', content: { type: 'text', text: 'Hola' } }],
  ['tasks_create', { title: 'Llamar', type: 'call', priority: 'high' }],
  ['notes_create', { text: 'Nota', leadId: 'lead_01' }],
  ['pipelines_stages_create', { pipelineId: 'pipeline_01', name: 'Presupuesto enviado' }],
  ['services_create', { name: 'Drenaje', durationMinutes: 50, price: 48 }],
  ['tags_create', { name: 'Boda', color: '#2f9e44' }],
  ['custom_fields_create', { key: 'insurance', label: 'Aseguradora', appliesTo: 'lead', type: 'text' }],
  ['files_upload', { file: base64, name: 'hola.txt' }],
  ['conversations_update', { conversationId: 'conversation_01', markRead: true }],
  ['channels_update', { channelId: 'channel_01', signingSecret: 'un-secreto-largo-de-ejemplo' }],
];

it('has every Escritura in one of the tables', () => {
  const tested = new Set([...RESTORED, ...CANNOT].map(([tool]) => `nuntius_${tool}`));
  const writes = catalogue.tools.filter((tool) => tool.type === 'Escritura').map((tool) => tool.name);
  expect(writes.filter((name) => !tested.has(name))).toEqual([]);
});

describe('restored', () => {
  it.each(RESTORED)('%s', async (tool, args, thing, besides = []) => {
    const before = await api.get(thing);
    const done = await api.call(`nuntius_${tool}`, args);
    expect(done.text).toContain(`On record as operation ${done.operation}.`);
    expect(api.questions[0]).not.toContain(NEVER);
    expect(await api.get(thing)).not.toEqual(before);

    const undone = await api.call('nuntius_operations_undo');
    expect(undone).toMatchObject({ isError: false, outcome: 'done' });
    expect(api.questions[1]).toContain(`Undo of operation ${done.operation}`);
    const after = await api.get(thing);
    for (const name of ['updatedAt', ...besides]) {
      delete before[name];
      delete after[name];
    }
    expect(after).toEqual(before);

    const writes = sandbox.requests.filter(({ method }) => method !== 'GET').length;
    const again = await api.call('nuntius_operations_undo', { operation: done.operation });
    expect(again.refusal?.error).toBe('already_undone');
    expect(sandbox.requests.filter(({ method }) => method !== 'GET').length).toBe(writes);
  });
});

describe('cannot be undone: the question says so, and so does the refusal', () => {
  it.each(CANNOT)('%s', async (tool, args) => {
    const done = await api.call(`nuntius_${tool}`, args);
    expect(done, done.text).toMatchObject({ isError: false, outcome: 'done' });
    expect(api.questions[0]).toContain(NEVER);
    const sent = sandbox.requests.length;
    const undone = await api.call('nuntius_operations_undo', { operation: done.operation });
    expect(undone.refusal?.error).toBe('cannot_undo');
    expect(api.questions).toHaveLength(1);
    expect(sandbox.requests).toHaveLength(sent);
  });
});

it('names the fields that cannot be put back, beforehand and in the undo', async () => {
  await api.call('nuntius_channels_update', {
    channelId: 'channel_01',
    name: 'Otro',
    signingSecret: 'un-secreto-largo-de-ejemplo',
  });
  expect(api.questions[0]).toContain('Cannot be undone here: signingSecret.');
  await api.call('nuntius_operations_undo');
  expect(api.questions[1]).toContain('Not put back, since this cannot set it: signingSecret.');
  expect(sandbox.requests.at(-1)?.body.toString()).not.toContain('signingSecret');
});
