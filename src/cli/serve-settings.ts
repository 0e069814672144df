/** The settings of the environment, and the options that stand in for some. */
import { readSettings, type Settings, settingsPrefix } from '../runtime/settings.ts';
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
      ...(confirm !== undefined && { [`${name}_CONFIRM`]: confirm }),
    },
    readSecretFile,
  );
}
