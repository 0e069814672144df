/** A small API that is not Nuntius, with two ways to sign in. */
export const SHOP = `openapi: 3.1.0
info: { title: Shop, version: '2.0' }
servers: [{ url: 'https://shop.example/v2' }]
components:
  securitySchemes:
    key: { type: apiKey, in: header, name: X-Key }
    login: { type: http, scheme: basic }
security: [{ key: [] }]
paths:
  /things:
    get:
      operationId: listThings
      summary: List the things
      parameters:
        - { name: q, in: query, schema: { type: string } }
        - { name: tags, in: query, explode: false, schema: { type: array, items: { type: string } } }
      responses: { '200': { description: ok } }
    post:
      operationId: createThing
      summary: Create a thing
      requestBody:
        required: true
        content: { application/json: { schema: { type: object, required: [name], properties: { name: { type: string } } } } }
      responses: { '201': { description: ok } }
  /things/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    delete: { operationId: deleteThing, responses: { '204': { description: gone } } }
  /account:
    get: { operationId: getAccount, summary: Who one is, security: [{ login: [] }], responses: { '200': { description: ok } } }
`;
