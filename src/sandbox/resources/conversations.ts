/** Conversations: the messages with one contact over one channel. */
import type { Operations } from '../call.ts';
import { invalid, Problem } from '../problem.ts';
import { checkReferences } from '../references.ts';

type Ids = 'listConversations' | 'createConversation' | 'getConversation' | 'updateConversation';

export const conversations: Operations<Ids> = {
  listConversations(call) {
    const { contactId, channel, status, unread, assignedTo } = call.query ?? {};
    const rows = call.state.conversations
      .all()
      .filter(
        (c) =>
          (!contactId || c.contactId === contactId) &&
          (!channel || channel.includes(c.channel)) &&
          (!status || status.includes(c.status)) &&
          (unread === undefined || c.unreadCount > 0 === unread) &&
          (!assignedTo || c.assignedTo === assignedTo),
      );
    return {
      body: call.page(
        rows.sort((a, b) => Date.parse(b.lastMessageAt ?? b.createdAt) - Date.parse(a.lastMessageAt ?? a.createdAt)),
      ),
    };
  },

  createConversation({ state, body }) {
    checkReferences(state, body);
    const contact = state.contacts.get(body.contactId);
    const address = body.channel === 'email' ? contact.email : contact.phone;
    if (!address)
      throw invalid(
        '/channel',
        `does not reach ${contact.id}: it has no ${body.channel === 'email' ? 'e-mail address' : 'phone'}`,
      );
    if (body.subject && body.channel !== 'email') throw invalid('/subject', 'goes only with channel email');
    const channel = state.channels.all().find((c) => c.kind === body.channel && c.status === 'connected');
    if (!channel) throw new Problem('conflict', `No ${body.channel} channel is connected.`);
    const open = state.conversations
      .all()
      .find((c) => c.contactId === contact.id && c.channelId === channel.id && c.status !== 'closed');
    if (open)
      throw new Problem(
        'conflict',
        `${open.id} with this contact over ${body.channel} is ${open.status}. Write there.`,
      );
    const row = state.conversations.add((id) => ({
      subject: null,
      ...body,
      id,
      channelId: channel.id,
      status: 'open',
      snoozedUntil: null,
      assignedTo: null,
      unreadCount: 0,
      lastMessageAt: null,
      lastMessagePreview: null,
      createdAt: state.stamp(),
      updatedAt: state.stamp(),
    }));
    return { body: row, location: `/public/v1/conversations/${row.id}` };
  },

  getConversation: ({ state, path }) => ({ body: state.conversations.get(path.conversationId) }),

  updateConversation({ state, path, body }) {
    const row = state.conversations.get(path.conversationId);
    const { markRead, ...changes } = body;
    checkReferences(state, body);
    const status = changes.status ?? row.status;
    if (status === 'snoozed' && !(changes.snoozedUntil ?? row.snoozedUntil))
      throw invalid('/snoozedUntil', 'is missing: a snoozed conversation opens again at some time');
    if (status !== 'snoozed' && changes.snoozedUntil) throw invalid('/snoozedUntil', 'goes only with status snoozed');
    const reopens = row.status === 'closed' && status !== 'closed';
    const other =
      reopens &&
      state.conversations
        .all()
        .find(
          (c) => c !== row && c.contactId === row.contactId && c.channelId === row.channelId && c.status !== 'closed',
        );
    if (other)
      throw new Problem(
        'conflict',
        `${other.id} with this contact over the same channel is ${other.status}. Write there.`,
      );
    Object.assign(row, changes, { updatedAt: state.stamp() });
    if (status !== 'snoozed') row.snoozedUntil = null;
    if (markRead) {
      row.unreadCount = 0;
      for (const message of state.messages.all()) {
        if (message.conversationId === row.id && message.direction === 'inbound') message.readAt ??= state.stamp();
      }
    }
    return { body: row };
  },
};
