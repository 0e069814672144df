/** Argument names: parameters and body properties side by side, legal and unique (DESIGN §5, "Arguments are flat"). */
import type { ArgumentLocation } from '../catalogue/index.ts';

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
 * The name of each input, in the order given. On a clash the path parameter keeps its name and the others get a suffix
 * by their location; what still clashes is numbered. `reserved` names (`confirm`) always get the suffix.
 */
export function nameArguments(inputs: readonly NamedInput[], reserved: ReadonlySet<string>): string[] {
  const names = new Array<string>(inputs.length);
  const taken = new Set<string>();
  const byPrecedence = inputs
    .map((input, index) => ({ input, index, exact: legal(input.wireName) === input.wireName }))
    // A name that is legal as it stands comes before one that was made legal, so that it is never pushed aside.
    .sort(
      (a, b) =>
        Number(b.exact) - Number(a.exact) || ORDER.indexOf(a.input.in) - ORDER.indexOf(b.input.in) || a.index - b.index,
    );
  for (const { input, index } of byPrecedence) {
    const base = legal(input.wireName);
    let name = base;
    if (taken.has(name) || reserved.has(name)) name = withSuffix(base, SUFFIX[input.in]);
    for (let n = 2; taken.has(name) || reserved.has(name); n++) name = withSuffix(base, `_${n}`);
    taken.add(name);
    names[index] = name;
  }
  return names;
}

function legal(wireName: string): string {
  const spelled = wireName
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[<>=!@$#%&+*]/g, (c) => SPELLED[c] ?? '_')
    .replace(/[^a-zA-Z0-9_.-]+/g, '_')
    .replace(/_{2,}/g, (run) => (wireName.includes(run) ? run : '_'));
  const trimmed = /^[a-zA-Z0-9_.-]+$/.test(wireName) ? wireName : spelled.replace(/^_+(?=.)|(?<=.)_+$/g, '');
  const name = trimmed === '__proto__' ? 'proto' : trimmed;
  return name.replaceAll('_', '') === '' ? 'argument' : cut(name, MAX_LENGTH);
}

function withSuffix(base: string, suffix: string): string {
  return cut(base, MAX_LENGTH - suffix.length) + suffix;
}

function cut(name: string, length: number): string {
  return name.length <= length ? name : name.slice(0, length);
}
