/** Settings as values: checked as strictly as the program's, which come from the environment. Nothing here reads `process.env`. */
import * as z from 'zod';
import { readSecretFile } from '../cli/environment.ts';
import { CONFIRM_MODES } from '../runtime/gate/decision.ts';
import * as program from '../runtime/settings.ts';
import { LANGUAGES } from '../runtime/words.ts';

/** What proves to the API who calls; which of them a call uses, the description says. */
export interface Credentials {
  /** The API key; also sent as a bearer token where the API calls it so. */
  apiKey?: string | undefined;
  /** A bearer or OAuth2 access token. */
  token?: string | undefined;
  /** For HTTP basic. */
  username?: string | undefined;
  /** For HTTP basic. */
  password?: string | undefined;
  /** OAuth2 client credentials: the token is fetched. */
  clientId?: string | undefined;
  /** OAuth2 client credentials. */
  clientSecret?: string | undefined;
  /** The credential of one security scheme, by its name in the description; wins over those above. */
  schemes?: Readonly<Record<string, string>> | undefined;
}

/** How a catalogue is served. Every setting has the program's default; a name that is none of these is refused. */
export interface Settings {
  /** The API's address, in place of the description's: http or https, without credentials, query or fragment. */
  baseUrl?: string | undefined;
  credentials?: Credentials | undefined;
  /**
   * When a write is sent: `flag` (default), when the call itself says `confirm: true`; `ask`, when the person says yes, or with
   * a one-time code where nobody can be asked; `strict`, when the person says yes and never else.
   */
  confirm?: 'flag' | 'ask' | 'strict' | undefined;
  /** How long a question waits for the person, in milliseconds. Default 300,000. */
  askTimeoutMs?: number | undefined;
  /** Language of the questions and of the gate's messages. Default `en`. */
  language?: 'en' | 'es' | undefined;
  /** Writes are neither listed nor callable. Default false. */
  readOnly?: boolean | undefined;
  /** Time limit of one call to the API, in milliseconds. Default 30,000. */
  timeoutMs?: number | undefined;
  /** Further origins that may get the credentials. */
  trustedOrigins?: readonly string[] | undefined;
  /** At most so many requests in a second. */
  maxRps?: number | undefined;
  /**
   * Where writes are recorded: a file, a folder, or `off`. Default: the program's own record, `journal.jsonl` in `nuntius-mcp` in
   * the user's state folder. Without a record nothing can be undone.
   */
  journal?: string | undefined;
  /** Names of fields whose values the record leaves out. */
  journalRedact?: readonly string[] | undefined;
  /** The size in megabytes at which the record goes on in a new file. Default 10. */
  journalMaxMb?: number | undefined;
  /** Days that the record is kept. Default 365. */
  journalKeepDays?: number | undefined;
  /** A few tools are listed that find and call the others. Default false. */
  discover?: boolean | undefined;
  /** How much of each description is listed. Default `full`; `short`: the first sentence. */
  descriptions?: 'full' | 'short' | undefined;
  /**
   * Told of each call when it is over (`info`: tool, type, status, time, confirmation; nothing of what was written or answered),
   * of writes on record whose outcome nobody knows (`warn`), and of failures that no client can be told (`error`).
   */
  log?:
    | ((
        level: 'error' | 'warn' | 'info' | 'debug',
        message: string,
        fields?: Readonly<Record<string, string | number>>,
      ) => void)
    | undefined;
}

const secret = z.string().refine((v) => !/\p{Cc}/u.test(v), 'must hold no control character or line break');
const wholeNumber = (max: number) =>
  z.custom<number>(
    (v) => typeof v === 'number' && Number.isInteger(v) && v >= 1 && v <= max,
    `must be a whole number from 1 to ${max}`,
  );

const shape = z.strictObject({
  baseUrl: program.baseUrl().optional(),
  credentials: z
    .strictObject({
      apiKey: secret.optional(),
      token: secret.optional(),
      username: secret.optional(),
      password: secret.optional(),
      clientId: secret.optional(),
      clientSecret: secret.optional(),
      schemes: z.record(z.string(), secret).default({}),
    })
    .default({ schemes: {} }),
  confirm: z.enum(CONFIRM_MODES).default('flag'),
  askTimeoutMs: wholeNumber(999_999_999).default(300_000),
  language: z.enum(LANGUAGES).default('en'),
  readOnly: z.boolean().default(false),
  timeoutMs: wholeNumber(999_999_999).default(30_000),
  trustedOrigins: program.origins().default([]),
  maxRps: z.number().positive('must be more than 0').max(99_999, 'must be less than 100000').optional(),
  journal: z.string().min(1, 'must be a path, or off').optional(),
  journalRedact: z.array(z.string().toLowerCase()).default([]),
  journalMaxMb: wholeNumber(1_000).default(10),
  journalKeepDays: wholeNumber(36_500).default(365),
  discover: z.boolean().default(false),
  descriptions: z.enum(['full', 'short']).default('full'),
  log: z.custom<NonNullable<Settings['log']>>((v) => typeof v === 'function', 'must be a function').optional(),
});

/** Checked settings: the program's, and what is the library's own. */
export type Checked = program.Settings & Pick<z.infer<typeof shape>, 'discover' | 'descriptions' | 'log'>;

/** @throws SettingsError naming the setting and what it takes, never its value. */
export function checkSettings(given: Settings): Checked {
  const parsed = shape.safeParse(given);
  if (!parsed.success) throw new program.SettingsError(problem(parsed.error.issues[0]));
  const { credentials, ...rest } = defined(parsed.data);
  const { schemes, ...keys } = credentials;
  return {
    ...rest,
    credentials: {
      // As in the environment: an empty value counts as not set.
      ...filled(keys),
      schemes: Object.fromEntries(
        Object.entries(filled(schemes)).map(([name, value]) => [program.settingsPrefix(name), value]),
      ),
    },
    logLevel: 'debug',
    logFormat: 'text',
  };
}

/**
 * The settings of an environment, as the program reads them: `readSettings('shop', process.env)` reads `SHOP_API_KEY`,
 * `SHOP_CONFIRM` and the others that the README lists, and files that an `…_FILE` names.
 *
 * @param prefix the catalogue's `api.prefix`.
 * @throws SettingsError naming the setting and what it takes.
 */
export function readSettings(prefix: string, environment: Readonly<Record<string, string | undefined>>): Settings {
  const { logLevel: _, logFormat: __, ...settings } = program.readSettings(prefix, environment, readSecretFile);
  return settings;
}

function problem(issue: z.core.$ZodIssue | undefined): string {
  const name = ['settings', ...(issue?.path ?? [])].map(String).join('.');
  if (issue?.code === 'unrecognized_keys') return `${name}.${issue.keys[0]} is no setting`;
  if (issue?.code === 'invalid_value') return `${name} must be one of ${issue.values.map(String).join(', ')}`;
  if (issue?.code === 'invalid_type') return `${name} must be of the type ${issue.expected}`;
  return `${name} ${issue?.message ?? 'cannot be used'}`;
}

function filled<T extends Record<string, string | undefined>>(values: T): { [K in keyof T]: string } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined && value !== '')) as never;
}

/** Without what is undefined: absent is one thing here. */
function defined<T extends object>(values: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as never;
}
