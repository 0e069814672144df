/**
 * A description's text → markup: paragraphs, lists, notes, code, bold, links to https pages and to tools of the same catalogue.
 * Everything else that Markdown or HTML would be stays text. Linear in its length.
 */
import { type Html, html } from './html.ts';

/** @param tools names that become links to `#name`. */
export function markdown(text: string, tools: ReadonlySet<string>): Html[] {
  return blocks(text).map(({ kind, lines }) => {
    if (kind === 'code') return html`<pre><code>${lines.join('\n')}</code></pre>`;
    if (kind === 'list') return html`<ul>${lines.map((line) => html`<li>${inline(line, tools)}</li>`)}</ul>`;
    const content = inline(lines.join(' '), tools);
    if (kind === 'heading') return html`<p><strong>${content}</strong></p>`;
    return kind === 'note' ? html`<p class="note">${content}</p>` : html`<p>${content}</p>`;
  });
}

/** Text that stands within a line: no blocks. */
export function inline(text: string, tools: ReadonlySet<string>): Html[] {
  return [...text.matchAll(PIECES)].map(([piece, code, bold, label, url]) => {
    if (code !== undefined) return tools.has(code) ? link(code) : html`<code>${code}</code>`;
    if (bold !== undefined) return html`<strong>${bold}</strong>`;
    if (label !== undefined)
      return isHttps(url ?? '')
        ? html`<a href="${url}" rel="external noopener noreferrer nofollow">${label.replaceAll('`', '')}</a>`
        : html`${label.replaceAll('`', '')}`;
    return tools.has(piece) ? link(piece) : html`${piece}`;
  });
}

/** The first of: code, bold, a link, a word, one other character. None can look far ahead and then fail. */
const PIECES = /`([^`\n]+)`|\*\*([^*\n]+)\*\*|\[([^[\]\n]{1,300})\]\(([^()\s]{1,2000})\)|[\w-]+|[\s\S]/gu;

interface Block {
  kind: 'text' | 'list' | 'note' | 'heading' | 'code';
  lines: string[];
}

function blocks(text: string): Block[] {
  const found: Block[] = [];
  let open: Block | undefined;
  const begin = (kind: Block['kind']): Block => {
    open = { kind, lines: [] };
    found.push(open);
    return open;
  };
  const add = (kind: Block['kind'], line: string, apart: boolean) => {
    const block = apart || open?.kind !== kind ? begin(kind) : open;
    block.lines.push(line);
  };
  for (const line of text.split('\n')) {
    const item = /^\s{0,8}(?:[-*+]|\d{1,3}[.)])\s+(.*)$/.exec(line)?.[1];
    if (/^\s{0,3}```/.test(line)) {
      if (open?.kind === 'code') open = undefined;
      else begin('code');
    } else if (open?.kind === 'code') open.lines.push(line);
    else if (line.trim() === '') open = undefined;
    else if (item !== undefined) add('list', item, false);
    else if (/^\s{0,3}>/.test(line)) addNote(line.replace(/^\s*>\s?/, ''), add);
    else if (/^#{1,6}\s/.test(line)) add('heading', line.replace(/^#+\s+/, ''), true);
    else if (open?.kind === 'list') open.lines.push(`${open.lines.pop() ?? ''} ${line.trim()}`);
    else add('text', line.trim(), false);
  }
  return found.filter(({ lines }) => lines.length > 0);
}

/** `> [!WARNING]` is the frame of what follows, not part of it. */
function addNote(line: string, add: (kind: 'note', line: string, apart: boolean) => void): void {
  const alert = /^\[!\w+\]\s*$/.test(line);
  if (!alert && line.trim() !== '') add('note', line.trim(), false);
}

function link(tool: string): Html {
  return html`<a href="#${tool}"><code>${tool}</code></a>`;
}

function isHttps(url: string): boolean {
  return /^https:\/\//i.test(url) && URL.canParse(url);
}
