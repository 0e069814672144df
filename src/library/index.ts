/**
 * nuntius-mcp as a library: an OpenAPI description becomes a catalogue of tools, and the catalogue is served, or called, through
 * the gate. What the program promises holds here too: nothing is written without a confirmation, what was approved is what is
 * sent, nothing is deleted, every write is on record.
 */
export type {
  Api,
  Argument,
  Catalogue,
  InputSchema,
  JsonSchema,
  Omitted,
  SecurityScheme,
  Tool,
  ToolAnnotations,
  ToolMethod,
  ToolType,
  Warning,
} from '../catalogue/index.ts';
export { DescriptionError, type DescriptionErrorCode } from '../codegen/description-error.ts';
export type { ContentBlock, ToolResult } from '../runtime/results.ts';
export { CatalogueError } from '../runtime/service.ts';
export { SettingsError } from '../runtime/settings.ts';
export { type BuildOptions, buildCatalogue, type Description } from './build-catalogue.ts';
export { createServer } from './server.ts';
export { type CallOptions, createService, type ListedTool, type Service } from './service.ts';
export { type Credentials, readSettings, type Settings } from './settings.ts';
