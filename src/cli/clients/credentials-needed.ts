/** The settings that most tools of a catalogue need to prove who calls: `NUNTIUS_API_KEY`. */
import type { Catalogue } from '../../catalogue/index.ts';
import { settingsFor } from '../../runtime/http/credentials.ts';

/** @returns [] where none is needed */
export function credentialsNeeded({ tools, securitySchemes, api }: Catalogue): string[] {
  const count = new Map<string, number>();
  for (const { security } of tools) {
    const [text] = settingsFor(security, securitySchemes, api.prefix);
    if (text !== undefined) count.set(text, (count.get(text) ?? 0) + 1);
  }
  const [most] = [...count].sort(([, a], [, b]) => b - a)[0] ?? [];
  if (most === undefined) return [];
  return most.replace(/ \(or .*\)$/, '').split(' and ');
}
