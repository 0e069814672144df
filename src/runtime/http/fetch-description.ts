/** An API description by URL (`--spec https://…`) → its bytes. Capped in size and time, redirected within its origin only. */
import { isConfidential } from './access-token.ts';
import { send } from './send.ts';
import type { SendResult } from './send-result.ts';

export interface FetchLimits {
  /** Default 50 MB. */
  maxBytes?: number;
  /** Milliseconds for everything. Default 30 s. */
  timeoutMs?: number;
  signal?: AbortSignal;
}

/** The description could not be fetched. The message is one line: what happened and what to do. */
class FetchDescriptionError extends Error {
  override readonly name = 'FetchDescriptionError';
  constructor(
    readonly code: 'unsupported_url' | 'unreachable' | 'bad_status' | 'too_large',
    message: string,
  ) {
    super(message);
  }
}

/**
 * @param address https, or http on this machine (loopback); no user name or password in it
 * @returns `url`: the address that answered
 * @throws FetchDescriptionError
 */
export async function fetchDescription(
  address: string,
  limits: FetchLimits = {},
): Promise<{ bytes: Uint8Array; url: string }> {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (!url || !isConfidential(url) || url.username !== '' || url.password !== '') {
    throw new FetchDescriptionError(
      'unsupported_url',
      'A description is fetched from https only. Give an https URL or a file.',
    );
  }
  url.hash = '';
  const { maxBytes = 50_000_000, timeoutMs = 30_000, signal } = limits;
  const headers: [string, string][] = [
    ['accept', 'application/json, application/yaml, text/yaml, text/plain;q=0.9, */*;q=0.8'],
    ['user-agent', 'nuntius-mcp'],
  ];
  const options = { type: 'Lectura' as const, timeoutMs, maxBytes, ...(signal ? { signal } : {}) };
  const result: SendResult = await send({ method: 'GET', url, headers }, options);
  const where = `${url.origin}${url.pathname}`;
  if (result.kind !== 'response')
    throw new FetchDescriptionError('unreachable', `${where} could not be fetched. ${result.message}`);
  if (result.redirect) {
    const message = `${where} points elsewhere (HTTP ${result.status}), which is not followed. Give the address it points to.`;
    throw new FetchDescriptionError('bad_status', message);
  }
  if (result.status !== 200)
    throw new FetchDescriptionError('bad_status', `${where} answered HTTP ${result.status}. Check the address.`);
  if (result.truncated) {
    throw new FetchDescriptionError(
      'too_large',
      `${where} is larger than ${maxBytes} bytes. Save it to a file and give that.`,
    );
  }
  return { bytes: result.body, url: result.url };
}
