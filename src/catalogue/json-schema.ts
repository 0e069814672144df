/**
 * The JSON Schema (draft 2020-12) that a tool lists and validates with.
 * Keywords are open: what a description says and a validator ignores is kept.
 */
export type JsonSchema = boolean | JsonSchemaObject;

export interface JsonSchemaObject {
  [keyword: string]: unknown;
  type?: string | string[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  $defs?: Record<string, JsonSchema>;
  $ref?: string;
}

/** The schema of a tool's arguments: an object at the top, no combinators there, nothing unknown allowed. */
export interface InputSchema extends JsonSchemaObject {
  type: 'object';
  properties: Record<string, JsonSchema>;
  additionalProperties: false;
}
