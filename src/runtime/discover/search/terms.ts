/** Text → the terms that are searched for: folded, without words that mean nothing, stemmed; Spanish ones in English too. */
import { stemmer as english } from '@orama/stemmers/english';
import { stemmer as spanish } from '@orama/stemmers/spanish';
import { wordsOf } from '../../../catalogue/language/words.ts';
import { fold, SPANISH, SPANISH_STOPWORDS } from './spanish.ts';
import { ENGLISH_STOPWORDS } from './synonyms.ts';

const stems = new Map<string, string>();

/** The stem of an English word; of another, what is left of it, always the same. */
export function stem(word: string): string {
  let known = stems.get(word);
  if (known === undefined) {
    known = english(word);
    stems.set(word, known);
  }
  return known;
}

/** The words of running text, or of an identifier, folded; those that mean nothing left out. */
export function meaningful(text: string): string[] {
  return wordsOf(fold(text.replace(/([a-z0-9])([A-Z])/g, '$1 $2').replace(/['’](s|ll|re|d|m|ve|t)\b/gi, ''))).filter(
    (word) => !ENGLISH_STOPWORDS.has(word) && !SPANISH_STOPWORDS.has(word),
  );
}

/** The English words that a Spanish one stands for; none where it is not known as one. */
export function inEnglish(word: string): readonly string[] {
  const known = SPANISH.get(word) ?? BY_STEM.get(spanish(word));
  if (known !== undefined) return known;
  // An imperative with its pronouns: `mándaselo`, `envíale`.
  const bare = word.replace(/(?:[mts]e|nos|l[aeo]s?)$/, '').replace(/(?<=..)(?:[mts]e|nos)$/, '');
  return bare === word || bare.length < 4 ? [] : (SPANISH.get(bare) ?? BY_STEM.get(spanish(bare)) ?? []);
}

const BY_STEM = new Map<string, readonly string[]>(
  [...SPANISH].reverse().flatMap(([word, meanings]) => {
    const stemmed = spanish(word);
    // Three letters are the stem of too much.
    return stemmed.length < 4 ? [] : [[stemmed, meanings] as const];
  }),
);
