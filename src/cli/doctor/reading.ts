/** The cheapest harmless read of an API: a Lectura that needs no argument, and proves the key. */
import type { Catalogue, Tool } from '../../catalogue/index.ts';

/** From the best: who am I, then how are you, then any list, then what may be large. */
const RANKS = [
  /_(me|whoami|self|current|myself|viewer)(_get)?$|_(me|account|profile)_(get|list)$/,
  /_(status|health|ping|version|info)(_|$)/,
  /_(list|get)$/,
];
const HEAVY = /export|download|search|report|file|stream|dump|events/;
const LIMITS = ['limit', 'per_page', 'page_size', 'pageSize', 'perPage'];

export interface Reading {
  tool: Tool;
  args: Record<string, unknown>;
}

/** undefined where every read needs to be told what to read. */
export function cheapestReading({ tools }: Catalogue): Reading | undefined {
  const [tool] = tools
    .filter((t) => t.type === 'Lectura' && t.method === 'GET' && !t.arguments.some((a) => a.required))
    .sort((a, b) => rank(a) - rank(b) || (a.name < b.name ? -1 : 1));
  if (tool === undefined) return undefined;
  const limit = tool.arguments.find((a) => LIMITS.includes(a.name))?.name;
  return { tool, args: limit === undefined ? {} : { [limit]: 1 } };
}

function rank({ name, security, path }: Tool): number {
  const found = RANKS.findIndex((pattern) => pattern.test(name));
  const kind = HEAVY.test(name) ? RANKS.length + 1 : found < 0 ? RANKS.length : found;
  // What needs no key proves none; a path with a parameter is none that can be read so.
  return kind + (needsKey(security) ? 0 : 10) + (path.includes('{') ? 100 : 0);
}

export function needsKey(security: Tool['security']): boolean {
  return security !== undefined && security.length > 0 && security.every((s) => Object.keys(s).length > 0);
}
