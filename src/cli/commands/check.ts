import { violations } from '../../catalogue/check.ts';
import type { Catalogue } from '../../catalogue/index.ts';
import { oneLine } from '../../runtime/one-line.ts';
import { readCatalogue } from '../api.ts';
import { printJson } from '../table.ts';
import type { Given } from '../usage.ts';

/** `nuntius-mcp check`: exit code 1 and a line per offender; also lists the writes that an overlay freed of confirmation. */
export async function run(given: Given): Promise<number> {
  return report(await readCatalogue(given), given.values.json === true);
}

export function report(catalogue: Catalogue, json: boolean): number {
  const found = violations(catalogue);
  const unconfirmed = catalogue.tools.filter((tool) => tool.confirm === 'none').map((tool) => tool.name);
  if (json) {
    printJson({ ok: found.length === 0, tools: catalogue.tools.length, violations: found, unconfirmed });
  } else {
    for (const { tool, rule, message } of found) process.stderr.write(`${oneLine(`${tool}: ${rule}: ${message}`)}\n`);
    for (const name of unconfirmed)
      process.stdout.write(`${oneLine(name)}: written without a confirmation, by the overlay's word\n`);
    if (found.length === 0)
      process.stdout.write(
        `${catalogue.tools.length} tools: none deletes, every name is legal, every write is gated\n`,
      );
  }
  return found.length === 0 ? 0 : 1;
}
