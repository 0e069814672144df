import { initialOverlay } from '../../codegen/overlay-init.ts';
import { readCatalogue, text } from '../api.ts';
import { type Given, UsageError } from '../usage.ts';

/** `nuntius-mcp overlay init --spec FILE`: a starting overlay on stdout. */
export async function run(given: Given): Promise<number> {
  const spec = text(given.values.spec);
  if (given.positionals.join(' ') !== 'init' || spec === undefined)
    throw new UsageError('It is: nuntius-mcp overlay init --spec FILE');
  process.stdout.write(initialOverlay(await readCatalogue(given), spec.split(/[/\\]/).pop() ?? spec));
  return 0;
}
