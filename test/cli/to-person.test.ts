import { describe, expect, it, test } from 'vitest';
import type { Tool } from '../../src/catalogue/index.ts';
import { refusedToPerson, toPerson } from '../../src/cli/to-person.ts';
import { shapeResult } from '../../src/runtime/http/result.ts';
import { WORDS } from '../../src/runtime/words.ts';
import { tool } from '../runtime/request/tool.ts';

describe('what is said to an assistant is said to the person', () => {
  const table: [said: string, want: string][] = [
    ['status: applied. Applied, as the person confirmed.', 'Done, as you confirmed.'],
    ['HTTP 200 OK', 'HTTP 200 OK'],
    [
      'There is more: call again with the same arguments and cursor="a=b", page="2".',
      'There is more: the same command with --cursor "a=b" --page "2"',
    ],
    [
      'What to do: the credentials were not accepted. Ask the person who runs this server to check X_API_KEY.',
      'What to do: the credentials were not accepted. Check X_API_KEY.',
    ],
  ];
  it.each(table)('%s', (said, want) => expect(toPerson(said, 'en')).toBe(want));

  // The phrases are those of the runtime: whatever it says of an answer, no person is told to ask a person.
  const read: Tool = tool({ type: 'Lectura', method: 'GET', security: [{ k: [] }] });
  const of = (status: number, t: Tool) =>
    shapeResult(
      t,
      { kind: 'response', status, url: 'http://h/', headers: [], body: new Uint8Array(), truncated: false },
      { prefix: 'x', securitySchemes: { k: { type: 'bearer' } } },
    );
  const statuses = [400, 401, 403, 404, 409, 412, 413, 418, 422, 429, 500, 503];
  test.each(statuses)('HTTP %i', (status) => {
    for (const t of [read, { ...read, security: [] }, tool({})]) {
      const text = of(status, t)
        .content.map((c) => (c.type === 'text' ? c.text : ''))
        .join('\n');
      expect(toPerson(text, 'en')).not.toMatch(/the person|call(ing)? again|tools\/list/i);
    }
  });

  test.each(['not_found', 'refused', 'tls', 'timeout', 'invalid_request', 'cancelled'] as const)('%s', (code) => {
    const result = shapeResult(
      read,
      { kind: 'failed', code, message: 'It failed.' },
      { prefix: 'x', securitySchemes: {} },
    );
    const text = result.content.map((c) => (c.type === 'text' ? c.text : '')).join('\n');
    expect(toPerson(text, 'en')).not.toMatch(/the person|call again/i);
  });

  it('says each refusal that a terminal can meet in both languages, and says nothing of others', () => {
    for (const error of ['declined', 'cancelled', 'plan_changed', 'invalid_arguments']) {
      const [en, es] = [refusedToPerson({ error }, 'en'), refusedToPerson({ error }, 'es')];
      expect(en).toMatch(/^[A-Z].*\.$/);
      expect(es).toMatch(/^[A-ZÁ].*\.$/);
      expect(en).not.toBe(es);
      expect(Object.values(WORDS.en)).not.toContain(en);
    }
    for (const error of ['already_undone', '__proto__', 'toString', 5])
      expect(refusedToPerson({ error }, 'en')).toBeUndefined();
  });
});
