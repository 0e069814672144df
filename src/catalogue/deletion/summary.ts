/** Whether a summary says that the operation deletes: `Delete a lead`, not `Create a rule that deletes leads`. */
import { isAction, PREPOSITIONS } from '../language/vocabulary.ts';
import { wordsOf } from '../language/words.ts';
import { removesForGood } from './identifier.ts';
import * as V from './vocabulary.ts';

const set = (words: string) => new Set(words.split(/\s+/));
/** What stands before the verb without changing what is said. */
const OPENING = set(
  `deprecated beta alpha legacy admin bulk batch mass multi permanently soft hard softly asynchronously async irreversibly immediately logically
  force forcibly this endpoint method operation api call request route is used use to for allows allow you the user users can will lets let
  enables it that be may must automatically optionally please manually also completely safely in one or more multiple v1 v2 v3 experimental
  internal preview new please async`,
);
const CLAUSE = set('that which when if where who whose so because while until unless');
const CARRIER = set('job jobs task tasks request requests process operation workflow batch');
const ARTICLES = set('a an the all any every one multiple several this your');
const INFLECTED = new Map(
  [...V.DELETING, ...V.EMPTYING].flatMap((verb) => inflections(verb).map((form) => [form, verb] as const)),
);

/** @param summary any text; only its beginning is read. @param reads the method is GET, HEAD or QUERY. */
export function summaryDeletes(summary: string, reads: boolean): boolean {
  const words = wordsOf(summary.slice(0, 400));
  const start = words.findIndex((w) => !OPENING.has(w));
  const said = start < 0 ? words : words.slice(start);
  if (headDeletes(said, reads)) return true;
  if (reads) return false;
  if (V.GUARDING.has(said[0] ?? '') || V.GUARDING.has((said[0] ?? '').replace(/s$/, ''))) return false;
  return (
    coordinated(said) ||
    deletionPhrase(said) ||
    carriesDeletion(said) ||
    movesAway(said) ||
    removesForGood(words) ||
    V.OTHER_SCRIPTS.test(summary.slice(0, 60))
  );
}

function headDeletes(words: string[], reads: boolean): boolean {
  const [head = '', next = ''] = words;
  const verb = INFLECTED.get(head);
  if (verb === undefined || V.ABOUT.has(next) || (reads && (verb === 'trash' || V.ABOUT_READ.has(next)))) return false;
  if (!V.EMPTYING.has(verb)) return true;
  const passing = words.slice(1, 6).some((w) => V.PASSING.has(w) || V.PASSING.has(w.replace(/s$/, '')));
  return (
    !reads &&
    !passing &&
    (verb !== 'empty' || ARTICLES.has(next) || V.GONE.has(next) || /^(?:cart|basket|folder|queue)$/.test(next))
  );
}

/** `Create, update or delete a contact`. */
function coordinated(words: string[]): boolean {
  for (const word of words.slice(0, 7)) {
    if (INFLECTED.has(word) && !V.EMPTYING.has(INFLECTED.get(word) ?? '')) return words[0] !== word;
    if (
      word !== 'and' &&
      word !== 'or' &&
      !isAction(word) &&
      !isAction(word.replace(/e?s$/, '')) &&
      !isAction(word.replace(/s$/, ''))
    )
      return false;
  }
  return false;
}

/** `Request account deletion`, `Start a bulk delete`, `Bulk deletion of contacts`. */
function deletionPhrase(words: string[]): boolean {
  const end = words.findIndex((w, i) => i > 0 && (PREPOSITIONS.has(w) || CLAUSE.has(w)));
  const phrase = end < 0 ? words : words.slice(0, end);
  const last = CARRIER.has(phrase.at(-1) ?? '') ? phrase.at(-2) : phrase.at(-1);
  return (
    phrase.length < 9 &&
    last !== undefined &&
    (V.DELETIONS.has(last) || (phrase.length > 1 && V.PLAIN.has(last) && last !== 'trash'))
  );
}

/** `Create a job to delete users`. */
function carriesDeletion(words: string[]): boolean {
  return words.some(
    (w, i) =>
      CARRIER.has(w) &&
      /^(?:to|that|which|for)$/.test(words[i + 1] ?? '') &&
      words.slice(i + 2, i + 5).some((v) => INFLECTED.has(v) && V.PLAIN.has(INFLECTED.get(v) ?? '')),
  );
}

/** `Move a file to the trash`, `Marks a task as deleted`. */
function movesAway(words: string[]): boolean {
  const head = (words[0] ?? '').replace(/s$/, '');
  const link = words.findIndex((w, i) => i > 0 && (w === 'to' || w === 'as' || w === 'into' || w === 'in'));
  return V.MOVING.has(head) && link > 0 && words.slice(link + 1, link + 4).some((w) => V.GONE.has(w));
}

/** `delete` → delete, deletes, deleting. */
function inflections(verb: string): string[] {
  const e = verb.endsWith('e') ? verb.slice(0, -1) : verb;
  return [verb, `${verb}s`, `${verb}es`, `${e}ing`];
}
