/**
 * The API's client: openapi-fetch, which builds the request from what was planned, byte for byte, over one connection.
 * Nothing of the MCP client's request gets here.
 */
import createClient from 'openapi-fetch';
import { exchangeOnce } from './connection.ts';
import { type Answer, type ExchangeLimits, type Outgoing, Unwritable } from './exchange.ts';

/** Paths are not known to the type system here: the catalogue's compile-time proof is in src/generated. */
type AnyPaths = Record<string, Record<string, never>>;

/** What openapi-fetch makes of a request, kept as it is: a `Request` would only be taken apart again. */
class Prepared {
  constructor(
    readonly url: string,
    readonly init: { method?: string; headers: Headers; body?: string | Uint8Array },
  ) {}
}

/** openapi-fetch reads error bodies whole and as UTF-8; so it makes the request alone, and is told of no answer. */
const NOTHING_TO_READ = { status: 204, ok: true, headers: new Map() } as unknown as Response;

// Everything is serialised already: each serializer hands over what it is given.
const client = createClient<AnyPaths>({
  Request: Prepared as unknown as typeof Request,
  pathSerializer: (path) => path,
  querySerializer: () => '',
  bodySerializer: (body) => body,
});

/**
 * @returns the answer, its body decompressed and cut at `maxBytes`; redirects come back as answers
 * @throws Unwritable, and what `exchangeOnce` throws
 */
export async function exchange(request: Outgoing, limits: ExchangeLimits): Promise<Answer> {
  return exchangeOnce(await prepared(request), limits);
}

/** @throws Unwritable where a header holds what none may hold */
async function prepared(request: Outgoing): Promise<Outgoing> {
  let made: Outgoing | undefined;
  try {
    await client.request(
      request.method.toLowerCase() as never,
      request.url.href as never,
      {
        headers: Object.fromEntries(request.headers),
        body: request.body as never,
        fetch: async ({ url, init: { method = 'GET', headers, body } }: Prepared) => {
          const sent = { method, url: url === request.url.href ? request.url : new URL(url), headers: [...headers] };
          made = body === undefined ? sent : { ...sent, body };
          return NOTHING_TO_READ;
        },
      } as never,
    );
  } catch (error) {
    throw new Unwritable(error);
  }
  return made ?? request;
}
