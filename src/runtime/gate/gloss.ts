/** A second, readable form of values whose exact one is hard to read: dates, and money. It never stands alone. */
import { oneLine } from '../one-line.ts';
import type { Language } from '../words.ts';

const DATE = /^\d{4}-\d{2}-\d{2}$/;
const DATE_TIME = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2})(?::\d{2}(?:\.\d+)?)?(Z|[+-]\d{2}:\d{2})?$/;
/** Only these are said as money: a length beside a currency is no price. */
const MONEY = /(^|[a-z_])(price|amount|cost|fee|total|subtotal|balance|budget|revenue|precio|importe|coste)$/i;

/**
 * `2026-12-01T10:00:00+01:00` → `Tuesday, 1 December 2026 at 10:00 +01:00`; `49.5` beside `EUR` → `€49.50`.
 * @param name of the field, last part.
 * @param currency what stands beside it under `currency`.
 */
export function gloss(name: string, value: unknown, currency: unknown, language: Language): string | undefined {
  if (typeof value === 'string') return date(value, language) ?? dateTime(value, language);
  // A whole number may be cents: only what has a fraction is surely in units.
  if (typeof value !== 'number' || Number.isInteger(value) || !MONEY.test(name)) return undefined;
  if (typeof currency !== 'string' || !/^[A-Z]{3}$/.test(currency)) return undefined;
  return plainSpaces(new Intl.NumberFormat(locale(language), { style: 'currency', currency }).format(value));
}

function date(text: string, language: Language): string | undefined {
  return DATE.test(text) ? said(text, { dateStyle: 'full' }, language) : undefined;
}

/** The local time that is written, at its own offset: no zone of this machine gets in. */
function dateTime(text: string, language: Language): string | undefined {
  const [, local = '', offset = ''] = DATE_TIME.exec(text) ?? [];
  const time = local === '' ? undefined : said(local, { dateStyle: 'full', timeStyle: 'short' }, language);
  if (time === undefined) return undefined;
  return `${time}${offset === '' ? '' : ` ${offset === 'Z' ? 'UTC' : offset}`}`;
}

/** @returns undefined for a day that is none: 31 February must not be said as 3 March. */
function said(local: string, style: Intl.DateTimeFormatOptions, language: Language): string | undefined {
  const at = new Date(local.length === 10 ? local : `${local}Z`);
  if (Number.isNaN(at.getTime()) || !at.toISOString().startsWith(local)) return undefined;
  return plainSpaces(new Intl.DateTimeFormat(locale(language), { ...style, timeZone: 'UTC' }).format(at));
}

function locale(language: Language): string {
  return language === 'es' ? 'es-ES' : 'en-GB';
}

function plainSpaces(text: string): string {
  return oneLine(text.replace(/\s/g, ' '));
}
