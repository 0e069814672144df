/** The catalogue as text, for models and for people who read text: an index in the form of llms.txt, and everything. */
import type { Catalogue, Omitted } from '../catalogue/index.ts';
import { oneLine } from '../runtime/one-line.ts';
import { escapeUnseen } from '../text/unseen.ts';
import type { Entry, Group } from './entry.ts';
import type { Field, Limit } from './fields.ts';
import { PAGE_WORDS } from './words.ts';

const words = PAGE_WORDS.en;

/** One line for each tool (llmstxt.org). */
export function llmsIndex(catalogue: Catalogue, groups: Group[]): string {
  const sections = groups.map(({ tag, entries }) => [
    `## ${heading(tag)}`,
    '',
    ...entries.map(({ tool }) => `- [${tool.name}](index.html#${tool.name}): ${tool.type}. ${oneLine(tool.title)}`),
    '',
  ]);
  const optional = [
    '## Optional',
    '',
    '- [Everything](llms-full.txt): arguments, examples and questions of each tool',
    '',
  ];
  return [...opening(catalogue), ...sections.flat(), ...optional].join('\n');
}

/** Each tool with its arguments, an example and what a person is asked; then what is left out. */
export function llmsFull(catalogue: Catalogue, groups: Group[]): string {
  const sections = groups.map(({ tag, entries }) => [`## ${heading(tag)}`, '', ...entries.flatMap(toolLines)]);
  return [...opening(catalogue), ...sections.flat(), ...omittedLines(catalogue.omitted)].join('\n');
}

function opening({ api, tools }: Catalogue): string[] {
  const reads = tools.filter((tool) => tool.type === 'Lectura').length;
  return [
    `# ${oneLine(api.title)}`,
    '',
    `> ${words.lead(tools.length)} ${words.version} ${oneLine(api.version)}.`,
    '',
    `${reads} Lectura: ${words.reads}`,
    `${tools.length - reads} Escritura: ${words.writes} ${words.noDeletion}`,
    '',
  ];
}

function heading(tag: string): string {
  return tag === '' ? words.untagged : oneLine(tag);
}

function toolLines({ tool, text, fields, example }: Entry): string[] {
  const call = example && JSON.stringify({ name: tool.name, arguments: example.args });
  return [
    `### ${tool.name}`,
    '',
    `Tipo: ${tool.type}. ${oneLine(`${tool.method} ${tool.path}`)}`,
    '',
    oneLine(tool.title),
    ...(text === '' ? [] : ['', ...text.split('\n').map((line) => indented(line))]),
    '',
    ...(fields.length === 0 ? [] : ['Arguments:', ...fields.flatMap((field) => fieldLines(field, 0, 0)), '']),
    ...(call === undefined ? [] : [`${words.example}: ${escapeUnseen(call)}`, '']),
    ...(example?.asked === undefined ? [] : [`${words.seen}: ${example.asked.summary}`, '']),
  ];
}

/** A line of a description that would read as a heading of ours is moved in. */
function indented(line: string): string {
  return /^\s{0,3}(#|```|~~~|=|-{3})/.test(line) ? `    ${escapeUnseen(line)}` : escapeUnseen(line);
}

function fieldLines(field: Field, nth: number, depth: number): string[] {
  const { kind, name, type, required, description, limits, members, cut } = field;
  const shown =
    kind === 'others' ? words.others : kind === 'alternative' && name === '' ? words.alternative(nth + 1) : name;
  const facts = [required ? words.required : '', ...limits.map(limitText), cut === undefined ? '' : words[cut]];
  const about = facts.filter((fact) => fact !== '').join('; ');
  const text = description.replace(/\s+/g, ' ').trim();
  const line = `${'  '.repeat(depth)}- ${shown} (${type})${about === '' ? '' : `, ${about}`}${text === '' ? '' : `: ${text}`}`;
  return [oneLine(line), ...members.flatMap((member, i) => fieldLines(member, i, depth + 1))];
}

function limitText({ name, values, each }: Limit): string {
  const data = name === 'values' || name === 'pattern' || name === 'default' ? ` ${values.join(', ')}` : '';
  return `${each ? `${words.each} ` : ''}${words.limits[name](values[0] ?? '', values[1] ?? '')}${data}`;
}

function omittedLines(omitted: Omitted[]): string[] {
  if (omitted.length === 0) return [];
  const lines = omitted.map(({ method, path, reason }) => `- ${oneLine(`${method} ${path}: ${reason}`)}`);
  return [`## ${words.omitted}`, '', ...lines, ''];
}
