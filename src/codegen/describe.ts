/** Titles and descriptions: what a person and a model read about a tool. */
import type { ToolType } from '../catalogue/index.ts';
import type { Mentions } from './mentions.ts';
import type { Operation } from './operations/operation.ts';
import { cleanText } from './text.ts';

/** OpenAI refuses tool descriptions over 1,024 characters. */
export const MAX_DESCRIPTION = 1024;
const MAX_TITLE = 120;

export function title(operation: Operation): string {
  const given = operation.extension?.title ?? operation.summary;
  const text = given === undefined ? '' : oneLine(given).replace(/\.$/, '');
  return clip(text === '' ? `${operation.method} ${oneLine(operation.path)}` : text, MAX_TITLE);
}

/**
 * Summary, description, then the tool's type and what it calls: `Tipo: Lectura. GET /leads`; with the server, where the
 * operation has one of its own, since the action summary has no place for it.
 */
export function description(operation: Operation, type: ToolType, mentions: Mentions = (text) => text): string {
  const last = `Tipo: ${type}. ${operation.method} ${clip(oneLine(address(operation)), 300)}`;
  const given = operation.extension?.description;
  const summary = cleanText(operation.summary ?? '').trim();
  const long = cleanText(operation.description ?? '').trim();
  const text = mentions(given !== undefined ? cleanText(given).trim() : join(summary, long));
  return text === '' ? last : `${clip(text, MAX_DESCRIPTION - last.length - 2)}\n\n${last}`;
}

function address({ server = '', path }: Operation): string {
  return `${server.replace(/\/+$/, '')}${path}`;
}

function join(summary: string, long: string): string {
  if (summary === '' || long.startsWith(summary.replace(/\.$/, ''))) return long === '' ? summary : long;
  if (long === '') return summary;
  return `${/[.!?:]$/.test(summary) ? summary : `${summary}.`} ${long}`;
}

function oneLine(text: string): string {
  return cleanText(text).replace(/\s+/g, ' ').trim();
}

/** At most `length` UTF-16 units, cut at a word, never within a surrogate pair, the cut marked. */
export function clip(text: string, length: number): string {
  if (text.length <= length) return text;
  const end = text.slice(0, length - 2).replace(/[\uD800-\uDBFF]$/, '');
  const word = end.replace(/\s+\S*$/, '');
  return `${(word.length > length / 2 ? word : end).trimEnd()} …`;
}
