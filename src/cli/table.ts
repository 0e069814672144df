/** What commands print: columns and JSON. What a description says stands in them on one line, the unseen escaped. */
import Table from 'cli-table3';
import { oneLine } from '../runtime/one-line.ts';
import { escapeUnseen } from '../text/unseen.ts';
import { fitted } from './fit.ts';
import { widthOf } from './terminal.ts';

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

export interface TableOptions {
  /** Colours a cell, whatever its lines; given the cell's text as it was. */
  paint?: (shown: string, column: number, cell: string) => string;
  /** Of the terminal; without it, every row is one line. */
  width?: number | undefined;
}

/** Aligned columns, no lines. */
export function plainTable(
  rows: string[][],
  { paint = (shown) => shown, width = widthOf(process.stdout) }: TableOptions = {},
): string {
  const table = new Table({ chars: NO_LINES, style: { 'padding-left': 0, 'padding-right': 0, head: [], border: [] } });
  const safe = rows.map((row) => row.map((cell) => oneLine(cell, MAX_CELL)));
  const fitting = width === undefined ? safe : fitted(safe, width);
  const painted = (shown: string, column: number, cell: string) =>
    shown
      .split('\n')
      .map((line) => paint(line, column, cell))
      .join('\n');
  table.push(...fitting.map((row, r) => row.map((shown, c) => painted(shown, c, rows[r]?.[c] ?? ''))));
  return table.toString().replace(/[ \t]+$/gm, '');
}

/** The first of the rows, and how many more there are. */
export function shortTable(rows: string[][], limit: number, more: string): string {
  const shown = plainTable(rows.slice(0, limit));
  return rows.length <= limit ? shown : `${shown}\n… and ${rows.length - limit} more: ${more}`;
}

/**
 * An object as indented JSON that is safe on a terminal; every JSON reader reads the same from it. In pieces: the tools of a
 * very large API are longer than one text can be.
 */
export function printJson(object: Record<string, unknown>): void {
  let text = '';
  for (const piece of printedJson(object)) {
    text += piece;
    if (text.length < 65_536) continue;
    process.stdout.write(text);
    text = '';
  }
  process.stdout.write(text);
}

export function* printedJson(object: Record<string, unknown>): Generator<string> {
  const members = Object.entries(object).filter(([, value]) => value !== undefined);
  yield '{';
  for (const [i, [key, value]] of members.entries()) {
    yield `${i === 0 ? '' : ','}\n  ${escapeUnseen(JSON.stringify(key))}: `;
    if (Array.isArray(value) && value.length > 0) {
      for (const [n, item] of value.entries()) yield `${n === 0 ? '[' : ','}\n    ${indented(item, '    ')}`;
      yield '\n  ]';
    } else yield indented(value, '  ');
  }
  yield members.length === 0 ? '}\n' : '\n}\n';
}

function indented(value: unknown, by: string): string {
  return escapeUnseen(JSON.stringify(value, null, 2) ?? 'null').replaceAll('\n', `\n${by}`);
}
