/** The one thing that an answer is about: what it holds, what the API calls it. */
import { thing } from '../gate/fingerprint.ts';
import { isObject } from '../is-object.ts';
import type { Thing } from './line.ts';

const NAMES = [
  'name',
  'customerName',
  'fullName',
  'full_name',
  'displayName',
  'display_name',
  'title',
  'subject',
  'label',
];
const IDS = ['id', 'uuid', 'uid', 'key', 'slug'];
const MAX_NAME = 200;

/** The object that an answer is, or wraps; undefined where it is none. */
export function thingIn(answer: unknown): Record<string, unknown> | undefined {
  const found = thing(answer);
  return isObject(found) ? found : undefined;
}

export function callsIt(answer: unknown, location?: string): Thing | undefined {
  const found = thingIn(answer) ?? {};
  const id = first(found, IDS, (v): v is string | number => typeof v === 'string' || typeof v === 'number');
  const name = first(found, NAMES, (v): v is string => typeof v === 'string' && v.trim() !== '');
  if (id === undefined && name === undefined && location === undefined) return undefined;
  return {
    ...(id !== undefined && { id }),
    ...(name !== undefined && { name: name.slice(0, MAX_NAME) }),
    ...(location !== undefined && { location: location.slice(0, 500) }),
  };
}

/** Whether two states are of one thing: they do not call it by different ids. */
export function isSameThing(a: Record<string, unknown>, b: Record<string, unknown>): boolean {
  const both = IDS.filter((name) => Object.hasOwn(a, name) && Object.hasOwn(b, name));
  return both.length > 0
    ? both.every((name) => a[name] === b[name])
    : !IDS.some((n) => Object.hasOwn(a, n) !== Object.hasOwn(b, n));
}

function first<T>(
  found: Record<string, unknown>,
  names: string[],
  fits: (value: unknown) => value is T,
): T | undefined {
  for (const name of names) {
    const value = Object.hasOwn(found, name) ? found[name] : undefined;
    if (fits(value)) return value;
  }
  return undefined;
}
