/** `nuntius-mcp docs`: writes the catalogue as a page to read, in English and Spanish, and as text. */
import { writeFiles } from '../../codegen/generate.ts';
import { siteFiles } from '../../page/site.ts';
import { oneLine } from '../../runtime/one-line.ts';
import { readCatalogue, text } from '../api.ts';
import type { Given } from '../usage.ts';

export async function run(given: Given): Promise<number> {
  const read = await readCatalogue(given);
  const baseUrl = text(given.values['base-url']);
  const catalogue = baseUrl === undefined ? read : { ...read, api: { ...read.api, baseUrl } };
  const out = text(given.values.out) ?? 'site';
  const files = siteFiles(catalogue);
  await writeFiles(out, files);
  const { api, tools, omitted } = catalogue;
  process.stdout.write(
    `${oneLine(`${api.title} ${api.version} → ${out}`)}: ${[...files.keys()].join(', ')}\n${tools.length} tools, ${omitted.length} omitted\n`,
  );
  return 0;
}
