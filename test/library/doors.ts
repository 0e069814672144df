/** Every way that leads to a service: called without MCP, and by clients of two SDKs over three transports. */
import { StreamableHTTPClientTransport, Client as V2Client } from '@modelcontextprotocol/client';
import { Client as V1Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport as V1InMemory } from '@modelcontextprotocol/sdk/inMemory.js';
import { createMcpHandler, InMemoryTransport } from '@modelcontextprotocol/server';
import { createServer, type Service, type ToolResult } from '../../src/library/index.ts';

export const DOORS = ['service.call', 'in memory, v2', 'in memory, v1', 'streamable HTTP, 2026-07-28'] as const;
export type Door = (typeof DOORS)[number];

// biome-ignore lint/suspicious/noExplicitAny: two SDKs, whose types of the same messages differ
type Any = any;

export interface Opened {
  tools(): Promise<string[]>;
  call(name: string, args: Record<string, unknown>): Promise<ToolResult>;
  close(): Promise<void>;
}

/** @param answer what the person's client answers when it is asked; without it, it cannot ask. */
export async function open(door: Door, service: Service, answer?: () => object): Promise<Opened> {
  if (door === 'service.call')
    return {
      tools: async () => service.tools.map(({ name }) => name),
      call: (name, args) => service.call(name, args),
      close: async () => {},
    };
  const info = { name: 'test', version: '1' };
  const capabilities = answer === undefined ? {} : { elicitation: {} };
  let client: V1Client | V2Client;
  if (door === 'in memory, v1') {
    const [ours, theirs] = V1InMemory.createLinkedPair();
    client = new V1Client(info, { capabilities });
    await createServer(service).connect(ours as Any);
    await client.connect(theirs);
  } else if (door === 'in memory, v2') {
    const [ours, theirs] = InMemoryTransport.createLinkedPair();
    client = new V2Client(info, { capabilities });
    if (answer !== undefined) client.setRequestHandler('elicitation/create', answer as Any);
    await createServer(service).connect(ours);
    await client.connect(theirs as Any);
  } else {
    const handler = createMcpHandler(() => createServer(service));
    const fetch = (url: string | URL, init?: RequestInit) => handler.fetch(new Request(url, init));
    client = new V2Client(info, { capabilities, versionNegotiation: { mode: { pin: '2026-07-28' } } } as Any);
    if (answer !== undefined) client.setRequestHandler('elicitation/create', answer as Any);
    await client.connect(new StreamableHTTPClientTransport(new URL('http://localhost/mcp'), { fetch }) as Any);
  }
  return {
    tools: async () => ((await client.listTools()) as Any).tools.map(({ name }: { name: string }) => name),
    call: (name, args) => client.callTool({ name, arguments: args }) as Promise<Any>,
    close: () => client.close(),
  };
}
