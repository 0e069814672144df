/**
 * A description that broke us: copy this file, put yours in its place, and cut it down to what still breaks. Say here what went
 * wrong, in one line. In this one, a field is named as the path parameter, and another as what every object has.
 */
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { buildCatalogue, createService } from '../../src/library/index.ts';
import { json, stubApi } from '../runtime/http/stub-api.ts';

const DESCRIPTION = `
openapi: 3.1.0
info: { title: Shop, version: '1' }
paths:
  /things/{id}:
    parameters:
      - { name: id, in: path, required: true, schema: { type: string } }
    put:
      operationId: updateThing
      summary: Update a thing
      requestBody:
        required: true
        content:
          application/json:
            schema:
              type: object
              properties:
                id: { type: integer }
                constructor: { type: string }
      responses:
        '200': { description: Done }
    delete:
      operationId: deleteThing
      responses:
        '204': { description: Done }
`;

/** The tools, what is left out and what was doubted. */
const TOOLS = ['shop_things_update'];
const OMITTED = ['DELETE /things/{id}'];
const WARNINGS: string[] = [];

/** A call, how it is shown before it is confirmed, and what arrives once it is. */
const CALL = { name: 'shop_things_update', args: { id: 'a b', id_body: 5, constructor: 'Ana' } };
const SHOWN = "PUT /things/a%20b (shop_things_update) with id_body=5, constructor='Ana'";
const ARRIVES = { method: 'PUT', target: '/things/a%20b', body: { id: 5, constructor: 'Ana' } };

test('the description is read', async () => {
  const { tools, omitted, warnings } = await buildCatalogue(parse(DESCRIPTION));
  expect(tools.map(({ name }) => name)).toEqual(TOOLS);
  expect(omitted.map(({ method, path }) => `${method} ${path}`)).toEqual(OMITTED);
  expect(warnings.map(({ message }) => message)).toEqual(WARNINGS);
});

test('nothing is sent without a confirmation, and with one what was shown', async () => {
  await using api = await stubApi(json(200, { done: true }));
  const settings = { baseUrl: api.url.href, journal: 'off' };
  const service = createService(await buildCatalogue(parse(DESCRIPTION)), settings);

  const refused = await service.call(CALL.name, CALL.args);
  const [text] = refused.content;
  expect(JSON.parse(text?.type === 'text' ? text.text : '')).toMatchObject({ action_summary: SHOWN });
  expect(api.arrived).toEqual([]);

  const done = await service.call(CALL.name, { ...CALL.args, confirm: true });
  expect(done.isError).not.toBe(true);
  const arrived = api.arrived.map(({ method, target, body }) => ({ method, target, body: JSON.parse(`${body}`) }));
  expect(arrived).toEqual([ARRIVES]);
});
