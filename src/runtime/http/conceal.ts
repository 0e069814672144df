/**
 * An answer without the secrets that the API echoes, before anything reads it: neither a result, nor a preview, nor the
 * journal can then show one. Found in the spellings that JSON and URLs have for a character too (`\/`, `\u002b`, `%2F`).
 */
import type { SendResult } from './send-result.ts';

/** Shorter ones would match by chance. */
const MIN_LENGTH = 6;
export const CONCEALED = '[secret]';

/** @param secrets values that were sent or could be: credentials, access tokens. */
export function conceal(sent: SendResult, secrets: readonly string[]): SendResult {
  const long = [...new Set(secrets)].filter((s) => s.length >= MIN_LENGTH);
  if (sent.kind !== 'response' || long.length === 0) return sent;
  const clean = (text: string) =>
    // Most answers hold nothing that could spell a character otherwise.
    /[\\%+]/.test(text)
      ? long.reduce((rest, secret) => rest.replace(spellings(secret), CONCEALED), text)
      : long.reduce((rest, secret) => rest.replaceAll(latin1(secret), CONCEALED), text);
  // As latin1, which gives every byte back: the secret is found in any charset that holds ASCII, and in a picture's text.
  const text = Buffer.from(sent.body.buffer, sent.body.byteOffset, sent.body.byteLength).toString('latin1');
  const body = clean(text);
  return {
    ...sent,
    headers: sent.headers.map(([name, value]) => [name, clean(value)]),
    ...(body !== text && { body: new Uint8Array(Buffer.from(body, 'latin1')) }),
    ...(sent.redirect && { redirect: { ...sent.redirect, location: clean(sent.redirect.location) } }),
  };
}

const known = new Map<string, RegExp>();

/** Every spelling of a secret, as it stands in a body read as latin1. */
function spellings(secret: string): RegExp {
  const before = known.get(secret);
  if (before !== undefined) return before;
  const pattern = new RegExp([...secret].map(character).join(''), 'g');
  if (known.size > 100) known.clear();
  known.set(secret, pattern);
  return pattern;
}

/** The bytes of its UTF-8 as characters. */
function latin1(secret: string): string {
  return Buffer.from(secret, 'utf8').toString('latin1');
}

function character(c: string): string {
  const bytes = [...Buffer.from(c, 'utf8')];
  const literal = bytes.map((b) => `\\x${b.toString(16).padStart(2, '0')}`).join('');
  const percent = bytes.map((b) => `%${anyCase(b.toString(16).padStart(2, '0'))}`).join('');
  const units = Array.from(
    { length: c.length },
    (_, i) => `\\\\u${anyCase(c.charCodeAt(i).toString(16).padStart(4, '0'))}`,
  ).join('');
  // JSON writes these with a backslash before them.
  const escaped = c === '\\' || c === '/' || c === '"' ? `\\\\?${literal}` : literal;
  return `(?:${escaped}|${units}|${percent}${c === ' ' ? '|\\+' : ''})`;
}

function anyCase(hex: string): string {
  return hex.replace(/[a-f]/g, (h) => `[${h}${h.toUpperCase()}]`);
}
