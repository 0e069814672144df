/** Leads: people who may buy. */
import type { Call, Operations, Row } from '../call.ts';
import { csv } from '../csv.ts';
import { dayOf } from '../local-time.ts';
import { invalid, Problem } from '../problem.ts';
import { checkCustomFields, checkReferences, mergeCustomFields } from '../references.ts';
import type { State } from '../state.ts';
import { byName, matches } from '../text.ts';
import { duplicateOf } from './contacts.ts';
import { firstStage, wonStage } from './pipelines.ts';

type Ids = 'listLeads' | 'createLead' | 'getLead' | 'updateLead' | 'convertLead' | 'assignLead' | 'exportLeads';

export const leads: Operations<Ids> = {
  listLeads: (call) => ({ body: call.page(findLeads(call.state, call.query).sort(order(call.query?.sort))) }),

  createLead({ state, body }) {
    const { tagIds = [], customFields, ...given } = body;
    checkReferences(state, body);
    checkCustomFields(state, 'lead', customFields);
    const stage = given.stageId === undefined ? firstStage(state) : state.stages.get(given.stageId);
    const row = state.leads.add((id) => ({
      phone: null,
      email: null,
      interest: null,
      estimatedValue: null,
      serviceId: null,
      assignedTo: null,
      ...given,
      id,
      stageId: stage.id,
      pipelineId: stage.pipelineId,
      tagIds,
      customFields: mergeCustomFields({}, customFields),
      status: 'new',
      lostReason: null,
      contactId: null,
      lastContactAt: null,
      createdAt: state.stamp(),
      updatedAt: state.stamp(),
    }));
    return { body: row, location: `/public/v1/leads/${row.id}` };
  },

  getLead: ({ state, path }) => ({ body: state.leads.get(path.leadId) }),

  updateLead({ state, path, body }) {
    const lead = state.leads.get(path.leadId);
    const { customFields, ...changes } = body;
    checkReferences(state, body);
    checkCustomFields(state, 'lead', customFields);
    if (lead.status === 'won' && changes.status !== undefined)
      throw invalid('/status', 'cannot change any more: the lead is won');
    const status = changes.status ?? lead.status;
    if (changes.lostReason && status !== 'lost') throw invalid('/lostReason', 'goes only with status lost');
    if (changes.stageId !== undefined) lead.pipelineId = state.stages.get(changes.stageId).pipelineId;
    Object.assign(lead, changes, {
      customFields: mergeCustomFields(lead.customFields, customFields),
      updatedAt: state.stamp(),
    });
    if (status !== 'lost') lead.lostReason = null;
    return { body: lead };
  },

  convertLead({ state, path, body }) {
    const lead = state.leads.get(path.leadId);
    checkReferences(state, body);
    if (lead.contactId) throw new Problem('conflict', `The lead is converted already, to ${lead.contactId}.`);
    if (lead.status === 'lost')
      throw new Problem('conflict', 'The lead is lost. Set its status back with updateLead first.');
    const contact = body.contactId ? state.contacts.get(body.contactId) : contactFrom(state, lead);
    contact.leadId ??= lead.id;
    const stage = wonStage(state, lead.pipelineId);
    Object.assign(lead, {
      status: 'won',
      contactId: contact.id,
      stageId: stage?.id ?? lead.stageId,
      updatedAt: state.stamp(),
    });
    return { body: { lead, contact } };
  },

  assignLead({ state, path, body }) {
    const lead = state.leads.get(path.leadId);
    checkReferences(state, body);
    if (body.userId && !state.users.get(body.userId).active)
      throw invalid('/userId', `names ${body.userId}, who no longer works here`);
    Object.assign(lead, { assignedTo: body.userId, updatedAt: state.stamp() });
    return { body: lead };
  },

  exportLeads({ state, query }) {
    const columns = [
      'id',
      'customerName',
      'phone',
      'email',
      'quality',
      'status',
      'source',
      'estimatedValue',
      'assignedTo',
      'createdAt',
    ] as const;
    const rows = findLeads(state, query).sort(order('-createdAt'));
    return { body: csv(columns, rows), mediaType: 'text/csv', fileName: 'leads.csv' };
  },
};

type Filters = Call<'listLeads'>['query'] | Call<'exportLeads'>['query'];

function findLeads(
  state: State,
  { q, status, quality, assignedTo, stageId, tagId, created }: NonNullable<Filters> = {},
): Row<'Lead'>[] {
  return state.leads.all().filter((lead) => {
    const day = dayOf(Date.parse(lead.createdAt));
    return (
      matches(q, lead.customerName, lead.phone, lead.email, lead.interest) &&
      (!status || status.includes(lead.status)) &&
      (!quality || quality.includes(lead.quality)) &&
      (!assignedTo || lead.assignedTo === assignedTo) &&
      (!stageId || lead.stageId === stageId) &&
      (!tagId || lead.tagIds.includes(tagId)) &&
      (!created?.from || day >= created.from) &&
      (!created?.to || day <= created.to)
    );
  });
}

type Sort = NonNullable<Call<'listLeads'>['query']>['sort'];

function order(sort: Sort): (a: Row<'Lead'>, b: Row<'Lead'>) => number {
  const created = (a: Row<'Lead'>, b: Row<'Lead'>) =>
    Date.parse(a.createdAt) - Date.parse(b.createdAt) || byName(a.id, b.id);
  switch (sort) {
    case 'createdAt':
      return created;
    case '-estimatedValue':
      return (a, b) => (b.estimatedValue ?? -1) - (a.estimatedValue ?? -1) || created(a, b);
    case 'customerName':
      return (a, b) => byName(a.customerName, b.customerName) || created(a, b);
    default:
      return (a, b) => created(b, a);
  }
}

function contactFrom(state: State, lead: Row<'Lead'>): Row<'Contact'> {
  const known = duplicateOf(state, lead);
  if (known)
    throw new Problem(
      'conflict',
      `${known.id} (${known.name}) has the same phone or e-mail. Give it as contactId to join the lead to it.`,
    );
  return state.contacts.add((id) => ({
    id,
    name: lead.customerName,
    phone: lead.phone,
    email: lead.email,
    birthday: null,
    address: null,
    language: 'es',
    preferredChannel: lead.source === 'whatsapp' ? 'whatsapp' : null,
    marketingConsent: false,
    tagIds: [...lead.tagIds],
    customFields: {},
    leadId: lead.id,
    createdAt: state.stamp(),
    updatedAt: state.stamp(),
  }));
}
