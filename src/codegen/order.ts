/** The order of code units: the same on every machine, whatever its language. */
export function order(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
