/**
 * The question that a person answers: what will happen, to which thing by its human name, and every value that will be sent,
 * where the present state is known as `field: before → after`. One line per change, 20 at most, the rest counted with a digest.
 */
import type { Tool } from '../../catalogue/index.ts';
import { undoable } from '../journal/undoable.ts';
import { JOURNAL_WORDS } from '../journal/words.ts';
import { shownPath } from '../request/path.ts';
import type { Language, Words } from '../words.ts';
import { WORDS } from '../words.ts';
import { changeLines, member } from './changes.ts';
import type { CurrentState, Plan } from './decision.ts';
import { canonicalJson, digest, thing } from './fingerprint.ts';
import { maskSecrets } from './mask-secrets.ts';
import { inert, readable } from './readable.ts';

const MAX_CHANGES = 20;
const MAX_HEAD = 300;

/** @returns the whole question, its lines joined by `\n`; no value can add one. */
export function preview(plan: Plan, language: Language): string {
  const { tool, args, state, note } = plan;
  const words = WORDS[language];
  const changes = changeLines(tool, args, state, language);
  const more = changes.length - MAX_CHANGES;
  return [
    headline(tool, args, state, words, language),
    ...changes.slice(0, MAX_CHANGES).map((line) => `  ${line}`),
    ...(more > 0 ? [`  ${words.more(more, digest(canonicalJson(masked(tool, args))).slice(0, 16))}`] : []),
    ...(note === undefined ? [] : note.split('\n').map(inert)),
    ...(state.kind === 'unreadable' ? [words.noState] : []),
    ...undoWarning(plan, words, language),
    `${tool.method} ${clipped(address(tool, args), words)} (${tool.name})`,
  ].join('\n');
}

/** With the server, where the tool has one of its own: it is not the one that the person has in mind. */
function address(tool: Tool, args: Record<string, unknown>): string {
  return `${(tool.server ?? '').replace(/\/+$/, '')}${shownPath(tool, args)}`;
}

/** What cannot be taken back is said before it is confirmed. */
function undoWarning(plan: Plan, words: Words, language: Language): string[] {
  const can = undoable(plan);
  if (can.kind === 'no') return [words.noUndo];
  return can.kind === 'partly' ? [JOURNAL_WORDS[language].partly(can.fields.map(inert).join(', '))] : [];
}

/** No digest of a secret: a short one could be found from it. */
function masked(tool: Tool, args: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(args).map(([name, value]) => [
      name,
      maskSecrets(value, tool.inputSchema.properties[name] ?? true, tool.inputSchema, name),
    ]),
  );
}

/** The overlay's question, its `{name}`s filled in; else the tool's title and the thing's name. */
function headline(
  tool: Tool,
  args: Record<string, unknown>,
  state: CurrentState,
  words: Words,
  language: Language,
): string {
  const read = state.kind === 'read' ? thing(state.value) : undefined;
  const called = humanName(read);
  const name = called === undefined ? undefined : `‘${readable(called, words)}’`;
  const asked = question(tool, language);
  // Without a summary the title is the request itself, which is no action.
  if (asked === undefined && tool.title.startsWith(`${tool.method} /`))
    return words.send(`${tool.method} ${clipped(address(tool, args), words)}`, name ?? '');
  if (asked === undefined) return words.question(clipped(tool.title, words), name ?? pathValues(tool, args, words));
  let isNamed = false;
  const shown = masked(tool, args);
  const text = asked.replace(/(.?)\{([^{}]+)\}/gu, (_, before: string, key: string) => {
    if (name !== undefined && state.kind === 'read' && key === state.argument) {
      isNamed = true;
      return `${before}${/[‘'"«]/.test(before) ? name.slice(1, -1) : name}`;
    }
    const value = Object.hasOwn(shown, key) ? shown[key] : member(read, key);
    return `${before}${value === undefined ? '…' : inSentence(readable(value, words), before)}`;
  });
  return name === undefined || isNamed ? text : `${text} (${name})`;
}

/** A value of several words must not go on with the sentence that it stands in. */
function inSentence(value: string, before: string): string {
  return /[‘'"«]/.test(before) || !/\s/.test(value) || value.startsWith("'") ? value : `‘${value}’`;
}

function question({ question: asked }: Tool, language: Language): string | undefined {
  return typeof asked === 'object' ? (asked[language] ?? asked.en) : asked;
}

function pathValues(tool: Tool, args: Record<string, unknown>, words: Words): string {
  return tool.arguments
    .filter((a) => a.in === 'path' && Object.hasOwn(args, a.name))
    .map((a) => `${inert(a.name)} ${readable(args[a.name], words)}`)
    .join(', ');
}

/** In this order, by what they are called without case and `_`. */
const NAMES =
  'name displayname fullname customername contactname companyname title subject label username login email phone'.split(
    ' ',
  );

/** What a person calls the thing. */
function humanName(state: unknown): string | undefined {
  if (typeof state !== 'object' || state === null || Array.isArray(state)) return undefined;
  const texts = new Map<string, string>();
  for (const [key, value] of Object.entries(state)) {
    const plain = key.toLowerCase().replaceAll('_', '');
    if (typeof value === 'string' && value.trim() !== '' && !texts.has(plain)) texts.set(plain, value);
  }
  const parts = [texts.get('firstname'), texts.get('lastname') ?? texts.get('surname')].filter((p) => p !== undefined);
  for (const name of NAMES) {
    if (name === 'email' && parts.length > 0) return parts.join(' ');
    const value = texts.get(name);
    if (value !== undefined) return value;
  }
  return undefined;
}

function clipped(text: string, words: Words): string {
  if (text.length <= MAX_HEAD) return inert(text);
  return `${inert(text.slice(0, MAX_HEAD))}${words.cutValue(text.length, digest(text).slice(0, 16))}`;
}
