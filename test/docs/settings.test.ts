/** Every row of the pages on settings is read: the example is taken, and the value that is refused is refused in these words. */
import { describe, expect, test } from 'vitest';
import { NAMES, readSettings } from '../../src/runtime/settings.ts';
import { documentNamed, tableRows } from './documents.ts';

const PAGES = ['docs/settings.md', 'docs/settings.es.md'];
const LINE_BREAK = /^(a line break within|un salto de línea en medio)$/;
const noFile = (): string => {
  throw new Error('no file is read here');
};

describe.each(PAGES)('%s', (page) => {
  const rows = tableRows(documentNamed(page).text).filter(([name]) => /^`NUNTIUS_/.test(name ?? ''));

  test('has a row for each setting', () => {
    const shown = new Set(rows.map(([name]) => plain(name).slice('NUNTIUS_'.length)));
    expect([...shown].sort()).toEqual([...NAMES, 'AUTH_<SCHEME>'].sort());
  });

  test.each(rows)('%s takes %s and refuses %s', (setting, example, refused, message) => {
    const name = plain(setting).replace('<SCHEME>', 'KEY');
    expect(readSettings('nuntius', { [name]: plain(example) }, noFile)).not.toEqual(
      readSettings('nuntius', {}, noFile),
    );
    if (refused === '') return expect(message).toBe('');
    const value = LINE_BREAK.test(refused ?? '') ? 'one\ntwo' : plain(refused);
    expect(() => readSettings('nuntius', { [name]: value }, noFile)).toThrow(`${name} ${message}`);
  });
});

function plain(cell = ''): string {
  return cell.replace(/^`|`$/g, '');
}
