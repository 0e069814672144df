/**
 * OAuth 2.0 client credentials (RFC 6749, 4.4) → an access token: fetched when it is first needed, kept until shortly
 * before it expires, fetched once for all calls that wait for it. The secret goes to the token URL and nowhere else.
 */
import { exchange } from './client.ts';
import type { ChosenCredential } from './credentials.ts';
import type { Answer } from './exchange.ts';
import { failure } from './send-result.ts';

type Client = Extract<ChosenCredential, { kind: 'client' }>;

/** No token could be had. The message names the setting and the token server's word for why (`invalid_client`). */
export class AccessTokenError extends Error {
  override readonly name = 'AccessTokenError';
  readonly code = 'no_access_token';
}

const TIMEOUT_MS = 20_000;
const MAX_BYTES = 100_000;
/** A token without `expires_in` (RFC 6749 only recommends it) is kept so long. */
const DEFAULT_LIFE_S = 300;

export class AccessTokens {
  readonly #kept = new Map<string, { token: Promise<string>; until: number }>();

  /** @param base the API's base URL: a relative token URL is below it */
  constructor(
    readonly base: URL,
    readonly userAgent: string,
  ) {}

  /** @throws AccessTokenError */
  get(client: Client): Promise<string> {
    const key = keyOf(client);
    const kept = this.#kept.get(key);
    if (kept && kept.until > performance.now()) return kept.token;
    const entry = { token: Promise.resolve(''), until: Number.POSITIVE_INFINITY };
    entry.token = this.#fetch(client).then(
      ({ token, life }) => {
        // A tenth of its life early, at most a minute: clocks differ and requests take time.
        entry.until = performance.now() + (life - Math.min(60, life / 10)) * 1000;
        return token;
      },
      (error) => {
        if (this.#kept.get(key) === entry) this.#kept.delete(key);
        throw error;
      },
    );
    this.#kept.set(key, entry);
    return entry.token;
  }

  /** Forgets a token that the API refused. One that another call has fetched since is kept. */
  async forget(client: Client, token: string): Promise<void> {
    const kept = this.#kept.get(keyOf(client));
    if (kept && (await kept.token.catch(() => undefined)) === token && this.#kept.get(keyOf(client)) === kept) {
      this.#kept.delete(keyOf(client));
    }
  }

  async #fetch(client: Client): Promise<{ token: string; life: number }> {
    const url = tokenUrl(client.tokenUrl, this.base);
    let answer = await this.#ask(url, client, 'basic');
    // RFC 6749 makes Basic the way that every server takes; some take only the body's fields, and say so with a 400 or 401.
    if (answer.status === 400 || answer.status === 401) answer = await this.#ask(url, client, 'body');
    const fields = parse(answer.body);
    const token = fields.access_token;
    if (answer.status >= 200 && answer.status < 300 && typeof token === 'string' && /^[\x21-\x7E]+$/.test(token)) {
      const life = Number(fields.expires_in);
      return { token, life: Number.isFinite(life) && life > 0 ? life : DEFAULT_LIFE_S };
    }
    const code = typeof fields.error === 'string' && /^[\w.-]{1,60}$/.test(fields.error) ? ` ${fields.error}` : '';
    throw new AccessTokenError(
      `The token server at ${url.origin} gave no access token (HTTP ${answer.status}${code}). Check ${client.setting} and its secret.`,
    );
  }

  async #ask(url: URL, client: Client, way: 'basic' | 'body'): Promise<Answer> {
    const form = new URLSearchParams({ grant_type: 'client_credentials' });
    if (client.scopes.length > 0) form.set('scope', client.scopes.join(' '));
    const headers: [string, string][] = [
      ['accept', 'application/json'],
      ['content-type', 'application/x-www-form-urlencoded'],
      ['user-agent', this.userAgent],
    ];
    if (way === 'basic') {
      const pair = [client.clientId, client.clientSecret].map((part) =>
        new URLSearchParams([['', part]]).toString().slice(1),
      );
      headers.push(['authorization', `Basic ${Buffer.from(pair.join(':')).toString('base64')}`]);
    } else {
      form.set('client_id', client.clientId);
      form.set('client_secret', client.clientSecret);
    }
    try {
      // Redirects are answers to this client: the secret never follows one.
      const limits = { signal: AbortSignal.timeout(TIMEOUT_MS), maxBytes: MAX_BYTES };
      return await exchange({ method: 'POST', url, headers, body: form.toString() }, limits);
    } catch (error) {
      const { message } = failure(error, 'Lectura');
      throw new AccessTokenError(`The token server at ${url.origin} could not be asked. ${message}`);
    }
  }
}

/** A token URL must be https, or http on this machine. @throws AccessTokenError */
function tokenUrl(text: string, base: URL): URL {
  const url = URL.canParse(text, base.href) ? new URL(text, base) : undefined;
  if (url && url.username === '' && url.password === '' && isConfidential(url)) return url;
  throw new AccessTokenError(
    'The token URL of the description is no https URL, so the client secret is not sent there.',
  );
}

/** Whether what is sent there stays unread on the way: https, or this machine (loopback). */
export function isConfidential(url: URL): boolean {
  if (url.protocol === 'https:') return true;
  return url.protocol === 'http:' && /^(localhost|127(\.\d+){3}|\[::1\])$/.test(url.hostname);
}

function keyOf(client: Client): string {
  return JSON.stringify([client.tokenUrl, client.clientId, client.clientSecret, client.scopes]);
}

function parse(body: Uint8Array): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(body));
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
