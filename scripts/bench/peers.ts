/** Other servers that make tools from a description, where somebody installed them in a folder: never a dependency. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Contestant } from './figures.ts';

/** Those that start from any description. @param folder has node_modules with `@ivotoby/openapi-mcp-server`. */
export function servers(folder: string, spec: string, url: string): Contestant[] {
  const program = path.join(folder, 'node_modules/@ivotoby/openapi-mcp-server/bin/mcp-server.js');
  if (!existsSync(program)) return [];
  const options = ['--api-base-url', url, '--openapi-spec', path.resolve(spec), '--transport', 'stdio'];
  return [{ name: '@ivotoby/openapi-mcp-server', command: { argv: ['node', program, ...options] } }];
}

/** Those that are generated for one description. @param folder has `generated/`, made of it by `openapi-mcp-generator` and built. */
export function generated(folder: string, url: string): Contestant[] {
  const program = path.join(folder, 'generated/build/index.js');
  if (!existsSync(program)) return [];
  return [{ name: 'openapi-mcp-generator', command: { argv: ['node', program], env: { API_BASE_URL: url } } }];
}
