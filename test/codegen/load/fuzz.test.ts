import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DescriptionError } from '../../../src/codegen/description-error.ts';
import type { Json } from '../../../src/codegen/load/document.ts';
import { fromText, isPlain } from './from-text.ts';

const SEED = `openapi: 3.1.0
info: &i {title: t, version: 1.10}
servers: [{url: 'https://api.example'}]
x: {<<: *i, a: [1, 2.5, .5, 0x1F, ~, yes], b: "q\\u0041", c: 'it''s'}
paths:
  /a/{id}:
    parameters: [{name: id, in: path, required: true, schema: {$ref: '#/components/schemas/A'}}]
    post:
      x-mcp: {type: Lectura}
      requestBody: {content: {application/json: {schema: {$ref: other.yaml#/A}}}}
      description: |
        two
        lines
components: {schemas: {A: {type: string, discriminator: {mapping: {a: b.yaml}}}}}
`;
const SWAGGER = `{"swagger": "2.0", "host": "h", "basePath": "/b", "schemes": ["https"], "consumes": ["application/json"],
"parameters": {"B": {"in": "body", "name": "b", "schema": {"$ref": "#/definitions/A"}}, "F": {"in": "formData", "name": "f", "type": "file"}},
"definitions": {"A": {"type": "object", "discriminator": "k", "properties": {"a": {"$ref": "#/definitions/A"}}}},
"paths": {"/a": {"parameters": [{"$ref": "#/parameters/F"}], "post": {"parameters": [{"$ref": "#/parameters/B"},
{"in": "query", "name": "q", "type": "array", "items": {"type": "string"}, "collectionFormat": "tsv"}],
"responses": {"200": {"description": "ok", "schema": {"$ref": "#/paths/~1a/post/parameters/0/schema"}, "examples": {"a/b": 1}}}}}},
"securityDefinitions": {"o": {"type": "oauth2", "flow": "application", "tokenUrl": "t"}}}`;
const PIECES = [
  '&a ',
  '*a',
  '*i',
  '<<: ',
  '- ',
  ': ',
  '? ',
  '{',
  '}',
  '[',
  ']',
  ',',
  '"',
  "'",
  '\n',
  '\t',
  '#',
  '|',
  '>',
  '!x ',
  '---\n',
  '...',
  '%YAML 1.1\n',
  '__proto__',
  '$ref',
  'null',
  '1e999',
  '.nan',
  '\u0000',
  '\uFEFF',
  '\u2028',
  '😀',
  '\\',
  '0',
];

const change = fc.record({
  at: fc.nat(),
  cut: fc.nat({ max: 30 }),
  by: fc.oneof(fc.constantFrom(...PIECES), fc.string({ maxLength: 8 })),
});
const mutated = fc
  .tuple(fc.constantFrom(SEED, SWAGGER), fc.array(change, { minLength: 1, maxLength: 6 }))
  .map(([seed, changes]) =>
    changes.reduce<string>((text, { at, cut, by }) => {
      const i = at % (text.length + 1);
      return text.slice(0, i) + by + text.slice(i + cut);
    }, seed),
  );
/** Values in the places of a description, of the wrong kind as often as not. */
const misfit = fc.tuple(fc.constantFrom(SWAGGER), fc.nat(), fc.jsonValue({ maxDepth: 2 })).map(([seed, at, value]) => {
  const root = JSON.parse(seed) as Json;
  const places: { in: Record<string, Json>; key: string }[] = [];
  const visit = (v: Json): void => {
    if (typeof v !== 'object' || v === null) return;
    for (const [key, item] of Object.entries(v)) {
      if (key !== 'swagger') places.push({ in: v as Record<string, Json>, key });
      visit(item);
    }
  };
  visit(root);
  const place = places[at % places.length];
  if (place !== undefined) place.in[place.key] = value as Json;
  return JSON.stringify(root);
});
const anything = fc.oneof(
  { weight: 6, arbitrary: mutated },
  { weight: 4, arbitrary: misfit },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 60 }) },
  { weight: 1, arbitrary: fc.json().map((json) => `{"openapi": "3.0.0", "paths": ${json}}`) },
);

test('whatever a source holds, it is a document of plain data or a clear error', async () => {
  const outcomes = { loaded: 0, refused: 0 };
  await fc.assert(
    fc.asyncProperty(anything, async (text) => {
      try {
        const document = await fromText(text);
        outcomes.loaded++;
        expect(isPlain(document.root)).toBe(true);
        expect(['3.0', '3.1', '3.2']).toContain(document.version);
        for (const { where } of document.warnings) document.line(where);
      } catch (error) {
        if (!(error instanceof DescriptionError)) throw error;
        outcomes.refused++;
        expect(error.pointer).toMatch(/^#/);
        expect(error.message).toMatch(/^[^\n]+\.$/);
      }
    }),
    { numRuns: 4000 },
  );
  expect(Math.min(outcomes.loaded, outcomes.refused)).toBeGreaterThan(400);
});
