import type { Warning } from '../../catalogue/index.ts';
import { DescriptionError } from '../description-error.ts';
import type { Json, JsonObject, OpenApiVersion, SourceDocument } from '../load/document.ts';
import { EXTENSION, surveyDocument } from '../load/survey.ts';
import { dialectOf } from '../load/version.ts';
import { pointer, segments } from '../pointer.ts';
import { Draft } from './draft.ts';
import { operationExtension } from './extension.ts';
import { Incompatible, kindOf, mergeTarget } from './merge.ts';
import type { Overlay, OverlayAction } from './overlay.ts';
import { type Selected, select } from './target.ts';

const METHODS = new Set(['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query']);

/**
 * A description with overlays applied, in their order; each action sees what those before it did. The description that is given is
 * not changed. For a Swagger 2.0 file, targets mean the OpenAPI 3.0 that it was converted to.
 *
 * A target that selects nothing is a warning. Where a document comes from `loadDocument`, every `x-mcp` on an operation of the
 * result is an overlay's, and valid.
 *
 * @throws DescriptionError `invalid_overlay` naming the overlay and the action.
 */
export function applyOverlays(document: SourceDocument, overlays: readonly Overlay[]): SourceDocument {
  if (overlays.length === 0) return document;
  const warnings: Warning[] = [...document.warnings];
  const draft = new Draft(document.root);
  for (const overlay of overlays) {
    overlay.actions.forEach((action, i) => {
      apply(draft, action, new Place(overlay.source, i, action.target), warnings);
    });
  }
  const { root, dialect } = dialectOf(draft.root, document.source);
  checkExtensions(root, warnings);
  const version = dialect === '2.0' ? document.version : (dialect as OpenApiVersion);
  return { ...document, root, version, warnings, line: (where) => document.line(where) };
}

class Place {
  constructor(
    private readonly source: string,
    private readonly index: number,
    private readonly target: string,
  ) {}

  say(what: string): string {
    return `${this.source}, action ${this.index + 1} (${shorten(this.target)}) ${what}.`;
  }

  error(what: string, key = 'target'): DescriptionError {
    return new DescriptionError('invalid_overlay', this.say(what), pointer('actions', this.index, key));
  }
}

function apply(draft: Draft, action: OverlayAction, place: Place, warnings: Warning[]): void {
  const nodes = select(draft.root, action.target);
  if (typeof nodes === 'string') throw place.error(`has no valid JSONPath (RFC 9535) as its target: ${nodes}`);
  if (nodes.length === 0) {
    warnings.push({ where: '#', message: place.say('matches nothing') });
    return;
  }
  if (action.remove === true) {
    if (nodes.some((n) => n.location.length === 0)) throw place.error('would remove the whole description', 'remove');
    draft.remove(nodes.map((n) => n.location));
    return;
  }
  if (Object.hasOwn(action, 'update')) change(draft, nodes, action.update as Json, place, 'update');
  else if (action.copy !== undefined) change(draft, nodes, copied(draft.root, action.copy, place), place, 'copy');
}

function copied(root: JsonObject, path: string, place: Place): Json {
  const nodes = select(root, path);
  if (typeof nodes === 'string') throw place.error(`has no valid JSONPath (RFC 9535) to copy from: ${nodes}`, 'copy');
  const [node] = nodes;
  if (node === undefined || nodes.length > 1) {
    throw place.error(`copies from ${shorten(path)}, which selects ${nodes.length} nodes; it must select one`, 'copy');
  }
  // A copy of its own: what is changed later in one place must not change in the other, nor contain itself.
  return structuredClone(node.value);
}

function change(draft: Draft, nodes: Selected[], value: Json, place: Place, key: 'update' | 'copy'): void {
  const kinds = new Set(nodes.map((n) => kindOf(n.value)));
  if (kinds.size > 1)
    throw place.error('selects nodes of different kinds (objects, arrays, single values); they must be of one');
  // What is inside is changed before what contains it is, or it would be changed no more.
  for (const { location } of [...nodes].reverse()) {
    const now = valueAt(draft.root, location);
    if (now === undefined) continue;
    try {
      draft.replace(location, mergeTarget(now, value, pointer(...location)));
    } catch (error) {
      if (!(error instanceof Incompatible)) throw error;
      throw place.error(`does not fit: ${error.message}; remove it first, in an action before`, key);
    }
  }
}

function valueAt(root: Json, location: (string | number)[]): Json | undefined {
  let here: Json | undefined = root;
  for (const step of location) {
    if (typeof here !== 'object' || here === null) return undefined;
    here = Array.isArray(here) ? here[Number(step)] : Object.hasOwn(here, step) ? here[step] : undefined;
  }
  return here;
}

/** Every extension is on an operation and valid; one elsewhere would do nothing, unnoticed. */
function checkExtensions(root: JsonObject, warnings: Warning[]): void {
  for (const { object, pointer: where } of surveyDocument(root).extended) {
    const path = segments(where) ?? [];
    if (METHODS.has(path.at(-1) ?? '') || path.at(-2) === 'additionalOperations') operationExtension(object, where);
    else warnings.push({ where, message: `The overlay’s ${EXTENSION} is not on an operation here and has no effect.` });
  }
}

function shorten(path: string): string {
  return path.length > 120 ? `${path.slice(0, 120)}…` : path;
}
