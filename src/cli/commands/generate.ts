import type { Catalogue } from '../../catalogue/index.ts';
import { type CatalogueChange, compareCatalogues } from '../../codegen/compare.ts';
import { generate, previousCatalogue, staleFiles, writeFiles } from '../../codegen/generate.ts';
import { fetchDescription } from '../../runtime/http/fetch-description.ts';
import { oneLine } from '../../runtime/one-line.ts';
import { readOptions, text, watched } from '../api.ts';
import { Failure } from '../failure.ts';
import { plainTable, printJson } from '../table.ts';
import { type Given, UsageError } from '../usage.ts';
import { warningTable } from './tools.ts';

/** `nuntius-mcp generate`: writes the module, or with `--check` says whether it is stale. */
export async function run({ values }: Given): Promise<number> {
  const spec = text(values.spec);
  if (spec === undefined) throw new UsageError('generate takes --spec FILE');
  const out = text(values.out) ?? 'generated';
  const { files, catalogue } = await watched(spec, values, (onProgress) =>
    generate(spec, { ...readOptions(values), fetchText: fetchDescription, contract: 'nuntius-mcp', onProgress }),
  );
  return finish({
    out,
    files,
    catalogue,
    check: values.check === true,
    json: values.json === true,
    command: sameCommand(values, spec),
  });
}

/** The command that was given, without `--check`: what mends a stale output. */
function sameCommand(values: Given['values'], spec: string): string {
  const { overlays, prefix } = readOptions(values);
  const options = [
    ['spec', spec],
    ...overlays.map((file) => ['overlay', file]),
    ...(prefix === undefined ? [] : [['prefix', prefix]]),
    ...(text(values.out) === undefined ? [] : [['out', text(values.out)]]),
  ];
  return `nuntius-mcp generate ${options.map(([name, value]) => `--${name} ${value}`).join(' ')}`;
}

export interface Finish {
  out: string;
  files: Map<string, string>;
  catalogue: Catalogue;
  check: boolean;
  json: boolean;
  /** What mends a stale output. */
  command: string;
}

/** Writes or checks, and tells what there is and what changed. */
export async function finish({ out, files, catalogue, check, json, command }: Finish): Promise<number> {
  const stale = await staleFiles(out, files);
  if (check) {
    if (stale.length > 0)
      throw new Failure(`${stale.join(', ')} in ${out} is stale: run \`${command}\` and commit the result`);
    process.stdout.write(`${out} is up to date\n`);
    return 0;
  }
  const previous = await previousCatalogue(out);
  const changes = previous === undefined ? undefined : compareCatalogues(previous, catalogue);
  await writeFiles(out, files);
  const { warnings } = catalogue;
  if (json) printJson({ ...counts(catalogue), warnings, stale, changes: changes ?? [] });
  else process.stdout.write(summary(catalogue, out, changes));
  return 0;
}

function counts({ tools, omitted }: Catalogue) {
  const lectura = tools.filter((tool) => tool.type === 'Lectura').length;
  return { tools: tools.length, lectura, escritura: tools.length - lectura, omitted };
}

/** @param changes undefined where there was no module before. */
function summary(catalogue: Catalogue, out: string, changes: CatalogueChange[] | undefined): string {
  const { api, warnings } = catalogue;
  const { tools, lectura, escritura, omitted } = counts(catalogue);
  const byReason = new Map<string, number>();
  for (const { reason } of omitted) byReason.set(reason, (byReason.get(reason) ?? 0) + 1);
  const sections = [
    [
      `${api.title} ${api.version} → ${out}`,
      `${tools} tools: ${lectura} Lectura, ${escritura} Escritura; ${omitted.length} omitted, ${warnings.length} warnings`,
      ...[...byReason].map(([reason, n]) => `  omitted ${n}: ${reason}`),
    ]
      .map((line) => oneLine(line))
      .join('\n'),
    warningTable(warnings),
    changes === undefined ? '' : changeTable(changes),
  ];
  return `${sections.filter((section) => section !== '').join('\n\n')}\n`;
}

function changeTable(changes: CatalogueChange[]): string {
  if (changes.length === 0) return 'No tool changed since the last one.';
  const rows = changes.map((c) => [c.tool, c.change, c.detail]);
  return `Changed since the last one:\n${plainTable([['Tool', 'Change', 'Detail'], ...rows])}`;
}
