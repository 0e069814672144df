import type { ParameterStyle, PartEncoding, RequestBody, SecurityRequirements } from '../../catalogue/index.ts';
import type { Json } from '../load/document.ts';
import type { OperationExtension } from '../overlay/operation-extension.ts';

/** A parameter of an operation, its references followed. */
export interface Parameter {
  wireName: string;
  in: 'path' | 'query' | 'header' | 'cookie';
  required: boolean;
  description?: string;
  schema: Json;
  /** Where the schema stands (for warnings). */
  pointer: string;
  style?: ParameterStyle;
  explode?: boolean;
  allowReserved?: true;
  contentType?: string;
}

/** The body an operation takes, its media type chosen. */
export interface OperationBody extends Omit<RequestBody, 'parts'> {
  schema: Json;
  pointer: string;
  description?: string;
  /** The Encoding Objects of a form or multipart body, by property. */
  encoding: Record<string, PartEncoding>;
}

/** An operation's identity: enough to name it, or to say that it is omitted. */
export interface OperationKey {
  /** Upper case. */
  method: string;
  path: string;
  pointer: string;
  operationId?: string;
}

/** An operation as the generator sees it: OpenAPI's Operation Object with everything inherited and resolved. */
export interface Operation extends OperationKey {
  summary?: string;
  description?: string;
  tags: string[];
  parameters: Parameter[];
  body?: OperationBody;
  security?: SecurityRequirements;
  /** Only where the path or the operation names a server of its own. */
  server?: string;
  accepts: string[];
  extension?: OperationExtension;
}
