import type { InputSchema } from './json-schema.ts';
import type { SecurityRequirements } from './security.ts';

/** What a tool does to the API: reads (Lectura) or writes (Escritura). Only an Escritura passes the gate. */
export type ToolType = 'Lectura' | 'Escritura';

/** The methods that may become a tool. DELETE, OPTIONS, TRACE and CONNECT never do. */
export type ToolMethod = 'GET' | 'HEAD' | 'QUERY' | 'POST' | 'PUT' | 'PATCH';

/** Where an argument goes in the request. `body`: one property of the body; `whole-body`: all of it. */
export type ArgumentLocation = 'path' | 'query' | 'header' | 'cookie' | 'body' | 'whole-body';

/** OpenAPI's parameter styles (OpenAPI 3.1, section 4.8.12.2). */
export type ParameterStyle = 'form' | 'simple' | 'label' | 'matrix' | 'spaceDelimited' | 'pipeDelimited' | 'deepObject';

/**
 * One argument of a tool and where it goes: decided once, at generation.
 * `style`, `explode` and `allowReserved` stand here only where they differ from OpenAPI's defaults
 * (query and cookie: form; path and header: simple; explode: true for form, else false).
 */
export interface Argument {
  /** The name the assistant uses; a key of `inputSchema.properties`. */
  name: string;
  in: ArgumentLocation;
  /** The name on the wire: the parameter's, or the body property's. For `whole-body`: `body`. */
  wireName: string;
  required: boolean;
  style?: ParameterStyle;
  explode?: boolean;
  allowReserved?: true;
  /** The media type of a parameter that OpenAPI describes by `content`: its value is serialised so. */
  contentType?: string;
}

/** How one property of a form or multipart body is written (OpenAPI's Encoding Object). */
export interface PartEncoding {
  /** The part's Content-Type; without it, OpenAPI's default for the property's type. */
  contentType?: string;
  style?: ParameterStyle;
  explode?: boolean;
  allowReserved?: true;
  /** The value is base64 text and is sent as the bytes it stands for. An array holds one such text per part. */
  binary?: true;
}

/** How the body is written. */
export interface RequestBody {
  /** The Content-Type that is sent (never a range such as `*∕*`). */
  mediaType: string;
  kind: 'json' | 'form' | 'multipart' | 'text' | 'binary';
  required: boolean;
  /** By wire name, for `form` and `multipart`; only properties that need saying. */
  parts?: Record<string, PartEncoding>;
}

/** MCP's tool annotations; all four are always given. */
export interface ToolAnnotations {
  title?: string;
  readOnlyHint: boolean;
  destructiveHint: boolean;
  idempotentHint: boolean;
  openWorldHint: boolean;
}

/** One operation of an API as a tool: pure data, made by src/codegen, read by src/runtime. */
export interface Tool {
  /** `<prefix>_<resource>_<action>`, `^[a-zA-Z0-9_-]{1,64}$`. */
  name: string;
  title: string;
  type: ToolType;
  method: ToolMethod;
  /** The path template, as in the description: `/leads/{id}`. */
  path: string;
  operationId?: string;
  description: string;
  tags?: string[];
  inputSchema: InputSchema;
  annotations: ToolAnnotations;
  arguments: Argument[];
  body?: RequestBody;
  /** The operation's own server URL, where path or operation names one other than the API's. */
  server?: string;
  /** Absent: no credentials are needed. */
  security?: SecurityRequirements;
  /** Media types of the successful answers, in the description's order; the Accept header. */
  accepts?: string[];
  /** The header argument's wire name that makes a repeated write harmless (`Idempotency-Key`). */
  idempotencyKey?: string;
  /** The tool that reads the current state of what this one changes. */
  before?: string;
  /** The tool that undoes what this one does, by the overlay's word. */
  undo?: string;
  /** The question that the person is asked, from the overlay, in English or in each language; `{name}` stands for the argument. */
  question?: string | { en: string; es?: string };
  /** Arrays whose order carries no meaning, by argument name. */
  unordered?: string[];
  /** The overlay's word that this does not delete, whatever its name says. */
  deletes?: false;
  /** The type is the overlay's word, not the method's. */
  typeFrom?: 'overlay';
  /** A write that needs no confirmation, by the overlay's word; `check` lists each. */
  confirm?: 'none';
}
