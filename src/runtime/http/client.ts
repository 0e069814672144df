/**
 * The one module that calls fetch: one request out, one answer in. No retry, no redirect, no decision.
 * openapi-fetch builds the request from what was planned, byte for byte; nothing of the MCP client's request gets here.
 */
import createClient from 'openapi-fetch';
import { type Answer, BrokenAnswer, type ExchangeLimits, type Outgoing } from './exchange.ts';
import { readBody } from './read-body.ts';

/** Paths are not known to the type system here: the catalogue's compile-time proof is in src/generated. */
type AnyPaths = Record<string, Record<string, never>>;

// Everything is serialised already: each serializer hands over what it is given.
const client = createClient<AnyPaths>({
  pathSerializer: (path) => path,
  querySerializer: () => '',
  bodySerializer: (body) => body,
});

/**
 * @returns the answer, its body decompressed and cut at `maxBytes`; redirects come back as answers
 * @throws the connection's error, or the signal's reason, where no answer began; BrokenAnswer where one had
 */
export async function exchange(request: Outgoing, limits: ExchangeLimits): Promise<Answer> {
  limits.signal.throwIfAborted();
  if (request.body !== undefined && (request.method === 'GET' || request.method === 'HEAD')) {
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
      // openapi-fetch reads error bodies whole and as UTF-8; so the answer is read here, capped and as bytes, and it is
      // given an empty one.
      fetch: async (input: Request) => {
        answer = await read(await globalThis.fetch(input), limits);
        return new Response(null, { status: 204 });
      },
    } as never,
  );
  if (answer === undefined) throw new Error('no answer');
  return answer;
}

async function read(response: Response, limits: ExchangeLimits): Promise<Answer> {
  try {
    const body = await readBody(response.body as AsyncIterable<Uint8Array> | null, limits.maxBytes);
    return { status: response.status, headers: [...response.headers], ...body };
  } catch (error) {
    throw new BrokenAnswer(response.status, limits.signal.aborted ? limits.signal.reason : error);
  }
}
