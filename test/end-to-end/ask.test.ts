/** Every row of DESIGN §6 in every client, against the built program; what counts is what the API received. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Sandbox, startSandbox } from '../../src/sandbox/sandbox.ts';
import { type FormAnswer, type Person, person, TICK, told, until, writes } from './asked-person.ts';
import { ERAS } from './clients.ts';

const UPDATE = 'nuntius_leads_update';
const CHANGE = { leadId: 'lead_01', quality: 'warm' };
const WRITE = 'PATCH /public/v1/leads/lead_01';
const CODE_INVALID =
  'This confirmation code is unknown, expired, already used, or was issued for different changes. Call again without confirmation to get a new preview.';
const SHORT = { NUNTIUS_ASK_TIMEOUT_MS: '250' };

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.close());
beforeEach(() => sandbox.reset());

describe.each(ERAS)('%s', (era) => {
  const isModern = era.endsWith('28');
  const people: Record<string, Person> = {};
  beforeAll(async () => {
    const make = async (name: string, mode: string, elicitation?: Record<string, unknown>, more = {}) => {
      people[name] = await person(era, sandbox, { NUNTIUS_CONFIRM: mode, ...more }, elicitation);
    };
    await Promise.all([
      make('ask', 'ask', {}, SHORT),
      make('strict', 'strict', { form: {} }, SHORT),
      make('ask, no form', 'ask'),
      make('strict, no form', 'strict'),
      make('ask, links only', 'ask', { url: {} }),
      make('strict, links only', 'strict', { url: {} }),
      make('flag', 'flag', {}),
    ]);
  });
  afterAll(() => Promise.all(Object.values(people).map((p) => p.client.close())));
  const at = (name: string) => people[name] as Person;

  test.each(['ask', 'strict'])('%s: ticked → applied: exactly one write, the one that was shown', async (mode) => {
    const p = at(mode);
    p.answer = TICK;
    const result = await p.client.call(UPDATE, CHANGE);
    expect(result.isError).toBeUndefined();
    expect(result._meta?.['nuntius-mcp/status']).toBe('applied');
    expect(result.content.at(-1)?.text).toBe('status: applied. Applied, as the person confirmed.');
    expect(writes(sandbox)).toEqual([WRITE]);
    expect(JSON.parse(String(sandbox.requests.at(-1)?.body))).toEqual({ quality: 'warm' });
    expect(p.shown.at(-1)).toBe(
      `Change lead ‘Ana López Serrano’?\n  quality: hot → warm\n${WRITE} (nuntius_leads_update)`,
    );
    expect(p.schemas.at(-1)).toEqual({
      type: 'object',
      properties: {
        value: {
          type: 'boolean',
          title: 'Yes, do this',
          description: 'Nothing is sent unless this is ticked.',
          default: false,
        },
      },
    });
  });

  const NO: [what: string, answer: FormAnswer, reason: string][] = [
    ['accepted, box not ticked', { action: 'accept', content: { value: false } }, 'unticked'],
    ['accepted, the form empty', { action: 'accept', content: {} }, 'unticked'],
    ['accepted, "true" as text', { action: 'accept', content: { value: 'true' } }, 'unticked'],
    ['accepted, another box ticked', { action: 'accept', content: { confirm: true } }, 'unticked'],
    ['declined', { action: 'decline' }, 'declined'],
  ];
  test.each(NO.flatMap((row) => [['ask', ...row] as const, ['strict', ...row] as const]))(
    '%s: %s → declined, nothing written, no code',
    async (mode, _, answer, reason) => {
      const p = at(mode);
      p.answer = answer;
      const result = await p.client.call(UPDATE, CHANGE);
      expect(result.isError).toBe(true);
      expect(told(result)).toMatchObject({ status: 'declined', error: 'declined', reason });
      expect(told(result)).not.toHaveProperty('confirmation');
      expect(writes(sandbox)).toEqual([]);
    },
  );

  const UNANSWERED: [what: string, answer: FormAnswer, reason: string, message: string, strict: string][] = [
    [
      'dismissed',
      { action: 'cancel' },
      'dismissed',
      'The person closed the question without answering. Nothing was written. Show them the preview. Only if they agree, call again with the same arguments and this confirmation code, within 10 minutes.',
      'The person closed the question without answering. Nothing was written.',
    ],
    ...(isModern
      ? []
      : ([
          [
            'timed out',
            { never: true },
            'timed_out',
            'The person did not answer in time. Nothing was written. Show them the preview. Only if they agree, call again with the same arguments and this confirmation code, within 10 minutes.',
            'The person did not answer in time. Nothing was written.',
          ],
          [
            'a client that cannot show it after all',
            { throws: 'no window' },
            'unaskable',
            'This client could not ask the person. Nothing was written. Show them the preview. Only if they agree, call again with the same arguments and this confirmation code, within 10 minutes.',
            'This client could not ask the person, and this write needs their answer (strict). Nothing was written. Use a client that supports elicitation.',
          ],
        ] as [string, FormAnswer, string, string, string][])),
  ];
  test.each(UNANSWERED)('ask: %s → a code, which confirms once', async (_, answer, __, message) => {
    const p = at('ask');
    p.answer = answer;
    const offered = told(await p.client.call(UPDATE, CHANGE));
    expect(offered).toMatchObject({ status: 'confirmation_required', error: 'confirmation_required', message });
    expect(offered.confirmation).toMatch(/^[\w-]{11}$/);
    expect(writes(sandbox)).toEqual([]);
    const result = await p.client.call(UPDATE, { ...CHANGE, confirmation: offered.confirmation });
    expect(result._meta?.['nuntius-mcp/status']).toBe('applied');
    expect(writes(sandbox)).toEqual([WRITE]);
  });
  test.each(UNANSWERED)('strict: %s → declined', async (_, answer, reason, __, message) => {
    const p = at('strict');
    p.answer = answer;
    const result = await p.client.call(UPDATE, CHANGE);
    expect(told(result)).toEqual({ status: 'declined', error: 'declined', reason, message });
    expect(writes(sandbox)).toEqual([]);
  });

  if (isModern) {
    test('a client that cannot show its form after all comes to nothing', async () => {
      for (const mode of ['ask', 'strict']) {
        const p = at(mode);
        p.answer = { throws: 'no window' };
        await expect(p.client.call(UPDATE, CHANGE)).rejects.toThrow('no window');
        expect(writes(sandbox)).toEqual([]);
      }
    });
  }

  test.each(['ask, no form', 'ask, links only'])(
    '%s: preview and code; nothing is written without it',
    async (name) => {
      const p = at(name);
      const result = await p.client.call(UPDATE, CHANGE);
      expect(result.isError).toBe(true);
      expect(result.structuredContent).toBeUndefined();
      const offered = told(result);
      expect(Object.keys(offered)).toEqual(['status', 'error', 'message', 'action_summary', 'preview', 'confirmation']);
      expect(offered).toMatchObject({
        status: 'confirmation_required',
        error: 'confirmation_required',
        message:
          'Nothing was written. Show the preview to the person. Only if they agree, call again with the same arguments and this confirmation code, within 10 minutes.',
        action_summary: `${WRITE} (nuntius_leads_update) with quality='warm'`,
        preview: `Change lead ‘Ana López Serrano’?\n  quality: hot → warm\n${WRITE} (nuntius_leads_update)`,
      });
      expect(writes(sandbox)).toEqual([]);

      // Another order of the same arguments is the same change.
      const { quality, leadId } = CHANGE;
      await p.client.call(UPDATE, { quality, confirmation: offered.confirmation, leadId });
      expect(writes(sandbox)).toEqual([WRITE]);
      expect(p.shown).toEqual([]);
      // Once.
      const again = await p.client.call(UPDATE, { ...CHANGE, confirmation: offered.confirmation });
      expect(told(again)).toEqual({ error: 'confirmation_code_invalid', message: CODE_INVALID });
      expect(writes(sandbox)).toEqual([WRITE]);
    },
  );

  test('a code for other changes is refused, and spent by it', async () => {
    const p = at('ask, no form');
    const { confirmation } = told(await p.client.call(UPDATE, CHANGE));
    for (const args of [{ ...CHANGE, quality: 'cold' }, CHANGE]) {
      const result = await p.client.call(UPDATE, { ...args, confirmation });
      expect(told(result)).toEqual({ error: 'confirmation_code_invalid', message: CODE_INVALID });
    }
    expect(writes(sandbox)).toEqual([]);
  });

  test('a code that is invented, of another kind or of another process is refused', async () => {
    const p = at('ask, no form');
    const elsewhere = told(await at('ask, links only').client.call(UPDATE, CHANGE)).confirmation;
    for (const confirmation of [elsewhere, 'AAAAAAAAAAA', '', null, true, 5, [elsewhere], { code: elsewhere }]) {
      const result = await p.client.call(UPDATE, { ...CHANGE, confirmation });
      expect(told(result)).toEqual({ error: 'confirmation_code_invalid', message: CODE_INVALID });
    }
    expect(writes(sandbox)).toEqual([]);
  });

  test('what changed since the preview is refused with a code too', async () => {
    const p = at('ask, no form');
    const { confirmation } = told(await p.client.call(UPDATE, CHANGE));
    await changeElsewhere({ interest: 'otra cosa' });
    const before = writes(sandbox).length;
    const result = told(await p.client.call(UPDATE, { ...CHANGE, confirmation }));
    expect(result.error).toBe('plan_changed');
    expect(result.message).toContain('The plan changed between the preview and the answer');
    expect(writes(sandbox)).toHaveLength(before);
  });

  test.each(['ask', 'strict'])('%s: what changed while the person thought is refused', async (mode) => {
    const p = at(mode);
    p.answer = async () => {
      await changeElsewhere({ quality: 'cold' });
      return TICK;
    };
    const result = await p.client.call(UPDATE, CHANGE);
    expect(told(result)).toEqual({
      error: 'plan_changed',
      message:
        'The plan changed between the preview and the answer. Nothing was written. Call again to get a new preview.',
    });
    // The one that was made elsewhere.
    expect(writes(sandbox)).toEqual([WRITE]);
    expect(JSON.parse(String(sandbox.requests.findLast((r) => r.method === 'PATCH')?.body))).toEqual({
      quality: 'cold',
    });
  });

  test.each(['strict, no form', 'strict, links only'])('%s: an error, and nothing changes', async (name) => {
    const result = await at(name).client.call(UPDATE, { ...CHANGE, confirm: true });
    expect(result.isError).toBe(true);
    expect(told(result)).toEqual({
      error: 'confirmation_unavailable',
      message:
        'This write needs the answer of a person (strict), and this client cannot ask them. Nothing was written. Use a client that supports elicitation.',
    });
    expect(writes(sandbox)).toEqual([]);
  });

  test.each(['strict', 'strict, no form'])('%s: a code is an error that says so', async (name) => {
    const { confirmation } = told(await at('ask, no form').client.call(UPDATE, CHANGE));
    const p = at(name);
    const before = p.shown.length;
    const result = await p.client.call(UPDATE, { ...CHANGE, confirmation });
    expect(told(result)).toEqual({
      error: 'confirmation_codes_disabled',
      message:
        'Confirmation codes are disabled here (strict): only the person can confirm, in a client that can ask them. Nothing was written.',
    });
    expect(p.shown.length).toBe(before);
    expect(writes(sandbox)).toEqual([]);
  });

  test('confirm: true proves nothing in ask and strict', async () => {
    for (const mode of ['ask', 'strict']) {
      at(mode).answer = { action: 'decline' };
      await at(mode).client.call(UPDATE, { ...CHANGE, confirm: true });
    }
    await at('ask, no form').client.call(UPDATE, { ...CHANGE, confirm: true });
    expect(writes(sandbox)).toEqual([]);
  });

  test('flag is as it was: the exact error without confirm, no request of any kind; nobody is asked', async () => {
    const p = at('flag');
    for (const confirm of [undefined, false, 'true', 1, null]) {
      const result = await p.client.call(UPDATE, { ...CHANGE, ...(confirm !== undefined && { confirm }) });
      expect(result.isError).toBe(true);
      expect(result.content).toEqual([
        {
          type: 'text',
          text: `{
  "error": "confirmation_required",
  "message": "This action requires confirmation. Review the summary and call again with confirm: true.",
  "action_summary": "PATCH /public/v1/leads/lead_01 (nuntius_leads_update) with quality='warm'"
}`,
        },
      ]);
    }
    expect(sandbox.requests).toEqual([]);
    const result = await p.client.call(UPDATE, { ...CHANGE, confirm: true });
    expect(result.isError).toBeUndefined();
    expect(JSON.stringify(result)).not.toContain('applied');
    expect(sandbox.requests.map((r) => r.method)).toEqual(['PATCH']);
    expect(p.shown).toEqual([]);
  });

  test('two calls at once: each answer confirms its own', async () => {
    const p = at('ask');
    p.answer = async (message) => {
      // The first is answered last.
      if (message.includes('lead_01')) await until(() => p.shown.filter((m) => m.includes('lead_02')).length > 0);
      return message.includes('lead_01') ? { action: 'decline' } : TICK;
    };
    const [first, second] = await Promise.all([
      p.client.call(UPDATE, CHANGE),
      p.client.call(UPDATE, { ...CHANGE, leadId: 'lead_02' }),
    ]);
    expect(told(first).status).toBe('declined');
    expect(second._meta?.['nuntius-mcp/status']).toBe('applied');
    expect(writes(sandbox)).toEqual(['PATCH /public/v1/leads/lead_02']);
  });

  if (!isModern) {
    test('a call cancelled while the person thinks asks no longer and writes nothing', async () => {
      const p = await person(era, sandbox, { NUNTIUS_CONFIRM: 'ask' }, {});
      // A v1 client ignores that its request 0 is taken back: the form that counts is not its first.
      p.answer = { action: 'cancel' };
      await p.client.call(UPDATE, CHANGE);
      p.answer = { never: true };
      const stop = new AbortController();
      const call = p.client.call(UPDATE, CHANGE, { signal: stop.signal });
      await until(() => p.shown.length === 2);
      stop.abort('enough');
      await expect(call).rejects.toThrow();
      await until(() => p.takenBack.length === 1);
      // The server is well, and has written nothing.
      expect((await p.client.tools()).length).toBeGreaterThan(10);
      expect(writes(sandbox)).toEqual([]);
      await p.client.close();
    });

    test('a call that waits for the person says that it goes on', async () => {
      const p = at('ask');
      p.answer = { action: 'cancel' };
      const progress: unknown[] = [];
      const params = await p.client.onSurface(UPDATE, CHANGE);
      const options = { onprogress: (told: unknown) => progress.push(told) };
      // biome-ignore lint/suspicious/noExplicitAny: two clients, two signatures
      const { client } = p.client as any;
      await (era === 'v1 SDK' ? client.callTool(params, undefined, options) : client.callTool(params, options));
      expect(progress).toEqual([{ progress: 1, message: 'Waiting for the person to answer' }]);
    });
  }

  test('the tools say how they are confirmed', async () => {
    const schema = async (name: string) =>
      (await at(name).client.tools()).find((t) => t.name === UPDATE)?.inputSchema.properties as Record<
        string,
        { description: string }
      >;
    expect(await schema('flag')).not.toHaveProperty('confirmation');
    expect((await schema('flag')).confirm?.description).toBe(
      'true only after the person agreed to the action summary.',
    );
    expect((await schema('ask')).confirmation?.description).toContain('only after the person agreed');
    expect(await schema('strict')).not.toHaveProperty('confirmation');
  });
});

async function changeElsewhere(body: Record<string, unknown>): Promise<void> {
  const response = await fetch(`${sandbox.url}/public/v1/leads/lead_01`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${sandbox.apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect(response.status).toBe(200);
}
