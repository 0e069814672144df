import type { Dialect } from './version.ts';

/** OpenAPI's objects, as far as references can stand in them. `data` is whatever the author likes: no references there. */
export type ObjectType =
  | 'openapi'
  | 'info'
  | 'paths'
  | 'pathItem'
  | 'operation'
  | 'parameter'
  | 'requestBody'
  | 'mediaType'
  | 'encoding'
  | 'responses'
  | 'response'
  | 'callback'
  | 'example'
  | 'link'
  | 'header'
  | 'schema'
  | 'securityScheme'
  | 'components'
  | 'plain';

/** How a field holds its objects: one, a list, a map by names, or one that is sometimes a list. */
export type Field = [shape: 'one' | 'list' | 'map', type: ObjectType];

const OPERATION: Field = ['one', 'operation'];
const SCHEMA: Field = ['one', 'schema'];
const SCHEMAS: Field = ['list', 'schema'];
const SCHEMA_MAP: Field = ['map', 'schema'];

/** The fields of each object that hold further ones (OpenAPI 3.2, section 4; Swagger 2.0). */
export const FIELDS: Record<ObjectType, Record<string, Field>> = {
  openapi: {
    info: ['one', 'info'],
    paths: ['one', 'paths'],
    webhooks: ['map', 'pathItem'],
    components: ['one', 'components'],
    servers: ['list', 'plain'],
    tags: ['list', 'plain'],
    // Swagger 2.0
    definitions: SCHEMA_MAP,
    parameters: ['map', 'parameter'],
    responses: ['map', 'response'],
    securityDefinitions: ['map', 'securityScheme'],
  },
  components: {
    schemas: SCHEMA_MAP,
    responses: ['map', 'response'],
    parameters: ['map', 'parameter'],
    examples: ['map', 'example'],
    requestBodies: ['map', 'requestBody'],
    headers: ['map', 'header'],
    securitySchemes: ['map', 'securityScheme'],
    links: ['map', 'link'],
    callbacks: ['map', 'callback'],
    pathItems: ['map', 'pathItem'],
    mediaTypes: ['map', 'mediaType'],
  },
  info: {},
  plain: {},
  paths: { '*': ['one', 'pathItem'] },
  callback: { '*': ['one', 'pathItem'] },
  pathItem: {
    get: OPERATION,
    put: OPERATION,
    post: OPERATION,
    delete: OPERATION,
    options: OPERATION,
    head: OPERATION,
    patch: OPERATION,
    trace: OPERATION,
    query: OPERATION,
    additionalOperations: ['map', 'operation'],
    parameters: ['list', 'parameter'],
    servers: ['list', 'plain'],
  },
  operation: {
    parameters: ['list', 'parameter'],
    requestBody: ['one', 'requestBody'],
    responses: ['one', 'responses'],
    callbacks: ['map', 'callback'],
    servers: ['list', 'plain'],
  },
  parameter: { schema: SCHEMA, content: ['map', 'mediaType'], examples: ['map', 'example'], items: SCHEMA },
  header: { schema: SCHEMA, content: ['map', 'mediaType'], examples: ['map', 'example'], items: SCHEMA },
  requestBody: { content: ['map', 'mediaType'] },
  mediaType: {
    schema: SCHEMA,
    itemSchema: SCHEMA,
    encoding: ['map', 'encoding'],
    prefixEncoding: ['list', 'encoding'],
    itemEncoding: ['one', 'encoding'],
    examples: ['map', 'example'],
  },
  encoding: { headers: ['map', 'header'], encoding: ['map', 'encoding'] },
  responses: { '*': ['one', 'response'] },
  response: {
    headers: ['map', 'header'],
    content: ['map', 'mediaType'],
    links: ['map', 'link'],
    schema: SCHEMA, // Swagger 2.0
  },
  example: {},
  link: {},
  securityScheme: {},
  schema: {
    items: SCHEMA,
    additionalItems: SCHEMA,
    additionalProperties: SCHEMA,
    contains: SCHEMA,
    contentSchema: SCHEMA,
    else: SCHEMA,
    if: SCHEMA,
    not: SCHEMA,
    propertyNames: SCHEMA,
    // biome-ignore lint/suspicious/noThenProperty: it is JSON Schema's keyword
    then: SCHEMA,
    unevaluatedItems: SCHEMA,
    unevaluatedProperties: SCHEMA,
    allOf: SCHEMAS,
    anyOf: SCHEMAS,
    oneOf: SCHEMAS,
    prefixItems: SCHEMAS,
    $defs: SCHEMA_MAP,
    definitions: SCHEMA_MAP,
    dependentSchemas: SCHEMA_MAP,
    patternProperties: SCHEMA_MAP,
    properties: SCHEMA_MAP,
  },
};

const SECTIONS: Partial<Record<ObjectType, string>> = {
  schema: 'schemas',
  response: 'responses',
  parameter: 'parameters',
  example: 'examples',
  requestBody: 'requestBodies',
  header: 'headers',
  securityScheme: 'securitySchemes',
  link: 'links',
  callback: 'callbacks',
  pathItem: 'pathItems',
  mediaType: 'mediaTypes',
};

const SECTIONS_2: Partial<Record<ObjectType, string>> = {
  schema: 'definitions',
  response: 'responses',
  parameter: 'parameters',
};

/** Where a document keeps objects of that type for reuse, from its root; undefined where it cannot. */
export function sectionOf(type: ObjectType, dialect: Dialect): string[] | undefined {
  const section = dialect === '2.0' ? SECTIONS_2[type] : SECTIONS[type];
  if (section === undefined) return undefined;
  return dialect === '2.0' ? [section] : ['components', section];
}
