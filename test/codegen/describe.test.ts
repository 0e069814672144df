import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clip, description, MAX_DESCRIPTION, title } from '../../src/codegen/describe.ts';
import type { Operation } from '../../src/codegen/operations/operation.ts';

const operation = (more: Partial<Operation>): Operation => ({
  method: 'GET',
  path: '/leads',
  pointer: '#',
  tags: [],
  parameters: [],
  accepts: [],
  ...more,
});

describe('title', () => {
  const table: [given: Partial<Operation>, want: string][] = [
    [{ summary: 'List leads' }, 'List leads'],
    [{ summary: 'List leads.' }, 'List leads'],
    [{ summary: ' List\n  leads ' }, 'List leads'],
    [{ summary: 'List leads', extension: { title: 'Show leads' } }, 'Show leads'],
    [{}, 'GET /leads'],
    [{ summary: '' }, 'GET /leads'],
    [{ summary: ' . ' }, 'GET /leads'],
    [{ summary: '\u200b\u202e' }, 'GET /leads'],
    [{ summary: 'a\u202eb\u0000c\u001b[31m' }, 'abc[31m'],
    [{ summary: 'word '.repeat(50) }, `${'word '.repeat(23)}…`],
    [{ path: `/${'x'.repeat(200)}` }, `GET /${'x'.repeat(113)} …`],
  ];
  it.each(table)('%j', (given, want) => expect(title(operation(given))).toBe(want));
});

describe('description', () => {
  const last = 'Tipo: Lectura. GET /leads';
  const table: [given: Partial<Operation>, want: string][] = [
    [{}, last],
    [{ summary: 'List leads' }, `List leads\n\n${last}`],
    [{ description: 'All of them.' }, `All of them.\n\n${last}`],
    [{ summary: 'List leads', description: 'All of them.' }, `List leads. All of them.\n\n${last}`],
    [{ summary: 'List leads?', description: 'All.' }, `List leads? All.\n\n${last}`],
    [{ summary: 'List leads.', description: 'List leads, all.' }, `List leads, all.\n\n${last}`],
    [{ summary: 'List leads', description: 'All.', extension: { description: 'Ours.' } }, `Ours.\n\n${last}`],
    [{ description: 'a\r\nb\u2028c\u202ed\u0007\u200be' }, `a\nb\ncde\n\n${last}`],
    [{ description: ' \n\u200b ' }, last],
    [{ server: 'https://uploads.example.com/' }, 'Tipo: Lectura. GET https://uploads.example.com/leads'],
    [{ server: '/v2' }, 'Tipo: Lectura. GET /v2/leads'],
    [{ description: 'See `id`, */ $\u007bx} and "y".' }, `See \`id\`, */ \${x} and "y".\n\n${last}`],
  ];
  it.each(table)('%j', (given, want) => expect(description(operation(given), 'Lectura')).toBe(want));

  it('says that a write writes', () =>
    expect(description(operation({ method: 'POST' }), 'Escritura')).toBe('Tipo: Escritura. POST /leads'));

  it('never exceeds what model APIs take, and always ends with the type and the operation', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 3000 }),
        fc.string({ maxLength: 3000 }),
        fc.string({ maxLength: 600 }),
        (summary, text, path) => {
          const made = description(operation({ summary, description: text, path: `/${path}` }), 'Escritura');
          expect(made.length).toBeLessThanOrEqual(MAX_DESCRIPTION);
          expect(made.split('\n').pop()).toMatch(/^Tipo: Escritura\. GET \//);
          expect(made).not.toMatch(/\p{Surrogate}/u);
        },
      ),
    );
  });
});

describe('clip', () => {
  const table: [text: string, length: number, want: string][] = [
    ['short', 5, 'short'],
    ['one two three', 10, 'one two …'],
    ['onetwothree', 6, 'onet …'],
    ['abc😀😀', 6, 'abc …'],
    ['a bcdefghij', 8, 'a bcde …'],
  ];
  it.each(table)('%j to %d', (text, length, want) => expect(clip(text, length)).toBe(want));
});
