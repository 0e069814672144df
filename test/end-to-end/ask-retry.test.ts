/** Protocol 2026-07-28 as raw lines: what a client could send that no honest one would. Nothing is written by any of it. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Sandbox, startSandbox } from '../../src/sandbox/sandbox.ts';
import { told, writes } from './asked-person.ts';
import { type Message, RawServer } from './program.ts';

const UPDATE = 'nuntius_leads_update';
const CHANGE = { leadId: 'lead_01', quality: 'warm' };
const TICKED = { confirm: { action: 'accept', content: { value: true } } };

let sandbox: Sandbox;
let ask: RawServer;
let strict: RawServer;
const start = (mode: string, more = {}) =>
  new RawServer(['serve'], {
    NUNTIUS_BASE_URL: sandbox.url,
    NUNTIUS_API_KEY: sandbox.apiKey,
    NUNTIUS_TOKEN: sandbox.apiKey,
    NUNTIUS_JOURNAL: path.join(mkdtempSync(path.join(tmpdir(), 'nuntius-')), 'journal.jsonl'),
    NUNTIUS_CONFIRM: mode,
    ...more,
  });
beforeAll(async () => {
  sandbox = await startSandbox();
  ask = start('ask');
  strict = start('strict');
});
afterAll(async () => {
  await ask[Symbol.asyncDispose]();
  await strict[Symbol.asyncDispose]();
  await sandbox.close();
});
beforeEach(() => sandbox.reset());

let id = 0;
async function send(
  server: RawServer,
  args: Message,
  retry: Message = {},
  capabilities: Message = { elicitation: {} },
  name = UPDATE,
) {
  const answer = await server.request(++id, 'tools/call', {
    name,
    arguments: args,
    ...retry,
    _meta: {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 'raw', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': capabilities,
    },
  });
  return answer.result ?? answer.error;
}
const asked = async (server: RawServer, args: Message = CHANGE) => {
  const result = await send(server, args);
  expect(result.resultType).toBe('input_required');
  return result.requestState as string;
};
const both = [
  ['ask', () => ask],
  ['strict', () => strict],
] as const;

describe.each(both)('%s', (mode, server) => {
  test('the first call asks one thing, `confirm`, a form with one boolean, and carries a state', async () => {
    const result = await send(server(), CHANGE);
    expect(result).toMatchObject({
      resultType: 'input_required',
      requestState: expect.any(String),
      inputRequests: {
        confirm: {
          method: 'elicitation/create',
          params: {
            message:
              'Change lead ‘Ana López Serrano’?\n  quality: hot → warm\nPATCH /public/v1/leads/lead_01 (nuntius_leads_update)',
            requestedSchema: { type: 'object', properties: { value: { type: 'boolean' } } },
          },
        },
      },
    });
    expect(Object.keys(result.inputRequests)).toEqual(['confirm']);
    expect(writes(sandbox)).toEqual([]);
  });

  test('ticked with the state: applied once; the same answer again gets the recorded outcome', async () => {
    const requestState = await asked(server());
    const first = await send(server(), CHANGE, { requestState, inputResponses: TICKED });
    expect(first._meta['nuntius-mcp/status']).toBe('applied');
    expect(writes(sandbox)).toHaveLength(1);
    for (const inputResponses of [TICKED, { confirm: { action: 'decline' } }]) {
      const again = await send(server(), CHANGE, { requestState, inputResponses });
      expect(again.content).toEqual(first.content);
      expect(writes(sandbox)).toHaveLength(1);
    }
  });

  test.each(['named', 'the latest'])(
    'an undo (%s) that was answered twice is told its outcome, and done once',
    async (which) => {
      const change = await send(server(), CHANGE, { requestState: await asked(server()), inputResponses: TICKED });
      const undo = which === 'named' ? { operation: change._meta['nuntius-mcp/operation'] } : {};
      const undoing = (retry?: Message) => send(server(), undo, retry, undefined, 'nuntius_operations_undo');
      const { requestState } = await undoing();
      const first = await undoing({ requestState, inputResponses: TICKED });
      expect(first._meta['nuntius-mcp/status']).toBe('applied');
      const written = writes(sandbox).length;
      for (const inputResponses of [TICKED, { confirm: { action: 'decline' } }]) {
        const again = await undoing({ requestState, inputResponses });
        expect(again.content).toEqual(first.content);
      }
      // An answer to one call is none to another.
      const other = await send(server(), { ...CHANGE, quality: 'cold' }, { requestState, inputResponses: TICKED });
      expect(told(other)).toMatchObject({ error: 'plan_changed' });
      expect(writes(sandbox)).toHaveLength(written);
    },
  );

  test('the same answer twice at once writes once, and both hear of it', async () => {
    const requestState = await asked(server());
    const retry = { requestState, inputResponses: TICKED };
    const [a, b] = await Promise.all([send(server(), CHANGE, retry), send(server(), CHANGE, retry)]);
    expect(a.content).toEqual(b.content);
    expect(writes(sandbox)).toHaveLength(1);
  });

  test('a refusal cannot be answered again with yes', async () => {
    const requestState = await asked(server());
    for (const action of ['decline', 'accept']) {
      const result = await send(server(), CHANGE, {
        requestState,
        inputResponses: { confirm: { action, content: { value: true } } },
      });
      expect(told(result)).toMatchObject({ status: 'declined', reason: 'declined' });
    }
    expect(writes(sandbox)).toEqual([]);
  });

  test('an answer with the first call, or without a state, only makes the question be asked', async () => {
    for (const retry of [{ inputResponses: TICKED }, { inputResponses: { ...TICKED, other: { action: 'accept' } } }]) {
      expect((await send(server(), CHANGE, retry)).resultType).toBe('input_required');
    }
    expect(writes(sandbox)).toEqual([]);
  });

  test('a state without an answer, or with one that is none, asks again', async () => {
    const requestState = await asked(server());
    for (const inputResponses of [undefined, {}, { other: { action: 'accept', content: { value: true } } }]) {
      const result = await send(server(), CHANGE, { requestState, ...(inputResponses && { inputResponses }) });
      expect(result.resultType).toBe('input_required');
    }
    // The envelope that some peers send is none either.
    const wrapped = {
      confirm: { method: 'elicitation/create', result: { action: 'accept', content: { value: true } } },
    };
    expect((await send(server(), CHANGE, { requestState, inputResponses: wrapped })).resultType).toBe('input_required');
    expect(writes(sandbox)).toEqual([]);
  });

  test('an answer of an unknown kind is no answer', async () => {
    for (const confirm of [{}, { action: 'yes' }, { action: true }, { content: { value: true } }, { value: true }]) {
      const requestState = await asked(server());
      const result = await send(server(), CHANGE, { requestState, inputResponses: { confirm } });
      const reason = told(result);
      expect(mode === 'ask' ? reason.status : reason.reason).toBe(
        mode === 'ask' ? 'confirmation_required' : 'unaskable',
      );
    }
    expect(writes(sandbox)).toEqual([]);
  });

  test('a state altered in any character is refused', async () => {
    const requestState = await asked(server());
    const places = [...requestState].map((_, at) => at);
    const altered = [
      ...places
        .filter((at) => at % 29 === 0 || at > requestState.length - 4)
        .map((at) => {
          const old = requestState[at] ?? '';
          const next = String.fromCharCode(old.charCodeAt(0) ^ 1);
          return requestState.slice(0, at) + next + requestState.slice(at + 1);
        }),
      requestState.slice(0, -1),
      `${requestState}A`,
      `${requestState}=`,
      `${requestState}.`,
      ` ${requestState}`,
      requestState.split('.')[0],
      '',
      '.',
      'null',
      'A'.repeat(5000),
    ];
    for (const state of altered) {
      const result = await send(server(), CHANGE, { requestState: state, inputResponses: TICKED });
      expect(told(result)).toMatchObject({ error: 'confirmation_state_invalid' });
    }
    // None of them spent the state itself.
    const result = await send(server(), CHANGE, { requestState, inputResponses: TICKED });
    expect(result._meta['nuntius-mcp/status']).toBe('applied');
    expect(writes(sandbox)).toHaveLength(1);
  });

  test('a state that is no text is refused by the protocol', async () => {
    for (const requestState of [null, 5, {}, ['x']]) {
      const result = await send(server(), CHANGE, { requestState, inputResponses: TICKED });
      expect(result.code).toBe(-32602);
    }
    expect(writes(sandbox)).toEqual([]);
  });

  test('a state of another process is refused', async () => {
    const requestState = await asked(mode === 'ask' ? strict : ask);
    const result = await send(server(), CHANGE, { requestState, inputResponses: TICKED });
    expect(told(result)).toMatchObject({
      error: 'confirmation_state_invalid',
      message:
        'This answer belongs to no question that is open here: its state is altered, expired or foreign. Nothing was written. Call again to be asked anew.',
    });
    expect(writes(sandbox)).toEqual([]);
  });

  test('the answer to one question confirms no other, and is spent by it', async () => {
    for (const other of [
      { leadId: 'lead_01', quality: 'cold' },
      { leadId: 'lead_02', quality: 'warm' },
      { ...CHANGE, interest: 'x' },
    ]) {
      const requestState = await asked(server());
      for (const args of [other, CHANGE]) {
        const result = told(await send(server(), args, { requestState, inputResponses: TICKED }));
        expect(result.message).toContain('The plan changed between the preview and the answer');
      }
    }
    expect(writes(sandbox)).toEqual([]);
  });

  test('what changed meanwhile is refused', async () => {
    const requestState = await asked(server());
    await fetch(`${sandbox.url}/public/v1/leads/lead_01`, {
      method: 'PATCH',
      headers: { authorization: `Bearer ${sandbox.apiKey}`, 'content-type': 'application/json' },
      body: '{"interest":"otra cosa"}',
    });
    const result = told(await send(server(), CHANGE, { requestState, inputResponses: TICKED }));
    expect(result.error).toBe('plan_changed');
    expect(writes(sandbox)).toHaveLength(1);
  });
});

test('what can be asked is decided by each request', async () => {
  const kind = async (capabilities: Message) => {
    const result = await send(ask, CHANGE, {}, capabilities);
    return result.resultType === 'input_required' ? 'form' : told(result).status;
  };
  expect(await kind({ elicitation: {} })).toBe('form');
  expect(await kind({})).toBe('confirmation_required');
  expect(await kind({ elicitation: { url: {} } })).toBe('confirmation_required');
  expect(await kind({ elicitation: { form: {}, url: {} } })).toBe('form');
  expect(writes(sandbox)).toEqual([]);
});

test('an answer of a client that cannot be asked is none', async () => {
  const requestState = await asked(ask);
  const result = await send(ask, CHANGE, { requestState, inputResponses: TICKED }, {});
  expect(told(result).status).toBe('confirmation_required');
  expect(writes(sandbox)).toEqual([]);
});

test('a client of 2025 cannot answer what it was not asked', async () => {
  await using server = start('ask');
  await server.initialize();
  const result = await send(server, CHANGE, { inputResponses: TICKED, requestState: 'x' }, { elicitation: {} });
  // It declared nothing when it connected: what it sends along counts for nothing.
  expect(told(result).status).toBe('confirmation_required');
  expect(writes(sandbox)).toEqual([]);
});

test('Spanish: the question, its box and the answers', async () => {
  await using server = start('ask', { NUNTIUS_LANG: 'es' });
  const result = await send(server, CHANGE);
  const { message, requestedSchema } = result.inputRequests.confirm.params;
  expect(message).toBe(
    '¿Cambiar el lead ‘Ana López Serrano’?\n  quality: hot → warm\nPATCH /public/v1/leads/lead_01 (nuntius_leads_update)',
  );
  expect(requestedSchema.properties.value.title).toBe('Sí, hágalo');
  const { requestState } = result;
  const declined = await send(server, CHANGE, { requestState, inputResponses: { confirm: { action: 'decline' } } });
  expect(told(declined).message).toBe(
    'La persona dijo que no. No se ha escrito nada. No vuelva a preguntar salvo que lo pida.',
  );
});
