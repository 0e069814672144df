/** The pages on clients have a section for each client that `config` knows, and name the very files that it writes. */
import { expect, test } from 'vitest';
import { CLIENTS, type System } from '../../src/cli/clients/clients.ts';
import { CLIENT_NAMES, type ClientName } from '../../src/cli/clients/names.ts';
import { documentNamed, tableRows, withoutBlocks } from './documents.ts';

const PAGES = ['docs/clients.md', 'docs/clients.es.md'];

/** A row of a section's table is named by the systems that it is about. */
const SYSTEMS: [string, System][] = [
  ['macOS', { platform: 'darwin', home: '~', cwd: '.', environment: {} }],
  ['Linux', { platform: 'linux', home: '~', cwd: '.', environment: {} }],
  ['Windows', { platform: 'win32', home: '%USERPROFILE%', cwd: '.', environment: { APPDATA: '%APPDATA%' } }],
];

test.each(PAGES)('%s has a section for each client, by the command that prints its snippet', (page) => {
  expect(sections(page).map(([name]) => name)).toEqual([...CLIENT_NAMES]);
});

test.each(PAGES)('%s names the file of each client on each system', (page) => {
  for (const [name, section] of sections(page)) {
    const rows = tableRows(section);
    for (const [title, system] of SYSTEMS) {
      const file = CLIENTS[name].file(system)?.replaceAll('\\', '/');
      const shown = rows.filter(([cell]) => cell?.includes(title)).map(([, cell]) => cell);
      expect(shown, `${name}, ${title}`).toEqual(
        file === undefined ? [] : [expect.stringContaining(`\`${title === 'Windows' ? backwards(file) : file}\``)],
      );
    }
  }
});

function backwards(file: string): string {
  return file.startsWith('%') ? file.replaceAll('/', '\\') : file;
}

/** Headings whose section holds `nuntius-mcp config CLIENT`. */
function sections(page: string): [ClientName, string][] {
  const document = documentNamed(page);
  expect(withoutBlocks(document)).toContain('--sandbox');
  return document.text
    .split(/^## /m)
    .slice(1)
    .flatMap((section) => {
      const name = /^nuntius-mcp config ([a-z-]+)$/m.exec(section)?.[1] as ClientName | undefined;
      return name === undefined ? [] : [[name, section] as [ClientName, string]];
    });
}
