/**
 * Values for a person: exact, on one line, unable to forge a line or to be read as markup. What stands without quotes is
 * plain words; every sign that the preview itself uses (`:`, `→`, parentheses, quotes) is quoted or escaped in a value.
 */
import { oneLine } from '../one-line.ts';
import { jsonText } from '../request/json.ts';
import type { Words } from '../words.ts';
import { digest } from './fingerprint.ts';
import { Hidden } from './mask-secrets.ts';

/** A value longer than this is cut; its length and digest say what is not shown. */
const MAX_VALUE = 300;

/** Text that no reader takes for anything else: it may stand without quotes. An apostrophe or `_` only within a word. */
const PLAIN =
  /^(?=\S)(?:[\p{L}\p{M}\p{N} .,;?¿¡!@+\-/%€$º°ª&]|(?<=\p{L})['’](?=\p{L})|(?<=[\p{L}\p{N}])_(?=[\p{L}\p{N}]))*(?<=\S)$/u;
/** What Markdown, HTML or a link detector would act on (CommonMark 0.31, GFM autolinks), character references too. */
const ACTIVE = /www\.|&#?\w+;/i;
/** Text that would read as another type: the number 5, the truth of a box. */
const TYPED = /^(-?\d+(\.\d+)?([eE][+-]?\d+)?|true|false|null)$/;
/** Scripts whose letters look like Latin ones. */
const FOREIGN = /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}]/gu;
/** Arrows, with which a value could pretend to be a change. */
const ARROWS =
  /[\u2190-\u21ff\u2794\u2798-\u27af\u27b1-\u27be\u27f0-\u27ff\u2900-\u297f\u2b00-\u2b11\u2b30-\u2b4f\uffe9-\uffec]/gu;
/** Marks stacked so high that they would cover the lines above and below. */
const STACKED = /(?<=\p{M}{4})\p{M}/gu;

/** One value: text plain or in quotes, a list in brackets, an object in braces. */
export function readable(value: unknown, words: Words): string {
  if (typeof value === 'string') return cut(value, textOf, value, words);
  const text = structure(value, words);
  return typeof value === 'object' ? cut(text, (part) => part, jsonText(value), words) : text;
}

/** The name of a field, or of a key in a map: never one that could pass for two, or for a field and its value. */
export function label(name: string, words: Words): string {
  return /^[\p{L}\p{N}-]+(_[\p{L}\p{N}-]+)*$/u.test(name)
    ? cut(name, safe, name, words)
    : cut(name, quoted, name, words);
}

/** Text of a description, or a line of our own with values in it: no quotes, but as inert as a value. */
export function inert(text: string): string {
  return safe(text.replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])|[\\`*[\]<>#|~]|&(?=#?\w+;)/gu, '\\$&'));
}

function structure(value: unknown, words: Words): string {
  if (value === undefined || value === null) return words.nothing;
  if (value instanceof Hidden) return words.hidden(value.length);
  if (typeof value === 'string') return cut(value, /[,;]/.test(value) ? quoted : textOf, value, words);
  if (typeof value !== 'object') return jsonText(value);
  if (Array.isArray(value)) return `[${value.map((item) => structure(item, words)).join(', ')}]`;
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return `{${members.map(([key, member]) => `${label(key, words)}: ${structure(member, words)}`).join(', ')}}`;
}

function textOf(text: string): string {
  return PLAIN.test(text) && !ACTIVE.test(text) && !TYPED.test(text) ? safe(text) : quoted(text);
}

/** Backslashes and quotes escaped, so that the end of the quotes cannot be feigned. */
function quoted(text: string): string {
  return `'${inert(text).replaceAll("'", "\\'")}'`;
}

/** One line, without arrows, links, towers of marks or look-alike letters. */
function safe(text: string): string {
  const broken = text.replace(/:(?=\/\/)|(?<=\b(?:mailto|xmpp|javascript|data)):|(?<=\bwww)\./gi, '\\$&');
  return lookAlikes(oneLine(broken.replace(ARROWS, escaped).replace(STACKED, escaped)));
}

/** A word that mixes Latin with letters that look like it is no word: what is not Latin in it is shown by number. */
function lookAlikes(text: string): string {
  return text.replace(/\p{L}+/gu, (word) => (/\p{Script=Latin}/u.test(word) ? word.replace(FOREIGN, escaped) : word));
}

function escaped(character: string): string {
  return `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`;
}

function cut(text: string, write: (part: string) => string, whole: string, words: Words): string {
  if (text.length <= MAX_VALUE) return write(text);
  const part = text.slice(0, MAX_VALUE).replace(/[\uD800-\uDBFF]$/, '');
  return `${write(part)}${words.cutValue(whole.length, digest(whole).slice(0, 16))}`;
}
