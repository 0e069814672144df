/** Everything the sandbox holds, in memory. */
import type { Row, Schemas } from './call.ts';
import { iso } from './local-time.ts';
import { Table } from './table.ts';

/** A stage without what is counted when it is read. */
export type StageRow = Omit<Row<'Stage'>, 'leadCount'>;
export type TagRow = Omit<Row<'Tag'>, 'useCount'>;
export type PipelineRow = Omit<Row<'Pipeline'>, 'stages'>;

export class State {
  readonly leads = new Table<Row<'Lead'>>('lead', 'listLeads');
  readonly contacts = new Table<Row<'Contact'>>('contact', 'searchContacts');
  readonly appointments = new Table<Row<'Appointment'>>('appointment', 'listAppointments');
  readonly conversations = new Table<Row<'Conversation'>>('conversation', 'listConversations');
  readonly messages = new Table<Row<'Message'>>('message', 'listMessages');
  readonly templates = new Table<Row<'MessageTemplate'>>('template', 'listMessageTemplates');
  readonly tasks = new Table<Row<'Task'>>('task', 'listTasks');
  readonly notes = new Table<Row<'Note'>>('note', 'listNotes');
  readonly pipelines = new Table<PipelineRow>('pipeline', 'listPipelines');
  readonly stages = new Table<StageRow>('stage', 'listPipelines');
  readonly services = new Table<Row<'Service'>>('service', 'listServices');
  readonly tags = new Table<TagRow>('tag', 'listTags');
  readonly fields = new Table<Row<'CustomField'>>('field', 'listCustomFields');
  readonly users = new Table<Row<'User'>>('user', 'listUsers');
  readonly channels = new Table<Row<'Channel'>>('channel', 'listChannels');
  readonly files = new Table<Row<'File'>>('file', 'listFiles');
  readonly jobs = new Table<Row<'Job'>>('job', 'importContacts');
  /** By user id. */
  readonly openingHours = new Map<string, Schemas['OpeningHours']>();
  /** By file id. */
  readonly contents = new Map<string, Buffer>();
  /** By channel id: written, never answered. */
  readonly signingSecrets = new Map<string, string>();

  /** @param clock the sandbox's time @param later runs a job's next step; the server ends what is left */
  constructor(
    readonly clock: () => Date,
    readonly later: (step: () => void) => void = () => {},
  ) {}

  /** Now, in ms since the epoch. */
  now(): number {
    return this.clock().getTime();
  }

  /** Now, as the API writes it. */
  stamp(): string {
    return iso(this.now());
  }
}
