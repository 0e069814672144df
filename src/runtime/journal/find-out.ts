/** The tool that shows whether a write with unknown outcome was done. */
import type { Tool } from '../../catalogue/index.ts';

/** The one that reads the state; else the one that reads the same path, or the nearest path above it. */
export function findOutTool(tool: Tool, tools: ReadonlyMap<string, Tool>): string | undefined {
  if (tool.before !== undefined) return tool.before;
  const reads = new Map(
    [...tools.values()].filter((t) => t.type === 'Lectura' && t.method === 'GET').map((t) => [t.path, t.name]),
  );
  for (let path = tool.path; path !== ''; path = path.slice(0, path.lastIndexOf('/'))) {
    const name = reads.get(path);
    if (name !== undefined) return name;
  }
  return undefined;
}
