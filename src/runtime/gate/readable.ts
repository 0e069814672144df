/** Values for a person: exact, on one line, unable to forge a line or to be read as markup, dates and money said readably too. */

import { oneLine } from '../one-line.ts';
import { jsonText } from '../request/json.ts';
import type { Language, Words } from '../words.ts';
import { digest } from './fingerprint.ts';

const MAX_VALUE = 300;

/** Text that no reader takes for anything else: it may stand without quotes. Everything else is quoted and escaped. */
const PLAIN = /^(?=\S)[\p{L}\p{M}\p{N} .,;?¿¡!@+\-/%€$º°ª&]*(?<=\S)$/u;
/** What Markdown, HTML or a link detector would act on (CommonMark 0.31, GFM autolinks). */
const ACTIVE = /[\\`*_{}[\]()<>#|~]|https?:|www\./i;
/** A word that mixes Latin with scripts whose letters look like Latin ones. */
const MIXED =
  /(?=\p{L}*\p{Script=Latin})(?=\p{L}*[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}])\p{L}+/gu;
const DATE_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/;

export function readable(value: unknown, words: Words): string {
  if (value === undefined || value === null) return words.nothing;
  if (typeof value !== 'string')
    return typeof value === 'object' ? cut(jsonText(value), inert, words) : jsonText(value);
  if (value !== '' && value.length <= MAX_VALUE && PLAIN.test(value) && !ACTIVE.test(value))
    return lookAlikes(oneLine(value));
  return cut(value, (part) => `'${inert(part.replaceAll("'", "\\'"))}'`, words);
}

/** A second, readable form where the exact one is hard to read: `Tuesday 1 December 2026, 10:00`; `49.50 EUR`. */
export function gloss(value: unknown, currency: unknown, language: Language): string | undefined {
  if (typeof value === 'string' && DATE_TIME.test(value)) return dateTime(value, language);
  const amount = typeof value === 'number' && Number.isFinite(value) ? value : undefined;
  if (amount === undefined || typeof currency !== 'string' || !/^[A-Z]{3}$/.test(currency)) return undefined;
  return oneLine(new Intl.NumberFormat(language, { style: 'currency', currency }).format(amount).replace(/\s/g, ' '));
}

/** The local time that is written, at its own offset: no zone of this machine gets in. */
function dateTime(text: string, language: Language): string | undefined {
  const written = Date.parse(`${text.slice(0, 16)}Z`);
  if (Number.isNaN(written)) return undefined;
  const format = new Intl.DateTimeFormat(language === 'es' ? 'es-ES' : 'en-GB', {
    dateStyle: 'full',
    timeStyle: 'short',
    timeZone: 'UTC',
  });
  return oneLine(format.format(written).replace(/\s/g, ' '));
}

function cut(text: string, write: (part: string) => string, words: Words): string {
  if (text.length <= MAX_VALUE) return write(text);
  const part = text.slice(0, MAX_VALUE).replace(/[\uD800-\uDBFF]$/, '');
  return `${write(part)}${words.cutValue(text.length, digest(text).slice(0, 16))}`;
}

/** Markup characters escaped as Markdown itself escapes them; links broken; the rest on one line. */
function inert(text: string): string {
  const escaped = text
    .replace(/[\\`*_{}[\]()<>#|~]/g, (c) =>
      c === '_' || c === '(' || c === ')' || c === '{' || c === '}' ? c : `\\${c}`,
    )
    .replace(/(https?)(:)|(www)(\.)/gi, (_, http, colon, www, dot) =>
      http === undefined ? `${www}\\${dot}` : `${http}\\${colon}`,
    )
    .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\_');
  return lookAlikes(oneLine(escaped));
}

function lookAlikes(text: string): string {
  return text.replace(MIXED, (word) =>
    word.replace(
      /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}]/gu,
      (c) => `\\u${(c.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`,
    ),
  );
}
