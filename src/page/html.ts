/** Text → markup. Whatever stands in a template is escaped, unless a template made it: there is no other way into the page. */
import { escapeUnseen } from '../text/unseen.ts';

/** Markup that is safe to stand in a page as it is. Only `html` and `joined` make it. */
export class Html {
  constructor(readonly text: string) {}
}

type Part = string | number | Html | readonly Part[] | undefined;

/** A template of markup. Attributes in it must be quoted. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  return new Html(strings.reduce((text, string, i) => text + written(parts[i - 1]) + string));
}

/** Text for element content or a quoted attribute; what cannot be seen is written as `\uXXXX`. */
export function escaped(text: string): string {
  const plain = /^[\x20-\x7e\n]*$/.test(text) ? text : visible(text);
  return plain.replace(/[&<>"']/g, (sign) => SIGNS[sign] ?? sign);
}

/**
 * JSON for a `<script>` of a data type: it means the same, and no text in it can end the element or open a comment
 * (HTML, 4.12.1.3 Restrictions for contents of script elements).
 */
export function scriptJson(value: unknown): Html {
  return new Html(
    JSON.stringify(value).replace(/[<>&\u2028\u2029]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`),
  );
}

const SIGNS: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Spaces of other widths become plain ones, and variation selectors (of emoji) go: neither says anything here. */
function visible(text: string): string {
  return escapeUnseen(text.replace(/[\ufe0e\ufe0f]/g, '').replace(/(?!\n)[\p{Zs}\t\r]/gu, ' '));
}

function written(part: Part): string {
  if (part === undefined) return '';
  if (part instanceof Html) return part.text;
  if (typeof part === 'object') return part.map(written).join('');
  return escaped(String(part));
}
