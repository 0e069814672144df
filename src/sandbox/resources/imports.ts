/** Imports: work that goes on after the answer, and the job that tells how it goes. */
import type { Operations, Row, Schemas } from '../call.ts';
import { checkCustomFields, checkReferences } from '../references.ts';
import type { State } from '../state.ts';
import { addContact, changeContact, duplicateOf } from './contacts.ts';

export const imports: Operations<'importContacts' | 'getJob'> = {
  importContacts({ state, body }) {
    for (const [i, contact] of body.contacts.entries()) {
      checkReferences(state, contact, `/contacts/${i}`);
      checkCustomFields(state, 'contact', contact.customFields);
    }
    const job = state.jobs.add((id) => ({
      id,
      type: 'contacts_import',
      status: 'queued',
      progress: 0,
      result: null,
      createdAt: state.stamp(),
      finishedAt: null,
    }));
    state.later(() => {
      Object.assign(job, { status: 'running', progress: 50 });
      state.later(() => finish(state, job, body));
    });
    return { body: { ...job }, location: `/public/v1/jobs/${job.id}`, retryAfter: 1 };
  },

  getJob({ state, path }) {
    const job = state.jobs.get(path.jobId);
    return { body: job, ...(job.finishedAt === null && { retryAfter: 1 }) };
  },
};

function finish(state: State, job: Row<'Job'>, { contacts, onDuplicate }: Schemas['ContactImport']): void {
  const result = { created: 0, updated: 0, skipped: 0 };
  for (const contact of contacts) {
    const known = duplicateOf(state, contact);
    if (!known) {
      addContact(state, contact);
      result.created += 1;
    } else if (onDuplicate === 'update' && isFree(state, contact, known.id)) {
      changeContact(state, known, contact);
      result.updated += 1;
    } else result.skipped += 1;
  }
  Object.assign(job, { status: 'succeeded', progress: 100, result, finishedAt: state.stamp() });
}

/** Its phone may be one contact's and its e-mail another's: then neither is changed. */
function isFree(state: State, contact: Schemas['ContactCreate'], id: string): boolean {
  return duplicateOf(state, contact, id) === undefined;
}
