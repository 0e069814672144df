/** Contacts: customers. */
import type { Call, Operations, Row, Schemas } from '../call.ts';
import { dayOf } from '../local-time.ts';
import { Problem } from '../problem.ts';
import { checkCustomFields, checkReferences, mergeCustomFields } from '../references.ts';
import type { State } from '../state.ts';
import { byName, matches, sameText } from '../text.ts';

type Ids = 'listContacts' | 'createContact' | 'searchContacts' | 'getContact' | 'updateContact' | 'replaceContactTags';

export const contacts: Operations<Ids> = {
  listContacts(call) {
    const { q, tagId, created, sort } = call.query ?? {};
    const rows = call.state.contacts.all().filter((contact) => {
      const day = dayOf(Date.parse(contact.createdAt));
      return (
        matches(q, contact.name, contact.phone, contact.email) &&
        (!tagId || contact.tagIds.includes(tagId)) &&
        (!created?.from || day >= created.from) &&
        (!created?.to || day <= created.to)
      );
    });
    return { body: call.page(rows.sort(order(sort))) };
  },

  createContact({ state, body }) {
    const row = addContact(state, body);
    return { body: row, location: `/public/v1/contacts/${row.id}` };
  },

  searchContacts(call) {
    const { query, phone, email, city, tagIds, marketingConsent, hasUpcomingAppointment } = call.body;
    const { state } = call;
    checkReferences(state, { tagIds });
    const rows = state.contacts
      .all()
      .filter(
        (contact) =>
          matches(query, contact.name, contact.phone, contact.email, contact.address?.city) &&
          (phone === undefined || contact.phone === phone) &&
          (email === undefined || (contact.email !== null && sameText(contact.email, email))) &&
          (city === undefined || (contact.address !== null && sameText(contact.address.city, city))) &&
          (tagIds ?? []).every((id) => contact.tagIds.includes(id)) &&
          (marketingConsent === undefined || contact.marketingConsent === marketingConsent) &&
          (hasUpcomingAppointment === undefined || isExpected(state, contact.id) === hasUpcomingAppointment),
      );
    return { body: call.page(rows.sort(order('name'))) };
  },

  getContact: ({ state, path }) => ({ body: state.contacts.get(path.contactId) }),

  updateContact({ state, path, body }) {
    const contact = state.contacts.get(path.contactId);
    changeContact(state, contact, body);
    return { body: contact };
  },

  replaceContactTags({ state, path, body }) {
    const contact = state.contacts.get(path.contactId);
    checkReferences(state, body);
    Object.assign(contact, { tagIds: body.tagIds, updatedAt: state.stamp() });
    return { body: contact };
  },
};

/** @throws Problem 409 where another contact has the phone or e-mail, 422 for unknown ids */
export function addContact(state: State, body: Schemas['ContactCreate']): Row<'Contact'> {
  const { tagIds = [], customFields, ...given } = body;
  checkReferences(state, body);
  checkCustomFields(state, 'contact', customFields);
  refuseDuplicate(state, body);
  return state.contacts.add((id) => ({
    phone: null,
    email: null,
    birthday: null,
    address: null,
    preferredChannel: null,
    ...given,
    id,
    tagIds,
    customFields: mergeCustomFields({}, customFields),
    leadId: null,
    createdAt: state.stamp(),
    updatedAt: state.stamp(),
  }));
}

/** @throws as addContact */
export function changeContact(state: State, contact: Row<'Contact'>, body: Call<'updateContact'>['body']): void {
  const { customFields, ...changes } = body;
  checkReferences(state, body);
  checkCustomFields(state, 'contact', customFields);
  refuseDuplicate(state, body, contact.id);
  Object.assign(contact, changes, {
    customFields: mergeCustomFields(contact.customFields, customFields),
    updatedAt: state.stamp(),
  });
}

interface Reachable {
  phone?: string | null;
  email?: string | null;
}

/** The contact with the same phone or e-mail, if there is one. */
export function duplicateOf(state: State, { phone, email }: Reachable, except?: string): Row<'Contact'> | undefined {
  return state.contacts
    .all()
    .find(
      (c) =>
        c.id !== except && ((phone && c.phone === phone) || (email && c.email !== null && sameText(c.email, email))),
    );
}

function refuseDuplicate(state: State, body: Reachable, except?: string): void {
  const known = duplicateOf(state, body, except);
  if (known)
    throw new Problem(
      'conflict',
      `${known.id} (${known.name}) has the same phone or e-mail. Change that contact instead.`,
    );
}

function isExpected(state: State, contactId: string): boolean {
  const open = ['scheduled', 'confirmed'];
  return state.appointments
    .all()
    .some((a) => a.contactId === contactId && open.includes(a.status) && Date.parse(a.startsAt) > state.now());
}

type Sort = NonNullable<Call<'listContacts'>['query']>['sort'];

function order(sort: Sort): (a: Row<'Contact'>, b: Row<'Contact'>) => number {
  const created = (a: Row<'Contact'>, b: Row<'Contact'>) =>
    Date.parse(a.createdAt) - Date.parse(b.createdAt) || byName(a.id, b.id);
  if (sort === 'createdAt') return created;
  if (sort === '-createdAt') return (a, b) => created(b, a);
  return (a, b) => byName(a.name, b.name) || created(a, b);
}
