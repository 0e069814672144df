import type { JsonObject } from '../../src/codegen/load/document.ts';

/** A description that says the same text wherever a description may say anything. Its operations can be read, or cost themselves. */
export function hostileDocument(text: string): JsonObject {
  const schema = (more: JsonObject = {}): JsonObject => ({
    type: 'object',
    title: text,
    description: text,
    required: [text],
    properties: {
      ...own(text, { type: 'string', description: text, default: text, enum: [text, 'a'], pattern: text }),
      plain: { type: 'string', format: text, const: text, example: text },
      nested: { $ref: `#/components/schemas/${text.replaceAll('~', '~0').replaceAll('/', '~1')}` },
    },
    ...own(`x-${text}`, text),
    ...more,
  });
  const operation = (more: JsonObject = {}): JsonObject => ({
    summary: text,
    description: text,
    tags: [text],
    externalDocs: { url: text, description: text },
    responses: { 200: { description: text, content: own(text, { schema: schema() }) }, ...own(text, {}) },
    ...more,
  });
  const body = (type: string): JsonObject => ({
    required: true,
    description: text,
    content: {
      [type]: { schema: schema(), example: text, encoding: own(text, { contentType: text, headers: own(text, {}) }) },
      ...own(text, { schema: schema() }),
    },
  });
  return {
    openapi: '3.1.0',
    info: {
      title: text,
      version: text,
      description: text,
      contact: { name: text, url: text },
      license: { name: text },
    },
    servers: [{ url: text, description: text, variables: own(text, { default: text }) }],
    tags: [{ name: text, description: text }],
    paths: {
      ...own(`/${text}`, { get: operation(), summary: text, description: text }),
      ...own(text, { get: operation() }),
      '/named': {
        get: operation({ operationId: text, servers: [{ url: text }] }),
        post: operation({ operationId: text, requestBody: body('application/json') }),
      },
      '/forms': {
        post: operation({ requestBody: body('application/x-www-form-urlencoded') }),
        put: operation({ requestBody: body('multipart/form-data') }),
      },
      '/parameters/{id}': {
        get: operation({
          parameters: [
            { name: 'id', in: 'path', required: true, description: text, schema: { type: 'string', default: text } },
            { name: text, in: 'query', description: text, schema: { type: 'string', enum: [text] }, example: text },
            { name: text, in: 'header', schema: { $ref: text } },
          ],
        }),
        patch: operation({
          parameters: [
            { name: text, in: 'query', style: text, schema: { $ref: '#/components/schemas/A' } },
            { name: text, in: 'cookie', content: own(text, { schema: { type: 'string' } }) },
          ],
        }),
      },
      '/secured': { post: operation({ security: [own(text, [text])] }) },
      '/additional': { additionalOperations: own(text, operation()) },
    },
    components: {
      schemas: { A: schema(), ...own(text, schema()) },
      securitySchemes: own(text, { type: 'apiKey', in: 'header', name: text, description: text }),
    },
    security: [own(text, [])],
    ...own(`x-${text}`, text),
  };
}

/** An own property, `__proto__` too. */
function own(key: string, value: JsonObject | string | string[]): JsonObject {
  return Object.fromEntries([[key, value]]) as JsonObject;
}
