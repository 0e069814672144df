/** Descriptions that name operations, as `listUsers`: an assistant can only call tools, so the tool's name takes its place. */
import type { Operation } from './operations/operation.ts';

/** Two words at least, written as one: nothing that prose has. */
const IDENTIFIER = /(?<![\w/.-])[a-z]+(?:[A-Z][a-z0-9]*)+(?![\w/])/g;

export type Mentions = (text: string) => string;

export function mentionsOf(operations: readonly Operation[], names: ReadonlyMap<string, string>): Mentions {
  const tools = new Map<string, string>();
  for (const { operationId, method, path } of operations) {
    const name = names.get(`${method} ${path}`);
    if (operationId !== undefined && name !== undefined && operationId.match(IDENTIFIER)?.[0] === operationId)
      tools.set(operationId, name);
  }
  if (tools.size === 0) return (text) => text;
  return (text) => text.replace(IDENTIFIER, (word) => tools.get(word) ?? word);
}

/** Replaces in every `description` of a schema, in place; what tools share is walked once. */
export function renameMentions(schema: unknown, mentions: Mentions, walked: WeakSet<object>): void {
  if (typeof schema !== 'object' || schema === null || walked.has(schema)) return;
  walked.add(schema);
  for (const [key, value] of Object.entries(schema)) {
    if (key === 'description' && typeof value === 'string')
      (schema as { description: string }).description = mentions(value);
    else renameMentions(value, mentions, walked);
  }
}
