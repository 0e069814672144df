import { violations } from '../../catalogue/check.ts';
import { readCatalogue } from '../api.ts';
import type { Given } from '../usage.ts';

/** `nuntius-mcp check`: exit code 1 and a line per offender; also lists the writes that an overlay freed of confirmation. */
export async function run(given: Given): Promise<number> {
  const catalogue = await readCatalogue(given);
  const found = violations(catalogue);
  const unconfirmed = catalogue.tools.filter((tool) => tool.confirm === 'none').map((tool) => tool.name);
  if (given.values.json === true) {
    process.stdout.write(
      `${JSON.stringify({ ok: found.length === 0, tools: catalogue.tools.length, violations: found, unconfirmed }, null, 2)}\n`,
    );
  } else {
    for (const { tool, rule, message } of found) process.stderr.write(`${tool}: ${rule}: ${message}\n`);
    for (const name of unconfirmed)
      process.stdout.write(`${name}: written without a confirmation, by the overlay's word\n`);
    if (found.length === 0)
      process.stdout.write(
        `${catalogue.tools.length} tools: none deletes, every name is legal, every write is gated\n`,
      );
  }
  return found.length === 0 ? 0 : 1;
}
