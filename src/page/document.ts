/** The whole page in one language: one file, which asks nothing of anybody. Its style and script stand in it, and no others may run. */
import { createHash } from 'node:crypto';
import type { Catalogue } from '../catalogue/index.ts';
import { LANGUAGES, type Language } from '../runtime/words.ts';
import { SCRIPT, STYLE } from './assets.ts';
import type { Entry, Group } from './entry.ts';
import { Html, html, scriptJson } from './html.ts';
import { omittedPart } from './omitted-html.ts';
import { type Rendering, toolBody, toolRow } from './tool-html.ts';
import { numeral, PAGE_WORDS, type Words } from './words.ts';

/** UTF-16 units: with more, the details stand in the page as data, and become markup when they are opened. */
const MAX_DETAILS = 2_000_000;

export function pageDocument(catalogue: Catalogue, groups: Group[], language: Language): string {
  const words = PAGE_WORDS[language];
  const { api } = catalogue;
  const rendering = { language, prefix: api.prefix, tools: new Set(catalogue.tools.map((tool) => tool.name)) };
  const entries = groups.flatMap((group) => group.entries);
  const bodies = entries.map((entry) => toolBody(entry, rendering));
  const isLarge = bodies.reduce((sum, body) => sum + body.text.length, 0) > MAX_DETAILS;
  const tags = tagsOf(groups);
  const data = {
    index: entries.map(searchText),
    ...(isLarge && { bodies: bodies.map((body) => body.text) }),
    words: { shown: words.shown, shownAll: words.shownAll, copied: words.copied },
  };
  const page = html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy()}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<meta name="generator" content="nuntius-mcp">
<title>${words.pageTitle(api.title)}</title>
<link rel="icon" href="${ICON}">
${LANGUAGES.filter((other) => other !== language).map((other) => html`<link rel="alternate" hreflang="${other}" href="${PAGE_WORDS[other].file}">`)}
<link rel="alternate" type="text/plain" href="llms.txt">
<style>${new Html(STYLE)}</style>
<script>${new Html(SCRIPT)}</script>
</head>
<body>
<a class="skip" href="#page.tools">${words.skip}</a>
${masthead(catalogue, words, language)}
${toolbar(words, catalogue.tools.length, language)}
<div class="columns">
${rail(tags, catalogue.tools.length, words, language)}
<main id="page.tools">
${isLarge ? html`<noscript><p>${words.noScript} <a href="llms-full.txt">llms-full.txt</a>.</p></noscript>` : ''}
<p class="none" id="page.none" hidden>${words.nothing} <button type="button" id="page.clear">${words.clear}</button>.</p>
<section id="page.found" aria-labelledby="page.results" hidden><h2 id="page.results">${words.found} <span class="count"></span></h2><div></div></section>
${groups.map((group, i) => groupPart(group, i, { bodies: isLarge ? [] : bodies, entries, tags, rendering, words }))}
${omittedPart(catalogue.omitted, words)}
</main>
</div>
<footer><p>${words.madeBy} nuntius-mcp.</p></footer>
<script type="application/json" id="page.data">${scriptJson(data)}</script>
</body>
</html>
`;
  return page.text;
}

/** Nothing may be loaded, sent or run but what stands here (CSP 3); markup from data passes one named policy (Trusted Types). */
function policy(): string {
  const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
  return [
    "default-src 'none'",
    `script-src ${hash(SCRIPT)}`,
    `style-src ${hash(STYLE)}`,
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types page',
  ].join('; ');
}

const ICON =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E%3Ccircle cx='8' cy='8' r='7' fill='%231f6f5c'/%3E%3Cpath d='M5 11V5l6 6V5' fill='none' stroke='%23fff' stroke-width='1.6'/%3E%3C/svg%3E";

function masthead({ api, tools }: Catalogue, words: Words, language: Language): Html {
  const reads = tools.filter((tool) => tool.type === 'Lectura').length;
  const others = LANGUAGES.filter((other) => other !== language);
  return html`<header class="masthead">
<div class="settings">${others.map((other) => html`<a class="language" href="${PAGE_WORDS[other].file}" hreflang="${other}" lang="${other}">${PAGE_WORDS[other].language}</a>`)}
<label class="scripted">${words.theme} <select id="page.theme">${(['auto', 'light', 'dark'] as const).map((theme) => html`<option value="${theme}">${words.themes[theme]}</option>`)}</select></label></div>
<h1>${api.title}</h1>
<p class="lead">${words.lead(tools.length)}</p>
<ul class="legend">
<li><span class="type lectura">Lectura</span> <span class="count">${numeral(reads, language)}</span> <span>${words.reads}</span></li>
<li><span class="type escritura">Escritura</span> <span class="count">${numeral(tools.length - reads, language)}</span> <span>${words.writes} ${words.noDeletion}</span></li>
</ul>
<p class="facts">${words.version} ${api.version}${api.baseUrl === undefined ? '' : html` <span class="apart">${words.address} <code>${api.baseUrl}</code></span>`} <span class="apart">${words.textVersion} <a href="llms.txt">llms.txt</a>, <a href="llms-full.txt">llms-full.txt</a></span></p>
</header>`;
}

function toolbar(words: Words, tools: number, language: Language): Html {
  const type = (value: string, label: string, checked: boolean) =>
    html`<label><input type="radio" name="type" value="${value}"${checked ? html` checked` : ''}><span>${label}</span></label>`;
  return html`<div class="toolbar scripted" role="search">
<div class="inner"><label class="search"><span class="unseen">${words.search}</span><input type="search" id="page.search" placeholder="${words.searchHint}" autocomplete="off" spellcheck="false" aria-keyshortcuts="/"><kbd aria-hidden="true">/</kbd></label>
<fieldset class="types"><legend class="unseen">${words.type}</legend>${type('', words.all, true)}${type('Lectura', 'Lectura', false)}${type('Escritura', 'Escritura', false)}</fieldset>
<p class="shown" id="page.shown" role="status">${words.shownAll.replace('{of}', numeral(tools, language))}</p></div>
</div>`;
}

interface Tag {
  name: string;
  tools: number;
}

/** Every tag in the order of the groups, then those that are nobody's first. */
function tagsOf(groups: Group[]): Tag[] {
  const counts = new Map<string, number>(groups.map(({ tag }) => [tag, 0]));
  for (const { tool } of groups.flatMap((group) => group.entries))
    for (const tag of new Set(tool.tags?.length ? tool.tags : [''])) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  return [...counts].map(([name, tools]) => ({ name, tools }));
}

function rail(tags: Tag[], tools: number, words: Words, language: Language): Html {
  const item = (value: string, label: string, count: number, pressed: boolean) =>
    html`<li><button type="button" data-tag="${value}" aria-pressed="${String(pressed)}">${label} <span class="count">${numeral(count, language)}</span></button></li>`;
  return html`<nav class="rail scripted" aria-labelledby="page.topics"><h2 id="page.topics">${words.tags}</h2><ul>${item('', words.allTags, tools, true)}${tags.map(({ name, tools: n }, i) => item(String(i), name === '' ? words.untagged : name, n, false))}</ul>
<p class="keys">${words.keyNames.map(([key, does]) => html`<span><kbd>${key}</kbd> ${does}</span> `)}</p></nav>`;
}

interface GroupContext {
  /** Empty where the details are data. */
  bodies: Html[];
  entries: Entry[];
  tags: Tag[];
  rendering: Rendering;
  words: Words;
}

function groupPart({ tag, entries }: Group, nth: number, context: GroupContext): Html {
  const { bodies, entries: all, tags, rendering, words } = context;
  const first = all.indexOf(entries[0] as Entry);
  const numbers = new Map(tags.map(({ name }, i) => [name, i]));
  const rows = entries.map((entry, i) => {
    const own = (entry.tool.tags?.length ? entry.tool.tags : ['']).map((name) => numbers.get(name) ?? 0);
    return toolRow(entry, own, bodies[first + i], rendering);
  });
  return html`<section class="group" aria-labelledby="group.${nth}"><h2 id="group.${nth}">${tag === '' ? words.untagged : tag} <span class="count">${entries.length}</span></h2>
${rows}</section>
`;
}

/** Three ranks of text: the name, what it is about, everything else. */
function searchText({ tool, text, fields }: Entry): [string, string, string] {
  const about = [tool.title, tool.path, tool.operationId ?? '', ...(tool.tags ?? [])].join(' ');
  return [tool.name, about, [text, tool.method, ...fields.map((field) => field.name)].join(' ')];
}
