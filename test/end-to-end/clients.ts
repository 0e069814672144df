/** The built program, spawned and driven by real MCP clients: the v1 SDK, and the v2 client in both protocol eras, over stdio. */
import { Client as V2Client } from '@modelcontextprotocol/client';
import { StdioClientTransport as V2Transport } from '@modelcontextprotocol/client/stdio';
import { Client as V1Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as V1Transport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { type Called, callByName, DISCOVER, type Named, servedBy } from '../surfaces.ts';
import { describedTools } from './described-tools.ts';
import { type Environment, only, PROGRAM, ROOT } from './program.ts';

/** Which client, and which protocol era it speaks. */
export const ERAS = ['v1 SDK', 'v2 client, 2025 era', 'v2 client, 2026-07-28'] as const;
export type Era = (typeof ERAS)[number];

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
type Any = any;

export interface CallResult {
  [key: string]: unknown;
  content: { [key: string]: Any; type: string; text: string }[];
  isError?: boolean;
  structuredContent?: Record<string, Any>;
  _meta?: Record<string, Any>;
}

export interface ListedTool {
  [key: string]: unknown;
  name: string;
  title?: string;
  description: string;
  inputSchema: Record<string, Any>;
  annotations: Record<string, Any>;
  _meta: Record<string, Any>;
}

export interface Connected extends AsyncDisposable {
  era: Era;
  /** The client itself, for what is not here. */
  client: V1Client | V2Client;
  pid: number;
  /** All that the server has written to stderr so far. */
  stderr(): string;
  /** As `tools/list` holds them; on the surface that lists few, as the others are described there, and the program's own. */
  tools(): Promise<ListedTool[]>;
  /** The call of a tool on this run's surface, for what calls by the client itself. */
  onSurface(
    name: string,
    args?: Record<string, unknown>,
  ): Promise<{ name: string; arguments: Record<string, unknown> }>;
  call(name: string, args?: Record<string, unknown>, options?: { signal?: AbortSignal }): Promise<CallResult>;
  instructions(): string | undefined;
  close(): Promise<void>;
}

export interface ConnectOptions {
  /** Arguments of the program; without it: `serve`. */
  args?: string[];
  /** Its settings; nothing else of this environment is passed on. */
  settings?: Environment;
  /** What the client declares, e.g. `{ elicitation: {} }`. */
  capabilities?: Record<string, unknown>;
  /** Before it connects: request handlers are set here. */
  prepare?: (client: V1Client | V2Client) => void;
  cwd?: string;
  program?: string;
}

export async function connect(era: Era, options: ConnectOptions = {}): Promise<Connected> {
  const { args = ['serve'], settings, capabilities = {}, prepare, cwd = ROOT, program = PROGRAM } = options;
  const server = {
    command: process.execPath,
    args: [program, ...servedBy(args)],
    env: only(settings),
    cwd,
    stderr: 'pipe' as const,
  };
  const info = { name: 'test-client', version: '1.0.0' };
  const [client, transport] =
    era === 'v1 SDK'
      ? [new V1Client(info, { capabilities }), new V1Transport(server)]
      : [new V2Client(info, { capabilities, ...(era.endsWith('28') && PINNED) } as Any), new V2Transport(server)];
  let stderr = '';
  transport.stderr?.on('data', (chunk: Buffer) => {
    stderr += chunk.toString('utf8');
  });
  prepare?.(client);
  try {
    await client.connect(transport as Any);
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : error}\n${stderr}`, { cause: error });
  }
  const close = () => client.close();
  const raw = ([name, given]: Called, callOptions: { signal?: AbortSignal } = {}): Promise<CallResult> => {
    const params = { name, arguments: given };
    return client instanceof V1Client
      ? (client.callTool(params, undefined, callOptions) as Promise<Any>)
      : (client.callTool(params, callOptions) as Promise<Any>);
  };
  const listed = async (): Promise<ListedTool[]> => ((await client.listTools()) as Any).tools;
  const isNuntius = !args.includes('--spec');
  const types = new Map<string, Named[]>();
  let prefix = isNuntius ? 'nuntius' : '';
  /** Of another API the server itself says what its prefix is, and what type a tool has. */
  const asked = async (name: string): Promise<Named[]> => {
    prefix ||= (await listed()).map((tool) => /^(.*)_tools_describe$/.exec(tool.name)?.[1]).find(Boolean) ?? '';
    const { content } = await raw([`${prefix}_tools_describe`, { tools: [name] }]);
    return (JSON.parse(content[0]?.text ?? '') as { tools?: Named[] }).tools ?? [];
  };
  const called = async (name: string, given: Record<string, unknown>): Promise<Called> => {
    if (!DISCOVER || isNuntius) return callByName(name, given);
    const known = types.get(name) ?? (await asked(name));
    types.set(name, known);
    return callByName(name, given, prefix, known);
  };
  return {
    era,
    client,
    pid: transport.pid ?? 0,
    stderr: () => stderr,
    tools: async () => (DISCOVER ? describedTools(await listed(), args, raw) : listed()),
    onSurface: async (name, given = {}) => {
      const [as, asGiven] = await called(name, given);
      return { name: as, arguments: asGiven };
    },
    call: async (name, given = {}, callOptions = {}) => raw(await called(name, given), callOptions),
    instructions: () => client.getInstructions(),
    close,
    [Symbol.asyncDispose]: close,
  };
}

const PINNED = { versionNegotiation: { mode: { pin: '2026-07-28' } } };
