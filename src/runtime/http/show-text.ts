/** Upstream text made safe and short enough to show: nothing in it can hide, forge a line of ours, or flood the reader. */

/** Controls but `\t` and `\n`; bidi overrides and isolates; the invisible "tag" characters that smuggle instructions. */
const HIDDEN = /[\x00-\x08\x0B-\x1F\x7F-\x9F\u2028\u2029\u202A-\u202E\u2066-\u2069]|\uFEFF|\uDB40[\uDC00-\uDC7F]/g;

/**
 * Shows hidden characters as `\uXXXX`, which inside JSON strings still means the same character; CRLF stays a line break.
 * Joiners and marks that languages and emoji need are left alone.
 */
export function visible(text: string): string {
  return text
    .replace(/\r\n/g, '\n')
    .replace(HIDDEN, (found) =>
      Array.from({ length: found.length }, (_, i) => `\\u${found.charCodeAt(i).toString(16).padStart(4, '0')}`).join(
        '',
      ),
    );
}

/** At most `max` UTF-16 units, never half a character. */
export function cut(text: string, max: number): string {
  return text.length <= max ? text : text.slice(0, max).replace(/[\uD800-\uDBFF]$/, '');
}

/** The same with `…` where something is missing. */
export function shorten(text: string, max: number): string {
  return text.length <= max ? text : `${cut(text, max)}…`;
}

/** Every secret that the API echoes is replaced. Very short ones are not: they would match by chance. */
export function withoutSecrets(text: string, secrets: readonly string[]): string {
  return secrets.filter((s) => s.length >= 6).reduce((rest, secret) => rest.replaceAll(secret, '[secret]'), text);
}

/** An HTML page as the text a person would read: its title and words, without scripts, styles and tags. Not for rendering. */
export function htmlText(html: string): string {
  return html
    .slice(0, 200_000)
    .replace(/<!--[\s\S]*?-->/g, ' ')
    .replace(/<(script|style|svg|noscript|template)\b[\s\S]*?(<\/\1\s*>|$)/gi, ' ')
    .replace(/<(br|\/?(p|div|h[1-6]|li|tr|title|ul|ol|table|pre|section|header|footer))\b[^>]*>/gi, '\n')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(lt|gt|quot|apos|nbsp|amp|#39);/gi, (_, name: string) => ENTITIES[name.toLowerCase()] ?? ' ')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/\s*\n\s*/g, '\n')
    .trim();
}

const ENTITIES: Record<string, string> = { lt: '<', gt: '>', quot: '"', apos: "'", '#39': "'", nbsp: ' ', amp: '&' };
