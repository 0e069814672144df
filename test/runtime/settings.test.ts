import { describe, expect, it } from 'vitest';
import { readSettings, SettingsError, settingsPrefix, unknownSettings } from '../../src/runtime/settings.ts';

const files = new Map([
  ['/run/key', 'from-file\n'],
  ['/run/crlf', '\uFEFFfrom-file\r\n'],
  ['/run/two', 'one\ntwo\n'],
  ['/run/empty', '\n'],
]);
const readFile = (path: string) => {
  const text = files.get(path);
  if (text === undefined) throw Object.assign(new Error(`ENOENT: no such file, open '${path}'`), { code: 'ENOENT' });
  return text;
};
const read = (environment: Record<string, string | undefined>, prefix = 't') =>
  readSettings(prefix, environment, readFile);

const DEFAULTS = {
  credentials: { schemes: {} },
  confirm: 'flag',
  askTimeoutMs: 300_000,
  language: 'en',
  readOnly: false,
  timeoutMs: 30_000,
  trustedOrigins: [],
  journalRedact: [],
  journalMaxMb: 10,
  journalKeepDays: 365,
  logLevel: 'warn',
  logFormat: 'text',
};

describe('without settings', () => {
  it('has the defaults', () => expect(read({})).toEqual(DEFAULTS));
  it('takes an empty value for none', () => {
    const names = [
      'BASE_URL',
      'CONFIRM',
      'REQUIRE_ELICITATION',
      'READ_ONLY',
      'TIMEOUT_MS',
      'TRUSTED_ORIGINS',
      'LOG_LEVEL',
      'API_KEY',
      'API_KEY_FILE',
      'AUTH_X',
      'LANG',
      'ASK_TIMEOUT_MS',
    ];
    expect(read(Object.fromEntries(names.map((name) => [`T_${name}`, ''])))).toEqual(DEFAULTS);
    expect(read({ T_CONFIRM: undefined })).toEqual(DEFAULTS);
  });
  it('takes a question of a bundle that was left unanswered for none', () => {
    const names = ['BASE_URL', 'API_KEY', 'AUTH_X', 'LANG', 'JOURNAL', 'TIMEOUT_MS'];
    expect(read(Object.fromEntries(names.map((name) => [`T_${name}`, '${user_config.x}'])))).toEqual(DEFAULTS);
    const others = ['${user_config.x}y', '$user_config.x', '${HOME}'];
    for (const key of others) expect(read({ T_API_KEY: key }).credentials.apiKey).toBe(key);
  });
  it('looks at no other prefix', () =>
    expect(read({ API_KEY: 'a', TX_API_KEY: 'a', t_API_KEY: 'a', T: 'a' })).toEqual(DEFAULTS));
});

describe('good values', () => {
  const table: [environment: Record<string, string>, want: object][] = [
    [{ T_BASE_URL: 'https://api.example.com/v1' }, { baseUrl: 'https://api.example.com/v1' }],
    [{ T_BASE_URL: 'http://127.0.0.1:8080' }, { baseUrl: 'http://127.0.0.1:8080' }],
    [{ T_JOURNAL: 'off' }, { journal: 'off' }],
    [{ T_JOURNAL: '/var/lib/t.jsonl' }, { journal: '/var/lib/t.jsonl' }],
    [{ T_JOURNAL_REDACT: 'Phone, email,' }, { journalRedact: ['phone', 'email'] }],
    [
      { T_JOURNAL_MAX_MB: '50', T_JOURNAL_KEEP_DAYS: '30' },
      { journalMaxMb: 50, journalKeepDays: 30 },
    ],
    [{ T_MAX_RPS: '5' }, { maxRps: 5 }],
    [{ T_MAX_RPS: '0.5' }, { maxRps: 0.5 }],
    [{ T_CONFIRM: 'flag' }, { confirm: 'flag' }],
    [{ T_CONFIRM: 'ask' }, { confirm: 'ask' }],
    [{ T_CONFIRM: 'strict' }, { confirm: 'strict' }],
    [{ T_REQUIRE_ELICITATION: '1' }, { confirm: 'strict' }],
    [{ T_REQUIRE_ELICITATION: '1', T_CONFIRM: 'flag' }, { confirm: 'strict' }],
    [{ T_REQUIRE_ELICITATION: '0', T_CONFIRM: 'ask' }, { confirm: 'ask' }],
    [{ T_READ_ONLY: '1' }, { readOnly: true }],
    [{ T_READ_ONLY: 'true' }, { readOnly: true }],
    [{ T_READ_ONLY: '0' }, { readOnly: false }],
    [{ T_READ_ONLY: 'false' }, { readOnly: false }],
    [{ T_TIMEOUT_MS: '1' }, { timeoutMs: 1 }],
    [{ T_TIMEOUT_MS: '999999999' }, { timeoutMs: 999_999_999 }],
    [{ T_ASK_TIMEOUT_MS: '1000' }, { askTimeoutMs: 1000 }],
    [{ T_LANG: 'es' }, { language: 'es' }],
    [{ T_LOG_LEVEL: 'debug' }, { logLevel: 'debug' }],
    [{ T_LOG_FORMAT: 'json' }, { logFormat: 'json' }],
    [
      { T_TRUSTED_ORIGINS: ' https://a.example/x , ,http://b.example:8080' },
      { trustedOrigins: ['https://a.example', 'http://b.example:8080'] },
    ],
  ];
  it.each(table)('%j', (environment, want) => expect(read(environment)).toEqual({ ...DEFAULTS, ...want }));
});

describe('bad values stop the start', () => {
  const table: [environment: Record<string, string>, message: string][] = [
    [{ T_BASE_URL: 'api.example.com' }, 'T_BASE_URL must be an http or https URL'],
    [{ T_BASE_URL: '/v1' }, 'T_BASE_URL must be an http or https URL'],
    [{ T_BASE_URL: 'ftp://api.example.com' }, 'T_BASE_URL must be an http or https URL'],
    [{ T_BASE_URL: 'javascript:alert(1)' }, 'T_BASE_URL must be an http or https URL'],
    [{ T_BASE_URL: 'https://ana:hunter2@api.example.com' }, 'T_BASE_URL must hold no credentials, query or fragment'],
    [{ T_BASE_URL: 'https://:hunter2@api.example.com' }, 'T_BASE_URL must hold no credentials, query or fragment'],
    [{ T_BASE_URL: 'https://api.example.com/?key=hunter2' }, 'T_BASE_URL must hold no credentials, query or fragment'],
    [{ T_BASE_URL: 'https://api.example.com/#x' }, 'T_BASE_URL must hold no credentials, query or fragment'],
    [{ T_JOURNAL_MAX_MB: '0' }, 'T_JOURNAL_MAX_MB must be a whole number from 1 to 1000'],
    [{ T_JOURNAL_MAX_MB: '1001' }, 'T_JOURNAL_MAX_MB must be a whole number from 1 to 1000'],
    [{ T_JOURNAL_KEEP_DAYS: '1.5' }, 'T_JOURNAL_KEEP_DAYS must be a whole number from 1 to 36500'],
    [{ T_MAX_RPS: 'fast' }, 'T_MAX_RPS must be a number of requests in a second, such as 5 or 0.5'],
    [{ T_MAX_RPS: '0' }, 'T_MAX_RPS must be more than 0'],
    [{ T_CONFIRM: 'none' }, 'T_CONFIRM must be one of flag, ask, strict'],
    [{ T_CONFIRM: 'Flag' }, 'T_CONFIRM must be one of flag, ask, strict'],
    [{ T_CONFIRM: '${user_config.confirm}' }, 'T_CONFIRM must be one of flag, ask, strict'],
    [{ T_REQUIRE_ELICITATION: '${user_config.x}' }, 'T_REQUIRE_ELICITATION must be one of 0, 1, true, false'],
    [{ T_READ_ONLY: '${user_config.read_only}' }, 'T_READ_ONLY must be one of 0, 1, true, false'],
    [{ T_REQUIRE_ELICITATION: 'yes' }, 'T_REQUIRE_ELICITATION must be one of 0, 1, true, false'],
    [{ T_READ_ONLY: 'yes' }, 'T_READ_ONLY must be one of 0, 1, true, false'],
    [{ T_READ_ONLY: ' 1' }, 'T_READ_ONLY must be one of 0, 1, true, false'],
    [{ T_TIMEOUT_MS: '0' }, 'T_TIMEOUT_MS must be a whole number of milliseconds'],
    [{ T_TIMEOUT_MS: '-1' }, 'T_TIMEOUT_MS must be a whole number of milliseconds'],
    [{ T_TIMEOUT_MS: '30s' }, 'T_TIMEOUT_MS must be a whole number of milliseconds'],
    [{ T_TIMEOUT_MS: '1e3' }, 'T_TIMEOUT_MS must be a whole number of milliseconds'],
    [{ T_TIMEOUT_MS: '9999999999' }, 'T_TIMEOUT_MS must be a whole number of milliseconds'],
    [{ T_ASK_TIMEOUT_MS: 'never' }, 'T_ASK_TIMEOUT_MS must be a whole number of milliseconds'],
    [{ T_LANG: 'fr' }, 'T_LANG must be one of en, es'],
    [{ T_LOG_LEVEL: 'loud' }, 'T_LOG_LEVEL must be one of error, warn, info, debug'],
    [{ T_TRUSTED_ORIGINS: 'https://a.example,nonsense' }, 'T_TRUSTED_ORIGINS must be an http or https URL'],
    [{ T_API_KEY: 'hunter2\r' }, 'T_API_KEY holds a control character or a line break'],
    [{ T_AUTH_MAIN: 'hunter2\nX: y' }, 'T_AUTH_MAIN holds a control character or a line break'],
    [{ T_API_KEY_FILE: 'hunter2' }, 'T_API_KEY_FILE must be the path of a file that can be read (ENOENT)'],
    [{ T_TOKEN_FILE: '/run/empty' }, 'T_TOKEN_FILE names a file that is empty'],
    [{ T_AUTH_MAIN_FILE: '/run/two' }, 'T_AUTH_MAIN_FILE holds a control character or a line break'],
  ];
  it.each(table)('%j', (environment, message) => {
    const error = (() => {
      try {
        return read(environment);
      } catch (thrown) {
        return thrown;
      }
    })();
    expect(error).toBeInstanceOf(SettingsError);
    expect(error).toMatchObject({ message, code: 'bad_setting', name: 'SettingsError' });
    expect(message).not.toContain('hunter2');
  });
});

describe('credentials', () => {
  const table: [environment: Record<string, string>, want: object][] = [
    [{ T_API_KEY: 'k' }, { apiKey: 'k', schemes: {} }],
    [
      { T_TOKEN: 't', T_USERNAME: 'u', T_PASSWORD: 'p', T_CLIENT_ID: 'i', T_CLIENT_SECRET: 's' },
      { token: 't', username: 'u', password: 'p', clientId: 'i', clientSecret: 's', schemes: {} },
    ],
    [{ T_AUTH_MAIN: 'a', T_AUTH_X_Y: 'b' }, { schemes: { MAIN: 'a', X_Y: 'b' } }],
    [{ T_API_KEY_FILE: '/run/key' }, { apiKey: 'from-file', schemes: {} }],
    [{ T_API_KEY_FILE: '/run/crlf' }, { apiKey: 'from-file', schemes: {} }],
    [{ T_AUTH_MAIN_FILE: '/run/key' }, { schemes: { MAIN: 'from-file' } }],
    // The file wins, in whatever order the environment has them.
    [
      { T_API_KEY: 'k', T_API_KEY_FILE: '/run/key' },
      { apiKey: 'from-file', schemes: {} },
    ],
    [
      { T_API_KEY_FILE: '/run/key', T_API_KEY: 'k' },
      { apiKey: 'from-file', schemes: {} },
    ],
    // A scheme may be called `file`.
    [{ T_AUTH_FILE: 'a' }, { schemes: { FILE: 'a' } }],
  ];
  it.each(table)('%j', (environment, credentials) => expect(read(environment)).toEqual({ ...DEFAULTS, credentials }));

  it('keeps a scheme of any name as an own property', () => {
    const { schemes } = read({ T_AUTH___proto__: 'a', T_AUTH_CONSTRUCTOR: 'b' }).credentials;
    expect(Object.entries(schemes)).toEqual([
      ['__proto__', 'a'],
      ['CONSTRUCTOR', 'b'],
    ]);
    expect({}).not.toHaveProperty('a');
  });
});

describe('names', () => {
  it.each([
    ['nuntius', 'NUNTIUS'],
    ['my-api', 'MY_API'],
    ['a1', 'A1'],
  ])('%s is %s', (prefix, want) => expect(settingsPrefix(prefix)).toBe(want));

  it('reports those that nobody reads', () => {
    const environment = {
      T_READONLY: '1',
      T_BASE_URL_FILE: '/x',
      T_CONFIRM_FILE: '/x',
      T_AUTH_: 'x',
      T_API_KEY: 'x',
      T_API_KEY_FILE: 'x',
      T_AUTH_MAIN_FILE: 'x',
      T_JOURNAL: 'off',
      T_CONFIRM: 'flag',
      TT_X: '1',
      PATH: '/bin',
    };
    expect(unknownSettings('t', environment)).toEqual(['T_READONLY', 'T_BASE_URL_FILE', 'T_CONFIRM_FILE', 'T_AUTH_']);
  });
});
