import type { Warning } from '../../catalogue/index.ts';

export type Json = null | boolean | number | string | Json[] | JsonObject;
export interface JsonObject {
  [key: string]: Json;
}

/** OpenAPI's dialects, after Swagger 2.0 was converted: what a schema means depends on it. */
export type OpenApiVersion = '3.0' | '3.1' | '3.2';

/** An OpenAPI description, read and whole: plain data whose `$ref`s are all local (`#/…`) or broken. */
export interface SourceDocument {
  root: JsonObject;
  version: OpenApiVersion;
  /** As the person named it: a path or a URL. */
  source: string;
  /** SHA-256 of the main file's bytes, hex. */
  sha256: string;
  warnings: Warning[];
  /** The 1-based line of a JSON pointer (`#/paths/~1a`) in the main file, where it is known. */
  line(pointer: string): number | undefined;
}
