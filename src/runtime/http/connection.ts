/**
 * One request out, one answer in, over node:http and node:https: no retry, no redirect, no decision. Not `fetch`: that sends a
 * request again by itself after 421 (Fetch, 4.6), refuses a GET with a body, and costs twice the time and memory.
 */
import http from 'node:http';
import https from 'node:https';
import { decompressed } from './decompress.ts';
import { type Answer, BrokenAnswer, type ExchangeLimits, NotConnected, type Outgoing, Unwritable } from './exchange.ts';
import { readBody } from './read-body.ts';

const CONNECT_MS = 10_000;

/**
 * @returns the answer, its body decompressed and cut at `maxBytes`; redirects come back as answers
 * @throws Unwritable or NotConnected where nothing can have left; the connection's error, or the signal's reason, where no answer began;
 *   BrokenAnswer where one had
 */
export async function exchangeOnce(request: Outgoing, { signal, maxBytes }: ExchangeLimits): Promise<Answer> {
  signal.throwIfAborted();
  const outgoing = prepare(request);
  let stop = () => void outgoing.destroy(signal.reason);
  const abort = () => stop();
  signal.addEventListener('abort', abort, { once: true });
  try {
    const response = await begin(outgoing, request, signal);
    const status = response.statusCode ?? 0;
    const headers = headersOf(response);
    const body = decompressed(response, headers, request.method);
    stop = () => void body.destroy(signal.reason);
    try {
      return { status, headers, ...(await readBody(body, maxBytes)) };
    } catch (error) {
      throw new BrokenAnswer(status, signal.aborted ? signal.reason : error);
    } finally {
      response.destroy();
    }
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

/** Made, and not begun to be sent. @throws Unwritable */
function prepare({ method, url, headers, body }: Outgoing): http.ClientRequest {
  const protocol = url.protocol === 'https:' ? 'https:' : 'http:';
  // Node's own agents keep connections, and go through the proxy that Node was told of (`NODE_USE_ENV_PROXY`, Node 24).
  const kept = protocol === 'https:' ? https.globalAgent : http.globalAgent;
  // A kept connection may be closed by the API just as it is used, and then nobody knows whether a write was done.
  const agent = /^(GET|HEAD|QUERY)$/.test(method) ? kept : single(kept, protocol);
  try {
    const outgoing = (protocol === 'https:' ? https : http).request(url, {
      method,
      headers: { 'accept-encoding': 'gzip, br', ...Object.fromEntries(headers) },
      agent,
    });
    if (body !== undefined) outgoing.setHeader('content-length', Buffer.byteLength(body));
    return outgoing;
  } catch (error) {
    throw new Unwritable(error);
  }
}

function single(agent: http.Agent, protocol: 'http:' | 'https:'): http.Agent {
  const { options } = agent as http.Agent & { options?: http.AgentOptions };
  return new (protocol === 'https:' ? https : http).Agent({ ...options, keepAlive: false });
}

function begin(
  outgoing: http.ClientRequest,
  { url, body }: Outgoing,
  signal: AbortSignal,
): Promise<http.IncomingMessage> {
  return new Promise((resolve, reject) => {
    let connected = false;
    outgoing.on('socket', (socket) => {
      connected = !socket.connecting;
      if (connected) return;
      const timer = setTimeout(() => outgoing.destroy(new Error('no connection in time')), CONNECT_MS);
      socket.once(url.protocol === 'https:' ? 'secureConnect' : 'connect', () => {
        connected = true;
        clearTimeout(timer);
      });
      outgoing.once('close', () => clearTimeout(timer));
    });
    outgoing.on('response', resolve);
    outgoing.on('error', (error) => {
      if (signal.aborted) reject(signal.reason);
      else reject(connected ? error : new NotConnected(error));
    });
    // Where the API answers with another protocol, or with nothing.
    outgoing.on('close', () => reject(signal.aborted ? signal.reason : new Error('the connection closed')));
    outgoing.end(body);
  });
}

function headersOf({ rawHeaders }: http.IncomingMessage): [string, string][] {
  const headers: [string, string][] = [];
  for (let i = 0; i + 1 < rawHeaders.length; i += 2)
    headers.push([(rawHeaders[i] ?? '').toLowerCase(), rawHeaders[i + 1] ?? '']);
  return headers;
}
