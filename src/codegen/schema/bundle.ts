/**
 * A tool's schema from its arguments' nodes: what is used once is inlined, what recurs or recurses stands in `$defs`.
 * The work per tool is in proportion to what it says; no size ever grows beyond what references would take.
 */
import type { JsonSchema } from '../../catalogue/index.ts';
import { type Component, refuseEndless, type Unit } from './component.ts';
import type { Converter } from './convert.ts';
import { MAX_DEPTH } from './convert.ts';
import { beside, simplify } from './merge.ts';
import { eachSubschema, mapSubschemas, type Node, type NodeObject, ordered, put } from './node.ts';

/** Length of `{"$ref":"#/$defs/"}`, and of what a definition adds to its own schema. */
const REFERENCE = 19;
const DEFINITION = 4;
/** Length of what stands for a component that is cut. */
const CUT = 60;

/** What one tool does with a component. */
interface Use {
  component: Component;
  index: number;
  count: number;
  /** Length of its JSON with what is inlined into it. */
  size: number;
  depth: number;
  /** Its name in `$defs`; undefined: it is inlined. */
  name: string | undefined;
  /** It is beyond the limit: only its type and description are said. */
  cut: boolean;
}

/** A tool's schema: its arguments' finished nodes, in order, the definitions that they refer to, and how many were cut. */
export interface Bundle {
  nodes: JsonSchema[];
  defs: Record<string, JsonSchema>;
  cut: number;
}

/**
 * @param limit about how long the schema's JSON may be: components farther away than that are cut to open values, since
 *   a description whose every type leads to every other would otherwise be repeated whole in each tool
 * @throws DescriptionError of a component that cannot be converted
 */
export function bundle(units: (Unit & { node: Node })[], converter: Converter, limit: number): Bundle {
  const uses = reach(units, converter, limit);
  decide(uses);
  const emission = new Emission(uses, converter);
  const nodes = units.map((unit) => emission.emit(unit.node));
  const defs: Record<string, JsonSchema> = {};
  for (const { name, component } of uses.values()) {
    if (name !== undefined) put(defs, name, emission.emit(component.node ?? {}) as JsonSchema);
  }
  const needed = emission.definitions(nodes, defs as Record<string, Node>);
  for (const name of Object.keys(defs)) if (!needed.has(name)) delete defs[name];
  return { nodes: nodes as JsonSchema[], defs, cut: emission.cut };
}

/** All components within reach, breadth first, so that names do not depend on how deep a first use happens to stand. */
function reach(units: Unit[], converter: Converter, limit: number): Map<Component, Use> {
  const uses = new Map<Component, Use>();
  let length = 0;
  const open: Unit[] = [...units];
  for (let i = 0; i < open.length; i++) {
    for (const component of open[i]?.references ?? []) {
      const known = uses.get(component);
      if (known !== undefined) {
        known.count++;
        continue;
      }
      converter.complete(component);
      const cut = length + component.size > limit;
      const size = cut ? CUT : component.size;
      uses.set(component, {
        component,
        index: uses.size,
        count: 1,
        size,
        depth: cut ? 0 : component.depth,
        name: undefined,
        cut,
      });
      length += size;
      if (!cut) open.push(component);
    }
  }
  for (const component of uses.keys()) refuseEndless(component, uses);
  return uses;
}

/** Inlines or names each component, the farthest first: by then all that it inlines is decided, but for what leads back. */
function decide(uses: Map<Component, Use>): void {
  const names = new Set<string>();
  const named = new Set<Use>();
  const all = [...uses.values()];
  const name = (use: Use) => named.add(use);
  for (const use of all.toReversed()) {
    for (const reference of use.cut ? [] : use.component.references) {
      const target = uses.get(reference);
      if (target === undefined) continue;
      // A reference back, or across: its target is used at least twice, and may lead here again.
      if (target.index <= use.index && target.component.references.length > 0 && !target.cut) name(target);
      if (named.has(target)) use.size += REFERENCE + target.component.name.length;
      else {
        use.size += target.size;
        use.depth = Math.max(use.depth, use.component.depth + target.depth + 1);
      }
    }
    const { size, count } = use;
    const label = use.component.name.length;
    const saves = count * size > size + DEFINITION + label + count * (REFERENCE + label);
    if (!use.cut && (saves || use.depth > MAX_DEPTH)) name(use);
  }
  for (const use of all) {
    if (!named.has(use)) continue;
    use.name = use.component.name;
    for (let n = 2; names.has(use.name); n++) use.name = `${use.component.name}_${n}`;
    names.add(use.name);
  }
}

class Emission {
  readonly #uses: Map<Component, Use>;
  readonly #converter: Converter;
  readonly cut: number;

  constructor(uses: Map<Component, Use>, converter: Converter) {
    this.#uses = uses;
    this.cut = [...uses.values()].filter((use) => use.cut).length;
    this.#converter = converter;
  }

  emit(node: Node): Node {
    if (typeof node === 'boolean' || this.#converter.closed.has(node)) return node;
    if (node.$ref === undefined)
      return simplify(
        this.#exact(
          mapSubschemas(node, (child) => this.emit(child)),
          node,
        ),
      );
    const { $ref, ...rest } = node;
    const target = this.#target($ref);
    if (Object.keys(rest).length === 0) return target;
    const own = simplify(
      this.#exact(
        mapSubschemas(rest, (child) => this.emit(child)),
        node,
      ),
    ) as NodeObject;
    if (typeof target === 'boolean') return target ? own : false;
    return beside(target, own) ?? apart(target, own);
  }

  /** The names that finished nodes refer to, directly or not: joining two schemas may leave a reference out. */
  definitions(nodes: Node[], defs: Record<string, Node>): Set<string> {
    const names = new Set<string>();
    const open = [...nodes];
    for (let node = open.pop(); node !== undefined; node = open.pop()) {
      if (typeof node === 'boolean' || this.#converter.closed.has(node)) continue;
      const name = (node.$ref as unknown as string | undefined)?.slice('#/$defs/'.length);
      const target = name === undefined || names.has(name) ? undefined : defs[name];
      if (name !== undefined) names.add(name);
      if (target !== undefined) open.push(target);
      eachSubschema(node, (child) => open.push(child));
    }
    return names;
  }

  #target(component: Component): Node {
    const { name, cut } = this.#uses.get(component) ?? {};
    if (cut) return outline(component.node ?? {});
    if (name !== undefined) return { $ref: `#/$defs/${name}` } as unknown as NodeObject;
    return this.emit(component.node ?? {});
  }

  /** Drops `not`, `if` and `oneOf`'s "exactly" where what they rely on accepts more than the description says. */
  #exact(made: NodeObject, from: NodeObject): NodeObject {
    const relaxed = (keyword: string) => {
      const value = from[keyword];
      return (
        typeof value === 'object' &&
        value !== null &&
        this.#converter.relying.get(value)?.some((c) => c.relaxed) === true
      );
    };
    if (relaxed('not')) delete made.not;
    if (relaxed('if')) for (const keyword of ['if', 'then', 'else']) delete made[keyword];
    if (relaxed('oneOf') && made.anyOf === undefined) {
      made.anyOf = made.oneOf;
      delete made.oneOf;
    }
    return made;
  }
}

/** What is left of a component that is cut. */
function outline(node: Node): Node {
  if (typeof node === 'boolean') return node;
  const { type, description } = node;
  return {
    ...(type !== undefined && { type }),
    ...(description !== undefined && { description }),
    ...([type].flat().includes('array') && { items: {} }),
  };
}

/** Both, where they cannot be one schema. */
function apart(target: NodeObject, own: NodeObject): NodeObject {
  return ordered({ ...own, allOf: [target, ...((own.allOf as Node[] | undefined) ?? [])] });
}
