/** Catalogue + settings → the MCP server: `initialize`, `tools/list`, `tools/call`. One instance serves one connection, of either era. */
import { Server } from '@modelcontextprotocol/server';
import type { Catalogue, Tool } from '../../catalogue/index.ts';
import { call, type Upstream } from '../call.ts';
import type { ToolResult } from '../results.ts';
import { instructions } from './instructions.ts';

/** A tool as `tools/list` shows it. */
export function listedTool(tool: Tool): Record<string, unknown> {
  const { name, title, description, inputSchema, annotations, type } = tool;
  return { name, title, description, inputSchema, annotations, _meta: { 'nuntius-mcp/type': type } };
}

export interface Service {
  catalogue: Catalogue;
  upstream: Upstream;
  version: string;
  /** Told of what no client can be told. */
  onError(error: unknown): void;
}

/** Makes the servers of a process: what does not depend on the connection is made once. */
export function serverFactory(service: Service): () => Server {
  const { catalogue, upstream, version, onError } = service;
  const tools = catalogue.tools.map(listedTool);
  const text = instructions(catalogue);
  return () => {
    const server = new Server({ name: 'nuntius-mcp', version }, { capabilities: { tools: {} }, instructions: text });
    server.setRequestHandler('tools/list', () => ({ tools }) as never);
    server.setRequestHandler('tools/call', async (request, context) => {
      const { name, arguments: given } = request.params;
      return answer(() => call(upstream, name, given ?? {}, context.mcpReq.signal), onError);
    });
    server.onerror = onError;
    return server;
  };
}

/** A fault of our own is a tool error too: the client gets an answer, the log gets the fault. */
async function answer(run: () => Promise<ToolResult>, onError: (error: unknown) => void): Promise<ToolResult> {
  try {
    return await run();
  } catch (error) {
    onError(error);
    const text = JSON.stringify({ error: 'internal_error', message: 'nuntius-mcp failed on this call. Its log on stderr says why.' }, null, 2);
    return { content: [{ type: 'text', text }], isError: true };
  }
}
