/** Identifiers and path segments → lower-case ASCII words. Refuses nothing: what has no Latin letter or digit gives no words. */

/** Letters that Unicode decomposition (NFD) leaves as they are. */
const LETTERS: Record<string, string> = {
  ß: 'ss', æ: 'ae', Æ: 'AE', œ: 'oe', Œ: 'OE', ø: 'o', Ø: 'O', ł: 'l', Ł: 'L', đ: 'd', Đ: 'D',
  ð: 'd', Ð: 'D', þ: 'th', Þ: 'TH', ı: 'i', ħ: 'h', Ħ: 'H', ŋ: 'n', Ŋ: 'N',
}; // biome-ignore format: a table

/** Names that look like two words and are one. */
const ONE_WORD =
  /OAuth|GitHub|GitLab|WhatsApp|PayPal|LinkedIn|YouTube|JavaScript|GraphQL|OpenAPI|OpenID|IPv(?=[46])|iOS|macOS|SaaS/g;

/** Plural in form, one thing in kind. */
const SINGULAR = new Set(
  `access address alias analysis analytics basis bus business canvas class cors credits cross defaults details
  diagnostics dns express gas gps harness https ios index info insights kubernetes lens limits macos metadata metrics news
  options os pass preferences prefs progress process properties_schema redis rms settings sms sos statistics stats status success
  series summary tls totals us usps vanity wireless works`.split(/\s+/),
);
const PLURAL = new Set(['children', 'people', 'criteria', 'indices', 'matrices', 'men', 'women', 'feet', 'data_sets']);
const IRREGULAR: Record<string, string> = {
  children: 'child', people: 'person', criteria: 'criterion', indices: 'index', matrices: 'matrix', statuses: 'status',
  addresses: 'address', movies: 'movie', cookies: 'cookie', lives: 'live', aliases: 'alias',
}; // biome-ignore format: a table

/** é → e, ß → ss; a letter that has no Latin form becomes a separator, so that its neighbours stay apart. */
export function transliterate(text: string): string {
  if (/^[\x00-\x7f]*$/.test(text)) return text;
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/[^\x00-\x7f]/gu, (c) => (Object.hasOwn(LETTERS, c) ? (LETTERS[c] ?? ' ') : ' '));
}

/**
 * The words of an identifier: `listAPIKeys` → list, api, keys; `chat.postMessage` → chat, post, message.
 * Digits stay with the letters before them (`oauth2`, `v1beta1`).
 */
export function wordsOf(text: string): string[] {
  if (/^[a-z0-9]*$/.test(text)) return text === '' ? [] : [text.slice(0, 4096)];
  return transliterate(text.slice(0, 4096))
    .replace(ONE_WORD, (m) => ` ${m[0]?.toUpperCase()}${m.slice(1).toLowerCase()}`)
    .replace(/['’]/g, '')
    .replace(/([A-Z]{2,})s(?![a-z])/g, (_, acronym: string) => ` ${acronym}S `)
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((w) => w !== '');
}

/** A word without its plural ending: what `leads` and `lead` have in common. */
export function stem(word: string): string {
  if (Object.hasOwn(IRREGULAR, word)) return IRREGULAR[word] ?? word;
  if (SINGULAR.has(word) || word.length < 3) return word;
  if (/ies$/.test(word) && word.length > 4) return `${word.slice(0, -3)}y`;
  if (/(?:ss|x|z|ch|sh|us)es$/.test(word) && !/(?:ou|au)ses$/.test(word)) return word.slice(0, -2);
  if (/[^su]s$/.test(word) && !/is$/.test(word)) return word.slice(0, -1);
  return word;
}

/** Whether a word names several things (`leads`), not one (`status`, `lead`). */
export function isPlural(word: string): boolean {
  return PLURAL.has(word) || (!SINGULAR.has(word) && stem(word) !== word);
}

/** `news`, `news`, `items` → `news`, `items`. */
export function withoutRepeats(words: string[]): string[] {
  return words.filter((w, i) => w !== words[i - 1]);
}
