/** All operations of a catalogue → their tool names: legal, unique (also ignoring case), the same whatever the order of the file. */
import { DescriptionError } from '../description-error.ts';
import { type Candidate, candidate, tellApart } from './collisions.ts';
import { composeName, type NamedOperation } from './compose.ts';
import { hashOf, LONGEST, spell } from './spell.ts';

export type { NamedOperation } from './compose.ts';

const LEGAL = /^[a-zA-Z0-9_-]{1,64}$/;

/**
 * @param operations those that become tools; each method and path once.
 * @param prefix first part of every name, `^[a-z][a-z0-9]*$`.
 * @returns by "METHOD /path", names of the form `<prefix>_<resource>_<action>`, at most 64 characters.
 * @throws DescriptionError `invalid_overlay` where a name that the overlay fixes is illegal, or two of them are the same.
 */
export function nameTools(operations: NamedOperation[], prefix: string): Map<string, string> {
  const names = new Map<string, string>();
  const taken = new Set<string>();
  const free: Candidate[] = [];
  for (const operation of [...operations].sort(inOrder)) {
    const key = `${operation.method} ${operation.path}`;
    if (operation.name !== undefined) take(fixedName(operation.name, prefix, key), key, names, taken);
    else free.push(candidate(operation, composeName(operation)));
  }
  for (const { words, key } of resolve(free, prefix, taken)) {
    let name = spell(prefix, words, key);
    for (let length = 6; isTaken(name, taken); length++) name = withHash(name, key, length);
    names.set(key, name);
    taken.add(name.toLowerCase());
  }
  return names;
}

/** Candidates whose names differ from each other and from those taken, except where only a hash can do it. */
function resolve(candidates: Candidate[], prefix: string, taken: Set<string>): Candidate[] {
  const nameOf = (c: Candidate) => spell(prefix, c.words, c.key).toLowerCase();
  let members = candidates;
  for (let round = 0; round < 3; round++) {
    const groups = new Map<string, Candidate[]>();
    for (const c of members) append(groups, nameOf(c), c);
    if (groups.size === members.length) break;
    members = [...groups.values()].flatMap((group) => (group.length === 1 ? group : tellApart(group)));
  }
  const counts = new Map<string, number>();
  for (const c of members) counts.set(nameOf(c), (counts.get(nameOf(c)) ?? 0) + 1);
  return members.map((c) => {
    if ((counts.get(nameOf(c)) ?? 0) < 2 && !isTaken(nameOf(c), taken)) return c;
    return { ...c, words: { ...c.words, action: [...c.words.action, hashOf(c.key)] } };
  });
}

function append(groups: Map<string, Candidate[]>, name: string, candidate: Candidate): void {
  const group = groups.get(name);
  if (group) group.push(candidate);
  else groups.set(name, [candidate]);
}

function fixedName(name: string, prefix: string, key: string): string {
  const full = name.startsWith(`${prefix}_`) ? name : `${prefix}_${name}`;
  if (LEGAL.test(full)) return full;
  throw new DescriptionError(
    'invalid_overlay',
    `The overlay names ${key} "${full.slice(0, 80)}", which is no tool name: use 1 to ${LONGEST} of a-z, A-Z, 0-9, _ and -.`,
  );
}

function take(name: string, key: string, names: Map<string, string>, taken: Set<string>): void {
  if (isTaken(name, taken)) {
    const other = [...names].find(([, n]) => n.toLowerCase() === name.toLowerCase())?.[0];
    throw new DescriptionError(
      'invalid_overlay',
      `The overlay gives the name "${name}" to both ${other} and ${key}: give each its own.`,
    );
  }
  names.set(key, name);
  taken.add(name.toLowerCase());
}

const isTaken = (name: string, taken: Set<string>) => taken.has(name.toLowerCase());

function withHash(name: string, key: string, length: number): string {
  const hash = hashOf(key, length);
  return `${name.slice(0, LONGEST - hash.length - 1).replace(/_+$/, '')}_${hash}`;
}

function inOrder(a: NamedOperation, b: NamedOperation): number {
  const [one, other] = [`${a.path} ${a.method}`, `${b.path} ${b.method}`];
  return one < other ? -1 : one > other ? 1 : 0;
}
