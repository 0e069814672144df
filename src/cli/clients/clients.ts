/** What each client's settings look like, where they lie, and how a secret gets to a server without standing in them. Data. */
import path from 'node:path';
import type { ClientName } from './names.ts';

export interface Client {
  /** As its makers call it. */
  title: string;
  format: 'json' | 'toml';
  /** The member of the file that holds the servers, by name. */
  servers: 'mcpServers' | 'servers' | 'context_servers' | 'mcp_servers';
  /** Members of a server's entry besides command, args and env. */
  entry?: Readonly<Record<string, unknown>>;
  secret: SecretWay;
  /** The file that it reads on this system; undefined where there is none known. */
  file(system: System): string | undefined;
  /** What to do once the snippet is there. */
  next: string;
}

/**
 * `reference`: the client puts its own environment's variable in; `input`: it asks the person and keeps the answer safe;
 * `forward`: it passes named variables on; `file`: none of these, so the server reads the secret from a file.
 */
export type SecretWay =
  | { way: 'reference'; write(setting: string): string }
  | { way: 'input' }
  | { way: 'forward'; member: string }
  | { way: 'file' };

/** What differs between systems. */
export interface System {
  platform: NodeJS.Platform;
  home: string;
  /** The folder that the command runs in. */
  cwd: string;
  environment: Readonly<Record<string, string | undefined>>;
}

const FILE = { way: 'file' } as const;
const ENV_REFERENCE = { way: 'reference', write: (setting: string) => `\${env:${setting}}` } as const;

const codexFile = ({ home, environment }: System) =>
  path.join(environment.CODEX_HOME || path.join(home, '.codex'), 'config.toml');

export const CLIENTS: Readonly<Record<ClientName, Client>> = {
  'claude-desktop': {
    title: 'Claude Desktop',
    format: 'json',
    servers: 'mcpServers',
    secret: FILE,
    file: (system) => path.join(applicationFolder(system), 'Claude', 'claude_desktop_config.json'),
    next: 'Quit Claude Desktop and open it again.',
  },
  'claude-code': {
    title: 'Claude Code',
    format: 'json',
    servers: 'mcpServers',
    // Without the default, a variable that is not set would arrive as this very text.
    secret: { way: 'reference', write: (setting) => `\${${setting}:-}` },
    file: ({ cwd }) => path.join(cwd, '.mcp.json'),
    next: 'Start claude in this folder and approve the server; /mcp shows it.',
  },
  cursor: {
    title: 'Cursor',
    format: 'json',
    servers: 'mcpServers',
    secret: ENV_REFERENCE,
    file: ({ home }) => path.join(home, '.cursor', 'mcp.json'),
    next: 'Cursor → Settings → MCP shows the server.',
  },
  vscode: {
    title: 'VS Code',
    format: 'json',
    servers: 'servers',
    entry: { type: 'stdio' },
    secret: { way: 'input' },
    file: (system) => path.join(applicationFolder(system), 'Code', 'User', 'mcp.json'),
    next: 'Run “MCP: List Servers” and start it. For one project alone, put it into .vscode/mcp.json.',
  },
  windsurf: {
    title: 'Windsurf',
    format: 'json',
    servers: 'mcpServers',
    secret: ENV_REFERENCE,
    file: ({ home }) => path.join(home, '.codeium', 'windsurf', 'mcp_config.json'),
    next: 'Refresh the servers in the Cascade panel.',
  },
  zed: {
    title: 'Zed',
    format: 'json',
    servers: 'context_servers',
    secret: FILE,
    file: (system) =>
      system.platform === 'win32'
        ? path.join(applicationFolder(system), 'Zed', 'settings.json')
        : path.join(configFolder(system), 'zed', 'settings.json'),
    next: 'The Agent Panel’s settings show the server.',
  },
  codex: {
    title: 'Codex',
    format: 'toml',
    servers: 'mcp_servers',
    secret: { way: 'forward', member: 'env_vars' },
    file: codexFile,
    next: 'Start codex; /mcp shows the server.',
  },
  'gemini-cli': {
    title: 'Gemini CLI',
    format: 'json',
    servers: 'mcpServers',
    secret: { way: 'reference', write: (setting) => `$${setting}` },
    file: ({ home }) => path.join(home, '.gemini', 'settings.json'),
    next: 'Start gemini; /mcp shows the server.',
  },
  chatgpt: {
    title: 'ChatGPT (desktop app)',
    format: 'toml',
    servers: 'mcp_servers',
    // It is started from the desktop, where no shell has set a variable.
    secret: FILE,
    file: codexFile,
    next: 'Open ChatGPT again; Settings → MCP servers shows it. ChatGPT on the web reaches servers over https only.',
  },
  generic: {
    title: 'your client',
    format: 'json',
    servers: 'mcpServers',
    secret: FILE,
    file: () => undefined,
    next: 'For any other client: put this where it keeps its MCP servers.',
  },
};

/** Where the system's applications keep their settings. */
function applicationFolder(system: System): string {
  const { platform, home, environment } = system;
  if (platform === 'darwin') return path.join(home, 'Library', 'Application Support');
  if (platform === 'win32') return environment.APPDATA || path.join(home, 'AppData', 'Roaming');
  return configFolder(system);
}

/** XDG Base Directory Specification: absolute paths only. */
export function configFolder({ platform, home, environment }: System): string {
  if (platform === 'win32') return environment.APPDATA || path.join(home, 'AppData', 'Roaming');
  const { XDG_CONFIG_HOME = '' } = environment;
  return path.isAbsolute(XDG_CONFIG_HOME) ? XDG_CONFIG_HOME : path.join(home, '.config');
}
