import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { stringify } from 'yaml';
import { violations } from '../../src/catalogue/check.ts';
import type { Catalogue } from '../../src/catalogue/index.ts';
import { buildCatalogue } from '../../src/codegen/catalogue.ts';
import { DescriptionError } from '../../src/codegen/description-error.ts';
import { emitModule } from '../../src/codegen/emit.ts';
import type { JsonObject } from '../../src/codegen/load/document.ts';
import { parseModule } from '../../src/codegen/parse-module.ts';
import { fromText } from './load/from-text.ts';
import { brokenDocument, validDocument } from './random-document.ts';

/** FUZZ_RUNS=100000 for a long night; then it also says what it met. */
const RUNS = Number(process.env.FUZZ_RUNS ?? 10_000);
/** Holds every schema against the meta-schema of JSON Schema 2020-12 before it compiles it. */
const ajv = new Ajv2020({ strict: false, validateFormats: false, logger: false });
const POINTER = /^#(\/([^~/]|~[01])*)*$/u;

const text = (document: fc.Arbitrary<JsonObject>) =>
  fc
    .tuple(document, fc.integer({ min: 0, max: 19 }))
    .map(([root, n]) => (n === 0 ? stringify(root) : JSON.stringify(root)));

/** The catalogue, or the one error that says where. Anything else fails the test. */
async function outcome(source: string): Promise<Catalogue | DescriptionError> {
  try {
    return buildCatalogue(await fromText(source), { prefix: 't' });
  } catch (error) {
    if (!(error instanceof DescriptionError)) throw error;
    expect(error.pointer).toMatch(POINTER);
    expect(error.message).not.toBe('');
    return error;
  }
}

function checkSound(catalogue: Catalogue): void {
  const { tools, omitted, warnings } = catalogue;
  const unsound = [
    ...violations(catalogue),
    ...warnings.filter(({ where, message }) => !POINTER.test(where) || message === ''),
    ...omitted.filter(({ reason }) => reason === ''),
  ];
  expect(unsound).toEqual([]);
  for (const tool of tools) {
    ajv.compile(tool.inputSchema);
    ajv.removeSchema(tool.inputSchema);
  }
  const emitted = emitModule(catalogue, { inputs: [{ name: 'a.yaml', sha256: '0' }], contract: './contract.ts' });
  expect(JSON.stringify(parseModule(emitted)) === JSON.stringify(catalogue)).toBe(true);
}

test.each([
  ['valid', validDocument, 0.6],
  ['broken', brokenDocument, 0.4],
])(
  'random %s documents end in a sound catalogue or in an error with a pointer',
  async (_, document, share) => {
    const met = { catalogues: 0, tools: 0, omitted: 0, errors: 0 };
    await fc.assert(
      fc.asyncProperty(text(document), async (source) => {
        const found = await outcome(source);
        if (found instanceof DescriptionError) {
          met.errors++;
          return;
        }
        met.catalogues++;
        met.tools += found.tools.length;
        met.omitted += found.omitted.length;
        checkSound(found);
      }),
      { numRuns: Math.round(RUNS * share) },
    );
    if (process.env.FUZZ_RUNS !== undefined) process.stderr.write(`${JSON.stringify(met)}\n`);
    expect(met.tools).toBeGreaterThan(met.catalogues / 10);
    expect(met.omitted).toBeGreaterThan(0);
  },
  600_000,
);
