/** Every operation of the description, done. The compiler refuses this file while one is missing. */
import type { OperationId, Operations } from './call.ts';
import { appointments } from './resources/appointments.ts';
import { availability } from './resources/availability.ts';
import { channels } from './resources/channels.ts';
import { contacts } from './resources/contacts.ts';
import { conversations } from './resources/conversations.ts';
import { files } from './resources/files.ts';
import { imports } from './resources/imports.ts';
import { leads } from './resources/leads.ts';
import { messages } from './resources/messages.ts';
import { notes } from './resources/notes.ts';
import { pipelines } from './resources/pipelines.ts';
import { reports } from './resources/reports.ts';
import { services } from './resources/services.ts';
import { tags } from './resources/tags.ts';
import { tasks } from './resources/tasks.ts';
import { users } from './resources/users.ts';

const status: Operations<'getStatus'> = {
  getStatus: ({ state }) => ({ body: { status: 'ok', version: '1.4.0', time: state.stamp() } }),
};

export const operations: Operations<OperationId> = {
  ...appointments,
  ...availability,
  ...channels,
  ...contacts,
  ...conversations,
  ...files,
  ...imports,
  ...leads,
  ...messages,
  ...notes,
  ...pipelines,
  ...reports,
  ...services,
  ...status,
  ...tags,
  ...tasks,
  ...users,
};
