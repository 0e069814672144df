/**
 * The tools of a catalogue, searched by what a person says: BM25 over names, titles, tags, paths, arguments and descriptions,
 * stemmed, typos allowed, in English and Spanish; then the tools that do what was asked, to that thing alone, come first.
 */
import MiniSearch, { type Query } from 'minisearch';
import type { Tool } from '../../../catalogue/index.ts';
import { type Action, actionOf, type Intent, intentOf } from './intent.ts';
import { fold } from './spanish.ts';
import { COMPOUNDS, PHRASES, QUALIFIERS, SYNONYMS } from './synonyms.ts';
import { inEnglish, meaningful, stem } from './terms.ts';

/** What is to be done, in a person's words → the tools that do it, the best first, `limit` at most. */
export type Search = (request: string, options?: { type?: Tool['type']; limit?: number }) => Tool[];

/** What a word weighs by where it stands. Recall hardly moves when these change by half: the words of synonyms.ts decide. */
const WEIGHTS = { name: 4, title: 3, tags: 1, path: 2, arguments: 0.7, values: 0.5, description: 1 };
const SYNONYM = 0.6;
const QUALIFIER = 0.3;

/** What the request's intent says already, so that a tool's name is not also about it. */
const ACTIONS = new Set(['list', 'get', 'create', 'update', 'replace', 'search', 'find', 'retrieve'].map(stem));

/** What is known of a tool for ranking. */
interface Ranked {
  tool: Tool;
  action: Action;
  /** Of its name and path: what it is about. */
  core: ReadonlySet<string>;
  /** Of its name, title and path. */
  said: ReadonlySet<string>;
}

export function createSearch(tools: readonly Tool[], prefix: string): Search {
  const index = new MiniSearch<Record<string, unknown>>({
    fields: Object.keys(WEIGHTS),
    tokenize: (text) => text.split(' '),
    processTerm: (term) => term || null,
    searchOptions: { boost: WEIGHTS, bm25: { k: 1.2, b: 0.6, d: 0.5 } },
  });
  const ranked = tools.map((tool) => rankedOf(tool, prefix));
  index.addAll(ranked.map(({ tool }, id) => ({ id, ...fieldsOf(tool, prefix) })));
  return (request, { type, limit = 5 } = {}) => {
    const concepts = conceptsOf(request);
    if (concepts.length === 0) return [];
    const intent = intentOf(request);
    return index
      .search({ combineWith: 'OR', queries: concepts.map(queryOf) })
      .map(({ id, score }) => ({ one: ranked[id as number] as Ranked, score }))
      .filter(({ one }) => type === undefined || one.tool.type === type)
      .map(({ one, score }) => ({ tool: one.tool, score: score ** 0.7 * suits(one, concepts, intent) }))
      .sort((a, b) => b.score - a.score || a.tool.name.length - b.tool.name.length)
      .slice(0, limit)
      .map(({ tool }) => tool);
  };
}

/** One word of the request: its stem, and the stems of what else it may mean. */
interface Concept {
  exact: string[];
  alike: string[];
  weight: number;
}

function conceptsOf(request: string): Concept[] {
  const text = fold(request);
  const concepts = meaningful(request).map((word): Concept => {
    const exact = [...new Set([word, ...(COMPOUNDS.get(word) ?? []), ...inEnglish(word)])];
    const alike = exact.flatMap((w) => [...(SYNONYMS.get(w) ?? []), ...(SYNONYMS.get(singular(w)) ?? [])]);
    return concept(exact, alike, QUALIFIERS.has(word) ? QUALIFIER : 1);
  });
  for (const [phrase, words, weight = 1] of PHRASES)
    if (phrase.test(text)) for (const word of words.split(' ')) concepts.push(concept([word], [], weight));
  return concepts;
}

function concept(exact: string[], alike: string[], weight: number): Concept {
  const stems = new Set(exact.map(stem));
  return { exact: [...stems], alike: [...new Set(alike.map(stem))].filter((s) => !stems.has(s)), weight };
}

function singular(word: string): string {
  return word.replace(/(?<=[^s])s$/, '');
}

function queryOf({ exact, alike, weight }: Concept): Query {
  const fuzzy = (term: string) => (term.length > 4 ? 0.2 : 0);
  const prefix = (term: string) => term.length > 3;
  const weights = { fuzzy: 0.2, prefix: 0.4 };
  return {
    combineWith: 'OR',
    queries: [
      { combineWith: 'OR', queries: exact, fuzzy, prefix, weights, boostTerm: () => weight },
      ...(alike.length === 0
        ? []
        : [{ combineWith: 'OR' as const, queries: alike, boostTerm: () => SYNONYM * weight }]),
    ],
  };
}

/** How well a tool fits besides its words' weight: it is about nothing else, about all that was said, and does what was asked. */
function suits({ core, said, action, tool }: Ranked, concepts: readonly Concept[], intent: Intent): number {
  const exact = concepts.flatMap((c) => c.exact);
  const alike = new Set(concepts.flatMap((c) => c.alike));
  let covered = 0;
  for (const term of core) covered += exact.some((e) => near(e, term)) ? 1 : alike.has(term) ? 0.7 : 0;
  let meant = 0;
  let all = 0;
  for (const c of concepts) {
    all += c.weight;
    meant += c.weight * (c.exact.some((e) => has(said, e)) ? 1 : c.alike.some((t) => said.has(t)) ? 0.6 : 0);
  }
  const alone = core.size === 0 ? 1 : covered / core.size;
  const reads = intent.reads === undefined ? 1 : intent.reads === (tool.type === 'Lectura') ? 1.3 : 0.6;
  const does = intent.action === undefined || intent.action !== action ? 1 : 1.3;
  const number = action === 'list' || action === 'get' ? (intent.many === (action === 'list') ? 1.1 : 0.9) : 1;
  return (0.3 + alone) * (0.4 + meant / all) * reads * does * number;
}

function has(said: ReadonlySet<string>, stem: string): boolean {
  if (said.has(stem)) return true;
  if (stem.length < 4) return false;
  for (const term of said) if (near(stem, term)) return true;
  return false;
}

/** `react` and `reaction`, `star` and `stargazer`. */
function near(stem: string, term: string): boolean {
  return stem === term || (stem.length > 3 && term.startsWith(stem)) || (term.length > 3 && stem.startsWith(term));
}

function fieldsOf(tool: Tool, prefix: string): Record<keyof typeof WEIGHTS, string> {
  return {
    name: terms(nameOf(tool, prefix)),
    title: terms(tool.title),
    tags: terms((tool.tags ?? []).join(' ')),
    path: terms(pathOf(tool)),
    arguments: terms(tool.arguments.map((a) => a.name).join(' ')),
    values: terms(valuesOf(tool)),
    description: terms(tool.description.replace(/\n\nTipo: [^\n]*$/, '')),
  };
}

function rankedOf(tool: Tool, prefix: string): Ranked {
  const name = terms(nameOf(tool, prefix)).split(' ').filter(Boolean);
  const core = new Set(name.filter((term) => !ACTIONS.has(term)));
  const said = new Set([...name, ...terms(tool.title).split(' '), ...terms(pathOf(tool)).split(' ')].filter(Boolean));
  return { tool, action: actionOf(tool), core, said };
}

function nameOf({ name }: Tool, prefix: string): string {
  return name.startsWith(`${prefix}_`) ? name.slice(prefix.length + 1) : name;
}

/** What the path is of, without what stands in it. */
function pathOf({ path }: Tool): string {
  return path.replace(/\{[^{}]*\}/g, ' ');
}

/** The values that arguments can have, where there are few: `APPROVE`, `whatsapp`. */
function valuesOf({ inputSchema }: Tool): string {
  return Object.values(inputSchema.properties)
    .flatMap((schema) => (typeof schema === 'object' && Array.isArray(schema.enum) ? schema.enum.slice(0, 20) : []))
    .filter((value) => typeof value === 'string')
    .join(' ');
}

/** Stems, Spanish words with their English ones. */
function terms(text: string): string {
  return meaningful(text)
    .flatMap((word) => [word, ...inEnglish(word)])
    .map(stem)
    .join(' ');
}
