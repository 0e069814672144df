/** What commands print: columns and JSON. What a description says stands in them on one line, the unseen escaped. */
import Table from 'cli-table3';
import { oneLine } from '../runtime/one-line.ts';
import { escapeUnseen } from '../text/unseen.ts';

const NO_LINES = {
  top: '',
  'top-mid': '',
  'top-left': '',
  'top-right': '',
  bottom: '',
  'bottom-mid': '',
  'bottom-left': '',
  'bottom-right': '',
  left: '',
  'left-mid': '',
  mid: '',
  'mid-mid': '',
  right: '',
  'right-mid': '',
  middle: '  ',
};
const MAX_CELL = 1000;

/** Aligned columns, no lines. */
export function plainTable(rows: string[][]): string {
  const table = new Table({ chars: NO_LINES, style: { 'padding-left': 0, 'padding-right': 0, head: [], border: [] } });
  table.push(...rows.map((row) => row.map((cell) => oneLine(cell, MAX_CELL))));
  return table.toString().replace(/[ \t]+$/gm, '');
}

/** The first of the rows, and how many more there are. */
export function shortTable(rows: string[][], limit: number, more: string): string {
  const shown = plainTable(rows.slice(0, limit));
  return rows.length <= limit ? shown : `${shown}\n… and ${rows.length - limit} more: ${more}`;
}

/** Indented JSON that is safe on a terminal; every JSON reader reads the same from it. */
export function printedJson(value: unknown): string {
  return `${escapeUnseen(JSON.stringify(value, null, 2))}\n`;
}
