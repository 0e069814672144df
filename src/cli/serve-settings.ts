/** The settings of the environment, and the options that stand in for some. */
import { CONFIRM_MODES } from '../runtime/gate/decision.ts';
import { readSettings, type Settings, settingsPrefix, unknownSettings } from '../runtime/settings.ts';
import { text } from './api.ts';
import { environment, readSecretFile } from './environment.ts';
import { type Given, UsageError } from './usage.ts';

/** @throws SettingsError, UsageError */
export function serveSettings(prefix: string, values: Given['values']): Settings {
  const name = settingsPrefix(prefix);
  const baseUrl = text(values['base-url']);
  const confirm = text(values.confirm);
  // In the environment an empty value is none; here it is a variable that was not filled in, and must not ask for less.
  if (confirm === '') throw new UsageError('--confirm takes flag, ask or strict');
  return readSettings(
    prefix,
    {
      ...environment,
      ...(baseUrl !== undefined && { [`${name}_BASE_URL`]: baseUrl }),
      ...(confirm !== undefined &&
        !isLooser(confirm, environment[`${name}_CONFIRM`]) && { [`${name}_CONFIRM`]: confirm }),
    },
    readSecretFile,
  );
}

/** An option can make the setting stricter, never looser: who sets it may be another than who types the command. */
function isLooser(option: string, setting: string | undefined): boolean {
  const modes: readonly string[] = CONFIRM_MODES;
  return modes.includes(option) && modes.indexOf(option) < modes.indexOf(setting ?? '');
}

/** What there is to say of the settings: names that nobody reads, and an option that does not count. */
export function settingsWarnings(prefix: string, values: Given['values'], { confirm }: Settings): string[] {
  const given = text(values.confirm);
  return [
    ...unknownSettings(prefix, environment).map((name) => `${name} is no setting of this program`),
    ...(given !== undefined && given !== confirm
      ? [`--confirm ${given} is looser than the setting, so writes are confirmed by ${confirm}`]
      : []),
  ];
}
