/** What the journal does not keep: secrets, what `_JOURNAL_REDACT` names, and texts too long for a line. */
import type { InputSchema, Tool } from '../../catalogue/index.ts';
import { digest } from '../gate/fingerprint.ts';
import { maskSecrets } from '../gate/mask-secrets.ts';
import { CONCEALED } from '../http/conceal.ts';
import { isObject } from '../is-object.ts';

const REDACTED = '[redacted]';
/** Characters; a file in base64, mostly. */
const MAX_TEXT = 100_000;
const ANY: InputSchema = { type: 'object', properties: {}, additionalProperties: false };

/** @param redact names of fields, in lower case, masked wherever they stand. */
export function withoutSecrets(value: unknown, redact: ReadonlySet<string>): unknown {
  return masked(maskSecrets(value, true, ANY), redact);
}

/** The same for a tool's arguments, whose schema says more. */
export function argumentsToKeep(
  { inputSchema, arguments: known }: Tool,
  args: Record<string, unknown>,
  redact: ReadonlySet<string>,
): { kept: Record<string, unknown>; withheld: string[] } {
  const kept: Record<string, unknown> = {};
  const withheld: string[] = [];
  for (const [name, value] of Object.entries(args)) {
    const wireName = known.find((a) => a.name === name)?.wireName ?? name;
    const hidden = redact.has(name.toLowerCase()) || redact.has(wireName.toLowerCase());
    const schema = Object.hasOwn(inputSchema.properties, name) ? inputSchema.properties[name] : undefined;
    const safe = hidden ? REDACTED : masked(maskSecrets(value, schema ?? true, inputSchema, name), redact);
    Object.defineProperty(kept, name, { value: safe, enumerable: true, configurable: true, writable: true });
    if (!isSame(safe, value)) withheld.push(name);
  }
  return { kept, withheld };
}

/** Members of an object that are not as they were. */
export function changedMembers(whole: unknown, kept: unknown): string[] {
  if (!isObject(whole) || !isObject(kept)) return [];
  return Object.keys(whole).filter((key) => !isSame(whole[key], kept[key]));
}

function masked(value: unknown, redact: ReadonlySet<string>): unknown {
  if (typeof value === 'bigint') return value.toString();
  // What the answer said here is not known: it must not be put back.
  if (typeof value === 'string' && value.includes(CONCEALED)) return REDACTED;
  if (typeof value === 'string' && value.length > MAX_TEXT)
    return `[${value.length} characters, sha256 ${digest(value)}]`;
  if (Array.isArray(value)) return value.map((item) => masked(item, redact));
  if (!isObject(value)) return value;
  const copy: Record<string, unknown> = {};
  for (const [key, member] of Object.entries(value)) {
    const safe = redact.has(key.toLowerCase()) && member !== null ? REDACTED : masked(member, redact);
    Object.defineProperty(copy, key, { value: safe, enumerable: true, configurable: true, writable: true });
  }
  return copy;
}

/** Copies are made by what stands above: same keys in the same order. */
function isSame(a: unknown, b: unknown): boolean {
  if (typeof a !== 'object' || a === null || typeof b !== 'object' || b === null) {
    return Object.is(a, b) || (typeof b === 'bigint' && a === b.toString());
  }
  const keys = Object.keys(b);
  return (
    Object.keys(a).length === keys.length &&
    keys.every((key) => isSame((a as Record<string, unknown>)[key], (b as Record<string, unknown>)[key]))
  );
}
