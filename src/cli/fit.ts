/** Rows that are wider than the terminal → the same rows, their longest columns wrapped. Nothing is cut. */
import stringWidth from 'string-width';

const GAP = 2;
/** No column is made narrower than this; then the terminal itself wraps. */
const LEAST = 12;

/** @param rows of one-line cells. @param width of the terminal, in columns. */
export function fitted(rows: string[][], width: number): string[][] {
  const columns = Math.max(0, ...rows.map((row) => row.length));
  const widths = Array.from({ length: columns }, (_, i) => Math.max(...rows.map((row) => stringWidth(row[i] ?? ''))));
  const limits = shrink(widths, width - GAP * (columns - 1));
  return rows.map((row) => row.map((cell, i) => wrap(cell, limits[i] ?? cell.length)));
}

/** The widest gives way first. */
function shrink(widths: number[], room: number): number[] {
  const limits = [...widths];
  for (;;) {
    const over = limits.reduce((sum, w) => sum + w, 0) - room;
    const widest = Math.max(...limits);
    if (over <= 0 || widest <= LEAST) return limits;
    const [, second = LEAST] = [...new Set(limits)].sort((a, b) => b - a);
    const i = limits.indexOf(widest);
    const step = limits.filter((w) => w === widest).length > 1 ? 1 : Math.max(1, widest - Math.max(second, LEAST));
    limits[i] = Math.max(LEAST, widest - Math.min(over, step));
  }
}

/** At spaces; a word that is wider than its column after `/`, `_`, `|` or `,`, or else in its middle. */
function wrap(text: string, width: number): string {
  if (stringWidth(text) <= width) return text;
  const lines: string[] = [];
  let line = '';
  const put = (piece: string) => {
    if (stringWidth(line + piece) <= width) {
      line += piece;
      return;
    }
    if (line.trim() !== '') lines.push(line.trimEnd());
    line = '';
    for (const character of piece.trimStart()) {
      if (stringWidth(line + character) > width) {
        lines.push(line);
        line = '';
      }
      line += character;
    }
  };
  for (const word of text.match(/\s+|\S+/gu) ?? []) {
    // A long word begins on a line of its own: more of it stays together.
    const pieces = stringWidth(word) <= width ? [word] : (word.match(/[^/_|,]*[/_|,]+|[^/_|,]+/gu) ?? []);
    for (const piece of pieces) put(piece);
  }
  return [...lines, line.trimEnd()].filter((l) => l !== '').join('\n');
}
