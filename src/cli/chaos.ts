/** `--chaos` and `--faults` → the sandbox's option. */
import type { SandboxOptions } from '../sandbox/sandbox.ts';
import { text } from './api.ts';
import { type Given, UsageError } from './usage.ts';

export async function chaosOption({ chaos, faults }: Given['values']): Promise<Pick<SandboxOptions, 'chaos'>> {
  if (chaos !== true && faults === undefined) return {};
  if (chaos !== true) throw new UsageError('--faults goes with --chaos');
  const { ALL_CHAOS, chaosOf, FAULTS, parseChaos } = await import('../sandbox/chaos.ts');
  const list = text(faults);
  const chosen = list === undefined ? ALL_CHAOS : parseChaos(list);
  if (chosen === undefined)
    throw new UsageError(`--faults takes all or some of ${FAULTS.join(',')}; with :0.1 behind, one request in ten`);
  return { chaos: chaosOf(chosen) };
}
