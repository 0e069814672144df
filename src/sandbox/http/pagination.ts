/** Cursor pagination: a cursor names the last row of its page and the list it belongs to, and is opaque to clients. */
import { createHash } from 'node:crypto';
import type { Page } from '../call.ts';

/**
 * @param rows the whole list, in order
 * @param list what makes it this list: operation and filters, as JSON data
 * @param refuse throws that the cursor is wrong
 */
export function paginate<T>(
  rows: readonly T[],
  key: (row: T) => string,
  list: unknown,
  cursor: string | undefined,
  limit: number,
  refuse: (message: string) => never,
): Page<T> {
  const scope = createHash('sha256').update(JSON.stringify(list)).digest('base64url').slice(0, 8);
  let start = 0;
  if (cursor !== undefined) {
    const [of, after] = decode(cursor);
    if (of !== scope)
      refuse('belongs to no such list; leave it out to start from the first page, with the same filters');
    start = rows.findIndex((row) => key(row) === after) + 1;
    if (start === 0) refuse('is no longer valid; leave it out to start from the first page');
  }
  const data = rows.slice(start, start + limit);
  const last = data.at(-1);
  const hasMore = start + limit < rows.length && last !== undefined;
  return { data, nextCursor: hasMore ? encode(scope, key(last)) : null, hasMore };
}

function encode(scope: string, after: string): string {
  return Buffer.from(JSON.stringify([scope, after])).toString('base64url');
}

function decode(cursor: string): unknown[] {
  try {
    const value: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
}
