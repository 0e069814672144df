/** `generate`: description + overlays → the files of the generated module, written whole or not at all. */
import { copyFile, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Catalogue } from '../catalogue/index.ts';
import { makeFolder } from '../files/make-folder.ts';
import { type BuildOptions, buildCatalogue } from './catalogue.ts';
import { emitModule, type Provenance } from './emit.ts';
import { parseModule } from './parse-module.ts';
import { type DescribedApi, defaultPrefix, type ReadApiOptions, readApi } from './read-api.ts';

export const MODULE = 'catalogue.ts';

export interface GenerateOptions extends ReadApiOptions, Pick<BuildOptions, 'onProgress'> {
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
  const catalogue = buildCatalogue(api.document, {
    prefix: options.prefix ?? defaultPrefix(api.document),
    extension: api.extension,
    ...(options.onProgress !== undefined && { onProgress: options.onProgress }),
  });
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

/**
 * All files or none: each is written beside its place first, so that a full disk or a kill leaves the old output, and
 * where one cannot be put in its place, those that were get their old text back.
 */
export async function writeFiles(folder: string, files: Map<string, string>, replace = rename): Promise<void> {
  makeFolder(folder);
  const staged = [...files].map(([name, text]) => {
    const target = path.join(folder, name);
    return { text, target, temporary: `${target}.${process.pid}.tmp`, old: `${target}.${process.pid}.old` };
  });
  const replaced: typeof staged = [];
  try {
    for (const { text, target, temporary, old } of staged) {
      await writeFile(temporary, text);
      await copyFile(target, old).catch(ignoreMissing);
    }
    for (const file of staged) {
      await replace(file.temporary, file.target);
      replaced.push(file);
    }
  } catch (error) {
    for (const { target, old } of replaced) {
      await rename(old, target).catch((failure) => (isMissing(failure) ? rm(target, { force: true }) : undefined));
    }
    throw error;
  } finally {
    await Promise.all(
      staged.flatMap(({ temporary, old }) => [temporary, old]).map((file) => rm(file, { force: true })),
    );
  }
}

function ignoreMissing(error: unknown): void {
  if (!isMissing(error)) throw error;
}

function isMissing(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENOENT';
}

async function readText(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}
