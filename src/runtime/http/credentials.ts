/**
 * Which credentials an operation takes, and how they are put on a request (OpenAPI 3.1, 4.8.27 and 4.8.30).
 * `chooseCredentials` is pure and runs before the gate, so that nobody confirms what cannot be sent; it names the settings
 * that are missing, never a value. `applyCredentials` puts the chosen ones on.
 */
import type { SecurityRequirements, SecurityScheme } from '../../catalogue/index.ts';
import { percentEncode } from '../request/percent.ts';
import { RequestError } from '../request/request-error.ts';
import { type Credentials, settingsPrefix } from '../settings.ts';
import type { Outgoing } from './exchange.ts';

export type SecuritySchemes = Record<string, SecurityScheme>;

/** One credential and where it goes. `client` must be exchanged for a token first. */
export type ChosenCredential =
  | { kind: 'apiKey'; in: 'header' | 'query' | 'cookie'; name: string; value: string; setting: string }
  | { kind: 'authorization'; value: string; setting: string }
  | { kind: 'client'; tokenUrl: string; clientId: string; clientSecret: string; scopes: string[]; setting: string };

/** A scheme's name in a setting: `api-key` → `API_KEY`, so `NUNTIUS_AUTH_API_KEY`. */
export function schemeKey(name: string): string {
  return name.toUpperCase().replace(/[^A-Z0-9]/g, '_');
}

/**
 * The first alternative that is fully configured; [] where none is needed, or none is configured and one is optional.
 * Where no alternative fits exactly, a bearer scheme on its own also takes the API key, since many APIs call theirs so.
 * @param prefix the API's prefix, for the names of the settings
 * @throws RequestError missing_credentials, naming the settings
 */
export function chooseCredentials(
  security: SecurityRequirements | undefined,
  schemes: SecuritySchemes,
  credentials: Credentials,
  prefix: string,
): ChosenCredential[] {
  if (security === undefined && Object.keys(schemes).length === 0 && filled(credentials.token)) {
    // A description that says nothing of credentials (GitHub's) may still need them: a token that was set is meant for it.
    return [{ kind: 'authorization', value: `Bearer ${credentials.token}`, setting: setting(prefix, 'TOKEN') }];
  }
  if (security === undefined || security.length === 0) return [];
  for (const alternative of security) {
    const names = Object.keys(alternative);
    const chosen = names.map((name) => choose(name, alternative, schemes, credentials, prefix, names));
    if (names.length > 0 && chosen.every((c) => c !== undefined)) return chosen;
  }
  for (const alternative of security) {
    const [name, second] = Object.keys(alternative);
    const scheme = name === undefined || second !== undefined ? undefined : own(schemes, name);
    if (scheme && (scheme.type === 'bearer' || scheme.type === 'oauth2') && filled(credentials.apiKey)) {
      return [{ kind: 'authorization', value: `Bearer ${credentials.apiKey}`, setting: setting(prefix, 'API_KEY') }];
    }
  }
  if (security.some((alternative) => Object.keys(alternative).length === 0)) return [];
  const needed = settingsFor(security, schemes, prefix);
  throw new RequestError(
    'missing_credentials',
    needed.length === 0
      ? 'This operation needs a kind of authentication that this program cannot do (such as a client certificate).'
      : `This operation needs credentials, and none that fit are set. Set ${needed.join(', or ')}.`,
  );
}

/** Every secret value, also as Basic writes it: what must not be shown if an API echoes it. */
export function secretsOf(credentials: Credentials): string[] {
  const { apiKey, token, username, password, clientSecret, schemes } = credentials;
  const pairs = [...Object.values(schemes), ...(password === undefined ? [] : [`${username ?? ''}:${password}`])];
  const basic = pairs.map((pair) => Buffer.from(pair, 'utf8').toString('base64'));
  return [apiKey, token, password, clientSecret, ...pairs, ...basic].filter(
    (s) => s !== undefined && s !== '',
  ) as string[];
}

/** The settings that an operation's credentials come from; [] where none are set, or none are needed. */
export function settingsInUse(
  security: SecurityRequirements | undefined,
  schemes: SecuritySchemes,
  credentials: Credentials,
  prefix: string,
): string[] {
  try {
    return chooseCredentials(security, schemes, credentials, prefix).map((chosen) => chosen.setting);
  } catch (error) {
    if (error instanceof RequestError) return [];
    throw error;
  }
}

/** The settings that would satisfy an operation, one text per alternative: `X_API_KEY`, `X_USERNAME and X_PASSWORD`. */
export function settingsFor(
  security: SecurityRequirements | undefined,
  schemes: SecuritySchemes,
  prefix: string,
): string[] {
  const texts = (security ?? []).flatMap((alternative) => {
    const names = Object.keys(alternative);
    const each = names.map((name) => settingOf(name, schemes, prefix, names));
    return each.length > 0 && each.every((e) => e !== undefined) ? [each.join(' and ')] : [];
  });
  return [...new Set(texts)];
}

/**
 * @param tokenOf exchanges client credentials for an access token
 * @returns the request with its credentials; an argument's header of the same name is replaced
 * @throws RequestError unsafe_credentials, naming the setting
 */
export async function applyCredentials(
  request: Outgoing,
  chosen: readonly ChosenCredential[],
  tokenOf: (client: Extract<ChosenCredential, { kind: 'client' }>) => Promise<string>,
): Promise<Outgoing> {
  const headers = new Map(request.headers);
  const url = new URL(request.url);
  for (const credential of chosen) {
    if (credential.kind === 'client') headers.set('authorization', `Bearer ${await tokenOf(credential)}`);
    else if (credential.kind === 'authorization') headers.set('authorization', headerSafe(credential));
    else if (credential.in === 'header') headers.set(credential.name.toLowerCase(), headerSafe(credential));
    else if (credential.in === 'query') {
      const pair = `${percentEncode(credential.name)}=${percentEncode(credential.value)}`;
      url.search = url.search === '' ? pair : `${url.search.slice(1)}&${pair}`;
    } else {
      const cookie = `${percentEncode(credential.name)}=${headerSafe(credential).replace(/[\s";,\\]/g, percentEncode)}`;
      const others = headers.get('cookie');
      headers.set('cookie', others === undefined ? cookie : `${others}; ${cookie}`);
    }
  }
  return { ...request, url, headers: [...headers] };
}

function choose(
  name: string,
  alternative: Record<string, string[]>,
  schemes: SecuritySchemes,
  credentials: Credentials,
  prefix: string,
  together: string[],
): ChosenCredential | undefined {
  const scheme = own(schemes, name);
  if (scheme === undefined || scheme.type === 'unsupported') return undefined;
  const special = own(credentials.schemes, schemeKey(name));
  const from = setting(prefix, `AUTH_${schemeKey(name)}`);
  // Of two API keys that go together, neither can be "the" API key: each must be set by its own name.
  const shared = !sameKind(together, schemes, name);
  if (scheme.type === 'apiKey') {
    const value = filled(special) ?? (shared ? filled(credentials.apiKey) : undefined);
    const by = filled(special) ? from : setting(prefix, 'API_KEY');
    return value === undefined ? undefined : { kind: 'apiKey', in: scheme.in, name: scheme.name, value, setting: by };
  }
  if (scheme.type === 'basic') {
    const { username, password } = credentials;
    const pair = filled(special) ?? (filled(username) === undefined ? undefined : `${username}:${password ?? ''}`);
    if (pair === undefined) return undefined;
    const by = filled(special) ? from : `${setting(prefix, 'USERNAME')} and ${setting(prefix, 'PASSWORD')}`;
    return { kind: 'authorization', value: `Basic ${Buffer.from(pair, 'utf8').toString('base64')}`, setting: by };
  }
  const token = filled(special) ?? (shared ? filled(credentials.token) : undefined);
  const by = filled(special) ? from : setting(prefix, 'TOKEN');
  if (token !== undefined) return { kind: 'authorization', value: `Bearer ${token}`, setting: by };
  const { clientId, clientSecret } = credentials;
  if (scheme.type !== 'oauth2' || scheme.tokenUrl === undefined || !filled(clientId) || !filled(clientSecret))
    return undefined;
  const scopes = alternative[name]?.length ? alternative[name] : (scheme.scopes ?? []);
  const id = { clientId: clientId ?? '', clientSecret: clientSecret ?? '' };
  const both = `${setting(prefix, 'CLIENT_ID')} and ${setting(prefix, 'CLIENT_SECRET')}`;
  return { kind: 'client', tokenUrl: scheme.tokenUrl, ...id, scopes, setting: both };
}

/** @param together the schemes of the same alternative */
function settingOf(name: string, schemes: SecuritySchemes, prefix: string, together: string[]): string | undefined {
  const scheme = own(schemes, name);
  if (scheme === undefined || scheme.type === 'unsupported') return undefined;
  if (sameKind(together, schemes, name)) return setting(prefix, `AUTH_${schemeKey(name)}`);
  // A bearer that the API itself calls a key is set as one, where the API key is sent as a bearer: on its own.
  if (scheme.type === 'bearer' && together.length === 1 && /key/i.test(name)) return setting(prefix, 'API_KEY');
  if (scheme.type === 'apiKey') return setting(prefix, 'API_KEY');
  if (scheme.type === 'basic') return `${setting(prefix, 'USERNAME')} and ${setting(prefix, 'PASSWORD')}`;
  const client = scheme.type === 'oauth2' && scheme.tokenUrl !== undefined;
  return (
    setting(prefix, 'TOKEN') +
    (client ? ` (or ${setting(prefix, 'CLIENT_ID')} and ${setting(prefix, 'CLIENT_SECRET')})` : '')
  );
}

/** Whether another scheme of the same alternative would take the same setting. */
function sameKind(together: string[], schemes: SecuritySchemes, name: string): boolean {
  const kind = (n: string) => {
    const type = own(schemes, n)?.type;
    return type === 'oauth2' ? 'bearer' : type;
  };
  return together.some((other) => other !== name && kind(other) === kind(name));
}

function headerSafe(credential: { value: string; setting: string }): string {
  if (/^[\t\x20-\x7E]+$/.test(credential.value)) return credential.value;
  const message = `${credential.setting} holds a line break or a character that no header can carry. Correct the setting.`;
  throw new RequestError('unsafe_credentials', message);
}

function setting(prefix: string, name: string): string {
  return `${settingsPrefix(prefix)}_${name}`;
}

function filled(value: string | undefined): string | undefined {
  return value === undefined || value === '' ? undefined : value;
}

function own<T>(record: Record<string, T>, key: string): T | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}
