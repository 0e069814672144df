/** What a write sends, one line per change: `field: before → after` where the present state is known, else `field: value`. */
import type { Argument, Tool } from '../../catalogue/index.ts';
import type { Language, Words } from '../words.ts';
import { WORDS } from '../words.ts';
import type { CurrentState } from './decision.ts';
import { canonicalJson, thing } from './fingerprint.ts';
import { gloss } from './gloss.ts';
import { Hidden, hideSecrets } from './mask-secrets.ts';
import { label, readable } from './readable.ts';

interface Field {
  /** As it is shown: `address.city`. */
  name: string;
  /** Its last part, as it is. */
  key: string;
  value: unknown;
  before: unknown;
  /** Whether the present state is known at all. */
  known: boolean;
  currency: unknown;
}

/** Lines without their indentation; what changes nothing comes last, so that it pushes no change out of sight. */
export function changeLines(
  tool: Tool,
  args: Record<string, unknown>,
  state: CurrentState,
  language: Language,
): string[] {
  const words = WORDS[language];
  const known = state.kind === 'read' && state.related !== true;
  const whole = known ? thing(state.value) : undefined;
  const lines = tool.arguments
    .filter((a) => a.in !== 'path' && Object.hasOwn(args, a.name))
    .flatMap((a) => {
      const before = a.in === 'body' ? member(whole, a.wireName) : a.in === 'whole-body' ? whole : undefined;
      return linesOf(
        {
          name: a.in === 'whole-body' ? '' : label(a.name, words),
          key: a.name,
          value: shown(tool, a, args[a.name]),
          before: before === undefined ? undefined : shown(tool, a, before),
          known: known && (a.in === 'body' || a.in === 'whole-body'),
          currency: args.currency ?? member(whole, 'currency'),
        },
        words,
        language,
      );
    });
  const sorted = [...lines.filter((l) => !l.same), ...lines.filter((l) => l.same)].map((l) => l.text);
  return tool.method === 'PUT' ? [...sorted, ...leftOut(tool, args, whole, words)] : sorted;
}

/** What the thing has and a PUT, which replaces it, does not send. */
function leftOut(tool: Tool, args: Record<string, unknown>, whole: unknown, words: Words): string[] {
  return tool.arguments
    .filter((a) => a.in === 'body' && !Object.hasOwn(args, a.name) && (member(whole, a.wireName) ?? null) !== null)
    .map(
      (a) =>
        `${label(a.name, words)}: ${readable(shown(tool, a, member(whole, a.wireName)), words)} (${words.notSent})`,
    );
}

/** Secrets hidden; in the state that was read too. */
function shown(tool: Tool, { name }: Argument, value: unknown): unknown {
  return hideSecrets(value, tool.inputSchema.properties[name] ?? true, tool.inputSchema, name);
}

interface Line {
  text: string;
  same: boolean;
}

function linesOf(field: Field, words: Words, language: Language): Line[] {
  const { name, value, before } = field;
  if (isObject(value) && Object.keys(value).length > 0) {
    return Object.entries(value).flatMap(([key, inner]) =>
      linesOf(
        {
          ...field,
          name: name === '' ? label(key, words) : `${name}.${label(key, words)}`,
          key,
          value: inner,
          before: member(before, key),
          currency: member(value, 'currency') ?? member(before, 'currency') ?? field.currency,
        },
        words,
        language,
      ),
    );
  }
  if (Array.isArray(value) && value.some(isObject)) return itemLines(field, value, words);
  const same = before !== undefined && canonicalJson(before) === canonicalJson(value);
  const after = glossed(field, value, words, language);
  const head = `${name === '' ? 'body' : name}:`;
  if (same) return [{ text: `${head} ${after} (${words.unchanged})`, same }];
  if (!field.known) return [{ text: `${head} ${after}`, same }];
  return [{ text: `${head} ${change(glossed(field, before, words, language), after, words)}`, same }];
}

/** Scripts that are written from right to left. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** Between two texts from right to left the arrow's sides would be shown in turned order (Unicode, UAX #9), so each side is named. */
function change(before: string, after: string, words: Words): string {
  return RIGHT_TO_LEFT.test(before) && RIGHT_TO_LEFT.test(after)
    ? `${before} (${words.before}) → (${words.after}) ${after}`
    : `${before} → ${after}`;
}

/** A batch: one line for each item, and for each that is no longer among them. */
function itemLines({ name, before, known }: Field, items: unknown[], words: Words): Line[] {
  const head = name === '' ? 'body' : name;
  const old = known && Array.isArray(before) ? before : [];
  const kept = new Set(old.map(canonicalJson));
  const now = new Set(items.map(canonicalJson));
  return [
    ...items.map((item, i) => {
      const same = kept.has(canonicalJson(item));
      return { text: `${head}[${i}]: ${readable(item, words)}${same ? ` (${words.unchanged})` : ''}`, same };
    }),
    ...old
      .filter((item) => !now.has(canonicalJson(item)))
      .map((item) => ({ text: `${head}: ${readable(item, words)} (${words.removed})`, same: false })),
  ];
}

function glossed({ key, currency }: Field, value: unknown, words: Words, language: Language): string {
  const said = gloss(key, value, currency, language);
  return said === undefined ? readable(value, words) : `${readable(value, words)} (${said})`;
}

export function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Hidden);
}
