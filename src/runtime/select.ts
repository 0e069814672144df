/**
 * Which tools of a catalogue are served: by their names, their tags, their type. What is left out is neither listed nor
 * callable nor found; refuses what chooses nothing, since it is most likely misspelt.
 */
import picomatch from 'picomatch';
import type { Catalogue, Tool, ToolType } from '../catalogue/index.ts';
import { nearest } from '../text/nearest.ts';
import { oneLine } from './one-line.ts';

export interface Selection {
  /** Globs over names, with or without the prefix; `!` before one takes away. */
  tools?: readonly string[];
  tags?: readonly string[];
  only?: ToolType;
}

/** Nothing is chosen by what is given; the message names what is near. */
export class SelectionError extends Error {
  override readonly name = 'SelectionError';
  readonly code = 'nothing_selected';
}

/** @returns the catalogue with the tools that all of the selection chooses. @throws SelectionError */
export function selectTools(catalogue: Catalogue, { tools = [], tags = [], only }: Selection): Catalogue {
  const byName = named(catalogue, tools);
  const byTag = tagged(catalogue, tags);
  const chosen = catalogue.tools.filter(
    (tool) => byName(tool) && byTag(tool) && (only === undefined || tool.type === only),
  );
  if (chosen.length === 0 && catalogue.tools.length > 0)
    throw new SelectionError('no tool is left: what is given for --tools, --tags and --only excludes every one');
  return { ...catalogue, tools: chosen };
}

function named({ api, tools }: Catalogue, globs: readonly string[]): (tool: Tool) => boolean {
  const matchers = globs.map((glob) => {
    const excludes = glob.startsWith('!');
    const matches = picomatch(excludes ? glob.slice(1) : glob, { nocase: true });
    const test = ({ name }: Tool) => matches(name) || matches(bare(name, api.prefix));
    if (!tools.some(test))
      throw new SelectionError(
        `--tools: ${oneLine(glob, 80)} matches no tool.${near(glob, namesOf(tools, glob, api.prefix))}`,
      );
    return { excludes, test };
  });
  const including = matchers.filter(({ excludes }) => !excludes);
  const excluding = matchers.filter(({ excludes }) => excludes);
  return (tool) =>
    (including.length === 0 || including.some(({ test }) => test(tool))) && !excluding.some(({ test }) => test(tool));
}

function tagged({ tools }: Catalogue, tags: readonly string[]): (tool: Tool) => boolean {
  if (tags.length === 0) return () => true;
  const known = [...new Set(tools.flatMap((tool) => tool.tags ?? []))];
  const wanted = new Set(tags.map((tag) => tag.toLowerCase()));
  for (const tag of tags) {
    if (known.some((k) => k.toLowerCase() === tag.toLowerCase())) continue;
    const none = known.length === 0 ? ' This API has no tags.' : near(tag, known);
    throw new SelectionError(`--tags: there is no tag "${oneLine(tag, 80)}".${none}`);
  }
  return (tool) => (tool.tags ?? []).some((tag) => wanted.has(tag.toLowerCase()));
}

function near(given: string, known: readonly string[]): string {
  const meant = nearest(given.replace(/[*?!{}[\]()]/g, ''), known);
  if (meant !== undefined) return ` Did you mean "${oneLine(meant, 80)}"?`;
  const some = known.slice(0, 10).map((name) => oneLine(name, 60));
  return some.length === 0 ? '' : ` There are: ${some.join(', ')}${known.length > some.length ? ', …' : ''}`;
}

/** For a pattern, the groups that names form, else the names; with the prefix where the pattern has it. */
function namesOf(tools: readonly Tool[], glob: string, prefix: string): string[] {
  const named = glob.toLowerCase().includes(`${prefix}_`);
  if (!/[*?]/.test(glob)) return tools.map(({ name }) => (named ? name : bare(name, prefix)));
  const groups = tools.map(({ name }) => `${bare(name, prefix).split('_')[0]}_*`);
  return [...new Set(groups)].map((group) => (named ? `${prefix}_${group}` : group));
}

function bare(name: string, prefix: string): string {
  return name.startsWith(`${prefix}_`) ? name.slice(prefix.length + 1) : name;
}
