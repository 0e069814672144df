import { describe, expect, test } from 'vitest';
import type { Argument, PartEncoding, Tool } from '../../../src/catalogue/index.ts';
import { buildRequest } from '../../../src/runtime/request/build-request.ts';
import { refuseUnsent } from '../../../src/runtime/request/unsent.ts';
import { tool } from './tool.ts';

const FORM = { kind: 'form', mediaType: 'application/x-www-form-urlencoded', required: false } as const;
const MULTIPART = { kind: 'multipart', mediaType: 'multipart/form-data', required: false } as const;
const of = (more: Partial<Argument> & Pick<Argument, 'in'>) => tool({ args: [{ wireName: 'tags', ...more }] });
const inForm = (kind: typeof FORM | typeof MULTIPART, encoding?: PartEncoding) =>
  tool({ args: [{ wireName: 'tags', in: 'body' }], body: { ...kind, ...(encoding && { parts: { tags: encoding } }) } });

const PLACES: [where: string, tool: Tool][] = [
  ['query', of({ in: 'query' })],
  ['query, not exploded', of({ in: 'query', explode: false })],
  ['query, pipes', of({ in: 'query', style: 'pipeDelimited' })],
  ['query, deepObject', of({ in: 'query', style: 'deepObject' })],
  ['query, JSON', of({ in: 'query', contentType: 'application/json' })],
  ['header', of({ in: 'header' })],
  ['header, JSON', of({ in: 'header', contentType: 'application/json' })],
  ['cookie', of({ in: 'cookie' })],
  ['form', inForm(FORM)],
  ['form, exploded', inForm(FORM, { explode: true })],
  ['form, deepObject', inForm(FORM, { style: 'deepObject' })],
  ['form, JSON', inForm(FORM, { contentType: 'application/json' })],
  ['multipart', inForm(MULTIPART)],
  ['multipart, styled', inForm(MULTIPART, { style: 'form' })],
  ['multipart, JSON', inForm(MULTIPART, { contentType: 'application/json' })],
  ['JSON', tool({ args: [{ wireName: 'tags', in: 'body' }], body: { kind: 'json' } })],
];
const VALUES = [
  null,
  [],
  {},
  [null],
  ['a', null],
  ['a'],
  'a',
  '',
  0,
  false,
  { a: null },
  { a: 'b', c: null },
  { a: 'b' },
  [{ a: 'b' }],
  [[]],
  { a: [] },
  { a: { b: null } },
];

const sent = (one: Tool, args: Record<string, unknown>): string => {
  const { query, headers, body } = buildRequest(one, args);
  const own = headers.filter(([name]) => name === 'tags' || name === 'cookie');
  const isEmpty =
    (body?.kind === 'form' && body.text === '') || (body?.kind === 'multipart' && body.parts.length === 0);
  return JSON.stringify([query, own, isEmpty ? undefined : body]);
};
const isEmpty = (value: unknown) => value === null || (typeof value === 'object' && Object.keys(value).length === 0);
/** The same value without what may get lost. */
const without = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(([, v]) => !isEmpty(without(v)));
  const all = kept.map(([k, v]) => [k, without(v)] as const);
  return Array.isArray(value) ? all.map(([, v]) => v) : Object.fromEntries(all);
};

describe.each(PLACES)('%s', (_, one) => {
  // What is let through says something that leaving it, or a null in it, out does not say.
  test.each(VALUES.map((value) => [JSON.stringify(value), value]))(
    '%s is refused, or is what is sent',
    (_text, value) => {
      let refused = false;
      try {
        refuseUnsent(one, { tags: value });
      } catch (error) {
        refused = true;
        expect(error).toMatchObject({
          code: 'unsent_value',
          argument: 'tags',
          message: expect.stringMatching(/^tags /),
        });
      }
      const all = sent(one, { tags: value });
      const less = without(value);
      const isLess = JSON.stringify(less) !== JSON.stringify(value);
      const isLost = all === sent(one, {}) || (isLess && all === sent(one, { tags: less }));
      expect(refused).toBe(isLost);
    },
  );
});

test('a member of a form that is one argument is named', () => {
  const whole = tool({ args: [{ wireName: 'body', in: 'whole-body' }], body: FORM });
  expect(() => refuseUnsent(whole, { body: { name: 'x', tags: [] } })).toThrow(
    'body has tags, which is an empty list, which cannot be written in this request and would not be sent. Leave it out.',
  );
  expect(() => refuseUnsent(whole, { body: { name: 'x', tags: null } })).not.toThrow();
  expect(() => refuseUnsent(whole, {})).not.toThrow();
});
