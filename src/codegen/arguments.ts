/** Argument names: parameters and body properties side by side, legal and unique (DESIGN §5, "Arguments are flat"). */

import type { ArgumentLocation } from '../catalogue/index.ts';
import { order } from './order.ts';

export interface NamedInput {
  in: ArgumentLocation;
  wireName: string;
}

/** Legal for every model API seen: OpenAI and Anthropic take `^[a-zA-Z0-9_.-]{1,64}$` as property keys. */
const MAX_LENGTH = 64;
const ORDER: ArgumentLocation[] = ['path', 'query', 'header', 'cookie', 'whole-body', 'body'];
const SUFFIX: Record<ArgumentLocation, string> = {
  path: '_path',
  query: '_query',
  header: '_header',
  cookie: '_cookie',
  body: '_body',
  'whole-body': '_body',
};

/** What an illegal character means, where it means something: `When<` and `When>` stay two names that can be read. */
const SPELLED: Record<string, string> = {
  '<': '_lt',
  '>': '_gt',
  '=': '_eq',
  '!': '_not',
  '@': '_at_',
  $: '_',
  '#': '_num',
  '%': '_pct',
  '&': '_and_',
  '+': '_plus',
  '*': '_all',
};

/**
 * The name of each input, in the order given; the same names whatever that order is. On a clash the path parameter keeps
 * its name and the others get a suffix by their location; what still clashes is numbered. `reserved` names (`confirm`)
 * always get the suffix. A name that is legal as it stands is never pushed aside by one that was made legal or unique.
 */
export function nameArguments(inputs: readonly NamedInput[], reserved: ReadonlySet<string>): string[] {
  const names = new Array<string>(inputs.length);
  const taken = new Set<string>();
  const free = (name: string) => !taken.has(name) && !reserved.has(name);
  const take = (index: number, name: string) => {
    taken.add(name);
    names[index] = name;
  };
  const byPrecedence = inputs
    .map((input, index) => ({ input, index, base: legal(input.wireName) }))
    .sort(
      (a, b) =>
        Number(b.base === b.input.wireName) - Number(a.base === a.input.wireName) ||
        ORDER.indexOf(a.input.in) - ORDER.indexOf(b.input.in) ||
        order(a.input.wireName, b.input.wireName),
    );
  const clashing = byPrecedence.filter(({ index, base }) => {
    if (!free(base)) return true;
    take(index, base);
    return false;
  });
  for (const { input, index, base } of clashing) {
    let name = withSuffix(base, SUFFIX[input.in]);
    for (let n = 2; !free(name); n++) name = withSuffix(base, `_${n}`);
    take(index, name);
  }
  return names;
}

function legal(wireName: string): string {
  if (/^[a-zA-Z0-9_.-]+$/.test(wireName)) return wireName === '__proto__' ? 'proto' : cut(wireName, MAX_LENGTH);
  const name = wireName
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[<>=!@$#%&+*]/g, (c) => SPELLED[c] ?? '_')
    .replace(/[^a-zA-Z0-9_.-]+/g, '_')
    .replace(/_{2,}/g, (run) => (wireName.includes(run) ? run : '_'))
    .replace(/^_+(?=.)|(?<=.)_+$/g, '');
  return name === '' || name === '_' ? 'argument' : cut(name, MAX_LENGTH);
}

function withSuffix(base: string, suffix: string): string {
  return cut(base, MAX_LENGTH - suffix.length) + suffix;
}

function cut(name: string, length: number): string {
  return name.length <= length ? name : name.slice(0, length);
}
