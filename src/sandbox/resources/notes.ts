/** Notes: what the team should remember. */
import type { Operations } from '../call.ts';
import { checkReferences } from '../references.ts';
import { matches } from '../text.ts';

export const notes: Operations<'listNotes' | 'createNote' | 'getNote' | 'updateNote'> = {
  listNotes(call) {
    const { q, leadId, contactId } = call.query ?? {};
    const rows = call.state.notes
      .all()
      .filter(
        (n) => matches(q, n.text) && (!leadId || n.leadId === leadId) && (!contactId || n.contactId === contactId),
      );
    return {
      body: call.page(
        rows
          .reverse()
          .sort((a, b) => Number(b.pinned) - Number(a.pinned) || Date.parse(b.createdAt) - Date.parse(a.createdAt)),
      ),
    };
  },

  createNote({ state, body, userId }) {
    checkReferences(state, body);
    const row = state.notes.add((id) => ({
      leadId: null,
      contactId: null,
      ...body,
      id,
      authorId: userId,
      createdAt: state.stamp(),
      updatedAt: state.stamp(),
    }));
    return { body: row, location: `/public/v1/notes/${row.id}` };
  },

  getNote: ({ state, path }) => ({ body: state.notes.get(path.noteId) }),

  updateNote({ state, path, body }) {
    const row = state.notes.get(path.noteId);
    Object.assign(row, body, { updatedAt: state.stamp() });
    return { body: row };
  },
};
