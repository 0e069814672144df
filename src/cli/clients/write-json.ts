/**
 * A snippet into a client's JSON: by edits to the text, so that comments, order and indentation stay (JSON with comments, as
 * VS Code, Zed and others read it). What comes out is read again and must be what was there, plus this one server.
 */
import { isDeepStrictEqual } from 'node:util';
import { type JSONPath, type ParseError, parse, printParseErrorCode } from 'jsonc-parser';
import type { Client } from './clients.ts';
import { set } from './edit-json.ts';
import { MergeError } from './merge-error.ts';
import type { Snippet } from './snippet.ts';

type Members = Record<string, unknown>;

export function jsonSnippet(client: Client, { name, entry, inputs }: Snippet): string {
  return JSON.stringify({ ...(inputs.length > 0 && { inputs }), [client.servers]: { [name]: entry } }, null, 2);
}

/** @throws MergeError where the text cannot be read, or would not come out as it should */
export function mergeJson(text: string, client: Client, { name, entry, inputs }: Snippet): string {
  const before = readMembers(text);
  const servers = before[client.servers];
  if (servers !== undefined && !isMembers(servers)) throw new MergeError(`its "${client.servers}" is no object`);
  const existing = own(servers, name);
  const merged = isMembers(existing) ? mergedEntry(existing, entry) : entry;
  const newInputs = inputs.filter(({ id }) => !inputIds(before.inputs).has(id));
  const edits: [JSONPath, unknown][] = [
    ...(isMembers(existing)
      ? Object.entries(merged)
          .filter(([key, value]) => !isDeepStrictEqual(existing[key], value))
          .map(([key, value]): [JSONPath, unknown] => [[client.servers, name, key], value])
      : [[[client.servers, name], merged] as [JSONPath, unknown]]),
    ...(before.inputs === undefined
      ? newInputs.length === 0
        ? []
        : [[['inputs'], newInputs] as [JSONPath, unknown]]
      : newInputs.map((input): [JSONPath, unknown] => [['inputs', -1], input])),
  ];
  const after = edits.reduce((now, [path, value]) => set(now, path, value), text.trim() === '' ? '{}\n' : text);
  const wanted = {
    ...before,
    ...(newInputs.length > 0 && { inputs: [...((before.inputs ?? []) as unknown[]), ...newInputs] }),
    [client.servers]: { ...(servers as Members | undefined), [name]: merged },
  };
  if (!isDeepStrictEqual(readMembers(after), wanted))
    throw new MergeError('it could not be changed without touching what else is in it');
  return after;
}

/** What a person added to the entry stays; a credential that is set there already, in whichever way, too. */
function mergedEntry(existing: Members, entry: Members): Members {
  const env = isMembers(existing.env) ? existing.env : {};
  const added = Object.entries((entry.env ?? {}) as Members).filter(([setting]) => {
    const secret = setting.replace(/_FILE$/, '');
    return !Object.hasOwn(env, secret) && !Object.hasOwn(env, `${secret}_FILE`);
  });
  const merged = { ...existing, ...entry, env: { ...env, ...Object.fromEntries(added) } };
  if (Object.keys(merged.env).length === 0 && existing.env === undefined) {
    const { env: _, ...rest } = merged;
    return rest;
  }
  return merged;
}

/** @throws MergeError where they are no list */
function inputIds(existing: unknown): Set<unknown> {
  if (existing === undefined) return new Set();
  if (!Array.isArray(existing)) throw new MergeError('its "inputs" is no list');
  return new Set(existing.map((input) => (isMembers(input) ? input.id : undefined)));
}

/** @throws MergeError naming the line of the first mistake */
export function readMembers(text: string): Members {
  if (text.trim() === '') return {};
  const errors: ParseError[] = [];
  const value: unknown = parse(text, errors, { allowTrailingComma: true, disallowComments: false });
  const [first] = errors;
  if (first !== undefined) {
    const line = text.slice(0, first.offset).split('\n').length;
    throw new MergeError(`it is not valid JSON (line ${line}: ${printParseErrorCode(first.error)})`);
  }
  if (!isMembers(value)) throw new MergeError('it holds no JSON object');
  return value;
}

function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function own(value: unknown, key: string): unknown {
  return isMembers(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}
