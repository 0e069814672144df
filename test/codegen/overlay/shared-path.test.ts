/** An overlay frees the operation that it names; a description that puts it under another path too frees nothing. */
import { describe, expect, it } from 'vitest';
import { buildCatalogue } from '../../../src/codegen/catalogue.ts';
import { operationExtension } from '../../../src/codegen/overlay/index.ts';
import { overlaid } from './documents.ts';

const FREED = `  - target: $.paths['/search'].post
    update: {x-mcp: {type: Lectura, title: Look}}
  - target: $.paths['/send'].post
    update: {x-mcp: {confirm: none}}
`;
const operation = (id: string) => `{post: {operationId: ${id}, responses: {'200': {description: ok}}}}`;
const described = (more: string) => `openapi: 3.1.0
info: {title: T, version: '1'}
paths:
  /search: ${operation('search')}
  /send: ${operation('send')}
${more}`;
const tools = async (more: string) => {
  const catalogue = buildCatalogue(await overlaid(described(more), FREED), {
    prefix: 't',
    extension: operationExtension,
  });
  const of = ({ type, confirm }: (typeof catalogue.tools)[number]) => (confirm === 'none' ? 'freed' : type);
  return { types: Object.fromEntries(catalogue.tools.map((t) => [t.path, of(t)])), catalogue };
};

describe('an operation that an overlay frees', () => {
  it('is freed', async () => {
    expect((await tools('')).types).toEqual({ '/search': 'Lectura', '/send': 'freed' });
  });

  it('is not where the description gives it another path by reference', async () => {
    const { types, catalogue } = await tools(
      "  /leads: {$ref: '#/paths/~1search'}\n  /pay: {$ref: '#/paths/~1send'}\n",
    );
    expect(types).toEqual({ '/leads': 'Escritura', '/pay': 'Escritura', '/search': 'Escritura', '/send': 'Escritura' });
    expect(catalogue.tools.find((t) => t.path === '/search')?.title).toBe('Look');
    expect(catalogue.warnings.map((w) => w.message)).toContain(
      'stands under several paths by $ref, so the x-mcp that frees it has no effect there or elsewhere',
    );
  });

  it('is alone where another one is like it', async () => {
    expect((await tools(`  /leads: ${operation('other')}\n`)).types).toMatchObject({
      '/leads': 'Escritura',
      '/search': 'Lectura',
    });
  });
});
