import type { Json, JsonObject } from './load/document.ts';

/** A JSON pointer as a URI fragment (RFC 6901, section 6), from path segments. */
export function pointer(...segments: (string | number)[]): string {
  return `#${segments.map((s) => `/${escapeSegment(String(s))}`).join('')}`;
}

/** `parent` (a fragment pointer) one or more segments deeper. */
export function below(parent: string, ...segments: (string | number)[]): string {
  return parent + segments.map((s) => `/${escapeSegment(String(s))}`).join('');
}

/** The segments of a fragment pointer, unescaped; undefined where it is none. */
export function segments(fragment: string): string[] | undefined {
  if (fragment === '#' || fragment === '#/') return fragment === '#' ? [] : [''];
  if (!fragment.startsWith('#/')) return undefined;
  return fragment
    .slice(2)
    .split('/')
    .map((s) => decode(s).replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** What a fragment pointer names in `root`: own properties only, so `#/constructor` finds nothing. */
export function lookup(root: Json, fragment: string): Json | undefined {
  let here: Json | undefined = root;
  for (const key of segments(fragment) ?? ['\0']) {
    if (Array.isArray(here)) here = here[Number(key)];
    else if (isObject(here)) here = Object.hasOwn(here, key) ? here[key] : undefined;
    else return undefined;
  }
  return here;
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function escapeSegment(segment: string): string {
  return segment.replaceAll('~', '~0').replaceAll('/', '~1');
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
