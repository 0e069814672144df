/** The tables of docs/performance.md and its Spanish page: heads in both languages, and where each stands. */
import { readFileSync, writeFileSync } from 'node:fs';

const LANGUAGES = ['en', 'es'] as const;
type Language = (typeof LANGUAGES)[number];

const FILES: Record<Language, string> = { en: 'docs/performance.md', es: 'docs/performance.es.md' };

/** A table and the line below it. The name is the one of its marks in the page. */
export interface Table {
  name: 'figures' | 'sizes' | 'growth';
  head: Record<Language, string[]>;
  rows: string[][];
  below: Record<Language, string>;
}

export function writeTable({ name, head, rows, below }: Table): void {
  for (const language of LANGUAGES) {
    const lines = [head[language], head[language].map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`);
    const marks = new RegExp(`(<!-- ${name} -->)[\\s\\S]*(<!-- end of ${name} -->)`);
    const text = readFileSync(FILES[language], 'utf8');
    if (!marks.test(text)) throw new Error(`${FILES[language]} has no marks for the table "${name}"`);
    writeFileSync(FILES[language], text.replace(marks, `$1\n${[...lines, '', below[language]].join('\n')}\n$2`));
  }
}
