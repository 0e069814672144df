/** OpenAPI description → catalogue, as `--spec` does it: the generator, and the one module that may fetch a URL. */
import { fileURLToPath } from 'node:url';
import type { Catalogue } from '../catalogue/index.ts';
import { DescriptionError } from '../codegen/description-error.ts';
import type { Source } from '../codegen/load/read.ts';
import { SettingsError } from '../runtime/settings.ts';

/**
 * Where a description or an overlay is: a path, an https URL (http to this machine only), or the document itself, already
 * parsed. A parsed document is plain JSON data; its `$ref`s may be local, or to https URLs where those are allowed.
 */
export type Description = string | URL | object;

/** How a description is read. */
export interface BuildOptions {
  /** OpenAPI Overlays to apply, in this order. */
  overlays?: readonly Description[] | undefined;
  /**
   * First part of every tool's name: a lower-case letter and up to 19 letters or digits more. Without it, the first word of
   * the API's title.
   */
  prefix?: string | undefined;
  /** Whether `$ref`s to https URLs are followed. Without it they are not. */
  allowRemoteRefs?: boolean | undefined;
  /** Told now and then how many of the tools are made. */
  onProgress?: ((done: number, total: number) => void) | undefined;
}

/**
 * Makes the catalogue of an API: each operation is a tool, or stands in `omitted` with the reason (everything that deletes
 * does); what was mended or doubted is in `warnings`. The result is plain data: it can be kept as JSON, and tools can be left out.
 *
 * @param description OpenAPI 3.2, 3.1, 3.0 or Swagger 2.0, in JSON or YAML.
 * @throws DescriptionError where the description or an overlay as a whole cannot be used; its message says what, where, and
 *   what to do, its `code` is stable.
 * @throws SettingsError where the prefix cannot be one.
 */
export async function buildCatalogue(description: Description, options: BuildOptions = {}): Promise<Catalogue> {
  const { overlays = [], prefix, allowRemoteRefs = false, onProgress } = options;
  if (prefix !== undefined && !/^[a-z][a-z0-9]{0,19}$/.test(prefix))
    throw new SettingsError('prefix must be a lower-case letter and up to 19 letters or digits more');
  const [{ readApi, defaultPrefix }, generator, { fetchDescription }] = await Promise.all([
    import('../codegen/read-api.ts'),
    import('../codegen/catalogue.ts'),
    import('../runtime/http/fetch-description.ts'),
  ]);
  const { document, extension } = await readApi(sourceOf(description, 'the description'), {
    overlays: overlays.map((overlay, i) => sourceOf(overlay, `overlay ${i + 1}`)),
    allowRemoteRefs,
    fetchText: fetchDescription,
  });
  return generator.buildCatalogue(document, {
    prefix: prefix ?? defaultPrefix(document),
    extension,
    ...(onProgress !== undefined && { onProgress }),
  });
}

/** A parsed document goes the way of a text: what is refused in a file is refused here. */
function sourceOf(given: Description, name: string): Source {
  if (typeof given === 'string') return given;
  if (given instanceof URL) return given.protocol === 'file:' ? fileURLToPath(given) : given.href;
  let why = 'it is no object';
  try {
    const text: string | undefined = JSON.stringify(given);
    if (text !== undefined) return { name, text };
  } catch (error) {
    // Of a circle, the first line says so; the others draw it.
    why = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
  }
  throw new DescriptionError(
    'unreadable',
    `${name} is no plain JSON data (${why}): give it as it was parsed, with its $refs.`,
  );
}
