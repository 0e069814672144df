/** A description and its overlays, read and put together: what the catalogue is built from. */
import type { BuildOptions } from './catalogue.ts';
import type { SourceDocument } from './load/document.ts';
import { type FetchText, loadDocument } from './load/load.ts';
import { nameOf, type Source } from './load/read.ts';
import { isObject } from './pointer.ts';
import { cleanText } from './text.ts';

export interface ReadApiOptions {
  overlays?: Source[];
  allowRemoteRefs?: boolean;
  /** Fetches a URL; without it, a URL is refused. */
  fetchText?: FetchText;
}

export interface DescribedApi {
  document: SourceDocument;
  extension: NonNullable<BuildOptions['extension']>;
  /** Base names and digests of what was read. */
  inputs: { name: string; sha256: string }[];
}

/** @throws DescriptionError */
export async function readApi(spec: Source, options: ReadApiOptions = {}): Promise<DescribedApi> {
  const { overlays = [], allowRemoteRefs = false, fetchText } = options;
  const reading = fetchText === undefined ? {} : { fetchText };
  const document = await loadDocument(spec, { allowRemoteRefs, ...reading });
  const inputs = [{ name: baseName(nameOf(spec)), sha256: document.sha256 }];
  // The overlay reader, with its validator, is loaded only where there is one to read.
  if (overlays.length === 0) return { document, extension: () => undefined, inputs };
  const { applyOverlays, operationExtension, readOverlay } = await import('./overlay/index.ts');
  const read = await Promise.all(overlays.map((source) => readOverlay(source, reading)));
  for (const [i, { sha256 }] of read.entries()) inputs.push({ name: baseName(nameOf(overlays[i] ?? '')), sha256 });
  return { document: await applyOverlays(document, read), extension: operationExtension, inputs };
}

/** The prefix where none is given: the first word of the API's title that says something. */
export function defaultPrefix({ root }: SourceDocument): string {
  const title = isObject(root.info) && typeof root.info.title === 'string' ? cleanText(root.info.title) : '';
  const words =
    title
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .match(/[a-z][a-z0-9]*/g) ?? [];
  return (words.find((word) => !/^(the|a|an|api|rest|v\d+|openapi|swagger)$/.test(word)) ?? 'api').slice(0, 20);
}

/** A URL's query may hold a key, and is no name anyway. */
function baseName(source: string): string {
  const place = /^https?:/i.test(source) ? source.replace(/[?#].*$/s, '') : source;
  return place.split(/[/\\]/).pop() ?? place;
}
