/** The documents of this repository, and the fenced blocks in them: what a reader copies, or reads as what will happen. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../end-to-end/program.ts';

export interface Block {
  /** `README.md:12`. */
  where: string;
  /** The language, and what stands behind it: `sh`, `json answer`, `yaml file`. */
  kind: string;
  /** `file=shop.yaml`, `exit=1`. */
  options: Record<string, string>;
  /** Without the last line break. */
  text: string;
}

export interface Document {
  /** Relative to the repository. */
  file: string;
  text: string;
  blocks: Block[];
}

const NOT_OURS = new Set(['node_modules', 'dist', 'coverage']);

/** Every `.md` of the repository, sorted. */
export function documents(): Document[] {
  return markdownFiles('')
    .sort()
    .map((file) => {
      const text = readFileSync(path.join(ROOT, file), 'utf8');
      return { file, text, blocks: blocksOf(file, text) };
    });
}

export function documentNamed(file: string): Document {
  const found = documents().find((d) => d.file === file);
  if (found === undefined) throw new Error(`there is no ${file}`);
  return found;
}

function markdownFiles(folder: string): string[] {
  return readdirSync(path.join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const file = path.posix.join(folder, entry.name);
    if (entry.isDirectory()) return NOT_OURS.has(entry.name) || entry.name.startsWith('.') ? [] : markdownFiles(file);
    return entry.name.endsWith('.md') ? [file] : [];
  });
}

/** @throws Error where a fence is not closed, or is indented: a reader's tool and this one might then disagree. */
function blocksOf(file: string, text: string): Block[] {
  const blocks: Block[] = [];
  let open: { line: number; info: string; lines: string[] } | undefined;
  for (const [i, line] of text.split('\n').entries()) {
    if (/^\s+(```|~~~)|^~~~/.test(line))
      throw new Error(`${file}:${i + 1}: a fence begins with \`\`\` in the first column`);
    if (open === undefined) {
      if (line.startsWith('```')) open = { line: i + 1, info: line.slice(3).trim(), lines: [] };
    } else if (line === '```') {
      blocks.push(block(`${file}:${open.line}`, open.info, open.lines.join('\n')));
      open = undefined;
    } else open.lines.push(line);
  }
  if (open !== undefined) throw new Error(`${file}:${open.line}: this fence is not closed`);
  return blocks;
}

function block(where: string, info: string, text: string): Block {
  const words = info.split(/\s+/).filter((word) => word !== '');
  const options = words.filter((word) => word.includes('=')).map((word) => word.split('=', 2) as [string, string]);
  const kind = words.filter((word) => !word.includes('=')).join(' ');
  return { where, kind, options: Object.fromEntries(options), text };
}

/** Prose and headings, without what stands in fences. */
export function withoutBlocks({ text }: Document): string {
  return text.replace(/^```[\s\S]*?^```$/gm, '');
}

/** The rows of every table, cell by cell, without the head; `\|` in a cell is a bar. */
export function tableRows(text: string): string[][] {
  return text
    .split('\n')
    .filter(
      (line, i, lines) =>
        line.startsWith('|') && !/^\|[\s:|-]+\|$/.test(line) && !/^\|[\s:|-]+\|$/.test(lines[i + 1] ?? ''),
    )
    .map((line) =>
      line
        .slice(1, -1)
        .split(/(?<!\\)\|/)
        .map((cell) => cell.trim().replaceAll('\\|', '|')),
    );
}

/**
 * Whether `shown` is what really came: text for text, where `…` stands for anything, and a line of `…` alone for any lines.
 * @returns the first line shown that did not come; undefined where all did.
 */
export function notShown(shown: string, real: string): string | undefined {
  const lines = real
    .trimEnd()
    .split('\n')
    .map((line) => line.trimEnd());
  let at = 0;
  let anywhere = false;
  for (const line of shown
    .trimEnd()
    .split('\n')
    .map((l) => l.trimEnd())) {
    if (line.trim() === '…') {
      anywhere = true;
      continue;
    }
    const found = lines.findIndex((other, i) => i >= at && (anywhere || i === at) && sameLine(line, other));
    if (found < 0) return line;
    at = found + 1;
    anywhere = false;
  }
  return anywhere || at === lines.length ? undefined : `(nothing more, but there is: ${lines[at]})`;
}

function sameLine(shown: string, real: string): boolean {
  if (!shown.includes('…') || shown === real) return shown === real;
  const parts = shown.split('…').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`, 'u').test(real);
}

/** Whether `shown` is part of `real`: what an object shows is there with that value; `"…"` is anything, at a list’s end any more. */
export function differences(shown: unknown, real: unknown, at = ''): string[] {
  if (shown === '…') return [];
  if (Array.isArray(shown)) {
    if (!Array.isArray(real)) return [`${at}: no list`];
    const more = shown.at(-1) === '…';
    const items = more ? shown.slice(0, -1) : shown;
    const length = more ? real.length > items.length : real.length === items.length;
    const each = items.flatMap((item, i) => differences(item, real[i], `${at}[${i}]`));
    return length ? each : [...each, `${at}: ${real.length} items`];
  }
  if (typeof shown === 'object' && shown !== null) {
    if (typeof real !== 'object' || real === null) return [`${at}: no object`];
    return Object.entries(shown).flatMap(([key, value]) =>
      Object.hasOwn(real, key)
        ? differences(value, (real as Record<string, unknown>)[key], `${at}.${key}`)
        : [`${at}.${key}: is not there`],
    );
  }
  return shown === real ? [] : [`${at}: ${JSON.stringify(real)}, shown as ${JSON.stringify(shown)}`];
}
