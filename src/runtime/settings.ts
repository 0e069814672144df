/** Settings: the environment's variables, all with the API's prefix in capitals, → checked values. Reads nothing itself. */
import * as z from 'zod';
import { CONFIRM_MODES, type ConfirmMode } from './gate/decision.ts';
import { LANGUAGES, type Language } from './words.ts';

/** What a tool's call may use to prove who calls; see `applyCredentials`. */
export interface Credentials {
  apiKey?: string;
  token?: string;
  username?: string;
  password?: string;
  clientId?: string;
  clientSecret?: string;
  /** `_AUTH_<SCHEME>`, by the scheme's name in capitals. */
  schemes: Record<string, string>;
}

export interface Settings {
  baseUrl?: string;
  credentials: Credentials;
  /** How a write is confirmed. */
  confirm: ConfirmMode;
  /** How long a question waits for the person, in milliseconds. */
  askTimeoutMs: number;
  /** Of what the person is asked and the gate's messages. */
  language: Language;
  readOnly: boolean;
  timeoutMs: number;
  trustedOrigins: string[];
  /** Where writes are recorded: a path, or `off`; without it the state folder. */
  journal?: string;
  /** Names of fields, in lower case, whose values the journal masks. */
  journalRedact: string[];
  /** Megabytes from which the journal goes on in a new file. */
  journalMaxMb: number;
  /** Days that the journal is kept. */
  journalKeepDays: number;
  /** Most requests to the API in a second. */
  maxRps?: number;
  logLevel: LogLevel;
  logFormat: LogFormat;
}

export const LOG_LEVELS = ['error', 'warn', 'info', 'debug'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];
export const LOG_FORMATS = ['text', 'json'] as const;
export type LogFormat = (typeof LOG_FORMATS)[number];

/** A setting that cannot be used. The message names it, never its value where that may be a secret. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
  readonly code = 'bad_setting';
}

const SECRETS = ['API_KEY', 'TOKEN', 'USERNAME', 'PASSWORD', 'CLIENT_ID', 'CLIENT_SECRET'] as const;
/** What a desktop client leaves of an optional question of a bundle that nobody answered. */
const UNANSWERED = /^\$\{user_config\.\w+\}$/;
/** What holds writes back: an answer that got lost must not lift it, so it stops the start as any other bad value. */
const PROTECTS: readonly string[] = ['CONFIRM', 'REQUIRE_ELICITATION', 'READ_ONLY'];
const flag = () => z.enum(['0', '1', 'true', 'false']).transform((v) => v === '1' || v === 'true');
const httpUrl = () =>
  z.string().refine((v) => URL.canParse(v) && /^https?:$/.test(new URL(v).protocol), {
    error: 'must be an http or https URL',
    abort: true,
  });

/** An API's address. */
export const baseUrl = () =>
  httpUrl().refine(
    (v) => ['username', 'password', 'search', 'hash'].every((part) => new URL(v)[part as keyof URL] === ''),
    'must hold no credentials, query or fragment',
  );

/** URLs, of which the origins count. */
export const origins = () => z.array(httpUrl()).transform((urls) => urls.map((u) => new URL(u).origin));

const milliseconds = () =>
  z
    .string()
    .regex(/^[1-9]\d{0,8}$/, 'must be a whole number of milliseconds')
    .transform(Number);

const wholeNumber = (max: number) =>
  z
    .string()
    .regex(/^[1-9]\d*$/, `must be a whole number from 1 to ${max}`)
    .transform(Number)
    .refine((n) => n <= max, `must be a whole number from 1 to ${max}`);

const names = () =>
  z.string().transform((v) =>
    v
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== ''),
  );

/** What each setting takes. Few are given: a schema is made for those alone, since the start waits for it. */
const FORMS = {
  BASE_URL: baseUrl,
  CONFIRM: () => z.enum(CONFIRM_MODES),
  REQUIRE_ELICITATION: flag,
  ASK_TIMEOUT_MS: milliseconds,
  LANG: () => z.enum(LANGUAGES),
  READ_ONLY: flag,
  TIMEOUT_MS: milliseconds,
  TRUSTED_ORIGINS: () => names().pipe(origins()),
  JOURNAL: () => z.string(),
  JOURNAL_REDACT: names,
  JOURNAL_MAX_MB: () => wholeNumber(1_000),
  JOURNAL_KEEP_DAYS: () => wholeNumber(36_500),
  MAX_RPS: () =>
    z
      .string()
      .regex(/^\d{1,5}(\.\d{1,3})?$/, 'must be a number of requests in a second, such as 5 or 0.5')
      .transform(Number)
      .refine((n) => n > 0, 'must be more than 0'),
  LOG_LEVEL: () => z.enum(LOG_LEVELS),
  LOG_FORMAT: () => z.enum(LOG_FORMATS),
} satisfies Record<string, () => z.ZodType>;

type Forms = typeof FORMS;
type Values = { [Name in keyof Forms]?: z.output<ReturnType<Forms[Name]>> };

/** Every setting, without its prefix; `AUTH_<SCHEME>` besides. */
export const NAMES: ReadonlySet<string> = new Set([...Object.keys(FORMS), ...SECRETS]);

/** The prefix of an API's settings: `hubspot` → `HUBSPOT`. */
export function settingsPrefix(prefix: string): string {
  return prefix.toUpperCase().replace(/[^A-Z0-9]/g, '_');
}

/**
 * @param environment names and values; an empty value, or a question that a bundle's host left unanswered, counts as not set.
 * @param readFile reads the file that an `…_FILE` setting names.
 * @throws SettingsError naming the setting and what it takes.
 */
export function readSettings(
  prefix: string,
  environment: Record<string, string | undefined>,
  readFile: (path: string) => string,
): Settings {
  const given = ownSettings(settingsPrefix(prefix), environment, readFile);
  const values = readValues(settingsPrefix(prefix), given);
  return {
    ...(values.BASE_URL !== undefined && { baseUrl: values.BASE_URL }),
    credentials: readCredentials(given),
    confirm: values.REQUIRE_ELICITATION === true ? 'strict' : (values.CONFIRM ?? 'flag'),
    askTimeoutMs: values.ASK_TIMEOUT_MS ?? 300_000,
    language: values.LANG ?? 'en',
    readOnly: values.READ_ONLY ?? false,
    timeoutMs: values.TIMEOUT_MS ?? 30_000,
    trustedOrigins: values.TRUSTED_ORIGINS ?? [],
    ...(values.JOURNAL !== undefined && { journal: values.JOURNAL }),
    journalRedact: (values.JOURNAL_REDACT ?? []).map((name) => name.toLowerCase()),
    journalMaxMb: values.JOURNAL_MAX_MB ?? 10,
    journalKeepDays: values.JOURNAL_KEEP_DAYS ?? 365,
    ...(values.MAX_RPS !== undefined && { maxRps: values.MAX_RPS }),
    logLevel: values.LOG_LEVEL ?? 'warn',
    logFormat: values.LOG_FORMAT ?? 'text',
  };
}

/** @throws SettingsError for the first in the order of the table that cannot be used. */
function readValues(prefix: string, given: Map<string, string>): Values {
  const forms: [string, () => z.ZodType][] = Object.entries(FORMS);
  const values = forms.flatMap(([name, form]) => {
    const text = given.get(name);
    if (text === undefined) return [];
    const parsed = form().safeParse(text);
    if (parsed.success) return [[name, parsed.data]];
    const issue = parsed.error.issues[0];
    const allowed =
      issue?.code === 'invalid_value' ? `must be one of ${issue.values.map(String).join(', ')}` : issue?.message;
    throw new SettingsError(`${prefix}_${name} ${allowed}`);
  });
  return Object.fromEntries(values) as Values;
}

/** Names without the prefix; a secret's `_FILE` form read, which wins over the secret itself. */
function ownSettings(
  prefix: string,
  environment: Record<string, string | undefined>,
  readFile: (path: string) => string,
): Map<string, string> {
  const given = new Map<string, string>();
  for (const [name, value] of Object.entries(environment)) {
    if (!name.startsWith(`${prefix}_`) || value === undefined || value === '') continue;
    const own = name.slice(prefix.length + 1);
    if (UNANSWERED.test(value) && !PROTECTS.includes(own)) continue;
    const secret = own.replace(/_FILE$/, '');
    if (own !== secret && isSecret(secret)) given.set(secret, readSecret(name, value, readFile));
    else if (!given.has(own)) given.set(own, isSecret(own) ? printable(name, value) : value);
  }
  return given;
}

function isSecret(own: string): boolean {
  return SECRETS.some((s) => s === own) || /^AUTH_./.test(own);
}

/** The messages leave the path out: who mistakes `_API_KEY_FILE` for `_API_KEY` gives the key itself. */
function readSecret(name: string, path: string, readFile: (path: string) => string): string {
  let text: string;
  try {
    text = readFile(path);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'error';
    throw new SettingsError(`${name} must be the path of a file that can be read (${code})`);
  }
  const secret = text.replace(/^\uFEFF/, '').replace(/\r?\n$/, '');
  if (secret === '') throw new SettingsError(`${name} names a file that is empty`);
  return printable(name, secret);
}

/** A secret goes into a header or a URL: a line break in it is a mistake at best. */
function printable(name: string, secret: string): string {
  if (/\p{Cc}/u.test(secret)) throw new SettingsError(`${name} holds a control character or a line break`);
  return secret;
}

function readCredentials(given: Map<string, string>): Credentials {
  const keys = {
    API_KEY: 'apiKey',
    TOKEN: 'token',
    USERNAME: 'username',
    PASSWORD: 'password',
    CLIENT_ID: 'clientId',
    CLIENT_SECRET: 'clientSecret',
  } as const;
  const schemes = [...given].filter(([name]) => name.startsWith('AUTH_'));
  const credentials: Credentials = {
    schemes: Object.fromEntries(schemes.map(([name, value]) => [name.slice('AUTH_'.length), value])),
  };
  for (const name of SECRETS) {
    const value = given.get(name);
    if (value !== undefined) credentials[keys[name]] = value;
  }
  return credentials;
}

/** Settings with this prefix that nobody reads: most likely misspelt, so the start says so. */
export function unknownSettings(prefix: string, environment: Record<string, string | undefined>): string[] {
  const start = `${settingsPrefix(prefix)}_`;
  return Object.keys(environment).filter((name) => {
    const own = name.slice(start.length);
    return name.startsWith(start) && !NAMES.has(own) && !isSecret(own.replace(/_FILE$/, ''));
  });
}
