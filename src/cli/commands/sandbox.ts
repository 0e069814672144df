import { startSandbox } from '../../sandbox/sandbox.ts';
import { chaosOption } from '../chaos.ts';
import { type Given, UsageError } from '../usage.ts';

/** `nuntius-mcp sandbox`: the embedded API alone, until it is interrupted. */
export async function run({ values }: Given): Promise<undefined> {
  const port = values.port === undefined ? 0 : Number(values.port);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new UsageError('--port takes a number from 0 to 65535');
  const sandbox = await startSandbox({ port, ...(await chaosOption(values)) });
  process.stdout.write(
    `Nuntius sandbox on ${sandbox.url}\nNUNTIUS_BASE_URL=${sandbox.url}\nNUNTIUS_API_KEY=${sandbox.apiKey}\n`,
  );
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void sandbox.close());
  return undefined;
}
