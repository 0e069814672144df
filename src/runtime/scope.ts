/** The API and the account that confirmations and records are for. No secret can be read from it. */
import { canonicalJson, digest, type Scope } from './gate/fingerprint.ts';
import type { Settings } from './settings.ts';

export function scopeOf(baseUrl: URL, { credentials }: Pick<Settings, 'credentials'>): Scope {
  return { api: baseUrl.href, account: digest(canonicalJson(credentials)).slice(0, 32) };
}
