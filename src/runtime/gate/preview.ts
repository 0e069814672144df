/**
 * The question that a person answers: what will happen, to which thing by its human name, and every value that will be sent,
 * where the present state is known as `field: before → after`. One line per change, 20 at most, the rest counted with a digest.
 */
import type { Tool } from '../../catalogue/index.ts';
import { oneLine } from '../one-line.ts';
import type { Language, Words } from '../words.ts';
import { WORDS } from '../words.ts';
import type { CurrentState, Plan } from './decision.ts';
import { canonicalJson, digest } from './fingerprint.ts';
import { maskSecrets } from './mask-secrets.ts';
import { gloss, readable } from './readable.ts';

export const MAX_CHANGES = 20;

export interface Preview {
  /** The whole question, lines joined by `\n`. */
  text: string;
}

export function preview({ tool, args, request, state, note }: Plan, language: Language): Preview {
  const words = WORDS[language];
  const shown = maskedArguments(tool, args);
  const before = state.kind === 'read' ? unwrap(state.value) : undefined;
  const changes = tool.arguments
    .filter((a) => a.in !== 'path' && Object.hasOwn(shown, a.name))
    .flatMap((a) =>
      fieldLines(
        a.in === 'whole-body' ? '' : a.name,
        shown[a.name],
        a.in === 'body' ? member(before, a.wireName) : a.in === 'whole-body' ? before : undefined,
        before,
        shown,
        words,
        language,
      ),
    );
  const lines = [
    headline(tool, shown, before, words),
    ...changes.slice(0, MAX_CHANGES).map((line) => `  ${line}`),
    ...(changes.length > MAX_CHANGES
      ? [`  ${words.more(changes.length - MAX_CHANGES, digest(canonicalJson(args)).slice(0, 16))}`]
      : []),
    ...(note === undefined ? [] : note.split('\n').map((line) => oneLine(line))),
    ...(state.kind === 'unreadable' ? [words.noState] : []),
    ...(isUndoable(tool, state) ? [] : [words.noUndo]),
    `${tool.method} ${oneLine(request.path)} (${tool.name})`,
  ];
  return { text: lines.join('\n') };
}

/** Only a change of a thing whose present state was read can be taken back here. */
function isUndoable(tool: Tool, state: CurrentState): boolean {
  return state.kind === 'read' && (tool.method === 'PATCH' || tool.method === 'PUT');
}

function maskedArguments(tool: Tool, args: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(args).map(([name, value]) => [
      name,
      maskSecrets(value, tool.inputSchema.properties[name] ?? true, tool.inputSchema, name),
    ]),
  );
}

/** The overlay's question, its `{name}`s filled in; else the tool's title and the thing's name. */
function headline(tool: Tool, args: Record<string, unknown>, before: unknown, words: Words): string {
  const thing = humanName(before);
  if (tool.question === undefined)
    return words.question(oneLine(tool.title, 200), thing === undefined ? pathValues(tool, args, words) : `‘${thing}’`);
  const filled = tool.question.replace(/\{([^{}]+)\}/g, (_, name: string) => {
    const value = Object.hasOwn(args, name) ? args[name] : member(before, name);
    return value === undefined ? '…' : readable(value, words);
  });
  const asked = oneLine(filled, 500);
  return thing === undefined || asked.includes(thing) ? asked : `${asked} (‘${thing}’)`;
}

function pathValues(tool: Tool, args: Record<string, unknown>, words: Words): string {
  return tool.arguments
    .filter((a) => a.in === 'path' && Object.hasOwn(args, a.name))
    .map((a) => `${oneLine(a.name, 60)} ${readable(args[a.name], words)}`)
    .join(', ');
}

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
  'email',
  'phone',
];

/** What a person calls the thing. */
function humanName(state: unknown): string | undefined {
  for (const name of NAMES) {
    const value = member(state, name);
    if (typeof value === 'string' && value.trim() !== '') return readable(value, WORDS.en);
  }
  return undefined;
}

/** Answers often wrap the one thing: `{data: {…}}`. */
function unwrap(value: unknown): unknown {
  const data = member(value, 'data');
  return typeof data === 'object' && data !== null && !Array.isArray(data) ? data : value;
}

function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined;
}

/** One line for a value; one for each member of an object or of a list of objects. */
function fieldLines(
  field: string,
  value: unknown,
  before: unknown,
  state: unknown,
  siblings: Record<string, unknown>,
  words: Words,
  language: Language,
): string[] {
  if (isObject(value) && Object.keys(value).length > 0) {
    return Object.entries(value).flatMap(([key, inner]) =>
      fieldLines(field === '' ? key : `${field}.${key}`, inner, member(before, key), state, value, words, language),
    );
  }
  if (Array.isArray(value) && value.some(isObject)) {
    return value.map((item, i) => `${label(field)}[${i}]: ${readable(item, words)}`);
  }
  const currency = siblings.currency ?? member(state, 'currency');
  const after = withGloss(value, currency, words, language);
  if (before === undefined)
    return [state === undefined ? `${label(field)}: ${after}` : `${label(field)}: ${words.nothing} → ${after}`];
  if (canonicalJson(before) === canonicalJson(value)) return [`${label(field)}: ${after} (${words.unchanged})`];
  return [`${label(field)}: ${withGloss(before, currency, words, language)} → ${after}`];
}

/** Field names come from the description or, in open maps, from the arguments. */
function label(field: string): string {
  return field === '' ? 'body' : /^[\w.[\]-]+$/.test(field) ? field : readable(field, WORDS.en).replaceAll(':', '\\:');
}

function withGloss(value: unknown, currency: unknown, words: Words, language: Language): string {
  const said = gloss(value, currency, language);
  return said === undefined ? readable(value, words) : `${readable(value, words)} (${said})`;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
