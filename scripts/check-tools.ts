/** `npm run check:tools [-- MODULE]`: the generated catalogue holds no deletion, every name is legal, every write is gated. */
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Catalogue } from '../src/catalogue/index.ts';
import { report } from '../src/cli/commands/check.ts';

const [module = 'src/generated/catalogue.ts'] = process.argv.slice(2);
const { catalogue } = (await import(pathToFileURL(path.resolve(module)).href)) as { catalogue: Catalogue };
process.exitCode = report(catalogue, false);
