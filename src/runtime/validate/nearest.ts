import { distance } from 'fastest-levenshtein';

/** The known name that was most likely meant; undefined where none is near. */
export function nearest(name: string, known: Iterable<string>): string | undefined {
  const wanted = simplified(name);
  let best: string | undefined;
  let bestDistance = Math.max(2, Math.floor(wanted.length / 3)) + 1;
  for (const candidate of known) {
    const d = distance(wanted, simplified(candidate));
    if (d < bestDistance) [best, bestDistance] = [candidate, d];
  }
  return best;
}

/** `customer_name`, `customerName` and `CustomerName` are one name here. Bounded: a name may be of any length. */
function simplified(name: string): string {
  return name.slice(0, 100).toLowerCase().replace(/[^a-z0-9]/g, '');
}
