/** Checks what the schema cannot: that ids in a body name something, and that custom fields exist and fit. */
import type { Schemas } from './call.ts';
import { bodyFault, type Fault, faulty } from './problem.ts';
import type { State } from './state.ts';

const TABLES = {
  userId: 'users',
  userIds: 'users',
  assignedTo: 'users',
  serviceId: 'services',
  stageId: 'stages',
  tagIds: 'tags',
  leadId: 'leads',
  contactId: 'contacts',
  conversationId: 'conversations',
  templateId: 'templates',
  attachmentIds: 'files',
} as const satisfies Record<string, keyof State>;

/** The ids in a body's own properties must exist. @param at pointer of the body's part @throws Problem 422 naming each that does not */
export function checkReferences(state: State, body: object, at = ''): void {
  const faults: Fault[] = [];
  for (const [name, value] of Object.entries(body)) {
    if (!Object.hasOwn(TABLES, name) || value === null || value === undefined) continue;
    const table = state[TABLES[name as keyof typeof TABLES]];
    for (const [i, id] of (Array.isArray(value) ? value : [value]).entries()) {
      if (table.find(String(id))) continue;
      const pointer = `${at}/${name}${Array.isArray(value) ? `/${i}` : ''}`;
      faults.push({
        ...bodyFault(pointer, `names ${id}, which does not exist; ${table.list} lists the ones there are`),
        name,
      });
    }
  }
  if (faults.length > 0) throw faulty('validation', faults);
}

type Values = Record<string, string | number | boolean | null>;

/** @throws Problem 422 where a key is no custom field of the kind, or a value does not fit it. */
export function checkCustomFields(
  state: State,
  appliesTo: Schemas['CustomField']['appliesTo'],
  values: Values | undefined,
): void {
  const fields = state.fields.all().filter((f) => f.appliesTo === appliesTo);
  const faults: Fault[] = [];
  for (const [key, value] of Object.entries(values ?? {})) {
    const field = fields.find((f) => f.key === key);
    const wrong = field ? misfit(field, value) : 'is no custom field; listCustomFields lists the ones there are';
    if (wrong) faults.push(bodyFault(`/customFields/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`, wrong));
  }
  if (faults.length > 0) throw faulty('validation', faults);
}

function misfit(field: Schemas['CustomField'], value: Values[string]): string | undefined {
  if (value === null) return undefined;
  if (field.type === 'number' || field.type === 'boolean')
    return typeof value === field.type ? undefined : `must be a ${field.type}`;
  if (typeof value !== 'string') return 'must be a string';
  if (field.type === 'date' && !/^\d{4}-\d{2}-\d{2}$/.test(value)) return 'must be a day such as 2030-03-12';
  if (field.type === 'select' && !field.options?.includes(value)) return `must be one of ${field.options?.join(', ')}`;
  return undefined;
}

/** The values there are with the ones given on top; null takes one away. */
export function mergeCustomFields(old: Values, given: Values | undefined): Values {
  return Object.fromEntries(Object.entries({ ...old, ...given }).filter(([, value]) => value !== null));
}
