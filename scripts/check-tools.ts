/** `npm run check:tools`: the generated catalogue holds no deletion, every name is legal, every write is gated. */
import { run } from '../src/cli/commands/check.ts';

process.exitCode = await run({ values: {}, positionals: [] });
