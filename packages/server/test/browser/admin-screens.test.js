import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { node } from '@plinth/plugin';
import { axeViolations, launchBrowser } from '../../src/testing/index.js';
import { adminScreenFaults, startFullServer } from './admin-screens.js';

/** @type {Awaited<ReturnType<typeof startFullServer>>} */
let server;
/** @type {Awaited<ReturnType<typeof launchBrowser>>} */
let browser;
/** @type {import('../../src/testing/client.js').Client} */
let admin;
/** The HTML of each screen, once it was looked at. @type {Map<string, string>} */
const texts = new Map();
/** @type {ReturnType<typeof adminScreenFaults> | undefined} */
let walk;
/** One walk for all that is asked of every screen. */
const walked = () => (walk ??= adminScreenFaults({ server, browser, seen: (screen, text) => texts.set(screen, text) }));
before(async () => {
  server = await startFullServer();
  admin = await server.as('admin');
  browser = await launchBrowser();
});
after(async () => {
  await browser.close();
  await server.close();
});

describe('every screen of the admin', () => {
  it('has no violation that axe finds, and fits a phone without scrolling sideways', async () =>
    assert.deepEqual(await walked(), {}));

  it('shows no key of a text, and every link on it leads to something', async () => {
    /** @type {Record<string, string[]>} */
    const faults = {};
    const fault = (/** @type {string} */ what, /** @type {string} */ screen) => (faults[what] ??= []).push(screen);
    /** @type {Map<string, string>} */
    const links = new Map();
    await walked();
    assert.ok(texts.size > 70, String(texts.size));
    for (const [screen, text] of texts) {
      for (const [key] of wordsOf(text).matchAll(KEY)) if (!EXPRESSIONS.has(key)) fault(key, screen);
      for (const [, href] of text.matchAll(/<a\b[^>]*? href="([^"]*)"/g)) {
        const url = new URL(href.replaceAll('&amp;', '&'), server.url + screen);
        if (url.origin === server.url) links.set(url.pathname + url.search, screen);
      }
    }
    assert.ok(links.size > 200, String(links.size));
    for (const [link, screen] of links) {
      if (texts.has(link)) continue;
      const { status, location } = await admin.get(link);
      const last = location?.startsWith('/') ? (await admin.get(location)).status : status;
      if (last >= 400 && !link.startsWith('/fn/')) fault(`${last} ${link}`, screen);
    }
    assert.deepEqual(faults, {});
  });

  it('opens a view of one row with a row, or says that there is none', async () => {
    const opened = await admin.get('/admin/open/topic_show');
    assert.match(String(opened.location), /^\/view\/topic_show\?id=/);
    await server.data.edit(server.system, 'add-table', { name: 'empty', fields: [{ name: 'title', type: 'text' }] });
    const layout = node('stack', {}, []);
    const view = { name: 'empty_show', template: 'show', table: 'empty', config: { layout } };
    await server.data.edit(server.system, 'add-view', { view });
    const { status, text } = await admin.get('/admin/open/empty_show');
    assert.equal(status, 200);
    assert.match(text, /There is no row to show yet/);
    assert.equal((await admin.get('/admin/open/nothing')).status, 404);
  });

  it('says what is not there in its own frame, with a way back', async () => {
    const page = await browser.page(server.url, admin);
    for (const address of ['/admin/nonsense', '/admin/tables/nothing', '/admin/build/views/nothing']) {
      const answer = await page.goto(address);
      assert.equal(answer?.status(), 404, address);
      await page.getByRole('navigation', { name: 'Admin' }).waitFor();
      await page.getByRole('heading', { name: 'Not found', level: 1 }).waitFor();
      assert.deepEqual(await axeViolations(page), []);
    }
    await page.getByRole('link', { name: 'Back', exact: true }).click();
    await page.waitForURL(/\/admin\/tables$/);
    await page.context().close();
    const { status, text } = await (await server.as('staff')).get('/admin/nonsense');
    assert.doesNotMatch(text, /adm-/, `a stranger sees nothing of the admin (${status})`);
    assert.equal((await admin.postJson('/admin/nonsense', {})).status, 404);
  });

  it('opens and closes its menu on a phone', async () => {
    const page = await browser.page(server.url, admin, { viewport: { width: 390, height: 844 } });
    await page.goto('/admin/tables');
    await page.getByRole('button', { name: 'Open menu' }).click();
    await page.getByRole('link', { name: 'Views', exact: true }).click();
    await page.waitForURL(/\/admin\/views$/);
    await page.context().close();
  });

  it('answers in German where the site is German', async () => {
    await server.data.edit(server.system, 'change-settings', { changes: { locale: 'de' } });
    const page = await browser.page(server.url, admin);
    await page.goto('/admin/tables');
    await page.getByRole('heading', { name: 'Tabellen', level: 1 }).waitFor();
    assert.equal(await page.locator('html').getAttribute('lang'), 'de');
    await page.context().close();
  });
});

/** Keys as they look where a text is missing. */
const KEY =
  /\b(?:admin|views|server|auth|shell|list|vt|el|builder|delivered|cells|tasks|fieldView|settingsForm|workflow)\.[a-z]\w*(?:\.\w+)*/g;
/** What people wrote: names of tables in expressions. */
const EXPRESSIONS = new Set(['tasks.exists']);

/** What a page says: its text, and what is read out or shown as a hint. @param {string} page */
function wordsOf(page) {
  const bare = page.replaceAll(/<(script|style|code|pre|textarea|template)\b[^]*?<\/\1>/g, ' ');
  const hints = [...bare.matchAll(/ (?:title|aria-label|placeholder|alt)="([^"]*)"/g)].map(([, hint]) => hint);
  return [bare.replaceAll(/<[^>]*>/g, ' '), ...hints].join(' ');
}
