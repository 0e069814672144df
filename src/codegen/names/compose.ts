/** One operation → the words of its name: resource, then action. Looks at nothing but the operation itself. */

import {
  isAction,
  MODIFIERS,
  PLAIN_VERBS,
  PREPOSITIONS,
  READING_VERBS,
  SUMMARY_READS,
  SYNONYMS,
  VERBS,
  VERBS_OR_THINGS,
} from '../../catalogue/language/vocabulary.ts';
import { isPlural, stem, transliterate, withoutRepeats, wordsOf } from '../../catalogue/language/words.ts';
import { idWords, namespaced, pathText } from './namespaced.ts';
import { readWords, type Said, untoldTail } from './operation-id.ts';
import { type PathWords, readPath, type StaticSegment } from './path-words.ts';
import { hashOf } from './spell.ts';

/** What an operation brings to its name. */
export interface NamedOperation {
  method: string;
  path: string;
  operationId?: string | undefined;
  tags?: string[] | undefined;
  summary?: string | undefined;
  /** Fixed by our overlay: used as it is, the prefix added if it is missing. */
  name?: string | undefined;
}

export interface NameWords {
  resource: string[];
  action: string[];
}

const READING = new Set(['GET', 'HEAD', 'QUERY']);
/** Tails that tell one action from another on the same thing; `to` and the like only name where it goes. */
const NARROWING = new Set(['by', 'with', 'without', 'from']);
/** Longer ids are prose or a path written out. */
const READABLE = 120;

/** Source: the project's design, section 5, "Name"; docs/names.md tells the rules to people. */
export function composeName(operation: NamedOperation): NameWords {
  const path = readPath(operation.path);
  const id =
    operation.operationId !== undefined && operation.operationId.length <= READABLE ? operation.operationId : '';
  if (path.procedure) return { resource: [], action: path.segments.flatMap((s) => s.words) };
  return namespaced(id) ?? fromPath(operation, path, idWords(id, path));
}

function fromPath(operation: NamedOperation, path: PathWords, id: string[]): NameWords {
  const { method } = operation;
  const known = pathText(path);
  const said = readWords(id, method, known);
  const statics = path.segments;
  const end = statics.at(-1);
  const summed = said.verb === undefined ? summaryVerb(operation, known) : undefined;
  if (end && isVerbSegment(end, { said, summed, method, path, hasId: id.length > 0 }))
    return endingInVerb(statics, end, said, known);
  const action = said.verb ?? summed ?? (id.length === 0 ? opening(statics) : []);
  const verb = action.at(-1);
  if (statics.some((s, i) => isMidway(s, verb, method) && (i > 0 || s.words.length > 1)))
    return { resource: allWords(statics), action: [] };
  let resource = statics;
  if (verb !== undefined && statics.length > 1) resource = statics.filter((s) => s.last || s.words.join(' ') !== verb);
  if (action.length > 1 && end?.words.join() === action[0]) resource = resource.slice(0, -1);
  if (!hasGoodWord(resource)) return fromId(operation, path, said, canonical(action, method, path, said, []));
  return withAction(resource, action, { method, path, said, known });
}

const allWords = (segments: StaticSegment[]) => withoutRepeats(segments.flatMap((s) => s.words));

/** `/download/content/{id}`: a path that begins with what it does. */
function opening(statics: StaticSegment[]): string[] {
  return statics.length > 1 && statics[0]?.words.join() === 'download' ? ['download'] : [];
}

/** `/notifications/mark_as_read/all`, `/accounts/unmerge/bot`: the action stands before a word that narrows it. */
function isMidway({ words, last, keyed }: StaticSegment, verb: string | undefined, method: string): boolean {
  if (last || keyed || READING.has(method)) return false;
  return words.length > 1
    ? words[0] === verb && !isPlural(words.at(-1) ?? '')
    : verb === undefined && VERBS.has(words[0] ?? '');
}

/** The path names nothing: the id's own things, the parameter, or nothing but a hash. */
function fromId({ path: text, method }: NamedOperation, path: PathWords, said: Said, action: string[]): NameWords {
  if (said.nouns.length > 0) return { resource: said.nouns.slice(0, 6), action };
  if (said.verb !== undefined) return { resource: [], action };
  if (/^\/?$/.test(text)) return { resource: ['root'], action };
  const parameter = path.parameters.at(-1) ?? [];
  const latin = transliterate(text) === text.normalize('NFKD');
  const by = parameter.length > 0 ? ['by', ...parameter] : [];
  return { resource: [], action: [...action, ...by, ...(latin && by.length > 0 ? [] : [hashOf(`${method} ${text}`)])] };
}

interface Context {
  method: string;
  path: PathWords;
  said: Said;
  known: string[];
}

/** `/gift-cards/from-gan`, `/gists/{id}/forks`, or the ordinary `/leads`. */
function withAction(resource: StaticSegment[], action: string[], { method, path, said, known }: Context): NameWords {
  const last = resource.at(-1)?.words ?? [];
  const before = allWords(resource.slice(0, -1));
  const verb = action.at(-1) ?? '';
  const noun = last.at(-1) ?? '';
  const made = verb.length > 2 && !PLAIN_VERBS.has(verb) && noun.startsWith(verb);
  if (made && noun !== verb && last.length === 1 && said.verb !== undefined && before.length > 0)
    return { resource: before, action };
  const untold = untoldTail(said, known);
  const tail = NARROWING.has(untold[0] ?? '') ? untold : [];
  if (made && noun === verb && last.length > 1) return { resource: allWords(resource), action: tail };
  const acted = [...canonical(made && noun !== verb ? [] : action, method, path, said, tail)];
  return PREPOSITIONS.has(last[0] ?? '') && last.length > 1 && before.length > 0
    ? { resource: before, action: [...acted, ...last] }
    : { resource: allWords(resource), action: [...acted, ...tail] };
}

interface Beside {
  said: Said;
  summed: string[] | undefined;
  method: string;
  path: PathWords;
  hasId: boolean;
}

/** Whether the path's last static segment is the action: `/leads/{id}/convert`, `/customers/bulk-create`, `levels:append`. */
function isVerbSegment(end: StaticSegment, { said, summed, method, path, hasId }: Beside): boolean {
  if (end.custom) return true;
  const words = end.words.filter((w, i) => i > 0 || !MODIFIERS.has(w) || end.words.length === 1);
  const first = words[0] ?? '';
  const strong = VERBS.has(first);
  if (!strong && !VERBS_OR_THINGS.has(first)) return false;
  const reads = READING.has(method);
  const verb = said.verb?.at(-1) ?? (hasId && reads ? 'get' : strong ? undefined : summed?.at(-1));
  if (verb === first) return true;
  const phrase = words.length > 1;
  if (phrase && isPlural(words.at(-1) ?? '') && (verb !== undefined || !strong)) return false;
  if (!reads) return strong || verb === undefined;
  if (verb === undefined) return strong || READING_VERBS.has(first);
  return strong && READING_VERBS.has(first) && (phrase || !path.endsWithParameter);
}

function endingInVerb(statics: StaticSegment[], end: StaticSegment, said: Said, known: string[]): NameWords {
  const resource = withoutRepeats(statics.slice(0, -1).flatMap((s) => s.words));
  let phrase = end.words;
  for (const { words } of statics.slice(0, -1)) phrase = without(phrase, words);
  const tail = said.verb?.join() === phrase.join() ? untoldTail(said, known) : [];
  return { resource, action: [...phrase, ...tail] };
}

/** `search catalog items` without the `catalog` that the resource names. */
function without(phrase: string[], words: string[]): string[] {
  const at = phrase.findIndex((_, i) => i > 0 && words.every((w, n) => stem(w) === stem(phrase[i + n] ?? '')));
  return at < 0 || words.length + 1 >= phrase.length
    ? phrase
    : phrase.filter((_, i) => i < at || i >= at + words.length);
}

/** The verb of a summary such as `Upload a file`, where the operationId names none. */
function summaryVerb(operation: NamedOperation, known: string[]): string[] | undefined {
  const words = wordsOf((operation.summary ?? '').slice(0, 80)).map((w, i) => (i === 0 ? imperative(w) : w));
  if (words.length < 2) return undefined;
  const { verb } = readWords(words, '', known);
  const head = verb?.at(-1);
  if (verb === undefined || head === undefined || words[0] !== verb[0]) return undefined;
  if (READING.has(operation.method)) return SUMMARY_READS.has(head) ? verb : undefined;
  if (READING_VERBS.has(head) && VERBS_OR_THINGS.has(head)) return undefined;
  return words[verb.length] === 'up' ? [...verb, 'up'] : verb;
}

/** `Updates`, `Creates` → `update`, `create`. */
function imperative(word: string): string {
  return isAction(word) ? word : isAction(word.replace(/s$/, '')) ? word.replace(/s$/, '') : word.replace(/es$/, '');
}

/** The action in the words of the design: list, get, create, update, replace, and the API's own verbs. */
function canonical(verb: string[], method: string, path: PathWords, said: Said, tail: string[]): string[] {
  const alone = verb.length === 1 ? (verb[0] ?? '') : undefined;
  const single = alone === undefined ? undefined : (SYNONYMS.get(alone) ?? alone);
  const last = path.segments.at(-1)?.words.at(-1) ?? '';
  const collection = !path.endsWithParameter && isPlural(last);
  if (single === 'get' && READING.has(method)) return collection && tail.length === 0 ? ['list'] : ['get'];
  if (single === 'find' && method === 'GET' && path.endsWithParameter) return ['get'];
  if (verb.length > 0 && !(single !== undefined && single === 'post'))
    return single === undefined ? verb.map((w) => w) : [single];
  return [fallback(method, path.endsWithParameter, collection, said)];
}

function fallback(method: string, item: boolean, collection: boolean, said: Said): string {
  switch (method) {
    case 'GET':
      return collection || said.verb?.[0] === 'list' ? 'list' : 'get';
    case 'POST':
      return item ? 'update' : 'create';
    case 'PUT':
      return 'replace';
    case 'PATCH':
      return 'update';
    default:
      return wordsOf(method)[0] ?? 'call';
  }
}

/** A segment of two letters or more: `/a` and `/{x}` name nothing. */
function hasGoodWord(segments: StaticSegment[]): boolean {
  return segments.some((s) => s.words.some((w) => w.length > 1));
}
