/** Messages and the templates for them. */
import type { Operations, Row, Schemas } from '../call.ts';
import { DAY } from '../local-time.ts';
import { invalid, Problem } from '../problem.ts';
import { checkReferences } from '../references.ts';
import type { State } from '../state.ts';

type Ids = 'listMessages' | 'sendMessage' | 'getMessage' | 'listMessageTemplates';

export const messages: Operations<Ids> = {
  listMessages(call) {
    const { conversationId, direction } = call.query;
    const { id } = call.state.conversations.get(conversationId);
    const rows = call.state.messages
      .all()
      .filter((m) => m.conversationId === id && (!direction || m.direction === direction));
    return { body: call.page(rows.map((m) => delivered(call.state, m)).reverse()) };
  },

  sendMessage({ state, body, userId }) {
    checkReferences(state, body);
    checkReferences(state, body.content, '/content');
    const conversation = state.conversations.get(body.conversationId);
    const renderedText = render(state, conversation, body);
    const row = state.messages.add((id) => ({
      id,
      conversationId: conversation.id,
      direction: 'outbound',
      status: 'sent',
      content: body.content,
      renderedText,
      attachmentIds: body.attachmentIds ?? [],
      sentBy: userId,
      sentAt: state.stamp(),
      readAt: null,
    }));
    Object.assign(conversation, {
      status: 'open',
      snoozedUntil: null,
      lastMessageAt: row.sentAt,
      lastMessagePreview: [...renderedText].slice(0, 80).join(''),
      updatedAt: row.sentAt,
    });
    return { body: row, location: `/public/v1/messages/${row.id}` };
  },

  getMessage: ({ state, path }) => ({ body: delivered(state, state.messages.get(path.messageId)) }),

  listMessageTemplates(call) {
    const { channel, status } = call.query ?? {};
    const rows = call.state.templates
      .all()
      .filter((t) => (!channel || channel.includes(t.channel)) && (!status || t.status === status));
    return { body: call.page(rows) };
  },
};

/** The text as the contact will see it. @throws Problem where the channel cannot carry it */
function render(
  state: State,
  conversation: Row<'Conversation'>,
  { content, attachmentIds }: Schemas['MessageSend'],
): string {
  if (conversation.channel === 'sms' && attachmentIds?.length) throw invalid('/attachmentIds', 'cannot go over SMS');
  if (content.type === 'template')
    return fill(state.templates.get(content.templateId), conversation.channel, content.variables ?? {});
  if (content.subject && conversation.channel !== 'email') throw invalid('/content/subject', 'goes only with e-mail');
  if (conversation.channel === 'whatsapp' && !mayWriteFreely(state, conversation.id)) {
    throw new Problem(
      'conflict',
      'The contact last wrote more than 24 hours ago: over WhatsApp only an approved template can be sent now (listMessageTemplates).',
    );
  }
  return content.text;
}

function fill(template: Row<'MessageTemplate'>, channel: string, values: Record<string, string>): string {
  if (template.channel !== channel)
    throw invalid(
      '/content/templateId',
      `names a template for ${template.channel}; the conversation runs over ${channel}`,
    );
  if (template.status !== 'approved')
    throw invalid('/content/templateId', `names a template that is ${template.status}; only approved ones can be sent`);
  for (const name of template.variables)
    if (!Object.hasOwn(values, name)) throw invalid(`/content/variables/${name}`, 'is missing');
  for (const name of Object.keys(values))
    if (!template.variables.includes(name))
      throw invalid(`/content/variables/${name}`, 'is no variable of the template');
  return template.text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? '');
}

/** WhatsApp's customer service window. */
function mayWriteFreely(state: State, conversationId: string): boolean {
  return state.messages
    .all()
    .some(
      (m) =>
        m.conversationId === conversationId && m.direction === 'inbound' && state.now() - Date.parse(m.sentAt) <= DAY,
    );
}

/** A message that was sent arrives within a second or so. */
function delivered(state: State, message: Row<'Message'>): Row<'Message'> {
  const arrived = message.status === 'sent' && state.now() - Date.parse(message.sentAt) >= 2000;
  return arrived ? { ...message, status: 'delivered' } : message;
}
