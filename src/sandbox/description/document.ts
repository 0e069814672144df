/** Finds and reads openapi/nuntius.yaml, wherever this module runs from: src/, or a bundle in an installed package. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';

export type Json = null | boolean | number | string | Json[] | JsonObject;
export interface JsonObject {
  [key: string]: Json;
}

const PACKAGE = 'nuntius-mcp';

/** @throws Error where the package's folder or the description in it cannot be found. */
export function readDescription(): JsonObject {
  const file = join(packageFolder(dirname(fileURLToPath(import.meta.url))), 'openapi', 'nuntius.yaml');
  return parse(readFileSync(file, 'utf8'), { maxAliasCount: 0 }) as JsonObject;
}

function packageFolder(from: string): string {
  for (let folder = from; ; folder = dirname(folder)) {
    const file = join(folder, 'package.json');
    if (existsSync(file) && (JSON.parse(readFileSync(file, 'utf8')) as { name?: unknown }).name === PACKAGE)
      return folder;
    if (dirname(folder) === folder)
      throw new Error(
        `The sandbox cannot find its API description: no folder above ${from} holds the package ${PACKAGE}. Install it again.`,
      );
  }
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The object that a value is or that its local `$ref` names. @throws Error where the reference is broken */
export function follow(document: JsonObject, value: Json | undefined): JsonObject {
  let here: Json | undefined = value;
  while (isObject(here) && typeof here.$ref === 'string') {
    const segments = here.$ref
      .slice(2)
      .split('/')
      .map((s) => s.replaceAll('~1', '/').replaceAll('~0', '~'));
    here = segments.reduce<Json | undefined>(
      (at, key) => (isObject(at) && Object.hasOwn(at, key) ? at[key] : undefined),
      document,
    );
  }
  if (!isObject(here)) throw new Error(`The description of the sandbox is broken at ${JSON.stringify(value)}`);
  return here;
}
