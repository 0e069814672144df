/** What changed in the tool surface between two catalogues: what a maintainer reviews before publishing. */
import type { Catalogue, Tool } from '../catalogue/index.ts';

export interface CatalogueChange {
  /** The tool's name now; its old one where it is gone. */
  tool: string;
  change:
    | 'added'
    | 'removed'
    | 'renamed'
    | 'type changed'
    | 'argument added'
    | 'argument removed'
    | 'argument now required'
    | 'argument now optional';
  detail: string;
}

/** Tools are matched by operation (method and path), so that a new name is a renaming. Sorted by tool, then as listed above. */
export function compareCatalogues(before: Catalogue, after: Catalogue): CatalogueChange[] {
  const key = (tool: Tool) => `${tool.method} ${tool.path}`;
  const old = new Map(before.tools.map((tool) => [key(tool), tool]));
  const now = new Map(after.tools.map((tool) => [key(tool), tool]));
  const changes: CatalogueChange[] = [];
  for (const [operation, tool] of now) {
    const was = old.get(operation);
    if (was === undefined) changes.push({ tool: tool.name, change: 'added', detail: `${operation}, ${tool.type}` });
    else changes.push(...toolChanges(was, tool));
  }
  for (const [operation, tool] of old) {
    if (!now.has(operation)) changes.push({ tool: tool.name, change: 'removed', detail: operation });
  }
  return changes.sort((a, b) => (a.tool < b.tool ? -1 : a.tool > b.tool ? 1 : 0));
}

function toolChanges(was: Tool, is: Tool): CatalogueChange[] {
  const changes: CatalogueChange[] = [];
  const note = (change: CatalogueChange['change'], detail: string) => changes.push({ tool: is.name, change, detail });
  if (was.name !== is.name) note('renamed', `was ${was.name}`);
  if (was.type !== is.type) note('type changed', `${was.type} → ${is.type}`);
  const before = new Map(was.arguments.map((a) => [a.name, a]));
  const after = new Map(is.arguments.map((a) => [a.name, a]));
  for (const [name, argument] of after) {
    const old = before.get(name);
    if (old === undefined) note('argument added', argument.required ? `${name} (required)` : name);
    else if (old.required !== argument.required) note(argument.required ? 'argument now required' : 'argument now optional', name);
  }
  for (const name of before.keys()) if (!after.has(name)) note('argument removed', name);
  return changes;
}
