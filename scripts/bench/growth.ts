/** What generating costs as a description grows: synthetic ones of 1,000, 2,000, 4,000 and 8,000 operations. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { generate } from './generate.ts';
import type { Table } from './tables.ts';

const SIZES = [1_000, 2_000, 4_000, 8_000];

/** @param folder where the descriptions are put. */
export function growth(folder: string): Table {
  const rows = SIZES.map((operations) => {
    const file = path.join(folder, `${operations}.json`);
    const text = JSON.stringify(description(operations));
    writeFileSync(file, text);
    // Of three runs the quickest: what it takes, without what others take.
    const runs = [1, 2, 3].map(() => generate(file, folder)).sort((a, b) => a.seconds - b.seconds);
    const { seconds = 0, peakMiB = 0 } = runs[0] ?? {};
    return [
      operations.toLocaleString('en'),
      (text.length / 1e6).toFixed(1),
      seconds.toFixed(2),
      ((seconds * 1000) / operations).toFixed(2),
      peakMiB.toFixed(0),
    ];
  });
  return {
    name: 'growth',
    head: {
      en: ['operations', 'MB', 'seconds', 'ms for each', 'MiB'],
      es: ['operaciones', 'MB', 'segundos', 'ms por cada una', 'MiB'],
    },
    rows,
    below: { en: 'The quickest of three runs each.', es: 'La más rápida de tres pasadas de cada una.' },
  };
}

/** Each resource has five operations and a schema of its own, which refers to the one before it and to a shared one. */
function description(operations: number): object {
  const paths: Record<string, object> = {};
  const schemas: Record<string, object> = {
    Address: { type: 'object', properties: { street: { type: 'string' }, city: { type: 'string' } } },
  };
  for (let n = 0; n < operations / 5; n++) {
    const schema = { $ref: `#/components/schemas/Thing${n}` };
    const json = { content: { 'application/json': { schema } } };
    const responses = { 200: { description: 'OK', ...json } };
    const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };
    const limit = { name: 'limit', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 100 } };
    const operation = (verb: string, more: object) => ({
      operationId: `${verb}Thing${n}`,
      summary: `${verb} a thing of kind ${n}`,
      description: 'What it does, in a few words, as descriptions have it. '.repeat(3),
      responses,
      ...more,
    });
    paths[`/things${n}`] = {
      get: operation('list', { parameters: [limit] }),
      post: operation('create', { requestBody: json }),
    };
    paths[`/things${n}/{id}`] = {
      parameters: [id],
      get: operation('get', {}),
      put: operation('replace', { requestBody: json }),
      patch: operation('update', { requestBody: json }),
    };
    schemas[`Thing${n}`] = {
      type: 'object',
      required: ['name'],
      properties: {
        id: { type: 'string', readOnly: true },
        name: { type: 'string', maxLength: 200, description: 'What a person calls it' },
        kind: { type: 'string', enum: ['one', 'other'] },
        amount: { type: 'number', minimum: 0 },
        tags: { type: 'array', items: { type: 'string' } },
        address: { $ref: '#/components/schemas/Address' },
        ...(n % 10 !== 0 && { parent: { $ref: `#/components/schemas/Thing${n - 1}` } }),
      },
    };
  }
  return { openapi: '3.1.0', info: { title: 'Synthetic', version: '1' }, paths, components: { schemas } };
}
