/**
 * The one module that calls fetch: one request out, one answer in. No retry, no redirect, no decision.
 * openapi-fetch builds the request from what was planned, byte for byte; nothing of the MCP client's request gets here.
 */
import createClient from 'openapi-fetch';
import { type Answer, BrokenAnswer, type ExchangeLimits, type Outgoing } from './exchange.ts';
import { readBody } from './read-body.ts';

/** Paths are not known to the type system here: the catalogue's compile-time proof is in src/generated. */
type AnyPaths = Record<string, Record<string, never>>;

/** What openapi-fetch makes of a request, kept as fetch takes it: a `Request` would be made here, and again by fetch. */
class Prepared {
  readonly url: string;
  readonly init: RequestInit;
  constructor(url: string, init: RequestInit) {
    this.url = url;
    this.init = init;
  }
}

/** openapi-fetch reads error bodies whole and as UTF-8; so the answer is read here, capped and as bytes, and it is told of none. */
const NOTHING_TO_READ = { status: 204, ok: true, headers: new Map() } as unknown as Response;

// Everything is serialised already: each serializer hands over what it is given.
const client = createClient<AnyPaths>({
  Request: Prepared as unknown as typeof Request,
  pathSerializer: (path) => path,
  querySerializer: () => '',
  bodySerializer: (body) => body,
});

/** fetch wanted to send the request again: the API had answered 421, which nothing else makes it do without being told. */
class SentAgain extends Error {}
const MISDIRECTED: Answer = { status: 421, headers: [], body: new Uint8Array(), truncated: false };

/**
 * fetch sends a request once more by itself where the answer is 421 (Fetch, 4.6, HTTP-network-or-cache fetch): a write would
 * be done twice. Through this it leaves once.
 * @returns undefined where this Node keeps its dispatcher elsewhere: then nothing could hold fetch back
 */
function onceOnly(): { dispatch(options: unknown, handler: unknown): boolean } | undefined {
  // Node sets it when it loads fetch, which this does.
  void globalThis.Response;
  const all = (globalThis as Record<symbol, unknown>)[Symbol.for('undici.globalDispatcher.1')] as
    | { dispatch(options: unknown, handler: unknown): boolean }
    | undefined;
  if (all === undefined) return undefined;
  let sent = false;
  return {
    dispatch(options, handler) {
      if (sent) throw new SentAgain();
      sent = true;
      return all.dispatch(options, handler);
    },
  };
}

/**
 * @returns the answer, its body decompressed and cut at `maxBytes`; redirects come back as answers
 * @throws the connection's error, or the signal's reason, where no answer began; BrokenAnswer where one had
 */
export async function exchange(request: Outgoing, limits: ExchangeLimits): Promise<Answer> {
  limits.signal.throwIfAborted();
  const dispatcher = onceOnly();
  if (dispatcher === undefined || (request.body !== undefined && /^(GET|HEAD)$/.test(request.method))) {
    const { exchangeByNode } = await import('./get-with-body.ts');
    return exchangeByNode(request, limits);
  }
  let answer: Answer | undefined;
  await client.request(
    request.method.toLowerCase() as never,
    request.url.href as never,
    {
      headers: Object.fromEntries(request.headers),
      body: request.body as never,
      redirect: 'manual',
      signal: limits.signal,
      fetch: async ({ url, init }: Prepared) => {
        answer = await fetchOnce(url, { ...init, dispatcher } as RequestInit, limits);
        return NOTHING_TO_READ;
      },
    } as never,
  );
  if (answer === undefined) throw new Error('no answer');
  return answer;
}

async function fetchOnce(url: string, init: RequestInit, limits: ExchangeLimits): Promise<Answer> {
  let response: Response;
  try {
    response = await globalThis.fetch(url, init);
  } catch (error) {
    if (error instanceof Error && error.cause instanceof SentAgain) return MISDIRECTED;
    throw error;
  }
  return read(response, limits);
}

async function read(response: Response, limits: ExchangeLimits): Promise<Answer> {
  try {
    const whole = isSmall(response.headers)
      ? { body: new Uint8Array(await response.arrayBuffer()), truncated: false }
      : await readBody(response.body as AsyncIterable<Uint8Array> | null, limits.maxBytes);
    return { status: response.status, headers: [...response.headers], ...whole };
  } catch (error) {
    throw new BrokenAnswer(response.status, limits.signal.aborted ? limits.signal.reason : error);
  }
}

/** Its length is known and nothing is decompressed: it can be taken in one piece. fetch holds the answer to its length. */
function isSmall(headers: Headers): boolean {
  const length = headers.get('content-length');
  return length !== null && /^\d{1,5}$/.test(length) && headers.get('content-encoding') === null;
}
