import { realpath } from 'node:fs/promises';
import type { Warning } from '../../catalogue/index.ts';
import type { JsonObject, OpenApiVersion, SourceDocument } from './document.ts';
import type { Parsed } from './json.ts';
import { DEFAULT_LIMITS, type Limits } from './limits.ts';
import { parseText } from './parse.ts';
import { type FetchText, nameOf, type Place, type ReadText, readSource, type Source } from './read.ts';
import { EXTENSION, surveyDocument } from './survey.ts';
import { type Dialect, dialectOf } from './version.ts';

export type { FetchText };

export interface LoadOptions {
  /** References may go to the network: https, or http to this machine from this machine. */
  allowRemoteRefs?: boolean;
  /** Gets URLs; without it there are none. */
  fetchText?: FetchText;
  limits?: Partial<Limits>;
}

/**
 * Reads an OpenAPI description whole: OpenAPI 3.0, 3.1, 3.2, and Swagger 2.0 as OpenAPI 3.0; JSON or YAML; over several files.
 * The result is one document of plain data. References that are broken or forbidden are still in it, each with a warning.
 * What the API's own file says under `x-mcp` is removed: only our overlays may use it.
 *
 * @param from a path, an https URL, or an http URL to this machine; or a text.
 * @throws DescriptionError, and nothing else, for whatever the source holds.
 */
export async function loadDocument(from: Source, options: LoadOptions = {}): Promise<SourceDocument> {
  const source = nameOf(from);
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const read = await readSource(from, { ...options, limits });
  const parsed = await parseText(read.text, source, limits);
  const { root, dialect } = dialectOf(parsed.value, source);
  const warnings = readerWarnings(parsed);

  const bundled = await bundleFiles(root, dialect, read, source, { ...options, limits });
  warnings.push(...bundled.warnings);
  const whole = await toOpenApi3(bundled.root, dialect, read.place.kind === 'url' ? read.place.href : source);
  warnings.push(...whole.warnings, ...removeExtensions(whole.root));

  const swagger = dialect === '2.0';
  return {
    root: whole.root,
    version: swagger ? '3.0' : (dialect as OpenApiVersion),
    source,
    sha256: read.sha256,
    warnings,
    line: (pointer) => parsed.line(pointer) ?? (swagger ? parsed.line(inSwagger(pointer)) : undefined),
  };
}

async function bundleFiles(
  root: JsonObject,
  dialect: Dialect,
  read: ReadText,
  source: string,
  options: LoadOptions & { limits: Limits },
): Promise<{ root: JsonObject; warnings: Warning[] }> {
  if (!surveyDocument(root).external) return { root, warnings: [] };
  const { bundle } = await import('./bundle.ts');
  const { place } = read;
  return bundle({ id: await identity(place), place, name: source, value: root }, dialect, {
    allowRemoteRefs: options.allowRemoteRefs ?? false,
    ...(options.fetchText !== undefined && { fetchText: options.fetchText }),
    limits: options.limits,
  });
}

/** One for each file; a text is like no file. */
async function identity(place: Place): Promise<string> {
  if (place.kind === 'text') return '';
  return place.kind === 'url' ? new URL(place.href).href.replace(/#.*$/, '') : realpath(place.path);
}

async function toOpenApi3(
  root: JsonObject,
  dialect: Dialect,
  source: string,
): Promise<{ root: JsonObject; warnings: Warning[] }> {
  if (dialect !== '2.0') return { root, warnings: [] };
  const { convertSwagger } = await import('./swagger2.ts');
  return convertSwagger(root, source);
}

/** Changes `root`, which nobody else holds yet. */
function removeExtensions(root: JsonObject): Warning[] {
  return surveyDocument(root).extended.map(({ object, pointer }) => {
    delete object[EXTENSION];
    return { where: pointer, message: `The API’s own ${EXTENSION} is ignored: only an overlay of yours may use it.` };
  });
}

function readerWarnings(parsed: Parsed): Warning[] {
  const warnings = parsed.notes.map((message) => ({ where: '#', message }));
  const [first] = parsed.inexact;
  if (first !== undefined) {
    const more = parsed.inexact.length > 1 ? `, and ${parsed.inexact.length - 1} more)` : ')';
    const message = `${first.text} (line ${first.line}${more} is too large an integer to be kept exactly, and was rounded; write it as text to keep it.`;
    warnings.push({ where: '#', message });
  }
  return warnings;
}

/** Where a component stands in the Swagger 2.0 file that it was converted from. */
function inSwagger(pointer: string): string {
  return pointer
    .replace(/^#\/components\/schemas\//, '#/definitions/')
    .replace(/^#\/components\/securitySchemes\//, '#/securityDefinitions/')
    .replace(/^#\/components\//, '#/');
}
