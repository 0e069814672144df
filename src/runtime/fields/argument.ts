/**
 * The argument `fields`, which a Lectura takes besides the API's own: which parts of the answer are wanted. It is no part
 * of the request: the answer is cut here, before it reaches the model.
 */
import type { InputSchema, JsonSchema, Tool } from '../../catalogue/index.ts';
import { isJsonMediaType } from '../request/json.ts';

export const FIELDS = 'fields';

const SCHEMA: JsonSchema = { type: 'string', description: 'Return only these: data(id,name),nextCursor' };

/** Whether parts can be chosen: the description promises JSON, and the API has no argument of that name. */
export function takesFields(tool: Tool): boolean {
  return (
    tool.type === 'Lectura' &&
    (tool.accepts ?? []).some(isJsonMediaType) &&
    !tool.arguments.some(({ name }) => name === FIELDS)
  );
}

/** The schema as it is listed, with `fields` where the tool takes it. */
export function withFields(tool: Tool, schema: InputSchema): InputSchema {
  if (!takesFields(tool)) return schema;
  return { ...schema, properties: { ...schema.properties, [FIELDS]: SCHEMA } };
}
