/** Operations that ended on one name → different names: by what differs in meaning, at the very last by a hash. */
import type { NamedOperation, NameWords } from './compose.ts';
import { readPath } from './path-words.ts';
import { PLAIN_VERBS, PREPOSITIONS, SYNONYMS, TELLING_PREPOSITIONS } from './vocabulary.ts';
import { stem, wordsOf } from './words.ts';

export interface Candidate {
  operation: NamedOperation;
  /** "METHOD /path" */
  key: string;
  words: NameWords;
}

/** Words that tell nothing apart. */
const EMPTY = new Set(['a', 'an', 'the', 'id', 'and', 'or']);

/** What could tell the members of a group apart, in the order in which a person would reach for it. */
const QUALIFIERS: ((member: Candidate, group: Candidate[]) => string[])[] = [
  untoldId,
  many,
  untoldPath,
  untoldVersion,
  byParameter,
  byMethod,
];

/** The same members, with words added that tell them apart as far as anything can. Independent of their order. */
export function tellApart(group: Candidate[]): Candidate[] {
  for (const qualifier of QUALIFIERS) {
    const added = group.map((member) => qualifier(member, group));
    if (new Set(added.map((words) => words.join('_'))).size < group.length) continue;
    return group.map((member, i) => extend(member, added[i] ?? []));
  }
  return combined(group);
}

/** No single difference is enough: take each that splits the group, in turn. */
function combined(group: Candidate[]): Candidate[] {
  let members = group;
  for (const qualifier of QUALIFIERS) {
    members = byName(members).flatMap((same) => {
      const added = same.map((m) => qualifier(m, same));
      return new Set(added.map((words) => words.join('_'))).size < 2
        ? same
        : same.map((m, i) => extend(m, added[i] ?? []));
    });
  }
  return members;
}

function byName(members: Candidate[]): Candidate[][] {
  const groups = new Map<string, Candidate[]>();
  for (const m of members) {
    const name = nameOf(m).join('_');
    groups.set(name, [...(groups.get(name) ?? []), m]);
  }
  return [...groups.values()];
}

const nameOf = ({ words }: Candidate) => [...words.resource, ...words.action];

function extend(member: Candidate, words: string[]): Candidate {
  return { ...member, words: { resource: member.words.resource, action: [...member.words.action, ...words] } };
}

/** Words of the operationId that the name lacks and the others' ids do not share. */
function untoldId(member: Candidate, group: Candidate[]): string[] {
  const ids = group.map((m) => idWords(m));
  const own = ids[group.indexOf(member)] ?? [];
  const common = new Set(own.filter((w) => ids.every((words) => words.includes(w))));
  const name = new Set(nameOf(member).map(stem));
  const left = own.filter(
    (w, i) =>
      !name.has(stem(w)) && !common.has(w) && !EMPTY.has(w) && !(i === 0 && (SYNONYMS.has(w) || PLAIN_VERBS.has(w))),
  );
  const kept = left.filter(
    (w, i) => !PREPOSITIONS.has(w) || (TELLING_PREPOSITIONS.has(w) && left[i + 1] !== undefined),
  );
  return kept.length > 4 || kept.every((w) => PREPOSITIONS.has(w)) ? [] : kept;
}

function idWords({ operation }: Candidate): string[] {
  return wordsOf((operation.operationId ?? '').slice(0, 200));
}

/** The same path with and without an id at its end: the one without changes many. */
function many(member: Candidate, group: Candidate[]): string[] {
  const paths = new Set(group.map((m) => m.operation.path.replace(/\/\{[^{}/]*\}$/, '')));
  if (paths.size > 1 || !/_?(update|replace|upsert|patch)$/.test(member.words.action.join('_'))) return [];
  return readPath(member.operation.path).endsWithParameter ? [] : ['many'];
}

/** Words of the path that the name lacks: a parent resource. */
function untoldPath(member: Candidate): string[] {
  const name = new Set(nameOf(member).map(stem));
  const words = readPath(member.operation.path).segments.flatMap((s) => s.words);
  return words.filter((w, i) => !name.has(stem(w)) && words.indexOf(w) === i).slice(0, 6);
}

function untoldVersion(member: Candidate): string[] {
  return readPath(member.operation.path).dropped;
}

/** `by_file_id`: the parameters that not every member has. */
function byParameter(member: Candidate, group: Candidate[]): string[] {
  const all = group.map((m) => readPath(m.operation.path).parameters.map((p) => p.join('_')));
  const own = all[group.indexOf(member)] ?? [];
  const others = own.filter((p) => p !== '' && !all.every((ps) => ps.includes(p)));
  const last = others.at(-1);
  if (last === undefined) return [];
  const thing = member.words.resource.map(stem).join('_');
  const noun = last.replace(/_(id|key|slug|name|number)$/, '');
  return thing.endsWith(noun.split('_').map(stem).join('_')) && noun !== last
    ? ['by', last.slice(noun.length + 1)]
    : ['by', last];
}

function byMethod({ operation, words }: Candidate): string[] {
  const method = operation.method.toLowerCase();
  return words.action.includes(method) ? [] : [method];
}
