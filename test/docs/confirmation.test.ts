/** The page on confirming quotes the program: each message verbatim, in both languages. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { LANGUAGES, WORDS } from '../../src/runtime/words.ts';

const PAGES = { en: 'docs/confirmation.md', es: 'docs/confirmation.es.md' };
const NOT_MESSAGES = /^(boxHelp|unchanged|removed|notSent|noState|nothing|waiting)$/;

test.each(LANGUAGES)('%s', (language) => {
  const page = readFileSync(new URL(`../../${PAGES[language]}`, import.meta.url), 'utf8');
  const said = Object.entries(WORDS[language]).filter(
    ([key, text]) => typeof text === 'string' && !NOT_MESSAGES.test(key),
  );
  expect(said.length).toBeGreaterThan(18);
  expect(said.filter(([, text]) => !page.includes(text as string))).toEqual([]);
});
