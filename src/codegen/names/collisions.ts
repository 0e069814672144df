/** Operations that ended on one name → different names, by what differs in meaning. What is the same even so is left to a hash. */

import { PLAIN_VERBS, PREPOSITIONS, SYNONYMS, TELLING_PREPOSITIONS } from '../../catalogue/language/vocabulary.ts';
import { stem, wordsOf } from '../../catalogue/language/words.ts';
import type { NamedOperation, NameWords } from './compose.ts';
import { type PathWords, readPath } from './path-words.ts';

export interface Candidate {
  operation: NamedOperation;
  /** "METHOD /path" */
  key: string;
  words: NameWords;
  path: PathWords;
  /** Words of the operationId. */
  id: string[];
}

/** For each member of a group, in its order, the words that could tell it from the others. */
type Qualifier = (group: Candidate[]) => string[][];

/** Words that tell nothing apart. */
const EMPTY = new Set(['a', 'an', 'the', 'id', 'and', 'or']);
/** In the order in which a person would reach for them. */
const QUALIFIERS: Qualifier[] = [untoldId, many, untoldPath, untoldVersion, byParameter, byMethod];

export function candidate(operation: NamedOperation, words: NameWords): Candidate {
  const id = wordsOf((operation.operationId ?? '').slice(0, 200));
  return { operation, key: `${operation.method} ${operation.path}`, words, path: readPath(operation.path), id };
}

/** The same members, with words added that tell them apart as far as anything can. Independent of their order. */
export function tellApart(group: Candidate[]): Candidate[] {
  for (const qualifier of QUALIFIERS) {
    const added = qualifier(group);
    if (distinct(added) === group.length) return group.map((member, i) => extend(member, added[i] ?? []));
  }
  let members = group;
  for (const qualifier of QUALIFIERS) members = byName(members).flatMap((same) => split(same, qualifier));
  return members;
}

/** No single difference was enough: take this one as far as it goes. */
function split(same: Candidate[], qualifier: Qualifier): Candidate[] {
  if (same.length === 1) return same;
  const added = qualifier(same);
  return distinct(added) < 2 ? same : same.map((member, i) => extend(member, added[i] ?? []));
}

const distinct = (added: string[][]) => new Set(added.map((words) => words.join('_'))).size;

function byName(members: Candidate[]): Candidate[][] {
  const groups = new Map<string, Candidate[]>();
  for (const member of members) {
    const name = nameOf(member).join('_');
    const group = groups.get(name);
    if (group) group.push(member);
    else groups.set(name, [member]);
  }
  return [...groups.values()];
}

const nameOf = ({ words }: Candidate) => [...words.resource, ...words.action];
const stemsOf = (member: Candidate) => new Set(nameOf(member).map(stem));

function extend(member: Candidate, words: string[]): Candidate {
  return { ...member, words: { resource: member.words.resource, action: [...member.words.action, ...words] } };
}

/** What all lists share. */
function common(lists: string[][]): Set<string> {
  const [first = [], ...others] = lists.map((words) => new Set(words));
  return new Set([...first].filter((w) => others.every((words) => words.has(w))));
}

/** Words of the operationId that the name lacks and the others' ids do not share. */
function untoldId(group: Candidate[]): string[][] {
  const shared = common(group.map((m) => m.id));
  return group.map((member) => {
    const name = stemsOf(member);
    const plain = (w: string, i: number) => i === 0 && (SYNONYMS.has(w) || PLAIN_VERBS.has(w));
    const left = member.id.filter(
      (w, i) => !name.has(stem(w)) && !shared.has(w) && !EMPTY.has(w) && !plain(w, i) && !/^\d+$/.test(w),
    );
    const kept = left.filter(
      (w, i) => !PREPOSITIONS.has(w) || (TELLING_PREPOSITIONS.has(w) && left[i + 1] !== undefined),
    );
    return kept.length > 4 || kept.every((w) => PREPOSITIONS.has(w)) ? [] : kept;
  });
}

/** The same path with and without an id at its end: the one without changes many. */
function many(group: Candidate[]): string[][] {
  const paths = new Set(group.map((m) => m.operation.path.replace(/\/\{[^{}/]*\}$/, '')));
  return group.map(({ words, path }) => {
    const changes = /(?:^|_)(?:update|replace|upsert|patch)$/.test(words.action.join('_'));
    return paths.size === 1 && changes && !path.endsWithParameter ? ['many'] : [];
  });
}

/** Words of the path that the name lacks: a parent resource. */
function untoldPath(group: Candidate[]): string[][] {
  return group.map((member) => {
    const name = stemsOf(member);
    const words = new Set(member.path.segments.flatMap((s) => s.words).filter((w) => !name.has(stem(w))));
    return [...words].slice(0, 6);
  });
}

function untoldVersion(group: Candidate[]): string[][] {
  const shared = common(group.map((m) => m.path.dropped));
  return group.map(({ path }) => path.dropped.filter((w) => !shared.has(w)));
}

/** `by_file_id`: the last parameter that not every member has; `by_id` where the resource says the rest. */
function byParameter(group: Candidate[]): string[][] {
  const all = group.map((m) => m.path.parameters.map((p) => p.join('_')));
  const shared = common(all);
  return group.map((member, i) => {
    const last = all[i]?.findLast((p) => p !== '' && !shared.has(p));
    if (last === undefined) return [];
    const noun = last.replace(/_(?:id|key|slug|name|number)$/, '');
    const thing = member.words.resource.map(stem).join('_');
    const told = noun !== last && thing.endsWith(noun.split('_').map(stem).join('_'));
    return ['by', told ? last.slice(noun.length + 1) : last];
  });
}

function byMethod(group: Candidate[]): string[][] {
  return group.map(({ operation, words }) => {
    const method = operation.method.toLowerCase();
    return words.action.includes(method) ? [] : [method];
  });
}
