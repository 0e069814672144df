/** `generate`: description + overlays → the files of the generated module, written whole or not at all. */
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Catalogue } from '../catalogue/index.ts';
import { buildCatalogue } from './catalogue.ts';
import { type Provenance, emitModule, parseModule } from './emit.ts';
import { type DescribedApi, defaultPrefix, readApi, type ReadApiOptions } from './read-api.ts';

export const MODULE = 'catalogue.ts';

export interface GenerateOptions extends ReadApiOptions {
  /** Without it, the first word of the API's title. */
  prefix?: string;
  /** Import specifiers of the generated module; see `Provenance`. */
  contract: string;
  apiTypes?: string;
}

export interface Generated {
  catalogue: Catalogue;
  /** File name → text. */
  files: Map<string, string>;
  api: DescribedApi;
}

/** @throws DescriptionError; nothing is written. */
export async function generate(spec: string, options: GenerateOptions): Promise<Generated> {
  const api = await readApi(spec, options);
  const catalogue = buildCatalogue(api.document, { prefix: options.prefix ?? defaultPrefix(api.document), extension: api.extension });
  const provenance: Provenance = {
    inputs: api.inputs,
    contract: options.contract,
    ...(options.apiTypes !== undefined && { apiTypes: options.apiTypes }),
  };
  return { catalogue, files: new Map([[MODULE, emitModule(catalogue, provenance)]]), api };
}

/** The names of files whose text on disk is not what was generated. */
export async function staleFiles(folder: string, files: Map<string, string>): Promise<string[]> {
  const stale: string[] = [];
  for (const [name, text] of files) if ((await readText(path.join(folder, name))) !== text) stale.push(name);
  return stale;
}

/** The catalogue of the module that is there now: what a new one is compared with. */
export async function previousCatalogue(folder: string): Promise<Catalogue | undefined> {
  const text = await readText(path.join(folder, MODULE));
  return text === undefined ? undefined : parseModule(text);
}

/** Every file is written beside its place first: a full disk or a kill leaves the old output. */
export async function writeFiles(folder: string, files: Map<string, string>): Promise<void> {
  await mkdir(folder, { recursive: true });
  const staged: [string, string][] = [];
  try {
    for (const [name, text] of files) {
      const target = path.join(folder, name);
      const temporary = `${target}.${process.pid}.tmp`;
      staged.push([temporary, target]);
      await writeFile(temporary, text);
    }
    for (const [temporary, target] of staged) await rename(temporary, target);
  } finally {
    await Promise.all(staged.map(([temporary]) => rm(temporary, { force: true })));
  }
}

async function readText(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
