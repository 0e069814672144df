/** Whether an operation deletes, under whatever name. Such an operation is no tool; docs/deletion.md says why each word counts. */
import { deletionWords, guards, readDeletes, takesAway, writeDeletes } from './deletion/identifier.ts';
import { summaryDeletes } from './deletion/summary.ts';
import { TRACES } from './deletion/vocabulary.ts';

export { isOverrideHeader } from './deletion/override.ts';

export interface NamedDeletion {
  method: string;
  path: string;
  operationId?: string | undefined;
  summary?: string | undefined;
}

const READING = new Set(['GET', 'HEAD', 'QUERY']);

/**
 * Why an operation is left out as a deletion, as a sentence for `omitted[].reason`; undefined: it does not say that it deletes.
 * Only our overlay (`x-mcp: {deletes: false}`) can overrule it.
 */
export function deletionReason(operation: NamedDeletion): string | undefined {
  const method = operation.method.toUpperCase();
  if (method === 'DELETE') return 'deletes: DELETE is never a tool';
  if (!mayDelete(operation)) return undefined;
  return READING.has(method) ? readReason(operation, method) : writeReason(operation);
}

function mayDelete({ path, operationId = '', summary = '' }: NamedDeletion): boolean {
  const text = `${operationId} ${decoded(path)} ${summary}`;
  return !/^[\x00-\x7f]*$/.test(text) || TRACES.test(text.replaceAll("'", ''));
}

function writeReason({ path: whole, operationId = '', summary = '' }: NamedDeletion): string | undefined {
  const { path, rest } = divided(whole);
  const { last, before, afterItem } = lastSegment(path);
  const around = before === undefined ? [] : deletionWords(before);
  if (writeDeletes(operationId, [])) return `deletes: the operationId ${quote(operationId)} says so`;
  if (last !== undefined && writeDeletes(last, around)) return `deletes: the path ${quote(path)} says so`;
  if (rest.some((part) => writeDeletes(part, [])) || outright(path) !== undefined)
    return `deletes: the path ${quote(whole)} says so`;
  if (afterItem && last === 'remove' && removesTheItem(operationId, summary, around))
    return `deletes: the path ${quote(path)} removes the item itself`;
  return summaryDeletes(summary, false) ? `deletes: the summary ${quote(summary)} says so` : undefined;
}

function readReason(
  { path: whole, operationId = '', summary = '' }: NamedDeletion,
  method: string,
): string | undefined {
  const { path, rest } = divided(whole);
  const { last } = lastSegment(path);
  const reads = (text: string) => readDeletes(text) || (method === 'QUERY' && writeDeletes(text, []));
  if (reads(operationId)) return `deletes: the operationId ${quote(operationId)} says so`;
  const looks = guards(operationId);
  const said = [...rest, ...(outright(path) ?? [])];
  if ((last !== undefined && (hasDelete(last) || !looks) && reads(last)) || said.some(reads))
    return `deletes: the path ${quote(whole)} says so`;
  if (summaryDeletes(summary, true)) return `deletes: the summary ${quote(summary)} says so`;
  if (takesAway(operationId))
    return `takes something away on ${method}, where nobody is asked: the operationId ${quote(operationId)} says so`;
  return last !== undefined && !looks && takesAway(last)
    ? `takes something away on ${method}, where nobody is asked: the path ${quote(whole)} says so`
    : undefined;
}

const hasDelete = (segment: string) => deletionWords(segment).includes('delete');

/** A template's query and fragment tell operations apart (`/leads/{id}?action=delete`, `#delete`): what they say counts too. */
function divided(whole: string): { path: string; rest: string[] } {
  const plain = decoded(whole);
  const cut = plain.search(/[?#]/);
  if (cut < 0) return { path: plain, rest: [] };
  const rest = plain.slice(cut + 1).replace(/\{[^{}]*\}/g, '');
  return { path: plain.slice(0, cut), rest: rest.split(/[?#&=;]/).filter((part) => part !== '') };
}

/** A server reads `%64elete` as `delete`. */
function decoded(path: string): string {
  return path.replace(/%([0-7][0-9a-f])/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

/** `/delete/leads/{id}`: a whole segment that is the verb, with what it is done to. */
function outright(path: string): string[] | undefined {
  const segments = path.split('/').filter((s) => s !== '' && !s.startsWith('{'));
  const at = segments.findIndex((s) => /^(?:delete|destroy|purge|erase|wipe)$/i.test(s));
  return at < 0 || guards(segments.at(-1) ?? '') ? undefined : [segments.slice(at).join('-')];
}

/** The last segment that is not a parameter, its verb part after `:` first; what stands before it. */
function lastSegment(path: string): { last?: string; before?: string; afterItem: boolean } {
  const segments = path.split('/').filter((s) => s !== '');
  const at = segments.findLastIndex((s) => !s.startsWith('{') || s.includes('}:'));
  if (at < 0) return { afterItem: false };
  const last = segments[at] ?? '';
  const before = segments.slice(0, at).findLast((s) => !s.startsWith('{'));
  return {
    last,
    ...(before !== undefined && { before }),
    afterItem: at > 0 && at === segments.length - 1 && (segments[at - 1] ?? '').startsWith('{'),
  };
}

/** `POST /contacts/{id}/remove`: nothing is named that it would be removed from, or that is not the item. */
function removesTheItem(operationId: string, summary: string, around: string[]): boolean {
  if (/\bfrom\b/i.test(summary) || deletionWords(operationId).includes('from')) return false;
  const stems = around.map((w) => w.replace(/s$/, ''));
  const others = deletionWords(operationId).filter((w) => w !== 'remove' && w !== 'post' && w !== 'put' && w !== 'id');
  return others.every((w) => stems.includes(w.replace(/s$/, '')));
}

/** Shown to people: one line, at most 80 characters of it. */
function quote(text: string): string {
  const line = text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ').trim();
  return `"${line.length > 80 ? `${line.slice(0, 79)}…` : line}"`;
}
