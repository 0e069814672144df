/** `--sandbox`: the embedded API in place of the real one. Nothing outside this process is called. */
import type { Settings } from '../runtime/settings.ts';
import { chaosOption } from './chaos.ts';
import { type Given, UsageError } from './usage.ts';

export function checkSandbox({ sandbox, spec, catalogue }: Given['values']): void {
  if (sandbox === true && (spec !== undefined || catalogue !== undefined))
    throw new UsageError('--sandbox is the Nuntius API; it does not go with --spec or --catalogue');
}

/** Starts it and points the settings at it. @returns what stops it. */
export async function useSandbox(settings: Settings, values: Given['values']): Promise<() => Promise<void>> {
  const { startSandbox } = await import('../sandbox/sandbox.ts');
  const sandbox = await startSandbox(await chaosOption(values));
  settings.baseUrl = sandbox.url;
  settings.credentials = { apiKey: sandbox.apiKey, token: sandbox.apiKey, schemes: {} };
  return () => sandbox.close();
}
