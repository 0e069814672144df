import type { InputSchema, JsonSchema, Warning } from '../../../src/catalogue/index.ts';
import type { Json, JsonObject, OpenApiVersion } from '../../../src/codegen/load/document.ts';
import { createSchemaReader, type SchemaReader } from '../../../src/codegen/schema/schema-reader.ts';

/** A document with these component schemas, in YAML's JSON part: the reader over it, and what it warned of. */
export function reading(components: JsonObject = {}, version: OpenApiVersion = '3.1') {
  const warnings: Warning[] = [];
  const root: JsonObject = { openapi: `${version}.0`, components: { schemas: components } };
  const reader: SchemaReader = createSchemaReader(root, version, (w) => warnings.push(w));
  return { reader, warnings, root };
}

/** What a tool lists for one argument `v` with this schema. */
export function listed(schema: Json, version: OpenApiVersion = '3.1', components: JsonObject = {}): JsonSchema {
  return tool(schema, version, components).properties.v ?? {};
}

/** The whole input schema of a tool with one argument `v`. */
export function tool(schema: Json, version: OpenApiVersion = '3.1', components: JsonObject = {}): InputSchema {
  return reading(components, version).reader.inputSchema([{ name: 'v', schema, pointer: '#/v', required: false }]);
}

/** The messages and places of what was mended in one argument `v`. */
export function warned(schema: Json, version: OpenApiVersion = '3.1', components: JsonObject = {}): string[] {
  const { reader, warnings } = reading(components, version);
  reader.inputSchema([{ name: 'v', schema, pointer: '#/v', required: false }]);
  return warnings.map((w) => `${w.where}: ${w.message}`);
}
