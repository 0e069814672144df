/** A tool → what the page says of it, in no language yet. */
import type { Catalogue, Tool } from '../catalogue/index.ts';
import { preview } from '../runtime/gate/preview.ts';
import { actionSummary } from '../runtime/gate/summary.ts';
import { buildRequest } from '../runtime/request/build-request.ts';
import { shownPath } from '../runtime/request/path.ts';
import { LANGUAGES, type Language, WORDS } from '../runtime/words.ts';
import { exampleArguments } from './example.ts';
import { type Field, fieldsOf } from './fields.ts';

export interface Entry {
  tool: Tool;
  /** The description without what is shown beside it: the title before it, type and path after it. */
  text: string;
  fields: Field[];
  /** Absent where no valid example was found. */
  example?: Example;
}

export interface Example {
  args: Record<string, unknown>;
  /** What a person is shown of the example; on a write alone. */
  asked?: { summary: string; question: Record<Language, string> };
}

/** Tools that belong together: a tag of the description; `''` holds those without one. */
export interface Group {
  tag: string;
  entries: Entry[];
}

function entryOf(tool: Tool): Entry {
  const args = exampleArguments(tool);
  const text = ownText(tool);
  const fields = fieldsOf(tool);
  return args === undefined ? { tool, text, fields } : { tool, text, fields, example: exampleOf(tool, args) };
}

/** By first tag, in alphabetical order; without a tag last. Any order of the description gives the same. */
export function groupsOf({ tools }: Catalogue): Group[] {
  const groups = new Map<string, Entry[]>();
  for (const tool of tools) {
    const tag = tool.tags?.[0] ?? '';
    groups.set(tag, [...(groups.get(tag) ?? []), entryOf(tool)]);
  }
  const key = (tag: string) => (tag === '' ? '\uffff' : tag.toLowerCase());
  return [...groups]
    .map(([tag, entries]) => ({ tag, entries }))
    .sort((a, b) => (key(a.tag) < key(b.tag) ? -1 : key(a.tag) > key(b.tag) ? 1 : a.tag < b.tag ? -1 : 1));
}

function exampleOf(tool: Tool, args: Record<string, unknown>): Example {
  if (tool.type === 'Lectura' || tool.confirm === 'none') return { args };
  const request = buildRequest(tool, args);
  // Whether such a change can be taken back shows when the present state is read: not here.
  const readsBefore = tool.before !== undefined && (tool.undo !== undefined || /^(PUT|PATCH)$/.test(tool.method));
  const asked = (language: Language) => {
    const lines = preview({ tool, args, request, state: { kind: 'none' } }, language).split('\n');
    return lines.filter((line) => !readsBefore || line !== WORDS[language].noUndo).join('\n');
  };
  const question = Object.fromEntries(LANGUAGES.map((language) => [language, asked(language)]));
  return {
    args,
    asked: {
      summary: actionSummary(tool, shownPath(tool, args), args),
      question: question as Record<Language, string>,
    },
  };
}

function ownText({ description, title, type }: Tool): string {
  const text = description.replace(new RegExp(`(^|\\n\\n)Tipo: ${type}\\. [^\\n]*$`), '');
  const rest = text.startsWith(title) ? text.slice(title.length).replace(/^\.?\s+/, '') : text;
  return rest === '' || rest === '.' || (text.startsWith(title) && /^[\p{L}\p{N}]/u.test(text.slice(title.length)))
    ? text
    : rest;
}
