/**
 * The page's behaviour: search, filters, links to one tool, keys, colours. Without it, the page can still be read.
 * Stands in the page as it is. Text from the description reaches it as data and leaves it as text; markup that it fills in
 * was escaped when the page was made.
 */
(() => {
  const root = document.documentElement;
  const THEME = 'nuntius-mcp.theme';

  // Before anything is drawn, so that no wrong colour flashes.
  root.classList.add('js');
  const theme = stored();
  if (theme !== 'auto') root.dataset.theme = theme;
  document.addEventListener('DOMContentLoaded', begin);

  function stored() {
    try {
      const value = localStorage.getItem(THEME);
      return value === 'light' || value === 'dark' ? value : 'auto';
    } catch {
      return 'auto';
    }
  }

  function begin() {
    const part = (id) => document.getElementById(`page.${id}`);
    const data = JSON.parse(part('data').textContent);
    const rows = [...document.querySelectorAll('article.tool')];
    const tools = rows.map((row, i) => ({
      row,
      i,
      details: row.firstElementChild,
      summary: row.firstElementChild.firstElementChild,
      home: row.parentElement,
      type: row.dataset.type,
      tags: row.dataset.tags.split(' '),
      texts: undefined,
      order: i,
    }));
    const byId = new Map(tools.map((tool) => [tool.details.id, tool]));
    const groups = [...document.querySelectorAll('section.group')];
    const search = part('search');
    const found = part('found');
    const types = [...document.querySelectorAll('input[name=type]')];
    const topics = [...document.querySelectorAll('button[data-tag]')];
    const trusted = window.trustedTypes?.createPolicy('page', { createHTML: (text) => text });
    let visible = tools;
    let isSorted = false;

    // ---- details that are filled in when they are opened

    function fill({ details, i }) {
      const body = details.lastElementChild;
      if (data.bodies === undefined || body.firstChild !== null) return;
      body.innerHTML = trusted === undefined ? data.bodies[i] : trusted.createHTML(data.bodies[i]);
    }

    function open(tool) {
      fill(tool);
      tool.details.open = true;
    }

    document.addEventListener(
      'toggle',
      ({ target }) => {
        const tool = byId.get(target.id);
        if (tool === undefined || !target.open) return;
        fill(tool);
        if (!printing) address(`#${target.id}`);
      },
      true,
    );

    // ---- search and filters

    /** Without case and accents. */
    function plain(text) {
      return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
    }

    /** Zero where a word is nowhere; more where it stands in the name, or begins a word there. */
    function score(tool, words) {
      tool.texts ??= data.index[tool.i].map((text, rank) => plain(rank < 2 ? spaced(text) : text));
      let sum = 0;
      for (const { word, begin } of words) {
        const at = tool.texts.findIndex((text) => text.includes(word));
        if (at < 0) return 0;
        sum += [40, 10, 1][at] + (begin.test(tool.texts[at]) ? [20, 5, 1][at] : 0);
      }
      return sum;
    }

    /** `customerName` is found by `customer name`, and by itself. */
    function spaced(text) {
      return `${text} ${text.replace(/([a-z\d])([A-Z])/g, '$1 $2').replace(/[_-]+/g, ' ')}`;
    }

    function escaped(text) {
      return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
    }

    function apply() {
      const words = plain(search.value)
        .split(/\s+/)
        .filter(Boolean)
        .map((word) => ({ word, begin: new RegExp(`(^|[^\\p{L}\\p{N}])${escaped(word)}`, 'u') }));
      const type = types.find((input) => input.checked)?.value ?? '';
      const tag = topics.find((button) => button.getAttribute('aria-pressed') === 'true')?.dataset.tag ?? '';
      const scores = new Map();
      for (const tool of tools) {
        const fits = (type === '' || tool.type === type) && (tag === '' || tool.tags.includes(tag));
        const n = !fits ? 0 : words.length === 0 ? 1 : score(tool, words);
        if (n > 0) scores.set(tool, n);
        tool.row.hidden = n === 0;
      }
      visible = [...scores.keys()];
      if (words.length > 0) visible.sort((a, b) => scores.get(b) - scores.get(a) || a.i - b.i);
      place(words.length > 0);
      for (const group of groups) {
        const shown = isSorted ? 0 : group.querySelectorAll('article:not([hidden])').length;
        group.hidden = shown === 0;
        count(group, shown);
      }
      count(found, visible.length);
      found.hidden = !isSorted || visible.length === 0;
      part('none').hidden = visible.length > 0;
      part('omitted').hidden = visible.length < tools.length;
      const isAll = visible.length === tools.length;
      part('shown').textContent = (isAll ? data.words.shownAll : data.words.shown)
        .replace('{n}', numeral(visible.length))
        .replace('{of}', numeral(tools.length));
      remember({ q: search.value.trim(), type, tag: tag === '' ? '' : topicName(tag) });
    }

    /** The best first while there is a search; else each tool in its group. */
    function place(sorted) {
      if (sorted) found.lastElementChild.replaceChildren(...visible.map((tool) => tool.row));
      if (sorted || isSorted) for (const tool of tools) if (!sorted || tool.row.hidden) tool.home.append(tool.row);
      isSorted = sorted;
    }

    function count(section, n) {
      section.querySelector('h2 .count').textContent = numeral(n);
    }

    function numeral(n) {
      return n.toLocaleString(root.lang === 'es' ? 'es-ES' : 'en-GB');
    }

    function topicName(tag) {
      return topics.find((button) => button.dataset.tag === tag)?.firstChild.textContent.trim() ?? '';
    }

    function choose(button) {
      for (const topic of topics) topic.setAttribute('aria-pressed', String(topic === button));
      apply();
    }

    function clear() {
      search.value = '';
      types[0].checked = true;
      choose(topics[0]);
    }

    // ---- the address: what is searched for and which tool is open can be passed on

    function remember(filters) {
      const given = Object.entries(filters).filter(([, value]) => value !== '');
      const query = new URLSearchParams(given).toString();
      address(`${query === '' ? location.pathname : `?${query}`}${location.hash}`);
      for (const link of document.querySelectorAll('a.language')) link.search = query;
    }

    /** Some browsers refuse this for files; then the address stays as it is. */
    function address(to) {
      try {
        history.replaceState(null, '', to);
      } catch {}
      for (const link of document.querySelectorAll('a.language')) link.hash = location.hash;
    }

    function goToHash() {
      const tool = byId.get(decoded(location.hash.slice(1)));
      if (tool === undefined) return;
      if (tool.row.hidden) clear();
      open(tool);
      tool.summary.focus({ preventScroll: true });
      tool.details.scrollIntoView();
    }

    function decoded(text) {
      try {
        return decodeURIComponent(text);
      } catch {
        return text;
      }
    }

    // ---- keys

    function move(from, by) {
      const at = visible.findIndex((tool) => tool.summary === from);
      const to = by === 0 ? visible[0] : visible[at + by];
      if (to !== undefined) to.summary.focus();
      else if (by < 0) search.focus();
    }

    document.addEventListener('keydown', (event) => {
      if (event.altKey || event.ctrlKey || event.metaKey || event.isComposing) return;
      const { key, target } = event;
      const isField = target.matches('input[type=search], select, textarea');
      if (key === '/' && !isField) {
        search.focus();
        search.select();
      } else if (target === search && key === 'ArrowDown') move(undefined, 0);
      else if (target === search && key === 'Enter') {
        if (visible[0] === undefined) return;
        open(visible[0]);
        visible[0].summary.focus();
      } else if (target === search && key === 'Escape') {
        if (search.value === '') return search.blur();
        search.value = '';
        apply();
      } else if (
        (key === 'ArrowDown' || key === 'ArrowUp') &&
        byId.has(target.parentElement?.id) &&
        target.matches('summary')
      )
        move(target, key === 'ArrowDown' ? 1 : -1);
      else if (key === 'Escape') {
        const details = target.closest('article.tool')?.firstElementChild;
        if (!details?.open) return;
        details.open = false;
        details.firstElementChild.focus();
      } else return;
      event.preventDefault();
    });

    // ---- copying

    document.addEventListener('click', async ({ target }) => {
      if (!target.matches('button.copy')) return;
      const label = target.textContent;
      const code = target.parentElement.querySelector('pre');
      try {
        await navigator.clipboard.writeText(code.textContent);
      } catch {
        getSelection().selectAllChildren(code);
        if (!document.execCommand('copy')) return;
      }
      target.textContent = data.words.copied;
      setTimeout(() => {
        target.textContent = label;
      }, 1500);
    });

    // ---- colours, print

    const colours = part('theme');
    colours.value = theme;
    colours.addEventListener('change', () => {
      if (colours.value === 'auto') delete root.dataset.theme;
      else root.dataset.theme = colours.value;
      try {
        localStorage.setItem(THEME, colours.value);
      } catch {}
    });

    let printing = false;
    let closed = [];
    addEventListener('beforeprint', () => {
      printing = true;
      for (const tool of visible) fill(tool);
      closed = [...document.querySelectorAll('main details:not([open])')];
      for (const details of closed) details.open = true;
    });
    addEventListener('afterprint', () => {
      for (const details of closed) details.open = false;
      printing = false;
    });

    // ---- the start

    search.addEventListener('input', apply);
    for (const input of types) input.addEventListener('change', apply);
    for (const topic of topics) topic.addEventListener('click', () => choose(topic));
    part('clear').addEventListener('click', () => {
      clear();
      search.focus();
    });
    addEventListener('hashchange', goToHash);
    const given = new URLSearchParams(location.search);
    search.value = given.get('q') ?? '';
    for (const input of types) if (input.value !== '' && input.value === given.get('type')) input.checked = true;
    const topic =
      given.get('tag') &&
      topics.find((button) => button.dataset.tag !== '' && topicName(button.dataset.tag) === given.get('tag'));
    if (topic) for (const button of topics) button.setAttribute('aria-pressed', String(button === topic));
    if (location.search !== '' || search.value !== '') apply();
    address(`${location.search}${location.hash}` || location.pathname);
    if (location.hash !== '') {
      goToHash();
      // The browser itself goes to the same place while it loads, and takes the focus away.
      addEventListener('load', () => setTimeout(goToHash));
    }
  }
})();
