/** Tags and custom fields: what the business added to leads and contacts. */
import type { Operations, Schemas } from '../call.ts';
import { invalid, Problem } from '../problem.ts';
import type { State, TagRow } from '../state.ts';
import { byName, matches, sameText } from '../text.ts';

export const tags: Operations<'listTags' | 'createTag' | 'listCustomFields' | 'createCustomField'> = {
  listTags(call) {
    const { q } = call.query ?? {};
    const rows = call.state.tags.all().filter((t) => matches(q, t.name));
    return { body: call.page(rows.sort((a, b) => byName(a.name, b.name)).map((t) => counted(call.state, t))) };
  },

  createTag({ state, body }) {
    const known = state.tags.all().find((t) => sameText(t.name, body.name));
    if (known) throw new Problem('conflict', `There is a tag of this name: ${known.id}.`);
    const row = state.tags.add((id) => ({ color: null, ...body, id, createdAt: state.stamp() }));
    return { body: counted(state, row), location: '/public/v1/tags' };
  },

  listCustomFields(call) {
    const { appliesTo } = call.query ?? {};
    const rows = call.state.fields.all().filter((f) => !appliesTo || f.appliesTo === appliesTo);
    return { body: call.page(rows.sort((a, b) => byName(a.label, b.label))) };
  },

  createCustomField({ state, body }) {
    const known = state.fields.all().find((f) => f.appliesTo === body.appliesTo && f.key === body.key);
    if (known) throw new Problem('conflict', `There is a field with this key: ${known.id} (${known.label}).`);
    const isSelect = body.type === 'select';
    if (isSelect && !body.options?.length)
      throw invalid('/options', 'is missing: a select needs values to choose from');
    if (!isSelect && body.options?.length) throw invalid('/options', 'goes only with type select');
    const row = state.fields.add((id) => ({ ...body, id, createdAt: state.stamp() }));
    return { body: row, location: '/public/v1/custom-fields' };
  },
};

function counted(state: State, tag: TagRow): Schemas['Tag'] {
  const used = [...state.leads.all(), ...state.contacts.all()].filter((row) => row.tagIds.includes(tag.id));
  return { ...tag, useCount: used.length };
}
