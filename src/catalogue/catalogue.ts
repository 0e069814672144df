import type { SecurityScheme } from './security.ts';
import type { Tool } from './tool.ts';

/** An operation that is no tool, and why. */
export interface Omitted {
  method: string;
  path: string;
  operationId?: string;
  reason: string;
}

/** Something in the description that was mended, dropped or doubted. */
export interface Warning {
  /** JSON pointer into the description (RFC 6901), as a fragment: `#/paths/~1leads/get`. */
  where: string;
  message: string;
}

/** What a catalogue is of. */
export interface Api {
  title: string;
  version: string;
  /** First part of every tool name, and in capitals of every setting: `nuntius`, `NUNTIUS_API_KEY`. */
  prefix: string;
  /**
   * From `servers`, variables filled with their defaults. Relative (`/api/v3`) where the description's is: then a
   * setting gives the rest. Absent: a setting gives it all.
   */
  baseUrl?: string;
}

/** All tools of an API, as data. `tools`, `omitted` and `warnings` are sorted. */
export interface Catalogue {
  api: Api;
  tools: Tool[];
  omitted: Omitted[];
  warnings: Warning[];
  securitySchemes: Record<string, SecurityScheme>;
}
