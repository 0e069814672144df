/** A path template → what its segments say: static words, parameters, a custom method (`:append`), a fragment (`#add_link`). */
import { NOISE_SEGMENT } from '../../catalogue/language/vocabulary.ts';
import { wordsOf } from '../../catalogue/language/words.ts';

/** One static segment of a path. */
export interface StaticSegment {
  words: string[];
  /** Followed by nothing but parameters. */
  last: boolean;
  /** A parameter stands directly after it. */
  keyed: boolean;
  /** Said to be a verb by its form: Google's `:verb`. */
  custom: boolean;
}

export interface PathWords {
  segments: StaticSegment[];
  /** Words of all parameters, in order of the path. */
  parameters: string[][];
  endsWithParameter: boolean;
  /** What was dropped from the front: `v2`, `api`. */
  dropped: string[];
  /** The path is a procedure's name: `/chat.postMessage`. */
  procedure: boolean;
}

const PRERELEASE = /^v\d+(?:alpha|beta|p|rc|preview)\d*$/i;
/** Keys that a machine made: a UUID, `6VMVochwUWo`. */
const MACHINE_MADE =
  /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|(?<![A-Za-z0-9])\d(?=\w*[a-z])(?=\w*[A-Z])[A-Za-z0-9]{7,}/g;
const PARAMETER = /\{([^{}]*)\}/g;

/** @param path an OpenAPI path template; `?query` and `#fragment` in it count too (some APIs tell operations apart so). */
export function readPath(path: string): PathWords {
  const [, route = '', query = '', fragment = ''] =
    /^([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/s.exec(path.slice(0, 4096)) ?? [];
  const found: PathWords = { segments: [], parameters: [], endsWithParameter: false, dropped: [], procedure: false };
  const parts = route.split('/').filter((p) => p !== '');
  for (const [i, part] of parts.entries()) readSegment(decode(part), i, parts.length, found);
  if (query !== '')
    add(found, query.replace(/\b(?:Action|Operation|Version)=/gi, '').replace(/=(?:true|1)?(?=&|$)/g, ''));
  if (fragment !== '') add(found, fragment.replace(/^[^=]*=(?:[^.]*\.)?/, ''));
  for (const [i, s] of found.segments.entries()) s.last = i === found.segments.length - 1;
  return found;
}

function readSegment(part: string, i: number, count: number, found: PathWords): void {
  if (isNoise(part, i, count, found.segments.length === 0)) {
    found.dropped.push(...wordsOf(part.replace(PARAMETER, '')));
    return;
  }
  const [, head = '', verb] = /^(.*?)(?::([A-Za-z][\w-]*))?$/s.exec(part) ?? [];
  const names = [...head.matchAll(PARAMETER)].map((m) => wordsOf(m[1] ?? ''));
  const fixed = head.replace(PARAMETER, ' ');
  const name = shortHost(fixed.replace(MACHINE_MADE, ' ').replace(/\.(?:json|xml|php|aspx?|do)$/i, ''));
  found.procedure ||= count === 1 && names.length === 0 && /^[a-z]\w*(?:\.\w+)+$/i.test(name);
  add(found, name);
  if (names.length > 0) {
    const before = found.segments.at(-1);
    if (before && !found.endsWithParameter) before.keyed = true;
    found.parameters.push(...names);
    found.endsWithParameter = true;
  }
  if (verb !== undefined) add(found, verb, true);
}

function add(found: PathWords, text: string, custom = false): void {
  const words = wordsOf(text);
  if (words.length === 0) return;
  found.segments.push({ words, last: false, keyed: false, custom });
  found.endsWithParameter = false;
}

/** Version and mount segments: `api`, `v1`, `public`, and bare numbers at the front (`/2/files`, `/rest/api/3/issue`). */
function isNoise(part: string, i: number, count: number, opening: boolean): boolean {
  if (PRERELEASE.test(part)) return false;
  if (/^\d+(?:\.\d+)*$/.test(part)) return i < 3 && i < count - 1 && !/^\d{4,}/.test(part);
  return opening ? NOISE_SEGMENT.test(part) : /^v\d+(?:\.\d+)*$/i.test(part);
}

/** `rbac.authorization.k8s.io` → `rbac.authorization`: an API group's domain says nothing. */
function shortHost(name: string): string {
  return name.replace(/^(.+?)\.[\w-]+\.(?:io|com|org|net|dev)$/i, '$1');
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
