/** Whatever text a description holds, wherever: it becomes data, never code, and what people and models read of it hides nothing. */
import { transform } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { violations } from '../../src/catalogue/check.ts';
import type { Catalogue } from '../../src/catalogue/index.ts';
import { buildCatalogue } from '../../src/codegen/catalogue.ts';
import { emitModule } from '../../src/codegen/emit.ts';
import { initialOverlay } from '../../src/codegen/overlay-init.ts';
import { parseModule } from '../../src/codegen/parse-module.ts';
import { hostileDocument } from './hostile-document.ts';
import { fromText } from './load/from-text.ts';
import { HOSTILE } from './random-document.ts';

const CODE = [
  ...HOSTILE,
  '\n*/globalThis.pwned = 1//',
  'x\n---\nopenapi: 3.0.0',
  "$.paths['a'].get; globalThis.pwned=1",
  '<!--',
  'constructor.constructor("globalThis.pwned=1")()',
];
/** Controls but tab and line end, bidi, zero-width without joiners, tags, lone surrogates. */
const HIDDEN = /(?![\t\n\u00ad]|\u200c|\u200d)\p{C}|[\u2028\u2029]/u;

const built = async (text: string): Promise<Catalogue> =>
  buildCatalogue(await fromText(JSON.stringify(hostileDocument(text))), { prefix: 't' });

describe.each(CODE.map((text) => [JSON.stringify(text).slice(0, 60), text]))('%s', (_, text) => {
  it('is data in a sound catalogue', async () => {
    const catalogue = await built(text);
    expect(violations(catalogue)).toEqual([]);
    // Where a path or a method begins with `x-`, it is an extension and no operation.
    expect(catalogue.tools.length + catalogue.omitted.length).toBe(text.startsWith('x-') ? 8 : 10);
    expect(Object.keys(Object.prototype)).toEqual([]);
    expect(({} as Record<string, unknown>).pwned).toBeUndefined();
  });

  it('is read without what hides in it', async () => {
    const { api, tools, omitted, warnings } = await built(text);
    const shown = [
      api.title,
      api.version,
      ...omitted.map((o) => o.reason),
      ...warnings.map((w) => w.message),
      ...tools.flatMap((t) => [t.name, t.title, t.description, t.operationId ?? '', ...(t.tags ?? [])]),
      ...tools.flatMap((t) => descriptions(t.inputSchema)),
      ...tools.flatMap((t) => Object.keys(t.inputSchema.properties)),
    ];
    expect(shown.filter((s) => HIDDEN.test(s))).toEqual([]);
  });

  it('is no code in the generated module, which loads as the catalogue it was', async () => {
    const catalogue = await built(text);
    const inputs = [{ name: text, sha256: '0' }];
    const source = emitModule(catalogue, { inputs, contract: './contract.ts', apiTypes: './api.d.ts' });
    expect(parseModule(source)).toEqual(JSON.parse(JSON.stringify(catalogue)));
    const { code } = await transform(source, { loader: 'ts', format: 'esm' });
    const loaded = (await import(`data:text/javascript;base64,${Buffer.from(code).toString('base64')}`)) as {
      catalogue: Catalogue;
    };
    expect((globalThis as Record<string, unknown>).pwned).toBeUndefined();
    expect(JSON.stringify(loaded.catalogue)).toBe(JSON.stringify(catalogue));
  });

  it('stays within its scalars in a starting overlay', async () => {
    const catalogue = await built(text);
    const overlay = initialOverlay(catalogue, text);
    expect(HIDDEN.test(overlay)).toBe(false);
    const { parse } = await import('yaml');
    const { actions, ...rest } = parse(overlay) as { actions: { target: string; update: unknown }[] };
    expect(Object.keys(rest)).toEqual(['overlay', 'info', 'extends']);
    expect(actions.map((a) => a.update)).toEqual(
      catalogue.tools.map((t) => ({ 'x-mcp': { name: t.name, type: t.type } })),
    );
  });
});

function descriptions(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  return Object.entries(schema).flatMap(([key, value]) =>
    (key === 'description' || key === 'title') && typeof value === 'string' ? [value] : descriptions(value),
  );
}
