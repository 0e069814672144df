/** Conversations, their messages, and templates. */
import type { Row } from '../call.ts';
import type { State } from '../state.ts';
import type { Ago } from './seed.ts';

type Template = Row<'MessageTemplate'>;

const TEMPLATES: [name: string, channel: Template['channel'], status: Template['status'], text: string][] = [
  [
    'Recordatorio de cita',
    'whatsapp',
    'approved',
    'Hola, {{name}}: te recordamos tu cita del {{date}} a las {{time}}. ¿Nos confirmas que vienes?',
  ],
  ['Volver a vernos', 'whatsapp', 'approved', 'Hola, {{name}}: hace tiempo que no te vemos. ¿Te buscamos un hueco?'],
  ['Oferta de otoño', 'whatsapp', 'pending', 'Hola, {{name}}: este mes, {{offer}}.'],
  [
    'Presupuesto',
    'email',
    'approved',
    'Hola, {{name}}:\n\nEste es el presupuesto de {{service}}: {{price}} €.\n\nUn saludo, el equipo de la clínica',
  ],
  ['Aviso de cita', 'sms', 'approved', 'Cita el {{date}} a las {{time}}. Clínica.'],
];

type Line = [from: 'in' | 'out', hours: number, text: string];
interface Thread {
  contact: string;
  channel: 'whatsapp' | 'email' | 'sms';
  status: Row<'Conversation'>['status'];
  subject?: string;
  user: string | null;
  /** Inbound messages at the end that nobody has read. */
  unread: number;
  lines: Line[];
}

const THREADS: Thread[] = [
  {
    contact: 'contact_01',
    channel: 'whatsapp',
    status: 'open',
    user: 'user_05',
    unread: 1,
    lines: [
      ['in', 26, 'Hola, ¿puedo cambiar la cita de la tarde?'],
      ['out', 25, '¡Hola, Carmen! Claro, ¿qué día te viene bien?'],
      ['in', 3, '¿Tenéis hueco el jueves por la mañana?'],
    ],
  },
  {
    contact: 'contact_02',
    channel: 'whatsapp',
    status: 'open',
    user: null,
    unread: 0,
    lines: [
      ['out', 220, 'Hola, Jorge: ¿qué tal la espalda después de la sesión?'],
      ['in', 200, 'Mucho mejor, ¡gracias!'],
    ],
  },
  {
    contact: 'contact_03',
    channel: 'email',
    status: 'open',
    subject: 'Presupuesto de tratamiento facial',
    user: 'user_04',
    unread: 1,
    lines: [
      ['in', 50, 'Buenos días: ¿me pueden mandar un presupuesto para tres sesiones? Gracias, Elvira Campos'],
      ['out', 45, 'Hola, Elvira:\n\nTres sesiones son 165 €.\n\nUn saludo, Noelia'],
      ['in', 20, 'Gracias. ¿Se puede pagar en dos veces?'],
    ],
  },
  {
    contact: 'contact_06',
    channel: 'sms',
    status: 'closed',
    user: 'user_05',
    unread: 0,
    lines: [['out', 300, 'Cita el lunes a las 11:00. Clínica.']],
  },
  {
    contact: 'contact_09',
    channel: 'whatsapp',
    status: 'closed',
    user: 'user_02',
    unread: 0,
    lines: [['in', 400, '¡Gracias por todo!']],
  },
];

const CHANNELS = { whatsapp: 'channel_01', email: 'channel_02', sms: 'channel_03' } as const;

export function seedConversations(state: State, ago: Ago): void {
  for (const [name, channel, status, text] of TEMPLATES) {
    const variables = [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, variable = '']) => variable);
    state.templates.add((id) => ({ id, name, channel, language: 'es', text, variables, status }));
  }
  for (const thread of THREADS) addThread(state, ago, thread);
}

function addThread(state: State, ago: Ago, { contact, channel, status, subject, user, unread, lines }: Thread): void {
  const last = lines.at(-1);
  const lastMessageAt = ago(0, last?.[1]);
  const conversation = state.conversations.add((id) => ({
    id,
    contactId: contact,
    channelId: CHANNELS[channel],
    channel,
    subject: subject ?? null,
    status,
    snoozedUntil: null,
    assignedTo: user,
    unreadCount: unread,
    lastMessageAt,
    lastMessagePreview: last?.[2].slice(0, 80) ?? null,
    createdAt: ago(0, (lines[0]?.[1] ?? 0) + 1),
    updatedAt: lastMessageAt,
  }));
  for (const [i, [from, hours, text]] of lines.entries()) {
    const inbound = from === 'in';
    const isUnread = inbound && i >= lines.length - unread;
    state.messages.add((id) => ({
      id,
      conversationId: conversation.id,
      direction: inbound ? 'inbound' : 'outbound',
      status: isUnread ? 'delivered' : 'read',
      content: { type: 'text', text },
      renderedText: text,
      attachmentIds: [],
      sentBy: inbound ? null : (user ?? 'user_05'),
      sentAt: ago(0, hours),
      readAt: isUnread ? null : ago(0, hours - 1),
    }));
  }
}
