import { JSONPathError, query } from 'json-p3';
import type { Json } from '../load/document.ts';

/** Where a node is: keys and indexes from the root. */
export type Location = (string | number)[];

export interface Selected {
  location: Location;
  value: Json;
}

/**
 * The nodes that a JSONPath selects (RFC 9535), each once, in its order.
 * @returns the reason, in one line, where it is no JSONPath or cannot be evaluated.
 */
export function select(root: Json, path: string): Selected[] | string {
  try {
    const seen = new Set<string>();
    const selected: Selected[] = [];
    for (const node of query(path, root).nodes) {
      const key = JSON.stringify(node.location);
      if (seen.has(key)) continue;
      seen.add(key);
      selected.push({ location: node.location, value: node.value as Json });
    }
    return selected;
  } catch (error) {
    if (error instanceof JSONPathError || error instanceof RangeError) return error.message.replace(/\s+/g, ' ');
    throw error;
  }
}
