/** Rows as CSV (RFC 4180): a header line, CRLF, values quoted where they must be. */

type Cell = string | number | boolean | null;

export function csv<Column extends string>(columns: readonly Column[], rows: readonly Record<Column, Cell>[]): string {
  const lines = [columns.join(','), ...rows.map((row) => columns.map((column) => cell(row[column])).join(','))];
  return lines.map((line) => `${line}\r\n`).join('');
}

/** A text that a spreadsheet would take for a formula gets a quote mark in front; a phone number is no formula. */
function cell(value: Cell): string {
  if (value === null) return '';
  const text = String(value);
  const safe = typeof value === 'string' && /^[=@+\-\t\r]/.test(text) && !/^\+\d+$/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
