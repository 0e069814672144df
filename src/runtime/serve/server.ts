/** The MCP server: `initialize` or `server/discover`, `tools/list`, `tools/call`, the guide. One instance serves one connection, of either era. */
import { CLIENT_INFO_META_KEY, Server, type ServerContext } from '@modelcontextprotocol/server';
import type { CallReport } from '../call-report.ts';
import { refused } from '../results.ts';
import { listedTools, type Service } from '../service.ts';
import { traceparentOf } from '../trace.ts';
import { WORDS } from '../words.ts';
import { askingOf, inputRequiredResult } from './asking.ts';
import { serveGuide } from './guide.ts';
import { instructions } from './instructions.ts';
import { listedTool } from './listed-tool.ts';
import { serveLogging } from './logging.ts';

export interface ServeOptions {
  version: string;
  /** How long a form waits for the person, in milliseconds. */
  askTimeoutMs: number;
  /** Told of what no client can be told. */
  onError(error: unknown): void;
  /** Told of each call when it is over. */
  onCall(report: CallReport): void;
}

/** Makes the servers of a process: what does not depend on the connection is made once. */
export function serverFactory(
  service: Service,
  { version, askTimeoutMs, onError, onCall }: ServeOptions,
): () => Server {
  const tools = listedTools(service).map((tool) => listedTool(tool, service.mode));
  const text = instructions(service.catalogue, service.mode, service.discover);
  const words = WORDS[service.language];
  let connections = 0;
  return () => {
    const caller = `connection ${++connections}`;
    const server = new Server(
      { name: 'nuntius-mcp', version },
      { capabilities: { tools: {}, resources: {}, logging: {} }, instructions: text },
    );
    const logging = serveLogging(server);
    server.setRequestHandler('tools/list', () => ({ tools }) as never);
    server.setRequestHandler('tools/call', async ({ params }, context) => {
      try {
        const asking = askingOf(server, context, { words, timeoutMs: askTimeoutMs });
        const { signal } = context.mcpReq;
        const client = clientName(server, context);
        const outcome = await service.call(params.name, params.arguments ?? {}, {
          caller,
          client,
          asking,
          signal,
          traceparent: traceparentOf(context.mcpReq._meta),
          report(report) {
            onCall(report);
            logging.tell(context, report);
          },
        });
        return outcome.kind === 'ask' ? inputRequiredResult(outcome.question, outcome.state, words) : outcome.result;
      } catch (error) {
        // A fault of our own is a tool error too: the client gets an answer, the log gets the fault.
        onError(error);
        return refused({
          error: 'internal_error',
          message: 'nuntius-mcp failed on this call. Its log says why.',
        });
      }
    });
    serveGuide(server, service);
    server.onerror = onError;
    return server;
  };
}

/** What the client calls itself, on the connection or (2026-07-28) on the request: its own word. */
function clientName(server: Server, { mcpReq }: ServerContext): string {
  const info: unknown =
    mcpReq.envelope === undefined
      ? server.getClientVersion()
      : (mcpReq.envelope as Record<string, unknown>)[CLIENT_INFO_META_KEY];
  const { name, version } = (typeof info === 'object' && info !== null ? info : {}) as {
    name?: unknown;
    version?: unknown;
  };
  return `${typeof name === 'string' ? name : 'unnamed'} ${typeof version === 'string' ? version : ''}`.trim();
}
