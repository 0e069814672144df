/** The files of a page: what stands in them, in which language, and that nothing in a description gets out of its place. */
import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { catalogue } from '../../src/generated/catalogue.ts';
import { siteFiles } from '../../src/page/site.ts';
import { WORDS } from '../../src/runtime/words.ts';
import { catalogueOf, toolOf } from './catalogue.ts';

const files = siteFiles(catalogue);
const file = (name: string, of = files) => of.get(name) ?? '';

test('there is a page for each language, and two files of text', () => {
  expect([...files.keys()]).toEqual(['index.html', 'es.html', 'llms.txt', 'llms-full.txt']);
  expect(file('index.html')).toContain('<html lang="en">');
  expect(file('es.html')).toContain('<html lang="es">');
});

test.each(['index.html', 'es.html'])('%s has each tool once, with its type, and an example that is its own', (name) => {
  for (const tool of catalogue.tools) {
    expect(file(name).split(`<details id="${tool.name}">`).length, tool.name).toBe(2);
    const body = file(name).split(`<details id="${tool.name}">`)[1]?.split('</article>')[0] ?? '';
    expect(body).toContain(`<strong>Tipo: ${tool.type}</strong> <code>${tool.method} ${tool.path}</code>`);
    expect(body).toContain(`&quot;name&quot;: &quot;${tool.name}&quot;`);
    for (const argument of Object.keys(tool.inputSchema.properties))
      expect(body).toContain(`<code class="name">${argument}</code>`);
    expect(body.includes('class="question"')).toBe(tool.type === 'Escritura');
  }
});

test('a write shows what the person sees, in the language of the page', () => {
  const leads = { 'index.html': 'Create the lead ‘Ana López’?', 'es.html': '¿Crear el lead ‘Ana López’?' };
  for (const [name, question] of Object.entries(leads)) {
    expect(file(name)).toContain(`<p class="head">${question}</p>`);
    expect(file(name)).toContain('POST /public/v1/leads (nuntius_leads_create) with customerName=&#39;Ana López&#39;');
  }
  expect(file('index.html')).toContain(WORDS.en.box);
  expect(file('es.html')).toContain(WORDS.es.box);
});

test('what cannot be known before the present state is read is not said', () => {
  const update = (text: string) => text.split('<details id="nuntius_leads_update">')[1]?.split('</article>')[0] ?? '';
  expect(update(file('index.html'))).not.toContain(WORDS.en.noUndo);
  const send = file('index.html').split('<details id="nuntius_messages_send">')[1]?.split('</article>')[0];
  expect(send).toContain(WORDS.en.noUndo);
});

test('a query of the path itself is in the summary, as in a call', () => {
  const tool = toolOf('shop_things_create', { method: 'POST', path: '/things?shop={shop}' });
  tool.inputSchema.properties.shop = { type: 'string' };
  tool.inputSchema.required = ['shop'];
  tool.arguments.push({ name: 'shop', in: 'path', wireName: 'shop', required: true });
  expect(file('index.html', siteFiles(catalogueOf([tool])))).toContain(
    'POST /things?shop=Example (shop_things_create)</pre>',
  );
});

test('the text versions have each tool, and what is left out', () => {
  for (const tool of catalogue.tools) {
    expect(file('llms.txt')).toContain(`- [${tool.name}](index.html#${tool.name}): ${tool.type}. ${tool.title}`);
    expect(file('llms-full.txt')).toContain(`### ${tool.name}\n\nTipo: ${tool.type}. ${tool.method} ${tool.path}\n`);
  }
  const omitted = [{ method: 'DELETE', path: '/a', operationId: 'x', reason: 'deletes: DELETE is never a tool' }];
  const made = siteFiles(catalogueOf([toolOf('shop_a_list')], { omitted }));
  expect(file('llms-full.txt', made)).toContain(
    '## Left out, and why\n\n- DELETE /a: deletes: DELETE is never a tool\n',
  );
  expect(file('index.html', made)).toMatch(/<summary>deletes: DELETE is never a tool .*<code>DELETE \/a<\/code>/s);
  expect(file('es.html', made)).toMatch(/<summary>borra: DELETE nunca es una herramienta .*<code>DELETE \/a<\/code>/s);
});

test('the same catalogue gives the same files; groups and their tools have one order', () => {
  expect(siteFiles(structuredClone(catalogue))).toEqual(files);
  const tools = [toolOf('shop_b_list', { tags: ['b'] }), toolOf('shop_a_list', { tags: ['A'] }), toolOf('shop_c_list')];
  const order = [...file('index.html', siteFiles(catalogueOf(tools))).matchAll(/<h2 id="group\.\d+">(\S+)/g)];
  expect(order.map(([, name]) => name)).toEqual(['A', 'b', 'Other']);
});

test('an empty catalogue has a page too', () => {
  expect(file('index.html', siteFiles(catalogueOf([])))).toContain('The 0 things');
});

describe('the policy', () => {
  test.each(['index.html', 'es.html'])(
    'of %s lets exactly its own script and style run, and nothing be loaded',
    (name) => {
      const text = file(name);
      const policy = (/http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(text)?.[1] ?? '').replaceAll(
        '&#39;',
        "'",
      );
      const own = (tag: string) => {
        const found = [...text.matchAll(new RegExp(`<${tag}>(.*?)</${tag}>`, 'gs'))].map(([, inside]) => inside ?? '');
        expect(found).toHaveLength(1);
        return `'sha256-${createHash('sha256')
          .update(found[0] ?? '')
          .digest('base64')}'`;
      };
      expect(policy.split('; ')).toEqual([
        "default-src 'none'",
        `script-src ${own('script')}`,
        `style-src ${own('style')}`,
        'img-src data:',
        "base-uri 'none'",
        "form-action 'none'",
        "require-trusted-types-for 'script'",
        'trusted-types page',
      ]);
      expect(text.indexOf('Content-Security-Policy')).toBeLessThan(text.indexOf('<style>'));
      expect(text).not.toMatch(/ style="| on[a-z]+="|javascript:/);
    },
  );
});

describe('nothing of a description becomes markup', () => {
  const HOSTILE = [
    '</script><script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '"><svg onload=alert(1)>',
    "'-alert(1)-'",
    '<!--<script>',
    '&lt;b&gt;',
    '</details></article><h1>',
    '${alert(1)}',
    '$& $1 {n} {of}',
    '[x](javascript:alert(1))',
  ];
  const MARKUP =
    /^\/?(html|head|meta|title|link|style|script|body|a|header|div|label|select|option|h[1-4]|p|ul|li|span|code|pre|b|em|strong|input|kbd|fieldset|legend|nav|button|main|noscript|section|article|details|summary|wbr|footer)$/;

  test.each(HOSTILE)('%s', (text) => {
    const tool = toolOf('shop_things_create', {
      method: 'POST',
      title: text,
      description: `${text}\n\nTipo: Escritura. POST /x`,
      tags: [text],
      path: `/${text}`,
      operationId: text,
      question: { en: text, es: text },
      properties: {
        [text]: { type: 'string', description: text, enum: [text], default: text },
        plain: { type: 'object', title: text, properties: { [text]: { const: text } }, required: [text] },
      },
      required: [text, 'plain'],
    });
    const made = siteFiles(
      catalogueOf([tool], {
        api: { title: text, version: text, prefix: 'shop', baseUrl: text },
        omitted: [{ method: 'DELETE', path: text, operationId: text, reason: text }],
      }),
    );
    const plain = siteFiles(catalogueOf([toolOf('shop_things_create')]));
    for (const name of ['index.html', 'es.html']) {
      const page = file(name, made);
      expect(page.match(/<script/g)).toHaveLength(2);
      expect(page.match(/<\/script/g)).toHaveLength(2);
      const outside = page.replace(/<(script|style)\b[^>]*>.*?<\/\1>/gs, '');
      for (const [, tag] of outside.matchAll(/<(?!!doctype )([^\s>]*)/g)) expect(tag).toMatch(MARKUP);
      expect(outside).not.toMatch(/<[^>]* on[a-z]+=/);
      expect(outside.match(/<h1/g)).toHaveLength(1);
      const data = /<script type="application\/json" id="page\.data">(.*?)<\/script>/s.exec(page)?.[1] ?? '';
      expect(JSON.parse(data).index[0][1]).toContain(text);
      expect(file(name, plain).match(/<script/g)).toHaveLength(2);
    }
    for (const name of ['llms.txt', 'llms-full.txt']) expect(file(name, made)).toContain('# ');
  });
});
