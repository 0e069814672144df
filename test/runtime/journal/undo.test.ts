/** What undo puts back, and what it leaves alone. */
import path from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Journal } from '../../../src/runtime/journal/journal.ts';
import { type Sandbox, startSandbox } from '../../../src/sandbox/sandbox.ts';
import { identity, type Served, served, temporaryFolder } from './served.ts';

let sandbox: Sandbox;
let api: Served;
beforeAll(async () => {
  sandbox = await startSandbox({ now: () => new Date('2030-03-04T08:30:00Z') });
});
beforeEach(() => {
  sandbox.reset();
  api = served(sandbox);
});
afterAll(() => sandbox.close());

const writes = () => sandbox.requests.filter(({ method }) => method !== 'GET');
const undo = (operation?: string) => api.call('nuntius_operations_undo', operation === undefined ? {} : { operation });
const text = fc.stringMatching(/^[\p{L}\d ,.]{1,30}$/u).filter((t) => t.trim() === t && t !== '');
const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null });

describe('an update and its undo leave the thing as it was, field by field', () => {
  const lead = fc.record(
    {
      customerName: text,
      phone: optional(fc.stringMatching(/^\+34[1-9]\d{8}$/)),
      email: optional(fc.constantFrom('a@example.com', 'b@example.org')),
      quality: fc.constantFrom('hot', 'warm', 'cold'),
      source: fc.constantFrom('web', 'phone', 'other'),
      interest: optional(text),
      estimatedValue: optional(fc.integer({ min: 0, max: 1_000_000 })),
      serviceId: optional(fc.constantFrom('service_01', 'service_03')),
      assignedTo: optional(fc.constantFrom('user_01', 'user_02')),
      stageId: fc.constantFrom('stage_01', 'stage_03'),
      tagIds: fc.uniqueArray(fc.constantFrom('tag_01', 'tag_02', 'tag_03')),
      customFields: fc.record(
        { how_found_us: optional(fc.constantFrom('Recomendación', 'Redes sociales')) },
        { requiredKeys: [] },
      ),
      status: fc.constantFrom('new', 'contacted', 'qualified', 'lost'),
    },
    { requiredKeys: [] },
  );
  const contact = fc.record(
    {
      name: text,
      birthday: optional(fc.constantFrom('1990-05-01', '2000-12-31')),
      address: optional(fc.record({ street: text, postalCode: fc.constant('45001'), city: text, province: text })),
      language: fc.constantFrom('es', 'en'),
      marketingConsent: fc.boolean(),
      customFields: fc.record({ sessions_left: optional(fc.integer({ min: 0, max: 9 })) }, { requiredKeys: [] }),
    },
    { requiredKeys: [] },
  );
  const things: [tool: string, idName: string, ids: string[], folder: string, changes: fc.Arbitrary<object>][] = [
    ['nuntius_leads_update', 'leadId', ['lead_01', 'lead_02', 'lead_05'], 'leads', lead],
    ['nuntius_contacts_update', 'contactId', ['contact_01', 'contact_02', 'contact_03'], 'contacts', contact],
  ];
  it.each(things)('%s', async (tool, idName, ids, folder, changes) => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...ids), changes, async (id, change) => {
        const before = await api.get(`${folder}/${id}`);
        const done = await api.call(tool, { [idName]: id, ...change });
        // Another contact may have the phone; what is refused has changed nothing.
        if (done.outcome === 'done') {
          const undone = await undo(done.operation);
          if (undone.isError) expect(undone.refusal?.error, undone.text).toMatch(/nothing_to_undo|cannot_undo/);
        }
        const after = await api.get(`${folder}/${id}`);
        expect({ ...after, updatedAt: before.updatedAt }).toEqual(before);
      }),
      { numRuns: 60 },
    );
  });
});

describe('what somebody changed since', () => {
  it('is named and left alone; the rest is put back', async () => {
    await api.call('nuntius_leads_update', { leadId: 'lead_01', quality: 'cold', estimatedValue: 5, interest: 'x' });
    await api.patch('leads/lead_01', { estimatedValue: 999 });
    const undone = await undo();
    expect(api.questions[1]).toContain('Left alone, since somebody changed it meanwhile: estimatedValue.');
    expect(undone.text).toContain('Left alone, since somebody changed it meanwhile: estimatedValue.');
    expect(await api.get('leads/lead_01')).toMatchObject({ quality: 'hot', estimatedValue: 999 });
    expect(JSON.parse(String(writes().at(-1)?.body))).toEqual({ quality: 'hot', interest: expect.any(String) });
  });

  it('undoes nothing where it is all of it', async () => {
    await api.call('nuntius_leads_update', { leadId: 'lead_01', quality: 'cold' });
    await api.patch('leads/lead_01', { quality: 'warm' });
    const sent = writes().length;
    const undone = await undo();
    expect(undone.refusal).toMatchObject({ error: 'cannot_undo', message: expect.stringContaining('(quality)') });
    expect(writes()).toHaveLength(sent);
  });

  it('is nothing to undo where it was put back by hand', async () => {
    await api.call('nuntius_leads_update', { leadId: 'lead_01', quality: 'cold' });
    await api.patch('leads/lead_01', { quality: 'hot' });
    expect((await undo()).refusal).toMatchObject({
      error: 'nothing_to_undo',
      message: 'Nothing was sent. Nothing to undo: it has its old values again (quality).',
    });
  });

  it('while the person thinks, is another plan', async () => {
    await api.call('nuntius_leads_update', { leadId: 'lead_01', quality: 'cold', interest: 'x' });
    const slow = served(sandbox, {
      journal: api.journal,
      asking: {
        way: 'during',
        async ask() {
          await api.patch('leads/lead_01', { interest: 'y' });
          return 'ticked';
        },
      },
    });
    const sent = writes().length;
    expect((await slow.call('nuntius_operations_undo')).refusal?.error).toBe('plan_changed');
    expect(writes()).toHaveLength(sent + 1);
  });

  it('in an order that means nothing, is no change', async () => {
    await api.call('nuntius_leads_update', { leadId: 'lead_01', tagIds: ['tag_01', 'tag_02'] });
    await api.patch('leads/lead_01', { tagIds: ['tag_02', 'tag_01'] });
    expect((await undo()).outcome).toBe('done');
    expect((await api.get('leads/lead_01')).tagIds).toEqual(['tag_05']);
  });

  it('counts for a replacement too: what is left alone is sent as it is', async () => {
    const periods = [{ weekday: 'monday', from: '09:00', to: '14:00' }];
    await api.call('nuntius_users_opening_hours_replace', { userId: 'user_02', timeZone: 'Europe/Madrid', periods });
    expect((await undo()).outcome).toBe('done');
  });
});

describe('once', () => {
  it('two undos at once: one is sent', async () => {
    const done = await api.call('nuntius_leads_update', { leadId: 'lead_01', quality: 'cold' });
    const sent = writes().length;
    // Two processes with the same journal.
    const other = served(sandbox, { journal: new Journal(api.journal.file, { identity }) });
    const both = await Promise.all(
      [api, other, api, other].map((s) => s.call('nuntius_operations_undo', { operation: done.operation })),
    );
    expect(both.filter(({ outcome }) => outcome === 'done')).toHaveLength(1);
    expect(writes()).toHaveLength(sent + 1);
    const errors = both.flatMap(({ refusal }) => refusal?.error ?? []);
    expect(errors).toHaveLength(3);
    expect(
      errors.every((e) => ['already_undone', 'plan_changed', 'nothing_to_undo'].includes(e)),
      `${errors}`,
    ).toBe(true);
  });

  it('an undo that the API refused can be tried again', async () => {
    await api.call('nuntius_leads_update', { leadId: 'lead_01', quality: 'cold' });
    api.answers.push('ticked');
    // The reading goes through, twice; the write is refused.
    const ok = { delayMs: 0 };
    for (const failure of [ok, ok, { status: 403 }]) sandbox.failNext(failure);
    expect((await undo()).outcome).toBe('refused');
    expect((await undo()).outcome).toBe('done');
  });

  it('an undo can be undone, and then again', async () => {
    const done = await api.call('nuntius_leads_update', { leadId: 'lead_01', quality: 'cold' });
    const first = await undo();
    const redo = await undo(first.operation);
    expect(redo.outcome).toBe('done');
    expect((await api.get('leads/lead_01')).quality).toBe('cold');
    expect((await undo(done.operation)).outcome).toBe('done');
    expect((await api.get('leads/lead_01')).quality).toBe('hot');
  });

  it('without an operation: the latest in effect, then the one before it', async () => {
    await api.call('nuntius_leads_update', { leadId: 'lead_01', quality: 'cold' });
    await api.call('nuntius_leads_update', { leadId: 'lead_02', quality: 'cold' });
    const before = [await api.get('leads/lead_01'), await api.get('leads/lead_02')];
    expect(before.map((l) => l.quality)).toEqual(['cold', 'cold']);
    await undo();
    expect((await api.get('leads/lead_02')).quality).not.toBe('cold');
    await undo();
    expect((await api.get('leads/lead_01')).quality).toBe('hot');
    expect((await undo()).refusal?.error).toBe('nothing_to_undo');
  });
});

describe('the gate', () => {
  it('asks for an undo as for any write: declined, nothing is sent', async () => {
    await api.call('nuntius_leads_update', { leadId: 'lead_01', quality: 'cold' });
    const sent = writes().length;
    api.answers.push('declined');
    expect((await undo()).refusal?.error).toBe('declined');
    expect(writes()).toHaveLength(sent);
    expect((await undo()).outcome).toBe('done');
  });

  it('in flag: nothing leaves without confirm, not even a read; with it, what was approved or less', async () => {
    await api.call('nuntius_leads_update', { leadId: 'lead_01', quality: 'cold', interest: 'x' });
    await api.patch('leads/lead_01', { interest: 'y' });
    const flag = served(sandbox, { journal: api.journal, mode: 'flag' });
    const sent = sandbox.requests.length;
    for (const confirm of [undefined, false, null, 1, 'true', {}]) {
      const refused = await flag.call('nuntius_operations_undo', confirm === undefined ? {} : { confirm });
      expect(refused.refusal).toEqual({
        error: 'confirmation_required',
        message: 'This action requires confirmation. Review the summary and call again with confirm: true.',
        action_summary:
          "PATCH /public/v1/leads/lead_01 (nuntius_leads_update) with quality='hot', interest='Bono de 5 sesiones de fisioterapia'",
      });
    }
    expect(sandbox.requests).toHaveLength(sent);
    const undone = await flag.call('nuntius_operations_undo', { confirm: true });
    expect(undone.text).toContain('Left alone, since somebody changed it meanwhile: interest.');
    expect(await api.get('leads/lead_01')).toMatchObject({ quality: 'hot', interest: 'y' });
  });

  it('in flag the state before a write is not read, and the refusal says so', async () => {
    const flag = served(sandbox, { mode: 'flag' });
    await flag.call('nuntius_leads_update', { leadId: 'lead_01', quality: 'cold', confirm: true });
    expect(sandbox.requests).toHaveLength(1);
    expect((await flag.call('nuntius_operations_undo', { confirm: true })).refusal).toMatchObject({
      error: 'cannot_undo',
      message:
        'Nothing was sent. The state before it was not read, so nobody knows what to put back. In the mode flag it is never read; in ask and strict it is.',
    });
    expect(sandbox.requests).toHaveLength(1);
  });
});

describe('whose operations', () => {
  it("another account's are not there", async () => {
    const done = await api.call('nuntius_leads_update', { leadId: 'lead_01', quality: 'cold' });
    const other = served(sandbox, { journal: api.journal, environment: { NUNTIUS_USERNAME: 'another' } });
    expect((await other.call('nuntius_operations_undo', { operation: done.operation })).refusal?.error).toBe(
      'unknown_operation',
    );
    expect((await other.call('nuntius_operations_undo')).refusal?.error).toBe('nothing_to_undo');
    expect((await other.call('nuntius_operations_list')).text).not.toContain(done.operation);
  });

  it('is not listed where nothing may be written, nor without a journal', () => {
    const readOnly = served(sandbox, { environment: { NUNTIUS_READ_ONLY: '1' } });
    const own = ({ service }: Served) => [...service.own.keys()].filter((name) => name.includes('_operations_'));
    expect(own(readOnly)).toEqual(['nuntius_operations_list']);
    expect(own(api)).toEqual(['nuntius_operations_list', 'nuntius_operations_undo']);
  });
});

describe('what is redacted', () => {
  it('is nowhere in the journal, and said not to be undoable', async () => {
    const { readFileSync } = await import('node:fs');
    const file = path.join(temporaryFolder(), 'j.jsonl');
    const redacting = served(sandbox, {
      journal: new Journal(file, { identity }),
      environment: { NUNTIUS_JOURNAL_REDACT: 'customerName, PHONE' },
    });
    const before = await api.get('leads/lead_01');
    await redacting.call('nuntius_leads_update', { leadId: 'lead_01', customerName: 'Secreta', quality: 'cold' });
    expect(redacting.questions[0]).toContain('Cannot be undone here: customerName.');
    const kept = readFileSync(file, 'utf8');
    for (const value of ['Secreta', String(before.customerName), String(before.phone)])
      expect(kept).not.toContain(value);
    await redacting.call('nuntius_operations_undo');
    expect(redacting.questions[1]).toContain('Not put back, since this cannot set it: customerName.');
    expect(await api.get('leads/lead_01')).toMatchObject({ customerName: 'Secreta', quality: before.quality });
  });
});
