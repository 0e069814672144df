/** Other servers that make tools from a description, where somebody installed them in a folder: never a dependency. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Contestant } from './figures.ts';

/** @param folder has node_modules with `@ivotoby/openapi-mcp-server`, and `generated/` built by `openapi-mcp-generator`. */
export function peers(folder: string, spec: string | undefined, url: string): Contestant[] {
  const description = path.resolve(spec ?? 'openapi/nuntius.yaml');
  const ivotoby = path.join(folder, 'node_modules/@ivotoby/openapi-mcp-server/bin/mcp-server.js');
  const generated = path.join(folder, 'generated/build/index.js');
  const found: Contestant[] = [];
  if (existsSync(ivotoby)) {
    const argv = ['node', ivotoby, '--api-base-url', url, '--openapi-spec', description, '--transport', 'stdio'];
    found.push({ name: '@ivotoby/openapi-mcp-server', command: { argv } });
  }
  if (existsSync(generated))
    found.push({ name: 'openapi-mcp-generator', command: { argv: ['node', generated], env: { API_BASE_URL: url } } });
  return found;
}
