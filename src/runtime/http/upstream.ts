/**
 * The API behind, as the rest of the runtime sees it: a planned request in, what became of it out.
 * `check` says before the gate what would be refused; `send` puts the server, the credentials and the body's bytes on.
 */
import type { Tool } from '../../catalogue/index.ts';
import type { PlannedBody, PlannedRequest } from '../request/planned-request.ts';
import { RequestError } from '../request/request-error.ts';
import { type Credentials, settingsPrefix } from '../settings.ts';
import { AccessTokenError, AccessTokens } from './access-token.ts';
import { conceal } from './conceal.ts';
import {
  applyCredentials,
  type ChosenCredential,
  chooseCredentials,
  type SecuritySchemes,
  secretsOf,
} from './credentials.ts';
import type { ExchangeReport, Outgoing } from './exchange.ts';
import { multipartBytes } from './multipart.ts';
import { Pace } from './pace.ts';
import { send } from './send.ts';
import type { SendResult } from './send-result.ts';
import { requestUrl } from './server-url.ts';

export interface UpstreamSettings {
  /** Names the settings in messages: `nuntius` → `NUNTIUS_API_KEY`. */
  prefix: string;
  baseUrl: URL;
  securitySchemes: SecuritySchemes;
  credentials: Credentials;
  /** Origins besides the base URL's that get credentials (`_TRUSTED_ORIGINS`). */
  trustedOrigins: readonly string[];
  /** Milliseconds for a whole call. */
  timeoutMs: number;
  /** Most requests in a second. */
  maxRps?: number;
  /** Most bytes of an answer that are read. */
  maxBytes?: number;
  /** Told of every request when it is over. */
  onExchange?: (report: ExchangeReport) => void;
  /** This program's version, for `User-Agent: nuntius-mcp/<version>`. */
  version: string;
}

export interface Upstream {
  /**
   * Where the request would go; sends nothing.
   * @throws RequestError unsafe_url | missing_credentials | untrusted_origin
   */
  check(tool: Tool, planned: PlannedRequest): URL;
  /**
   * Sends the request as it was planned. Never throws for what the network or the API does. The answer is without secrets.
   * @throws RequestError as `check`, and unsafe_credentials; nothing has left then
   */
  send(tool: Tool, planned: PlannedRequest, options?: { signal?: AbortSignal }): Promise<SendResult>;
}

export function createUpstream(settings: UpstreamSettings): Upstream {
  const userAgent = `nuntius-mcp/${settings.version}`;
  const pace = new Pace(settings.maxRps);
  const tokens = new AccessTokens(settings.baseUrl, userAgent);
  const configured = secretsOf(settings.credentials);

  function target(tool: Tool, planned: PlannedRequest): { url: URL; chosen: ChosenCredential[] } {
    const { baseUrl, trustedOrigins, securitySchemes, credentials, prefix } = settings;
    const { url, credentialsAllowed } = requestUrl(baseUrl, tool, planned, trustedOrigins);
    if (credentialsAllowed)
      return { url, chosen: chooseCredentials(tool.security, securitySchemes, credentials, prefix) };
    if (tool.security === undefined || tool.security.some((s) => Object.keys(s).length === 0))
      return { url, chosen: [] };
    throw new RequestError(
      'untrusted_origin',
      `${tool.name} goes to ${url.origin}, which is not the API's own origin, and needs credentials. If that server may have ` +
        `them, add ${url.origin} to ${settingsPrefix(prefix)}_TRUSTED_ORIGINS.`,
    );
  }

  return {
    check: (tool, planned) => target(tool, planned).url,
    async send(tool, planned, { signal } = {}) {
      const { url, chosen } = target(tool, planned);
      const bare = outgoing(planned, url, userAgent);
      const client = chosen.find((c) => c.kind === 'client');
      let request: Outgoing;
      try {
        request = await applyCredentials(bare, chosen, (c) => tokens.get(c));
      } catch (error) {
        if (error instanceof AccessTokenError)
          return { kind: 'failed', code: 'no_access_token', message: error.message };
        throw error;
      }
      const refused = request.headers.find(([name]) => name === 'authorization')?.[1].slice('Bearer '.length) ?? '';
      const secrets = [...configured, refused];
      const reauthorize = async (): Promise<Outgoing | undefined> => {
        if (client) await tokens.forget(client, refused);
        return applyCredentials(bare, chosen, async (c) => {
          const token = await tokens.get(c);
          secrets.push(token);
          return token;
        });
      };
      const sent = await send(request, {
        type: tool.type,
        timeoutMs: settings.timeoutMs,
        pace,
        ...(settings.maxBytes === undefined ? {} : { maxBytes: settings.maxBytes }),
        ...(signal ? { signal } : {}),
        ...(settings.onExchange === undefined ? {} : { onExchange: settings.onExchange }),
        ...(client ? { reauthorize } : {}),
      });
      return conceal(sent, secrets);
    },
  };
}

function outgoing(planned: PlannedRequest, url: URL, userAgent: string): Outgoing {
  const headers = new Map(planned.headers);
  if (!headers.has('user-agent')) headers.set('user-agent', userAgent);
  const { method, body } = planned;
  if (body?.kind === 'multipart') {
    const { boundary, bytes } = multipartBytes(body.parts);
    headers.set('content-type', `${headers.get('content-type')}; boundary=${boundary}`);
    return { method, url, headers: [...headers], body: bytes };
  }
  return { method, url, headers: [...headers], ...(body === undefined ? {} : { body: raw(body) }) };
}

function raw(body: Exclude<PlannedBody, { kind: 'multipart' }>): string | Uint8Array {
  return body.kind === 'binary' ? body.bytes : body.text;
}
