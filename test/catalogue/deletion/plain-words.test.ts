import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { deletionReason } from '../../../src/catalogue/deletion.ts';

/** What must never be a write, read as bluntly as an auditor would. */
const BLUNT = /(^|[._/\- ])(delete|destroy|purge|erase|wipe|trash)($|[._/\- ])|gdpr-delete|(^|[a-z0-9])Delete($|[A-Z])/;

const piece = fc.constantFrom(
  'delete',
  'Delete',
  'purge',
  'trash',
  'erase',
  'wipe',
  'destroy',
  'un',
  'restore',
  'get',
  'Lead',
  'API',
  'IDs',
  'OAuth',
  '2',
  'x',
  'cancel',
  'status',
  'gdpr',
  '_',
  '-',
  '.',
  '/',
  ' ',
  'é',
  'iOS',
);

describe('a write that says a plain word of deletion', () => {
  it('is left out, wherever in the operationId or the last segment the word stands', () => {
    fc.assert(
      fc.property(
        fc.array(piece, { minLength: 1, maxLength: 6 }),
        fc.constantFrom('POST', 'PUT', 'PATCH', 'QUERY'),
        (pieces, method) => {
          const text = pieces.join('');
          fc.pre(BLUNT.test(text));
          expect(deletionReason({ method, path: '/x', operationId: text })).toBeDefined();
          const segment = text.replaceAll('/', '-');
          expect(deletionReason({ method, path: `/x/${segment}/{id}` })).toBeDefined();
        },
      ),
      { numRuns: 3000 },
    );
  });
});
