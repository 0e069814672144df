/** What an operationId says: its verb, and the tail that tells it from its siblings. Refuses ids that were made from method and path. */
import {
  ARTICLES,
  COMPOUNDS,
  isAction,
  MODIFIERS,
  PRELUDE,
  PREPOSITIONS,
  TELLING_PREPOSITIONS,
  VERBS,
} from '../../catalogue/language/vocabulary.ts';
import { stem } from '../../catalogue/language/words.ts';

export interface Said {
  /** As it is written: `['create', 'or', 'update']`. Undefined: the id names no action. */
  verb?: string[];
  /** The thing: `lead`, `gift card`. */
  nouns: string[];
  /** From the first telling preposition on: `by external id`. */
  tail: string[];
}

/** @param words of the operationId, or of a summary. @param known words of the path, parameters included. */
export function readWords(words: string[], method: string, known: string[]): Said {
  let rest = words.filter((w) => !ARTICLES.has(w));
  while (rest.length > 1 && PRELUDE.has(rest[0] ?? '')) rest = rest.slice(1);
  const whole = COMPOUNDS.get(rest.join(' '));
  if (whole !== undefined) return { verb: [whole], nouns: [], tail: [] };
  if (isMadeFromPath(rest, method, known)) return { nouns: [], tail: [] };
  const length = verbLength(rest);
  if (length === 1 && rest[0] === 'get' && rest[1] === 'all') return { verb: ['list'], ...split(rest.slice(2)) };
  if (length > 0) return { verb: rest.slice(0, length), ...split(rest.slice(length)) };
  return atTheEnd(rest);
}

/** `post_files_id`, `GetAccountsAccountId`: a method word, then nothing that the path does not say. */
function isMadeFromPath(words: string[], method: string, known: string[]): boolean {
  const [first, ...others] = words;
  if (first !== method.toLowerCase()) return false;
  const stems = new Set(known.map(stem));
  const told = others.filter((w) => stems.has(stem(w)) || w === 'id').length;
  return first === 'get' ? others.length > 0 && told === others.length : told * 2 >= others.length;
}

/** How many words at the front are the action: `bulk create`, `create or update`. */
function verbLength(words: string[]): number {
  let n = 0;
  while (MODIFIERS.has(words[n] ?? '') && n < words.length - 1) n++;
  if (!isAction(words[n])) return 0;
  n++;
  while ((words[n] === 'or' || words[n] === 'and') && isAction(words[n + 1])) n += 2;
  return n;
}

/** `companiesAdd`, `guild_search`, `leadsFindAll`. */
function atTheEnd(words: string[]): Said {
  for (const n of [2, 1]) {
    if (words.length <= n) continue;
    const end = words.slice(-n);
    const compound = COMPOUNDS.get(end.join(' '));
    if (compound !== undefined) return { verb: [compound], nouns: words.slice(0, -n), tail: [] };
    const modified = n === 1 || MODIFIERS.has(end[0] ?? '');
    if (modified && VERBS.has(end.at(-1) ?? '')) return { verb: end, nouns: words.slice(0, -n), tail: [] };
  }
  return { nouns: words, tail: [] };
}

function split(words: string[]): { nouns: string[]; tail: string[] } {
  const at = words.findIndex((w) => PREPOSITIONS.has(w));
  if (at < 0) return { nouns: words, tail: [] };
  const telling = TELLING_PREPOSITIONS.has(words[at] ?? '');
  return { nouns: words.slice(0, at), tail: telling ? words.slice(at) : [] };
}

/** The tail of an id, unless the path says it already: `by id` where the path ends in `{id}`. */
export function untoldTail(said: Said, known: string[]): string[] {
  const stems = new Set(known.map(stem));
  const letters = known.join('');
  const told = said.tail
    .filter((w) => !PREPOSITIONS.has(w))
    .every((w) => stems.has(stem(w)) || (w.length > 2 && letters.includes(w)));
  return told || said.tail.length > 6 ? [] : said.tail;
}
