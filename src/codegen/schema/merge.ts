/**
 * Two schemas that both apply, written as one: what `allOf` says, without `allOf`. In: finished schemas. Out: one that
 * accepts exactly the same values, or undefined where there is none that is as plain.
 */
import { ANNOTATIONS, type Node, type NodeObject, ordered, put } from './node.ts';
import { canonical, matters } from './types.ts';

/** The larger (or smaller) of two bounds holds. */
const TIGHTER: Readonly<Record<string, (a: number, b: number) => number>> = {
  minLength: Math.max,
  minItems: Math.max,
  minProperties: Math.max,
  minimum: Math.max,
  exclusiveMinimum: Math.max,
  maxLength: Math.min,
  maxItems: Math.min,
  maxProperties: Math.min,
  maximum: Math.min,
  exclusiveMaximum: Math.min,
};
/** What makes a property mean something else depending on which properties stand beside it in the same schema. */
const WATCHES_PROPERTIES = ['additionalProperties', 'patternProperties', 'unevaluatedProperties'];
const WATCHES_ITEMS = ['prefixItems', 'unevaluatedItems', 'contains'];

/** `a` and `b` as one schema; `b`'s annotations win. */
function merge(a: NodeObject, b: NodeObject): NodeObject | undefined {
  if ('$ref' in a || '$ref' in b) return undefined;
  if (a.if !== undefined && b.if !== undefined) return undefined;
  if (!blind(a, b, WATCHES_PROPERTIES, 'properties') || !blind(a, b, WATCHES_ITEMS, 'items')) return undefined;
  const result: NodeObject = { ...a };
  for (const keyword of Object.keys(b)) {
    if (!(keyword in result) || ANNOTATIONS.has(keyword)) {
      result[keyword] = b[keyword];
      continue;
    }
    const value = both(keyword, a[keyword], b[keyword]);
    if (value === undefined) return undefined;
    result[keyword] = value;
  }
  const { type } = result;
  const types = [type ?? []].flat() as string[];
  for (const keyword of Object.keys(result)) if (!matters(keyword, types)) delete result[keyword];
  if (Array.isArray(result.enum))
    result.enum = typeof type === 'string' ? result.enum.filter((v) => v !== null || type === 'null') : result.enum;
  if (Array.isArray(result.enum) && result.enum.length === 0) return undefined;
  if (
    'default' in result &&
    Array.isArray(result.enum) &&
    !result.enum.some((v) => canonical(v) === canonical(result.default))
  ) {
    delete result.default;
  }
  return ordered(result);
}

/** Whether joining leaves what each says about "all other" properties (or items) as it is. */
function blind(a: NodeObject, b: NodeObject, watching: string[], watched: string): boolean {
  if (!watching.some((k) => k in a || k in b)) return true;
  const names = (n: NodeObject) => canonical(watched === 'items' ? n.items : Object.keys(n[watched] ?? {}).sort());
  const same = watching.every((k) => canonical(a[k]) === canonical(b[k]));
  const silent = (n: NodeObject) => !(watched in n) && !watching.some((k) => k in n);
  return silent(a) || silent(b) || (same && names(a) === names(b));
}

function both(keyword: string, a: unknown, b: unknown): unknown {
  const tighter = Object.hasOwn(TIGHTER, keyword) ? TIGHTER[keyword] : undefined;
  if (tighter !== undefined) return tighter(a as number, b as number);
  switch (keyword) {
    case 'type':
      return commonTypes(a as string | string[], b as string | string[]);
    case 'required':
      return [...new Set([...(a as string[]), ...(b as string[])])];
    case 'enum': {
      const texts = new Set((b as unknown[]).map(canonical));
      const common = (a as unknown[]).filter((v) => texts.has(canonical(v)));
      return common.length > 0 ? common : undefined;
    }
    case 'allOf':
      return [...(a as Node[]), ...(b as Node[])];
    case 'properties':
      return joined(a as Record<string, Node>, b as Record<string, Node>);
    case 'items':
      return conjunction(a as Node, b as Node);
    default:
      return canonical(a) === canonical(b) ? a : undefined;
  }
}

function commonTypes(a: string | string[], b: string | string[]): string | string[] | undefined {
  const [left, right] = [[a].flat(), [b].flat()];
  const common = new Set(left.filter((t) => right.includes(t)));
  if (left.includes('integer') && right.includes('number')) common.add('integer');
  if (right.includes('integer') && left.includes('number')) common.add('integer');
  const list = [...common];
  return list.length === 0 ? undefined : list.length === 1 ? list[0] : list;
}

function joined(a: Record<string, Node>, b: Record<string, Node>): Record<string, Node> | undefined {
  const result: Record<string, Node> = {};
  for (const name of Object.keys(a)) put(result, name, a[name] as Node);
  for (const name of Object.keys(b)) {
    if (!Object.hasOwn(a, name)) {
      put(result, name, b[name] as Node);
      continue;
    }
    const value = conjunction(a[name] as Node, b[name] as Node);
    if (value === undefined) return undefined;
    put(result, name, value);
  }
  return result;
}

/** Both, for a subschema: merged where that can be, the same reference where both are that. */
function conjunction(a: Node, b: Node): Node | undefined {
  if (a === b) return a;
  if (a === false || b === false) return false;
  if (a === true || b === true) return a === true ? b : a;
  if (Object.keys(a).length === 0) return b;
  if (Object.keys(b).length === 0) return a;
  if (canonical(a) === canonical(b)) return a;
  return (
    merge(a, b) ??
    (Object.keys(b).every((k) => ANNOTATIONS.has(k)) ? { ...a, ...b } : undefined) ??
    (Object.keys(a).every((k) => ANNOTATIONS.has(k)) ? { ...a, ...b } : undefined)
  );
}

/** A finished schema with the same meaning and fewer words: `allOf` merged, "or null" written into `type`. */
export function simplify(node: NodeObject): NodeObject {
  let result = node;
  if (Array.isArray(result.allOf)) result = withoutAllOf(result);
  if (Array.isArray(result.anyOf)) result = withoutNullBranch(result);
  return result;
}

function withoutAllOf(node: NodeObject): NodeObject {
  const { allOf, ...own } = node;
  const parts: NodeObject[] = [];
  for (const member of allOf as Node[]) {
    if (member === false) return { not: {} };
    if (member === true || Object.keys(member).length === 0) continue;
    let at = 0;
    let merged: NodeObject | undefined;
    for (; at < parts.length && merged === undefined; at++) merged = merge(parts[at] as NodeObject, member);
    if (merged === undefined) parts.push(member);
    else parts[at - 1] = merged;
  }
  if (parts.length === 0) return own;
  if (parts.length === 1) {
    const merged = beside(parts[0] as NodeObject, own);
    if (merged !== undefined) return merged;
  }
  // Of several parts, one may stand outside: `{ allOf: [A], … }` for `{ allOf: [A, { … }] }`.
  for (const [i, part] of parts.entries()) {
    if ('unevaluatedProperties' in part || 'unevaluatedItems' in part || 'allOf' in part) continue;
    const outside = merge(part, own);
    if (outside !== undefined) return ordered({ ...outside, allOf: parts.toSpliced(i, 1) });
  }
  return ordered({ ...own, allOf: parts });
}

/** `node` with more said beside it. A `$ref` takes annotations only: many readers overlook what else stands there. */
export function beside(node: NodeObject, more: NodeObject): NodeObject | undefined {
  const keys = Object.keys(more);
  if (keys.length === 0) return node;
  if (keys.every((k) => ANNOTATIONS.has(k))) return ordered({ ...node, ...more });
  return merge(node, more);
}

/** `anyOf: [S, null]` as `S` with one more type, where `S` allows it. */
function withoutNullBranch(node: NodeObject): NodeObject {
  const branches: Node[] = (node.anyOf as Node[]).flatMap((b) =>
    typeof b === 'object' && Array.isArray(b.anyOf) && Object.keys(b).length === 1 ? (b.anyOf as Node[]) : [b],
  );
  const rest = branches.filter((b) => !isNull(b));
  const { anyOf, ...own } = node;
  const only = rest[0];
  if (
    rest.length === branches.length ||
    rest.length !== 1 ||
    typeof only !== 'object' ||
    !Object.keys(own).every((k) => ANNOTATIONS.has(k))
  ) {
    return branches.length === (anyOf as Node[]).length ? node : ordered({ ...own, anyOf: branches });
  }
  if (typeof only.type !== 'string' && !Array.isArray(only.type)) return node;
  if (['$ref', 'allOf', 'anyOf', 'oneOf', 'not', 'if', 'const', 'dependentSchemas'].some((k) => k in only)) return node;
  const types = [only.type].flat() as string[];
  const result: NodeObject = { ...only, ...own, type: types.includes('null') ? types : [...types, 'null'] };
  if (Array.isArray(only.enum) && !only.enum.includes(null)) result.enum = [...only.enum, null];
  return ordered(result);
}

function isNull(node: Node): boolean {
  return (
    typeof node === 'object' &&
    node.type === 'null' &&
    Object.keys(node).every((k) => k === 'type' || ANNOTATIONS.has(k))
  );
}
