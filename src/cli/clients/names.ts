/** The clients that `config` knows; `generic`: any other that takes the common `mcpServers` snippet. */
export const CLIENT_NAMES = [
  'claude-desktop',
  'claude-code',
  'cursor',
  'vscode',
  'windsurf',
  'zed',
  'codex',
  'gemini-cli',
  'chatgpt',
  'generic',
] as const;
export type ClientName = (typeof CLIENT_NAMES)[number];
