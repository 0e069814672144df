/** Tasks, notes, files, and an import of some days ago. */
import type { Row } from '../call.ts';
import { iso } from '../local-time.ts';
import { addFile } from '../resources/files.ts';
import type { State } from '../state.ts';
import { SAMPLE_PNG, samplePdf } from './sample-files.ts';
import type { Ago } from './seed.ts';

type Task = Row<'Task'>;
type About = { leadId?: string; contactId?: string };

/** `hours` from the start until it is due; negative ones are late. */
const TASKS: [
  title: string,
  type: Task['type'],
  priority: Task['priority'],
  hours: number | null,
  user: string | null,
  about: About,
][] = [
  ['Llamar a Ana para cerrar la cita', 'call', 'high', 5, 'user_01', { leadId: 'lead_01' }],
  ['Mandar el presupuesto a Javier', 'message', 'normal', 30, 'user_03', { leadId: 'lead_02' }],
  ['Preguntar a Elvira por qué no vino', 'call', 'normal', -20, 'user_04', { contactId: 'contact_03' }],
  ['Preparar el convenio del club', 'follow_up', 'high', 100, 'user_01', { leadId: 'lead_05' }],
  ['Pedir toallas', 'other', 'low', null, null, {}],
];

const NOTES: [text: string, about: About, pinned: boolean, author: string, days: number][] = [
  ['Prefiere que la llamen por la tarde.', { leadId: 'lead_01' }, true, 'user_05', 2],
  ['Su hermana es clienta nuestra.', { leadId: 'lead_01' }, false, 'user_01', 1],
  ['Alérgica al látex.', { contactId: 'contact_01' }, true, 'user_02', 290],
  ['Corre maratones; próxima carrera en abril.', { contactId: 'contact_02' }, false, 'user_03', 30],
  ['Quiere factura a nombre del club.', { leadId: 'lead_05' }, false, 'user_01', 10],
];

export function seedWork(state: State, ago: Ago): void {
  for (const [title, type, priority, hours, assignedTo, about] of TASKS) {
    state.tasks.add((id) => ({
      leadId: null,
      contactId: null,
      ...about,
      id,
      title,
      description: null,
      type,
      priority,
      dueAt: hours === null ? null : iso(state.now() + hours * 3_600_000),
      assignedTo,
      status: 'open',
      outcome: null,
      completedAt: null,
      createdAt: ago(3),
      updatedAt: ago(3),
    }));
  }
  for (const [text, about, pinned, authorId, days] of NOTES) {
    state.notes.add((id) => ({
      leadId: null,
      contactId: null,
      ...about,
      id,
      text,
      pinned,
      authorId,
      createdAt: ago(days),
      updatedAt: ago(days),
    }));
  }
  addFile(state, {
    name: 'consentimiento-carmen-ruiz.pdf',
    bytes: samplePdf('Consentimiento informado (ejemplo)'),
    userId: 'user_02',
    contactId: 'contact_01',
  });
  addFile(state, { name: 'piel-antes.png', bytes: SAMPLE_PNG, userId: 'user_04', leadId: 'lead_03' });

  const result = { created: 9, updated: 0, skipped: 1 };
  state.jobs.add((id) => ({
    id,
    type: 'contacts_import',
    status: 'succeeded',
    progress: 100,
    result,
    createdAt: ago(300),
    finishedAt: ago(300),
  }));
}
