/** The page's style and script, as they stand in it. The build puts both texts in this module's place. */
import { readFileSync } from 'node:fs';

export const STYLE = read('style.css');
export const SCRIPT = read('browser.js');

function read(name: string): string {
  return readFileSync(new URL(name, import.meta.url), 'utf8');
}
