import * as z from 'zod';
import { nearest } from '../../text/nearest.ts';
import { DescriptionError } from '../description-error.ts';
import type { Json, JsonObject } from '../load/document.ts';
import { DEFAULT_LIMITS } from '../load/limits.ts';
import { setMember } from '../load/member.ts';
import { parseText } from '../load/parse.ts';
import { nameOf, type ReadOptions, readSource, type Source } from '../load/read.ts';
import { isObject, pointer } from '../pointer.ts';
import { issueText } from './issue.ts';
import type { Overlay, OverlayAction } from './overlay.ts';

const action = z.strictObject({
  target: z.string().startsWith('$', 'a JSONPath begins with $'),
  description: z.string().optional(),
  update: z.unknown().optional(),
  copy: z.string().startsWith('$', 'a JSONPath begins with $').optional(),
  remove: z.boolean().optional(),
});

const document = z.strictObject({
  overlay: z.string(),
  info: z.strictObject({ title: z.string(), version: z.string(), description: z.string().optional() }),
  extends: z.string().optional(),
  actions: z.array(action),
});

/**
 * Reads an overlay (OpenAPI Overlay 1.0 and 1.1), YAML or JSON. Keys that begin with `x-` are passed over; other unknown keys are
 * errors, since a misspelt action would silently do nothing. `extends` is not followed: the caller says what is overlaid.
 *
 * @param from a path, an https URL, or an http URL to this machine; or a text.
 * @throws DescriptionError `unreadable`, `syntax`, `too_large`, `unsupported_version` or `invalid_overlay`, with pointer and line.
 */
export async function readOverlay(from: Source, options: ReadOptions = {}): Promise<Overlay> {
  const source = nameOf(from);
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const read = await readSource(from, { ...options, limits });
  const parsed = await parseText(read.text, source, limits);
  const fail = (
    message: string,
    where: string,
    code: 'invalid_overlay' | 'unsupported_version' = 'invalid_overlay',
  ) => {
    const line = parsed.line(where);
    const place = `${source}${line === undefined ? '' : `, line ${line}`}, ${where}`;
    return new DescriptionError(code, `${place}: ${message}.`, where, line);
  };

  const root = parsed.value;
  if (!isObject(root) || !Object.hasOwn(root, 'overlay'))
    throw fail('this is no overlay: it has no “overlay: 1.1.0” at the top', '#');
  const version = /^1\.([01])(?:\.\d+)?$/.exec(versionText(root.overlay))?.[1];
  if (version === undefined) {
    throw fail(
      `overlay ${JSON.stringify(root.overlay)} is not read here; 1.0 and 1.1 are`,
      '#/overlay',
      'unsupported_version',
    );
  }
  const result = document.safeParse({ ...withoutExtensions(root), overlay: versionText(root.overlay) });
  if (!result.success) {
    const [issue] = result.error.issues;
    const where = pointer(...((issue?.path ?? []) as (string | number)[]));
    throw fail(
      issueText(issue, (key) => nearest(key, knownKeys(issue?.path ?? []))),
      where,
    );
  }
  const actions = result.data.actions as OverlayAction[];
  actions.forEach((a, i) => {
    const wrong = contradiction(a, `1.${version}`);
    if (wrong !== undefined) throw fail(wrong, pointer('actions', i));
  });
  return {
    source,
    sha256: read.sha256,
    version: `1.${version}` as Overlay['version'],
    title: result.data.info.title,
    actions,
  };
}

/** What the schema of the specification forbids together. */
function contradiction(a: OverlayAction, version: string): string | undefined {
  const [updates, copies] = [Object.hasOwn(a, 'update'), Object.hasOwn(a, 'copy')];
  if (copies && version === '1.0') return '“copy” came with Overlay 1.1; write “overlay: 1.1.0” at the top';
  if (updates && copies) return 'an action has “update” or “copy”, not both';
  if (!updates && !copies && a.remove === undefined) return 'an action needs “update”, “remove” or “copy”';
  return undefined;
}

function versionText(value: Json | undefined): string {
  return typeof value === 'number' ? value.toFixed(1) : String(value);
}

function knownKeys(path: PropertyKey[]): string[] {
  if (path[0] === 'actions') return Object.keys(action.shape);
  return path[0] === 'info' ? ['title', 'version', 'description'] : Object.keys(document.shape);
}

/** Without `x-…` keys where the specification allows them: at the top, in `info`, in each action; what an update holds stays. */
function withoutExtensions(root: JsonObject): JsonObject {
  const copy = strip(root);
  if (isObject(copy.info)) copy.info = strip(copy.info);
  if (Array.isArray(copy.actions)) copy.actions = copy.actions.map((a) => (isObject(a) ? strip(a) : a));
  return copy;
}

function strip(object: JsonObject): JsonObject {
  const copy: JsonObject = {};
  for (const [key, value] of Object.entries(object)) if (!key.startsWith('x-')) setMember(copy, key, value);
  return copy;
}
