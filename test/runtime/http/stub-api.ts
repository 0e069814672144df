import http from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

/** One request as it arrived, byte for byte. */
export interface Arrived {
  method: string;
  target: string;
  headers: http.IncomingHttpHeaders;
  rawHeaders: string[];
  body: Buffer;
}

export type Reply = (request: Arrived, response: http.ServerResponse, socket: Socket) => void;

export interface StubApi extends AsyncDisposable {
  url: URL;
  arrived: Arrived[];
}

/** A real server on loopback that answers the n-th request with the n-th reply, and from then on with the last. */
export async function stubApi(...replies: Reply[]): Promise<StubApi> {
  const arrived: Arrived[] = [];
  const server = http.createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('error', () => {});
    request.on('end', () => {
      const { method = '', url = '', headers, rawHeaders } = request;
      const one = { method, target: url, headers, rawHeaders, body: Buffer.concat(chunks) };
      const reply = replies[Math.min(arrived.length, replies.length - 1)] ?? json(200, {});
      arrived.push(one);
      reply(one, response, request.socket);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { url, arrived, [Symbol.asyncDispose]: close };
}

export function json(status: number, body: unknown, headers: http.OutgoingHttpHeaders = {}): Reply {
  return (_, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  };
}

/** Reads the request, then drops the connection. */
export const drop: Reply = (_request, _response, socket) => {
  socket.destroy();
};

/** Reads the request, then says nothing. */
export const silence: Reply = () => {};

/** Begins to answer, then drops the connection. */
export const half: Reply = (_request, response, socket) => {
  response.writeHead(201, { 'content-type': 'application/json', 'content-length': '100' });
  response.write('{"id":');
  setTimeout(() => socket.destroy(), 20);
};
