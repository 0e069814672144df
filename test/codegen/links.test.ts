/** Which tool reads what another changes, and which one undoes it: the overlay's word, checked. */
import { describe, expect, it } from 'vitest';
import { buildCatalogue } from '../../src/codegen/catalogue.ts';
import type { OperationExtension } from '../../src/codegen/overlay/operation-extension.ts';

const ok = { 200: { description: 'ok' } };
const id = [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }];

/** @param said by the overlay, of each operation by its operationId */
function built(said: Record<string, OperationExtension>) {
  const root = {
    openapi: '3.1.0',
    info: { title: 'T', version: '1' },
    paths: {
      '/things/{id}': {
        get: { operationId: 'getThing', parameters: id, responses: ok },
        patch: { operationId: 'updateThing', parameters: id, responses: ok },
      },
      '/things/{id}/archive': { post: { operationId: 'archiveThing', parameters: id, responses: ok } },
      '/things/{id}/unarchive': { post: { operationId: 'unarchiveThing', parameters: id, responses: ok } },
    },
  };
  const document = { root, version: '3.1' as const, source: '', sha256: '', warnings: [], line: () => undefined };
  const extension = (operation: object) => said[(operation as { operationId: string }).operationId];
  const { tools, warnings } = buildCatalogue(document as never, { prefix: 't', extension: extension as never });
  const of = (operationId: string) => tools.find((tool) => tool.operationId === operationId);
  return { of, warnings: warnings.map(({ message }) => message).filter((m) => m.startsWith('x-mcp')) };
}

describe('the tool that undoes', () => {
  it('is the one that the overlay names, and no other', () => {
    const { of, warnings } = built({ archiveThing: { undo: 'unarchiveThing' } });
    expect(of('archiveThing')?.undo).toBe(of('unarchiveThing')?.name);
    expect(of('unarchiveThing')).not.toHaveProperty('undo');
    expect(of('updateThing')).not.toHaveProperty('undo');
    expect(warnings).toEqual([]);
  });

  it.each(['getThing', 'nothing'])('is never one that does not write: %s', (name) => {
    const { of, warnings } = built({ archiveThing: { undo: name } });
    expect(of('archiveThing')).not.toHaveProperty('undo');
    expect(warnings).toEqual([`x-mcp.undo names "${name}", which is no Escritura tool`]);
  });
});
