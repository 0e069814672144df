/** `--spec`, `--overlay`, `--prefix`, `--base-url` → the catalogue that a command works on. */
import { readFileSync } from 'node:fs';
import type { Catalogue, ToolType } from '../catalogue/index.ts';
import { environment } from './environment.ts';
import { Failure } from './failure.ts';
import type { Given } from './usage.ts';
import { UsageError } from './usage.ts';

/** The catalogue of `--spec` or `--catalogue`, or the generated one of Nuntius. Codegen is loaded only where a description is given. */
export async function readCatalogue({ values }: Given): Promise<Catalogue> {
  const spec = text(values.spec);
  const catalogue = await chosen(spec === undefined ? await generated(values) : await described(spec, values), values);
  const baseUrl = text(values['base-url']);
  if (baseUrl === undefined) return catalogue;
  if (!URL.canParse(baseUrl) || !/^https?:$/.test(new URL(baseUrl).protocol)) {
    throw new UsageError('--base-url takes an http or https URL');
  }
  return catalogue;
}

/** Options of reading a description, as the command line gives them. */
export function readOptions(values: Given['values']): {
  overlays: string[];
  allowRemoteRefs: boolean;
  prefix?: string;
} {
  const prefix = text(values.prefix);
  if (prefix !== undefined && !/^[a-z][a-z0-9]{0,19}$/.test(prefix)) {
    throw new UsageError('--prefix takes a lower-case letter and up to 19 letters or digits more');
  }
  return {
    overlays: Array.isArray(values.overlay) ? values.overlay : [],
    allowRemoteRefs: values['allow-remote-refs'] === true,
    ...(prefix !== undefined && { prefix }),
  };
}

/** By `--tools`, `--tags` and `--only`. */
async function chosen(whole: Catalogue, values: Given['values']): Promise<Catalogue> {
  const tools = list(values.tools, /,(?![^{]*\})/);
  const tags = list(values.tags, /,/);
  const only = readOnly(text(values.only));
  if (tools === undefined && tags === undefined && only === undefined) return whole;
  const { selectTools, SelectionError } = await import('../runtime/select.ts');
  try {
    return selectTools(whole, {
      ...(tools !== undefined && { tools }),
      ...(tags !== undefined && { tags }),
      ...(only !== undefined && { only }),
    });
  } catch (error) {
    throw error instanceof SelectionError ? new UsageError(error.message) : error;
  }
}

function readOnly(value: string | undefined): ToolType | undefined {
  if (value === undefined) return undefined;
  const only = (['Lectura', 'Escritura'] as const).find((type) => type.toLowerCase() === value.toLowerCase());
  if (only === undefined) throw new UsageError('--only takes Lectura or Escritura');
  return only;
}

function list(value: Given['values'][string], separator: RegExp): string[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const items = value.flatMap((item) => item.split(separator).map((part) => part.trim()));
  if (items.some((item) => item === '')) throw new UsageError('--tools and --tags take names, with commas between');
  return items;
}

export function text(value: Given['values'][string]): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

async function described(spec: string, values: Given['values']): Promise<Catalogue> {
  if (values.catalogue !== undefined) throw new UsageError('--catalogue stands in place of --spec: give one of them');
  const { overlays, allowRemoteRefs, prefix } = readOptions(values);
  const [{ readApi, defaultPrefix }, { buildCatalogue }, { fetchDescription }] = await Promise.all([
    import('../codegen/read-api.ts'),
    import('../codegen/catalogue.ts'),
    import('../runtime/http/fetch-description.ts'),
  ]);
  return watched(spec, values, async (onProgress) => {
    const { document, extension } = await readApi(spec, { overlays, allowRemoteRefs, fetchText: fetchDescription });
    return buildCatalogue(document, { prefix: prefix ?? defaultPrefix(document), extension, onProgress });
  });
}

/** Work on a description, with a bar for the person who waits. */
export async function watched<T>(
  spec: string,
  values: Given['values'],
  work: (onProgress: (done: number, total: number) => void) => Promise<T>,
): Promise<T> {
  const { openProgress } = await import('./progress.ts');
  const progress = await openProgress({ quiet: values.quiet === true, environment, stream: process.stderr });
  progress.begin(spec.split(/[/\\]/).pop() ?? spec);
  try {
    return await work(progress.step);
  } finally {
    progress.end();
  }
}

async function generated(values: Given['values']): Promise<Catalogue> {
  for (const option of ['overlay', 'prefix', 'allow-remote-refs']) {
    if (values[option] !== undefined) throw new UsageError(`--${option} goes with --spec`);
  }
  const file = text(values.catalogue);
  if (file !== undefined) return fromModule(file);
  return (await import('../generated/catalogue.ts')).catalogue;
}

/** The catalogue in a generated module, whichever API it is of. */
async function fromModule(file: string): Promise<Catalogue> {
  const { parseModule } = await import('../codegen/parse-module.ts');
  const catalogue = parseModule(readModule(file));
  if (catalogue === undefined)
    throw new Failure(`${file} holds no catalogue: write it with nuntius-mcp generate --out DIR`);
  return catalogue;
}

function readModule(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new Failure(
      `${file} cannot be read (${(error as NodeJS.ErrnoException).code}): --catalogue takes the module that nuntius-mcp generate wrote`,
    );
  }
}
