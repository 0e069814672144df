/** What the README lists is what there is: settings with their defaults, commands and options; and links lead somewhere. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { COMMANDS } from '../../src/cli/usage.ts';
import { NAMES, readSettings } from '../../src/runtime/settings.ts';
import { ROOT } from '../end-to-end/program.ts';
import { type Document, documentNamed, documents, tableRows, withoutBlocks } from './documents.ts';

const READMES = ['README.md', 'README.es.md'];

describe.each(READMES)('%s', (file) => {
  const { text } = documentNamed(file);
  const settings = tableRows(text).filter(([name]) => /^`NUNTIUS_/.test(name ?? ''));

  test('has one row for each setting, and none for what is no setting', () => {
    const listed = settings.map(([name]) => (name ?? '').slice('`NUNTIUS_'.length, -1));
    expect(listed.sort()).toEqual([...NAMES, 'AUTH_<SCHEME>'].sort());
  });

  test('shows the defaults that are read', () => {
    const shown = settings.flatMap(([name, standard]) =>
      /^`.+`$/.test(standard ?? '') ? [[(name ?? '').slice(1, -1), (standard ?? '').slice(1, -1)] as const] : [],
    );
    expect(shown.length).toBeGreaterThan(5);
    const noFile = () => '';
    expect(readSettings('nuntius', Object.fromEntries(shown), noFile)).toEqual(readSettings('nuntius', {}, noFile));
    for (const [name, value] of shown) {
      const other = value === '0' ? '1' : /^\d+$/.test(value) ? `${value}1` : undefined;
      if (other !== undefined)
        expect(readSettings('nuntius', { [name]: other }, noFile)).not.toEqual(readSettings('nuntius', {}, noFile));
    }
  });

  test('has every command, and each of its options', () => {
    for (const [command, { options }] of Object.entries(COMMANDS)) {
      expect(text).toMatch(new RegExp(`^\\| \`nuntius-mcp ${command}\\b`, 'm'));
      for (const option of Object.keys(options))
        expect(text, `${command} --${option}`).toMatch(new RegExp(`\`--${option}[ \`]`));
    }
  });

  test('names no option that there is not', () => {
    const known = new Set([
      'help',
      'debug',
      'version',
      ...Object.values(COMMANDS).flatMap(({ options }) => Object.keys(options)),
    ]);
    const named = [...text.matchAll(/`(?:nuntius-mcp[^`]* )?--([a-z-]+)/g)].map(([, option]) => option ?? '');
    expect(named.length).toBeGreaterThan(10);
    expect(named.filter((option) => !known.has(option))).toEqual([]);
  });
});

/** For those who look after the project, and written in its language only. */
const ENGLISH_ONLY = ['CONTRIBUTING.md', 'CHANGELOG.md'];

/** Each document, and its other language. */
const PAIRS = documents().flatMap(({ file }) => {
  if (/\.es\.md$|casos-de-uso/.test(file) || ENGLISH_ONLY.includes(file)) return [];
  return [[file, file === 'docs/use-cases.md' ? 'docs/casos-de-uso.md' : file.replace(/\.md$/, '.es.md')] as const];
});

test('every document is in both languages', () => {
  const there = documents().map(({ file }) => file);
  expect([...PAIRS.flat(), ...ENGLISH_ONLY].sort()).toEqual(there);
});

test.each(PAIRS)('%s and %s say the same in the same order', (english, spanish) => {
  const [one, other] = [english, spanish].map(documentNamed) as [Document, Document];
  expect(outline(other)).toEqual(outline(one));
  expect(other.blocks.map(comparable)).toEqual(one.blocks.map(comparable));
  expect(figures(other)).toEqual(figures(one));
  // The other language is named where a reader who cannot read this one still looks: before the first section.
  expect(beforeSections(other)).toContain(`In English: [${path.basename(english)}](${path.basename(english)}).`);
  expect(beforeSections(one)).toContain(`En español: [${path.basename(spanish)}](${path.basename(spanish)}).`);
});

/** A question, a drawing and a message are in the document's own language; all else in the blocks is the same in both. */
function comparable({ kind, text }: Document['blocks'][number]) {
  return { kind, text: /question|drawing/.test(kind) ? '' : text.replace(/^ *"message": .*$/gm, '"message"') };
}

/** Headings by their level, blocks by their kind, tables by their rows and columns, lists by their items. */
function outline({ text }: Document): string[] {
  const parts: string[] = [];
  let inBlock = false;
  for (const line of text.split('\n')) {
    const table = /^\|/.test(line) ? `table row of ${line.split(/(?<!\\)\|/).length - 2}` : undefined;
    const [, marks] = /^(#+) /.exec(line) ?? [];
    if (line.startsWith('```')) {
      if (!inBlock) parts.push(line);
      inBlock = !inBlock;
    } else if (inBlock) continue;
    else if (marks !== undefined) parts.push(`heading ${marks.length}`);
    else if (table !== undefined) parts.push(table);
    else if (/^ *(-|\d+\.) /.test(line)) parts.push('item');
    else if (line.startsWith('> ') && parts.at(-1) !== 'said') parts.push('said');
  }
  return parts;
}

/** The digits in each table's cells, whatever separates thousands and decimals. */
function figures({ text }: Document): string[][] {
  return tableRows(text).map((cells) => cells.map((cell) => cell.replace(/\D/g, '')));
}

function beforeSections({ text }: Document): string {
  return text.slice(0, text.search(/^## /m));
}

describe('links', () => {
  test.each(documents().map((document) => [document.file, document] as const))(
    'in %s lead to a file and its section',
    (file, document) => {
      const links = [...withoutBlocks(document).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link]) => link ?? '');
      const broken = links.filter((link) => !/^https:\/\//.test(link) && !leadsSomewhere(file, link));
      expect(broken).toEqual([]);
    },
  );
});

function leadsSomewhere(file: string, link: string): boolean {
  const [target = '', section] = link.split('#', 2);
  const there = target === '' ? file : path.posix.join(path.posix.dirname(file), target);
  if (!existsSync(path.join(ROOT, there))) return false;
  return section === undefined || anchors(documentNamed(there)).includes(section);
}

/** As GitHub makes them of headings. */
function anchors(document: Document): string[] {
  return [...withoutBlocks(document).matchAll(/^#+ (.*)$/gm)].map(([, heading]) =>
    (heading ?? '')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replace(/\s/g, '-'),
  );
}

test('every document can be reached from the README', () => {
  const reached = new Set<string>();
  const visit = (file: string): void => {
    if (reached.has(file)) return;
    reached.add(file);
    for (const [, link] of withoutBlocks(documentNamed(file)).matchAll(/\]\(([^)\s#]+\.md)(?:#[^)]*)?\)/g)) {
      if (/^https:/.test(link ?? '')) continue;
      const there = path.posix.join(path.posix.dirname(file), link ?? '');
      if (existsSync(path.join(ROOT, there))) visit(there);
    }
  };
  visit('README.md');
  expect(
    documents()
      .map(({ file }) => file)
      .filter((file) => !reached.has(file)),
  ).toEqual([]);
});

test('every file of this repository that a document names is there', () => {
  const named = documents().flatMap((document) =>
    [...withoutBlocks(document).matchAll(/`((?:src|test|openapi|scripts|docs|\.ci)\/[\w./*-]*)`/g)].map(
      ([, name]) => name ?? '',
    ),
  );
  expect(named.length).toBeGreaterThan(20);
  expect([...new Set(named)].filter((name) => !existsSync(path.join(ROOT, name)))).toEqual([]);
});
