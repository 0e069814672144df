/** `fields`: on which tools, what is refused before anything is sent, what comes back. */
import { expect, test } from 'vitest';
import type { Tool } from '../../../src/catalogue/index.ts';
import { catalogue } from '../../../src/generated/catalogue.ts';
import { takesFields, withFields } from '../../../src/runtime/fields/argument.ts';
import { takeFields } from '../../../src/runtime/fields/take.ts';
import { nextPage } from '../../../src/runtime/http/next-page.ts';
import { shapeResult } from '../../../src/runtime/http/result.ts';
import { callTool, serviceOf } from '../../catalogue/confirmed-writes.ts';
import { recordingApi } from '../../catalogue/recording-api.ts';
import { SURFACES } from '../../surfaces.ts';

const { started } = recordingApi();
const named = (name: string) => catalogue.tools.find((t) => t.name === name) as Tool;
const leads = named('nuntius_leads_list');

test('every Lectura that promises JSON takes it, and nothing else does', () => {
  const takes = catalogue.tools.filter(takesFields).map((t) => t.name);
  expect(takes).toContain('nuntius_leads_list');
  expect(takes).not.toContain('nuntius_files_download');
  expect(catalogue.tools.filter((t) => t.type === 'Escritura' && takesFields(t))).toEqual([]);
  for (const tool of catalogue.tools)
    expect(Object.hasOwn(withFields(tool, tool.inputSchema).properties, 'fields')).toBe(takesFields(tool));
});

test('not where the API has an argument of that name: that one is sent', () => {
  const own: Tool = { ...leads, arguments: [{ name: 'fields', in: 'query', wireName: 'fields', required: false }] };
  expect(withFields(own, own.inputSchema)).toBe(own.inputSchema);
  expect(takeFields(own, { fields: 'a((' })).toEqual({ rest: { fields: 'a((' } });
});

test.each(SURFACES)('%s: a bad mask is refused before anything is sent', async (surface) => {
  const service = serviceOf(catalogue, 'https://api.nuntius.test', surface);
  const result = await callTool(service, leads, { fields: 'data(id', limit: 5 });
  expect(JSON.parse((result.content[0] as { text: string }).text)).toEqual({
    error: 'invalid_arguments',
    message: 'Nothing was sent. Mend the arguments of nuntius_leads_list and call again.',
    problems: [
      { argument: 'fields', message: 'has a "(" that is not closed. Write it like data(id,customerName),nextCursor' },
    ],
  });
  expect(started).toEqual([]);
});

test('spaces and lists are read as what they mean; nothing is everything', () => {
  expect(takeFields(leads, { fields: ' data( id , quality ) , nextCursor', limit: 5 })).toEqual({
    rest: { limit: 5 },
    fields: 'data(id,quality),nextCursor',
  });
  expect(takeFields(leads, { fields: ['id', 'quality'] })).toEqual({ rest: {}, fields: 'id,quality' });
  for (const fields of [null, '']) expect(takeFields(leads, { fields })).toEqual({ rest: {} });
  expect(takeFields(leads, { fields: 5 }).problem).toEqual({ argument: 'fields', message: 'must be a string' });
});

function shaped(body: string, fields?: string, status = 200, type = 'application/json') {
  const sent = {
    kind: 'response' as const,
    url: 'https://api.test/',
    status,
    headers: [['content-type', type]] as [string, string][],
    body: new TextEncoder().encode(body),
    truncated: false,
  };
  const settings = { prefix: 'nuntius', securitySchemes: {}, maxText: 60, ...(fields !== undefined && { fields }) };
  const { content, ...rest } = shapeResult(leads, sent, settings);
  return { text: (content[0] as { text: string }).text, facts: (content[1] as { text?: string })?.text ?? '', ...rest };
}

const long = JSON.stringify({ data: [{ id: 1, notes: 'x'.repeat(200) }], nextCursor: 'c2' });

test('the answer is cut to the fields before it is cut to the limit; the next page is told', () => {
  const result = shaped(long, 'data(id)');
  expect(result.text).toBe('{"data":[{"id":1}]}');
  expect(result.structuredContent).toEqual({ data: [{ id: 1 }] });
  expect(result.facts).toContain('There is more: call again with the same arguments and cursor="c2".');
  expect(shaped(long).facts).toContain('Cut: the first 60 of');
});

test('what is not in the answer is named', () => {
  expect(shaped(long, 'data(id,fax)').facts).toContain('Not in the answer: data/fax.');
});

test('numbers of many digits stay whole', () => {
  const result = shaped('{"id":12345678901234567890,"a":1}', 'id');
  expect(result.text).toBe('{"id":12345678901234567890}');
  expect(result).not.toHaveProperty('structuredContent');
});

test('an error is told whole, and what is no JSON too', () => {
  expect(shaped('{"title":"Not found"}', 'id', 404)).toEqual(shaped('{"title":"Not found"}', undefined, 404));
  const csv = shaped('id,name', 'id', 200, 'text/csv');
  expect(csv.text).toBe('id,name');
  expect(csv.facts).toContain('fields was not applied: the answer is not JSON that can be cut.');
});

test.each<[string, unknown, string | undefined, string[], string | undefined]>([
  ['a cursor', { nextCursor: 'c2' }, undefined, ['cursor', 'limit'], 'cursor="c2"'],
  ['a token', { data: [], next_page_token: 't' }, undefined, ['page_token'], 'page_token="t"'],
  ['one within', { response_metadata: { next_cursor: 'dGVhb' } }, undefined, ['cursor'], 'cursor="dGVhb"'],
  [
    'two within',
    { pages: { next: { starting_after: 'x', page: 2 } } },
    undefined,
    ['starting_after'],
    'starting_after="x"',
  ],
  ['a link', [], '<https://api.test/a?page=3&per_page=2>; rel="next", <https://x>; rel="last"', ['page'], 'page="3"'],
  ['a link of another kind', [], '<https://api.test/a?page=1>; rel="prev"', ['page'], undefined],
  ['an address', { links: { next: '/a?offset=20' } }, undefined, ['offset'], 'offset="20"'],
  ['the last page', { nextCursor: null, next: '' }, undefined, ['cursor'], undefined],
  ['a cursor that nothing takes', { nextCursor: 'c2' }, undefined, ['limit'], undefined],
])('the next page by %s', (_, value, link, names, want) => {
  const tool: Tool = {
    ...leads,
    arguments: names.map((name) => ({ name, in: 'query', wireName: name, required: false })),
  };
  expect(nextPage(tool, value, link)).toBe(
    want === undefined ? undefined : `There is more: call again with the same arguments and ${want}.`,
  );
});
