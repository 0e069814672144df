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

const SKIPPED = new Set(['script', 'style', 'svg', 'noscript', 'template']);
const LINES = new Set('br p div h1 h2 h3 h4 h5 h6 li tr title ul ol table pre section header footer'.split(' '));

/**
 * An HTML page as the text a person would read: its title and words, without scripts, styles and tags. Not for rendering.
 * One pass: error pages come from anywhere, and no page may cost more than its length.
 */
export function htmlText(html: string): string {
  const lower = html.toLowerCase();
  const words: string[] = [];
  for (let at = 0; at < html.length; ) {
    const open = html.indexOf('<', at);
    words.push(html.slice(at, open < 0 ? undefined : open));
    if (open < 0) break;
    const comment = html.startsWith('<!--', open);
    const close = comment ? html.indexOf('-->', open + 4) : html.indexOf('>', open);
    if (close < 0) break;
    const name = /^\/?([a-z][a-z0-9]*)/.exec(lower.slice(open + 1, open + 20))?.[1] ?? '';
    words.push(LINES.has(name) ? '\n' : ' ');
    at = comment ? close + 3 : close + 1;
    if (!comment && SKIPPED.has(name) && lower[open + 1] !== '/') {
      const end = lower.indexOf(`</${name}`, at);
      if (end < 0) break;
      at = end;
    }
  }
  return words
    .join('')
    .replace(/&(lt|gt|quot|apos|nbsp|amp|#39);/gi, (_, name: string) => ENTITIES[name.toLowerCase()] ?? ' ')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n[ \n]*/g, '\n')
    .trim();
}

const ENTITIES: Record<string, string> = { lt: '<', gt: '>', quot: '"', apos: "'", '#39': "'", nbsp: ' ', amp: '&' };
