/** An entry → its markup: the row that is always there, and the details below it. */
import type { Language } from '../runtime/words.ts';
import { WORDS } from '../runtime/words.ts';
import type { Entry, Example } from './entry.ts';
import type { Field, Limit } from './fields.ts';
import { type Html, html } from './html.ts';
import { inline, markdown } from './markdown.ts';
import { PAGE_WORDS, type Words } from './words.ts';

export interface Rendering {
  language: Language;
  prefix: string;
  /** Names of all tools: where one is named, it becomes a link. */
  tools: ReadonlySet<string>;
}

/** @param body the details; absent where the page fills them in when the row is opened. */
export function toolRow({ tool }: Entry, tags: number[], body: Html | undefined, { prefix }: Rendering): Html {
  const own = tool.name.startsWith(`${prefix}_`) ? tool.name.slice(prefix.length + 1) : tool.name;
  const shared = tool.name.slice(0, tool.name.length - own.length);
  return html`<article class="tool" data-tags="${tags.join(' ')}" data-type="${tool.type}">
<details id="${tool.name}"><summary><h3><span class="shared">${shared}</span>${wrapping(own)}</h3> <span class="title">${tool.title}</span> <span class="type ${tool.type.toLowerCase()}">${tool.type}</span></summary>
<div class="body">${body ?? ''}</div></details></article>
`;
}

/** A long name can break after its underscores. */
function wrapping(name: string): Html[] {
  return name.split(/(?<=_)/).map((part, i) => (i === 0 ? html`${part}` : html`<wbr>${part}`));
}

export function toolBody({ tool, text, fields, example }: Entry, rendering: Rendering): Html {
  const words = PAGE_WORDS[rendering.language];
  return html`<p class="kind"><strong>Tipo: ${tool.type}</strong> <code>${tool.method} ${tool.path}</code> <a class="self" href="#${tool.name}">${words.linkTo}</a></p>
${text === '' ? '' : html`<div class="text">${markdown(text, rendering.tools)}</div>`}
<div class="halves"><section class="half"><h4>${words.arguments}</h4>${argumentList(fields, rendering)}</section>
<section class="half">${exampleOf(tool.name, example, words)}${seen({ tool, text, fields, ...(example && { example }) }, rendering)}</section></div>`;
}

function argumentList(fields: Field[], rendering: Rendering): Html {
  if (fields.length === 0) return html`<p class="quiet">${PAGE_WORDS[rendering.language].noArguments}</p>`;
  const sorted = [...fields].sort((a, b) => Number(b.required) - Number(a.required));
  return fieldList(sorted, rendering, 0);
}

function fieldList(fields: Field[], rendering: Rendering, depth: number): Html {
  return html`<ul class="fields">${fields.map((field, i) => fieldItem(field, i, rendering, depth))}</ul>`;
}

function fieldItem(field: Field, nth: number, rendering: Rendering, depth: number): Html {
  const words = PAGE_WORDS[rendering.language];
  const { kind, name, type, required, place, description, limits, members, cut } = field;
  const shown =
    kind === 'others' ? words.others : kind === 'alternative' && name === '' ? words.alternative(nth + 1) : undefined;
  return html`<li><p class="field">${shown === undefined ? html`<code class="name">${name}</code>` : html`<em>${shown}</em>`} <span class="data">${type}</span>${required ? html` <b>${words.required}</b>` : ''}${place === undefined ? '' : html` <span class="place">${words.places[place]}</span>`}</p>
${description === '' ? '' : html`<div class="text">${markdown(description, rendering.tools)}</div>`}${limitLine(limits, words)}${cut === undefined ? '' : html`<p class="quiet">${words[cut]}</p>`}${memberList(field, members, rendering, depth)}</li>`;
}

function memberList({ name }: Field, members: Field[], rendering: Rendering, depth: number): Html | '' {
  if (members.length === 0) return '';
  const open = depth <= 1 && members.length <= 8 ? html` open` : '';
  return html`<details class="members"${open}><summary>${PAGE_WORDS[rendering.language].membersOf(name)} <span class="count">${members.length}</span></summary>${fieldList(members, rendering, depth + 1)}</details>`;
}

function limitLine(limits: Limit[], words: Words): Html | '' {
  if (limits.length === 0) return '';
  const said = limits.map(({ name, values, each }) => {
    const isData = name === 'values' || name === 'pattern' || name === 'default';
    const data = isData ? values.map((value) => html` <code>${value}</code>`) : '';
    return html`<li>${each ? `${words.each}: ` : ''}${words.limits[name](values[0] ?? '', values[1] ?? '')}${data}</li>`;
  });
  return html`<ul class="limits">${said}</ul>`;
}

function exampleOf(name: string, example: Example | undefined, words: Words): Html {
  if (example === undefined) return html`<h4>${words.example}</h4><p class="quiet">${words.noExample}</p>`;
  const call = JSON.stringify({ name, arguments: example.args }, null, 2);
  return html`<h4>${words.example}</h4><div class="code"><pre><code>${call}</code></pre><button type="button" class="copy">${words.copy}</button></div>`;
}

/** What comes before a write: the summary, and the question. */
function seen({ tool, example }: Entry, { language, tools }: Rendering): Html | '' {
  const words = PAGE_WORDS[language];
  if (tool.type === 'Lectura') return '';
  if (tool.confirm === 'none') return html`<h4>${words.seen}</h4><p>${words.unconfirmed}</p>`;
  if (example?.asked === undefined) return '';
  const [head = '', ...lines] = example.asked.question[language].split('\n');
  const request = lines.pop() ?? '';
  return html`<h4>${words.seen}</h4><p class="quiet">${words.asked}</p>
<div class="question"><p class="head">${head}</p>${lines.length === 0 ? '' : html`<pre>${lines.join('\n')}</pre>`}<p class="request"><code>${request}</code></p><p class="box"><span aria-hidden="true">☐</span> ${WORDS[language].box}</p></div>
${tool.before === undefined ? '' : html`<p class="quiet">${words.before} ${inline(tool.before, tools)}</p>`}${tool.undo === undefined ? '' : html`<p class="quiet">${words.undo} ${inline(tool.undo, tools)}</p>`}
<p class="quiet">${words.refusal}</p><pre class="summary">${example.asked.summary}</pre>`;
}
