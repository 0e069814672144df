/** The page in a browser: search, filters, links, keys, colours, print; nothing asked of anybody; axe finds nothing. */
import { createRequire } from 'node:module';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { catalogue } from '../../src/generated/catalogue.ts';
import { siteFiles } from '../../src/page/site.ts';
import { catalogueOf, toolOf } from './catalogue.ts';
import { HAS_CHROMIUM, launch, type Served, serve, WITHOUT } from './chromium.ts';

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
const PHONE = { width: 390, height: 844 };

/** Larger than what is written out: details are data until they are opened. */
function largeCatalogue() {
  const filler = 'Something to read about it. '.repeat(30);
  return catalogueOf(
    Array.from({ length: 1000 }, (_, i) =>
      toolOf(`shop_thing${i}_create`, {
        method: 'POST',
        tags: [`Topic ${i % 40}`],
        description: `<b>Thing ${i}</b>. ${filler}\n\nTipo: Escritura. POST /things`,
        properties: { name: { type: 'string', description: filler }, size: { type: 'integer', minimum: 1 } },
        required: ['name'],
      }),
    ),
    { omitted: [{ method: 'DELETE', path: '/things', reason: 'deletes: DELETE is never a tool' }] },
  );
}

describe.runIf(HAS_CHROMIUM)('the page in Chromium', () => {
  let browser: Browser;
  let served: Served;
  const errors: string[] = [];

  beforeAll(async () => {
    served = await serve({ nuntius: siteFiles(catalogue), large: siteFiles(largeCatalogue()) });
    browser = await launch();
  });
  afterAll(async () => {
    await browser?.close();
    await served?.[Symbol.asyncDispose]();
    expect(errors).toEqual([]);
  });

  async function opened(at: string, options: BrowserContextOptions = {}, isCalm = true): Promise<Page> {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
    const page = await context.newPage();
    if (isCalm) page.on('pageerror', (error) => errors.push(`${at}: ${error.message}`));
    page.on('console', (message) => {
      if (isCalm && message.type() === 'error') errors.push(`${at}: ${message.text()}`);
    });
    await page.goto(`${served.url}/${at}`);
    return page;
  }

  const visible = (page: Page) =>
    page.locator('article.tool:visible > details').evaluateAll((all) => all.map((one) => one.id));
  const isOpen = (page: Page, name: string) =>
    page.locator(`#${name}`).evaluate((one) => (one as unknown as { open: boolean }).open);
  const focused = (page: Page) => page.evaluate<string>('document.activeElement.parentElement?.id');

  test('asks nothing of anybody but for itself', async () => {
    const page = await opened('nuntius/index.html');
    const before = served.asked.length;
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    await page.reload({ waitUntil: 'networkidle' });
    expect(requests.filter((url) => !url.startsWith('data:'))).toEqual([`${served.url}/nuntius/index.html`]);
    expect(served.asked.slice(before)).toEqual(['/nuntius/index.html']);
    await page.context().close();
  });

  test('the policy holds: no script that is put in later runs', async () => {
    const page = await opened('nuntius/index.html', {}, false);
    const ran = await page.evaluate<boolean>(`(() => {
      const script = document.createElement('script');
      try { script.textContent = 'window.intruder = true'; } catch {}
      document.body.append(script);
      try { document.body.insertAdjacentHTML('beforeend', '<img src=x onerror="window.intruder = true">'); } catch {}
      return 'intruder' in window;
    })()`);
    expect(ran).toBe(false);
    await page.context().close();
  });

  test('a search finds by name, purpose and argument, without case and accents, the best first', async () => {
    const page = await opened('nuntius/index.html');
    for (const [text, name] of [
      ['customerName', 'nuntius_leads_create'],
      ['customer name', 'nuntius_leads_create'],
      ['CRÉATE lead', 'nuntius_leads_create'],
      ['move appointment', 'nuntius_appointments_reschedule'],
      ['leads update', 'nuntius_leads_update'],
      ['nuntius_tags_list', 'nuntius_tags_list'],
      ['idempotency-key create lead', 'nuntius_leads_create'],
      ['/leads/{leadId}', 'nuntius_leads_get'],
    ] as const) {
      await page.locator('input[type=search]').fill(text);
      expect((await visible(page)).slice(0, text.startsWith('/') ? 10 : 3), text).toContain(name);
    }
    for (const sign of [...'\\^$.*+?()[]{}|/-&<>"\'=!:,#~`@%'])
      await page.locator('input[type=search]').fill(`a${sign} ${sign}`);
    await page.context().close();
  });

  test('filters by type and topic, both and with a search; the address keeps them', async () => {
    const page = await opened('nuntius/index.html');
    const names = (fits: (tool: (typeof catalogue.tools)[number]) => boolean) =>
      catalogue.tools
        .filter(fits)
        .map((tool) => tool.name)
        .sort();
    await page.getByRole('radio', { name: 'Escritura' }).check();
    expect((await visible(page)).sort()).toEqual(names((tool) => tool.type === 'Escritura'));
    expect(await page.getByRole('heading', { name: /^Reports/ }).count()).toBe(0);
    await page.getByRole('button', { name: /^Leads/ }).click();
    const writes = names((tool) => tool.type === 'Escritura' && tool.tags?.includes('Leads') === true);
    expect((await visible(page)).sort()).toEqual(writes);
    expect(await page.getByRole('status').textContent()).toBe(`${writes.length} of 68 tools`);
    expect(await page.locator('main h2:visible').allTextContents()).toEqual([`Leads ${writes.length}`]);
    expect(new URL(page.url()).search).toBe('?type=Escritura&tag=Leads');
    await page.reload();
    expect((await visible(page)).sort()).toEqual(writes);
    await page.locator('input[type=search]').fill('no such thing');
    expect(await visible(page)).toEqual([]);
    await page.getByRole('button', { name: 'show all tools' }).click();
    expect(await visible(page)).toHaveLength(68);
    expect(await page.getByRole('status').textContent()).toBe('68 tools');
    await page.context().close();
  });

  test('after a search each tool is back in its group, in its order', async () => {
    const page = await opened('nuntius/index.html');
    const before = await visible(page);
    await page.locator('input[type=search]').fill('lead');
    expect(await visible(page)).not.toEqual(before);
    await page.locator('input[type=search]').fill('');
    expect(await visible(page)).toEqual(before);
    await page.context().close();
  });

  test('a link leads to its tool, open, also through a filter; opening one changes the address', async () => {
    const page = await opened('nuntius/index.html?q=tags#nuntius_leads_create');
    expect(await isOpen(page, 'nuntius_leads_create')).toBe(true);
    await expect
      .poll(() => page.locator('#nuntius_leads_create').evaluate((e) => e.getBoundingClientRect().top))
      .toBeLessThan(150);
    expect(await focused(page)).toBe('nuntius_leads_create');
    await page.locator('#nuntius_leads_create a[href="#nuntius_leads_list"]').first().click();
    await expect.poll(() => isOpen(page, 'nuntius_leads_list')).toBe(true);
    await page.locator('#nuntius_leads_get > summary').click();
    await expect.poll(() => new URL(page.url()).hash).toBe('#nuntius_leads_get');
    await page.getByRole('link', { name: 'Español' }).click();
    await page.waitForURL(/es\.html#nuntius_leads_get$/);
    expect(await isOpen(page, 'nuntius_leads_get')).toBe(true);
    await page.context().close();
  });

  test('keys: / searches, arrows move, Enter opens, Escape closes', async () => {
    const page = await opened('nuntius/index.html');
    await page.keyboard.press('/');
    await page.keyboard.type('leads');
    await page.keyboard.press('ArrowDown');
    const [first = '', second = ''] = await visible(page);
    expect(await focused(page)).toBe(first);
    await page.keyboard.press('ArrowDown');
    expect(await focused(page)).toBe(second);
    await page.keyboard.press('Enter');
    expect(await isOpen(page, second)).toBe(true);
    await page.locator(`#${second} a.self`).focus();
    await page.keyboard.press('Escape');
    expect(await isOpen(page, second)).toBe(false);
    expect(await focused(page)).toBe(second);
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    expect(await page.evaluate('document.activeElement.id')).toBe('page.search');
    await page.keyboard.press('Enter');
    expect(await isOpen(page, first)).toBe(true);
    await page.keyboard.press('/');
    await page.keyboard.press('Escape');
    expect(await page.locator('input[type=search]').inputValue()).toBe('');
    expect(await visible(page)).toHaveLength(68);
    await page.context().close();
  });

  test('colours follow the system, or the choice, which lasts', async () => {
    const page = await opened('nuntius/es.html', { colorScheme: 'dark' });
    const dark = async () => {
      const colour = await page.evaluate<string>('getComputedStyle(document.body).backgroundColor');
      return (/\d+/.exec(colour)?.[0] ?? '255').length < 3;
    };
    expect(await dark()).toBe(true);
    await page.getByLabel('Colores').selectOption('light');
    expect(await dark()).toBe(false);
    await page.reload();
    expect(await dark()).toBe(false);
    await page.getByLabel('Colores').selectOption('auto');
    expect(await dark()).toBe(true);
    await page.context().close();
  });

  test('Copy puts the example on the clipboard, as it can be called', async () => {
    const page = await opened('nuntius/index.html#nuntius_leads_create', {
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    await page.locator('#nuntius_leads_create button.copy').click();
    await expect.poll(() => page.locator('#nuntius_leads_create button.copy').textContent()).toBe('Copied');
    const call = JSON.parse(await page.evaluate<string>('navigator.clipboard.readText()'));
    expect(call).toMatchObject({ name: 'nuntius_leads_create', arguments: { customerName: 'Ana López' } });
    await page.context().close();
  });

  test('printing shows every detail, and afterwards what was shown before', async () => {
    const page = await opened('large/index.html?q=thing7_');
    await page.evaluate("dispatchEvent(new Event('beforeprint'))");
    await page.emulateMedia({ media: 'print' });
    expect(await page.locator('#shop_thing7_create .fields').first().isVisible()).toBe(true);
    expect(await page.locator('.toolbar').isVisible()).toBe(false);
    await page.evaluate("dispatchEvent(new Event('afterprint'))");
    await page.emulateMedia({ media: 'screen' });
    expect(await isOpen(page, 'shop_thing7_create')).toBe(false);
    await page.context().close();
  });

  test('a thousand tools: found, and their details made when they are opened', async () => {
    const page = await opened('large/index.html');
    expect(await visible(page)).toHaveLength(1000);
    expect(await page.locator('.body:not(:empty)').count()).toBe(0);
    await page.locator('input[type=search]').fill('thing77_');
    expect(await visible(page)).toEqual(['shop_thing77_create']);
    await page.keyboard.press('Enter');
    await expect.poll(() => page.locator('#shop_thing77_create .fields').count()).toBeGreaterThan(0);
    expect(await page.locator('#shop_thing77_create .body > .text').textContent()).toContain('<b>Thing 77</b>');
    expect(await page.locator('.body:not(:empty)').count()).toBe(1);
    await page.goto(`${served.url}/large/es.html#shop_thing999_create`);
    await expect.poll(() => page.locator('#shop_thing999_create .fields').count()).toBeGreaterThan(0);
    await page.context().close();
  });

  test('without JavaScript the tools are there to read', async () => {
    const page = await opened('nuntius/index.html', { javaScriptEnabled: false });
    expect(await page.locator('.toolbar').isVisible()).toBe(false);
    await page.locator('#nuntius_leads_create > summary').click();
    expect(await page.locator('#nuntius_leads_create .fields').first().isVisible()).toBe(true);
    const large = await opened('large/index.html', { javaScriptEnabled: false });
    expect(await large.locator('noscript').textContent()).toContain('llms-full.txt');
    await page.context().close();
    await large.context().close();
  });

  test.each([
    [1280, 'nuntius/es.html#nuntius_leads_create'],
    [360, 'large/es.html#shop_thing500_create'],
  ])('a tool that a link leads to is not under the toolbar: %i, %s', async (width, at) => {
    const page = await opened(at, { viewport: { width, height: 800 } });
    const top = () => page.locator(`#${at.split('#')[1]} > summary`).evaluate((e) => e.getBoundingClientRect().top);
    const bottom = await page.locator('.toolbar').evaluate((e) => e.getBoundingClientRect().height);
    await expect.poll(top).toBeLessThan(bottom + 12);
    expect(await top()).toBeGreaterThanOrEqual(bottom);
    await page.context().close();
  });

  test.each([1280, 820, 390, 320])('nothing is wider than a window of %i', async (width) => {
    const page = await opened('nuntius/es.html#nuntius_messages_send', { viewport: { width, height: 800 } });
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
    await page.context().close();
  });

  describe('axe finds nothing', () => {
    const DESKTOP = { width: 1280, height: 900 };
    test.each([
      ['light', DESKTOP, 'nuntius/index.html#nuntius_messages_send'],
      ['dark', DESKTOP, 'nuntius/es.html#nuntius_messages_send'],
      ['dark', DESKTOP, 'large/es.html?tag=Topic+3'],
      ['light', PHONE, 'nuntius/es.html?q=leads#nuntius_leads_update'],
      ['dark', PHONE, 'nuntius/index.html?q=leads#nuntius_leads_update'],
      ['light', PHONE, 'nuntius/index.html?q=nothing-is-called-this'],
    ] as const)('%s, %o, %s', async (colorScheme, viewport, at) => {
      // The page's own policy would keep axe out.
      const page = await opened(at, { colorScheme, viewport, bypassCSP: true });
      await page.addScriptTag({ path: AXE });
      const found = await page.evaluate<
        string[]
      >(`axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) =>
        violations.map((v) => v.id + ': ' + v.nodes.slice(0, 3).map((n) => n.html.slice(0, 200)).join(' / ')))`);
      expect(found).toEqual([]);
      await page.context().close();
    });
  });
});

test.runIf(!HAS_CHROMIUM)(WITHOUT, (context) => context.skip(WITHOUT));
