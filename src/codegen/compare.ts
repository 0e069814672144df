/** What changed in the tool surface between two catalogues: what a maintainer reviews before publishing. */

import type { Catalogue, Tool } from '../catalogue/index.ts';
import { order } from './order.ts';

const KINDS = [
  'added',
  'removed',
  'renamed',
  'operation changed',
  'type changed',
  'confirmation no longer needed',
  'confirmation now needed',
  'argument added',
  'argument removed',
  'argument now required',
  'argument now optional',
] as const;

export interface CatalogueChange {
  /** The tool's name now; its old one where it is gone. */
  tool: string;
  change: (typeof KINDS)[number];
  detail: string;
}

/**
 * Tools are matched by operation (method and path, whatever its parameters are called), so that a new name is a renaming;
 * those that are left, by name. Sorted by tool, then as listed above, then by detail.
 */
export function compareCatalogues(before: Catalogue, after: Catalogue): CatalogueChange[] {
  const old = new Set(before.tools);
  const now = new Set(after.tools);
  const changes: CatalogueChange[] = [];
  for (const key of [operation, template, (tool: Tool) => tool.name]) {
    const byKey = new Map([...old].map((tool) => [key(tool), tool]));
    for (const tool of now) {
      const was = byKey.get(key(tool));
      if (was === undefined || !old.delete(was)) continue;
      now.delete(tool);
      changes.push(...toolChanges(was, tool));
    }
  }
  for (const tool of now)
    changes.push({ tool: tool.name, change: 'added', detail: `${operation(tool)}, ${tool.type}` });
  for (const tool of old) changes.push({ tool: tool.name, change: 'removed', detail: operation(tool) });
  return changes.sort(
    (a, b) => order(a.tool, b.tool) || KINDS.indexOf(a.change) - KINDS.indexOf(b.change) || order(a.detail, b.detail),
  );
}

function operation({ method, path }: Tool): string {
  return `${method} ${path}`;
}

function template({ method, path }: Tool): string {
  return `${method} ${path.replace(/\{[^{}]*\}/g, '{}')}`;
}

function toolChanges(was: Tool, is: Tool): CatalogueChange[] {
  const changes: CatalogueChange[] = [];
  const note = (change: CatalogueChange['change'], detail: string) => changes.push({ tool: is.name, change, detail });
  if (was.name !== is.name) note('renamed', `was ${was.name}`);
  if (operation(was) !== operation(is)) note('operation changed', `${operation(was)} → ${operation(is)}`);
  if (was.type !== is.type) note('type changed', `${was.type} → ${is.type}`);
  if (isConfirmed(was) && !isConfirmed(is)) note('confirmation no longer needed', operation(is));
  if (!isConfirmed(was) && isConfirmed(is)) note('confirmation now needed', operation(is));
  const before = new Map(was.arguments.map((a) => [a.name, a]));
  const after = new Map(is.arguments.map((a) => [a.name, a]));
  for (const [name, argument] of after) {
    const old = before.get(name);
    if (old === undefined) note('argument added', argument.required ? `${name} (required)` : name);
    else if (old.required !== argument.required)
      note(argument.required ? 'argument now required' : 'argument now optional', name);
  }
  for (const name of before.keys()) if (!after.has(name)) note('argument removed', name);
  return changes;
}

function isConfirmed(tool: Tool): boolean {
  return tool.type === 'Escritura' && tool.confirm !== 'none';
}
