import { distance } from 'fastest-levenshtein';

/** The known name that was most likely meant; undefined where none is near. */
export function nearest(name: string, known: Iterable<string>): string | undefined {
  const wanted = simplified(name);
  if (wanted === '') return undefined;
  let best: string | undefined;
  let bestDistance = Math.max(wanted.length < 4 ? 1 : 2, Math.floor(wanted.length / 3)) + 1;
  const holding: string[] = [];
  for (const candidate of known) {
    const text = simplified(candidate);
    const d = distance(wanted, text);
    if (d < bestDistance) [best, bestDistance] = [candidate, d];
    if (contains(text, wanted) || contains(wanted, text)) holding.push(candidate);
  }
  // `customer` for `customerName`: far apart, but only one name has it.
  return best ?? (holding.length === 1 ? holding[0] : undefined);
}

function contains(text: string, part: string): boolean {
  return part.length > 2 && text.includes(part);
}

/** `customer_name`, `customerName` and `CustomerName` are one name here. Bounded: a name may be of any length. */
function simplified(name: string): string {
  return name
    .slice(0, 100)
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '');
}
