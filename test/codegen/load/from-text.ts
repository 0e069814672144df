import { Buffer } from 'node:buffer';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DescriptionError } from '../../../src/codegen/description-error.ts';
import type { SourceDocument } from '../../../src/codegen/load/document.ts';
import { type LoadOptions, loadDocument } from '../../../src/codegen/load/load.ts';

export const URL_OF_TEXT = 'https://api.example/openapi.yaml';

/** Loads a text (or bytes) as if it came from a URL: no file is needed. */
export function fromText(text: string | Uint8Array, options: LoadOptions = {}): Promise<SourceDocument> {
  const bytes = typeof text === 'string' ? Buffer.from(text) : text;
  return loadDocument(URL_OF_TEXT, { fetchText: async (url) => ({ bytes, url }), ...options });
}

/** The error that a text is refused with. */
export async function refusal(text: string | Uint8Array, options: LoadOptions = {}): Promise<DescriptionError> {
  return errorOf(fromText(text, options));
}

export async function errorOf(promise: Promise<unknown>): Promise<DescriptionError> {
  try {
    await promise;
  } catch (error) {
    if (error instanceof DescriptionError) return error;
    throw error;
  }
  throw new Error('it was not refused');
}

/** Writes files into a new folder, runs, and removes the folder. */
export async function inFolder<T>(files: Record<string, string>, run: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(path.join(tmpdir(), 'nuntius-load-'));
  try {
    for (const [name, text] of Object.entries(files)) {
      await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
      await writeFile(path.join(folder, name), text);
    }
    return await run(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Whether a value is what JSON can hold: no undefined, no date, no function, no number that is not finite; a tree of finite depth. */
export function isPlain(value: unknown): boolean {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return true;
  if (typeof value === 'number') return Number.isFinite(value);
  if (Array.isArray(value)) return value.every(isPlain);
  return (
    typeof value === 'object' &&
    Object.getPrototypeOf(value) === Object.prototype &&
    Object.values(value).every(isPlain)
  );
}
