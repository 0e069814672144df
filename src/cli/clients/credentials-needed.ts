/** The settings that most tools of a catalogue need to prove who calls: `NUNTIUS_API_KEY`. */
import type { Catalogue } from '../../catalogue/index.ts';
import { settingsFor } from '../../runtime/http/credentials.ts';
import { settingsPrefix } from '../../runtime/settings.ts';

/** @returns [] where none is needed */
export function credentialsNeeded({ tools, securitySchemes, api }: Catalogue): string[] {
  const count = new Map<string, number>();
  for (const { security } of tools) {
    const [text] = settingsFor(security, securitySchemes, api.prefix);
    if (text !== undefined) count.set(text, (count.get(text) ?? 0) + 1);
  }
  const [most] = [...count].sort(([, a], [, b]) => b - a)[0] ?? [];
  if (most === undefined) return [];
  const settings = most.replace(/ \(or .*\)$/, '').split(' and ');
  const prefix = settingsPrefix(api.prefix);
  // A bearer that the API itself calls a key is set as one.
  const isKey = Object.entries(securitySchemes).every(([name, { type }]) => type === 'bearer' && /key/i.test(name));
  return settings.map((setting) => (isKey && setting === `${prefix}_TOKEN` ? `${prefix}_API_KEY` : setting));
}
