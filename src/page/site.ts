/** A catalogue → the files of its page: one for each language, and two of text. The same catalogue always gives the same files. */
import type { Catalogue } from '../catalogue/index.ts';
import { LANGUAGES } from '../runtime/words.ts';
import { pageDocument } from './document.ts';
import { groupsOf } from './entry.ts';
import { llmsFull, llmsIndex } from './llms.ts';
import { PAGE_WORDS } from './words.ts';

/** @returns file name → text. */
export function siteFiles(catalogue: Catalogue): Map<string, string> {
  const groups = groupsOf(catalogue);
  return new Map([
    ...LANGUAGES.map((language) => [PAGE_WORDS[language].file, pageDocument(catalogue, groups, language)] as const),
    ['llms.txt', llmsIndex(catalogue, groups)],
    ['llms-full.txt', llmsFull(catalogue, groups)],
  ]);
}
