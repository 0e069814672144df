/** Which parts of a JSON value are wanted, in json-mask's syntax (Google's partial responses): `data(id,customerName),nextCursor`. */
import mask from 'json-mask';

const MAX_LENGTH = 1000;

/** What is wrong with a mask, and how one is written; undefined where nothing is. json-mask itself reads anything. */
export function maskProblem(text: string): string | undefined {
  const wrong = (what: string) => `${what}. Write it like data(id,customerName),nextCursor`;
  if (text.length > MAX_LENGTH) return wrong(`is longer than ${MAX_LENGTH} characters`);
  let depth = 0;
  for (const token of text.match(/\\.|[(),/]|[^\\(),/]+/gsu) ?? []) {
    if (token === '(') depth++;
    if (token === ')' && --depth < 0) return wrong('has a ")" that closes nothing');
  }
  if (depth > 0) return wrong('has a "(" that is not closed');
  const bare = text.replace(/\\./gsu, 'x');
  if (/(^|[(,/])(?=[(),/]|$)/.test(bare)) return wrong('has a name missing');
  if (/\)(?![),]|$)/.test(bare)) return wrong('has something after a ")" that is no "," between');
  if (/\\$/.test(bare)) return wrong('ends in a "\\"');
  return undefined;
}

interface Wanted {
  isWildcard?: boolean;
  properties?: Tree;
}
type Tree = Record<string, Wanted>;

export interface Selected {
  value: unknown;
  /** Ways to what was wanted and is nowhere in the value: `data/fax`. */
  absent: string[];
}

/**
 * json-mask reads the mask; what is picked is picked here, since its own filter follows inherited members (`constructor`)
 * and fails on a text where it expects an object. Of an array each item is masked; null stays null.
 */
export function select(value: unknown, text: string): Selected {
  const found = new Set<Wanted>();
  const missed = new Map<Wanted, string>();
  const pick = (from: unknown, tree: Tree, way: string): unknown => {
    if (Array.isArray(from)) return from.map((item) => pick(item, tree, way)).filter((item) => item !== undefined);
    if (from === null) return null;
    if (typeof from !== 'object' || isNumber(from)) return undefined;
    const part: Record<string, unknown> = {};
    for (const [name, wanted] of Object.entries(tree)) {
      const names = wanted.isWildcard === true ? Object.keys(from) : Object.hasOwn(from, name) ? [name] : [];
      if (names.length > 0) found.add(wanted);
      else if (wanted.isWildcard !== true) missed.set(wanted, `${way}${name}`);
      for (const key of names) {
        const member = (from as Record<string, unknown>)[key];
        const picked = wanted.properties === undefined ? member : pick(member, wanted.properties, `${way}${key}/`);
        if (picked === undefined) continue;
        // Defined, not assigned: a key may be `__proto__`.
        Object.defineProperty(part, key, { value: picked, enumerable: true, configurable: true, writable: true });
      }
    }
    return part;
  };
  const picked = pick(value, mask.compile(text) as unknown as Tree, '');
  return { value: picked ?? null, absent: [...missed].filter(([wanted]) => !found.has(wanted)).map(([, way]) => way) };
}

/** A number of lossless-json, which keeps its digits in an object. */
function isNumber(value: object): boolean {
  return (value as { isLosslessNumber?: unknown }).isLosslessNumber === true;
}
