/** @import { AddressInfo } from 'node:net' */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { after, afterEach, before, describe, it } from 'node:test';
import { until } from '@plinth/data/testing';
import { html } from '@plinth/plugin';
import { createViews, inlineImports, siteCss, viewsPlugin } from '@plinth/views';
import { KIT, linkKit } from '../../src/http/assets/kit-links.js';
import { createLog } from '../../src/http/log/log.js';
import { findPlugins } from '../../src/plugins/manager/find-plugins.js';
import { loadPlugins } from '../../src/plugins/manager/load-plugins.js';
import { launchBrowser } from '../../src/testing/launch-browser.js';

const { registry } = await loadPlugins({
  core: [viewsPlugin],
  found: findPlugins({ dataDir: '', states: [] }),
  states: [],
  safeMode: true,
  log: createLog({ level: 'error' }),
});
const CSP = "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data:; form-action 'self'";
/** @type {Record<string, string>} */
const TYPES = { css: 'text/css', js: 'text/javascript', svg: 'image/svg+xml' };
const FLASH = `plinth_flash=${encodeURIComponent('{"text":"Saved <b>","kind":"success"}')}; Path=/`;

const settings = {
  siteName: 'Acme',
  themeColour: '#2a5bd7',
  mode: 'auto',
  signUp: true,
  theme: 'default',
  themeSettings: {},
};
const items = [
  { id: '1', kind: 'link', label: 'First', target: '/' },
  { id: '2', kind: 'group', label: 'More', items: [{ id: '3', kind: 'link', label: 'Second', target: '/second' }] },
];
const { shell } = createViews({ registry, assetUrl: (path) => `/assets/${path}` });

/** @param {import('@plinth/plugin').Html} body */
const page = (body) =>
  shell({
    catalog: /** @type {any} */ ({
      settings,
      apps: [],
      roles: [],
      menu: { items },
      hasPage: () => false,
      hasView: () => false,
    }),
    actor: { userId: 'u1', roles: ['user', 'public'], system: false },
    locale: 'en',
    title: 'Test',
    here: '/',
    body,
  });

/** @type {Record<string, import('@plinth/plugin').Html>} */
const BODIES = {
  '/': html`<h1>Test</h1>
<details class="dropdown" data-pl-menu><summary class="btn" id="menu">Menu</summary><div class="dropdown-menu"><a class="dropdown-item" href="/1">One</a><a class="dropdown-item" href="/2">Two</a></div></details>
<form id="act" method="post" action="/post"></form><button class="btn" form="act" id="delete" name="id" value="9" data-confirm="Really?">Delete</button>
<a id="open" href="/dialog" data-pl-dialog>Open</a>
<section id="v" hx-boost:inherited="true" hx-target:inherited="#v" hx-select:inherited="#v" hx-swap:inherited="outerHTML"><a id="next" href="/next">Next</a></section>`,
  '/dialog': html`<h1>Dialog</h1><label for="inside">Name</label><input id="inside">`,
  '/next': html`<h1>Test</h1><section id="v"><p id="swapped">Swapped</p></section>`,
};

describe('the shell in a browser', () => {
  /** @type {Awaited<ReturnType<typeof launchBrowser>>} */
  let browser;
  /** @type {string[]} */
  const posts = [];
  const server = createServer((req, res) => serve(req, res, posts));
  let url = '';
  before(async () => {
    await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(null)));
    url = `http://127.0.0.1:${/** @type {AddressInfo} */ (server.address()).port}`;
    browser = await launchBrowser();
  });
  /** @type {import('playwright-core').BrowserContext[]} */
  const opened = [];
  afterEach(() => Promise.all(opened.splice(0).map((context) => context.close())));
  after(async () => {
    await browser?.close();
    server.close();
  });

  /** @param {import('playwright-core').BrowserContextOptions} [options] */
  async function open(options) {
    const p = await browser.page(url, null, options);
    opened.push(p.context());
    await p.context().addCookies([{ name: 'plinth_name', value: 'Ada%20Lovelace', url }]);
    await p.goto('/');
    return p;
  }

  it('shows the user’s name and violates no content security rule', async () => {
    const p = await open();
    assert.equal(await p.textContent('[data-pl-name]'), 'Ada Lovelace');
    assert.equal(await p.textContent('[data-pl-initials]'), 'AL');
    assert.deepEqual(p.problems, []);
  });

  it('shows the name before any other script has come, so that the bar keeps still', async () => {
    const p = await open();
    await p.route(/\.js$/, (route) =>
      route.request().url().endsWith('/first-paint.js') ? route.continue() : undefined,
    );
    await p.goto('/', { waitUntil: 'commit' });
    await p.waitForSelector('[data-pl-mode]', { state: 'visible' });
    assert.equal(await p.textContent('[data-pl-name]'), 'Ada Lovelace');
    assert.equal(await p.textContent('[data-pl-initials]'), 'AL');
  });

  it('shows the name on the page itself when the browser had lost it and the server tells it again', async () => {
    const p = await browser.page(url);
    opened.push(p.context());
    await p.route('**/notifications/count', (route) =>
      route.fulfill({
        contentType: 'application/json',
        body: '{"unread":2,"tasks":0}',
        headers: { 'set-cookie': 'plinth_name=Ada%20Lovelace; Path=/' },
      }),
    );
    await p.goto('/');
    await p.locator('[data-pl-name]', { hasText: 'Ada Lovelace' }).waitFor();
    // A number that was just fetched is not asked for again, unless there is no name.
    await p.context().clearCookies();
    await p.goto('/second');
    await p.locator('[data-pl-name]', { hasText: 'Ada Lovelace' }).waitFor();
    assert.equal(await p.textContent('[data-pl-initials]'), 'AL');
  });

  it('opens and closes the menu on a phone, with and without scripts', async () => {
    const p = await open({ viewport: { width: 390, height: 800 } });
    await p.click('.pl-nav-open');
    assert.equal(await p.evaluate(() => document.activeElement?.textContent?.trim()), 'First');
    await p.keyboard.press('Escape');
    await p.waitForSelector('#pl-nav', { state: 'hidden' });
    const plain = await open({ viewport: { width: 390, height: 800 }, javaScriptEnabled: false });
    await plain.click('.pl-nav-open');
    await plain.waitForSelector('#pl-nav', { state: 'visible' });
    await plain.click('.pl-nav-close');
    await plain.waitForSelector('#pl-nav', { state: 'hidden' });
  });

  it('puts the full stop of a text where the text ends, also in a site of the other direction', async () => {
    const p = await open();
    await p.goto('/next');
    const order = await p.evaluate(() => {
      const own = document.documentElement.dir;
      return ['Hello there.', 'שלום לך.', 'שלום לך.'].map((text, i) => {
        document.documentElement.dir = i < 2 ? 'rtl' : own;
        const at = /** @type {HTMLElement} */ (document.querySelector('#swapped'));
        at.textContent = text;
        const left = [0, text.length - 1].map((i) => {
          const range = document.createRange();
          range.setStart(/** @type {Node} */ (at.firstChild), i);
          range.setEnd(/** @type {Node} */ (at.firstChild), i + 1);
          return range.getBoundingClientRect().left;
        });
        return left[0] < left[1] ? 'left to right' : 'right to left';
      });
    });
    assert.deepEqual(order, ['left to right', 'right to left', 'right to left']);
  });

  it('gives a column one edge in a site of either direction, whatever is written in it', async () => {
    const p = await open();
    const edgesIn = (/** @type {string} */ dir) =>
      p.evaluate((own) => {
        document.documentElement.dir = own;
        const [start, end] =
          own === 'rtl' ? /** @type {const} */ (['right', 'left']) : /** @type {const} */ (['left', 'right']);
        const main = /** @type {HTMLElement} */ (document.querySelector('main'));
        main.innerHTML = `<h2>Hello there</h2><div class="card"><table class="table"><tr><th>Name of it</th><th class="text-end">Value</th></tr>
        <tr><td>שלום</td><td class="text-end">€ 24,000.00</td></tr><tr><td>Hello</td><td class="text-end">12</td></tr></table></div>`;
        const box = (/** @type {Element} */ cell) => {
          const range = document.createRange();
          range.selectNodeContents(cell);
          return range.getBoundingClientRect();
        };
        const cells = [...main.querySelectorAll('th, td')];
        const distinct = (/** @type {number[]} */ all) => [...new Set(all.map(Math.round))].length;
        return {
          heading: Math.round(
            box(/** @type {Element} */ (main.querySelector('h2')))[start] -
              /** @type {Element} */ (main.querySelector('.card')).getBoundingClientRect()[start],
          ),
          names: distinct(cells.filter((_, i) => i % 2 === 0).map((cell) => box(cell)[start])),
          values: distinct(cells.filter((_, i) => i % 2 === 1).map((cell) => box(cell)[end])),
        };
      }, dir);
    for (const dir of ['rtl', 'ltr']) assert.deepEqual(await edgesIn(dir), { heading: 0, names: 1, values: 1 }, dir);
  });

  it('remembers light or dark', async () => {
    const p = await open();
    await p.click('[data-pl-mode]');
    await p.reload();
    assert.equal(await p.getAttribute('html', 'data-bs-theme'), 'dark');
  });

  it('walks through a menu by arrow keys and closes it on Escape', async () => {
    const p = await open();
    await p.focus('#menu');
    await p.keyboard.press('ArrowDown');
    await p.keyboard.press('ArrowDown');
    assert.equal(await p.evaluate(() => document.activeElement?.textContent), 'Two');
    await p.keyboard.press('Escape');
    assert.equal(await p.evaluate(() => document.activeElement?.id), 'menu');
    assert.equal(await p.isVisible('.dropdown-menu'), false);
  });

  it('asks before it posts, and shows the message once', async () => {
    const p = await open();
    await p.click('#delete');
    await p.click('dialog >> text=Cancel');
    assert.deepEqual(posts, []);
    await p.click('#delete');
    await p.click('dialog .btn-primary');
    await p.waitForSelector('.toast');
    assert.match((await p.textContent('.toast')) ?? '', /Saved <b>/);
    assert.equal(posts.length, 1);
    assert.match(posts[0], /^id=9&_once=\w{20,}$/, 'with the key of the press');
    await p.reload();
    assert.equal(await p.locator('.toast').count(), 0);
  });

  it('asks by the browser’s own question as long as other scripts are on their way', async () => {
    const p = await open();
    await p.route(/\.js$/, (route) =>
      route.request().url().endsWith('/first-paint.js') ? route.continue() : undefined,
    );
    await p.goto('/', { waitUntil: 'commit' });
    /** @type {string[]} */
    const questions = [];
    const before = posts.length;
    p.once('dialog', (one) => {
      questions.push(one.message());
      void one.dismiss();
    });
    await p.click('#delete');
    p.once('dialog', (one) => one.accept());
    const isSent = p.waitForRequest((request) => request.method() === 'POST');
    await p.click('#delete', { noWaitAfter: true });
    await isSent;
    await until(() => posts.length === before + 1);
    assert.deepEqual(questions, ['Really?']);
  });

  it('opens a page in a dialog', async () => {
    const p = await open();
    await p.click('#open');
    await p.waitForSelector('dialog[open] #inside');
    await p.keyboard.press('Escape');
    await p.waitForSelector('dialog', { state: 'detached' });
  });

  it('lets htmx swap a view under the strict content rules', async () => {
    const p = await open();
    await p.click('#next');
    await p.waitForSelector('#swapped');
    assert.equal(new URL(p.url()).pathname, '/next');
    assert.deepEqual(p.problems, []);
  });
});

/**
 * @param {import('node:http').IncomingMessage} req
 * @param {import('node:http').ServerResponse} res
 * @param {string[]} posts
 */
async function serve(req, res, posts) {
  const { pathname } = new URL(String(req.url), 'http://test');
  res.setHeader('content-security-policy', CSP);
  if (req.method === 'POST') {
    let text = '';
    for await (const chunk of req) text += chunk;
    posts.push(text);
    return res.writeHead(303, { location: '/', 'set-cookie': FLASH }).end();
  }
  const asset = /^\/assets\/([\w-]+)\/(.+)$/.exec(pathname);
  res.setHeader('content-type', `${TYPES[pathname.split('.').pop() ?? ''] ?? 'text/html'}; charset=utf-8`);
  if (pathname === '/assets/site.css') return res.end(siteCss(settings, (path) => `/assets/h/${path}`));
  if (!asset) return res.end(page(BODIES[pathname] ?? BODIES['/']));
  const [, owner, path] = asset;
  const kit = import.meta.resolve('@plinth/plugin/browser/request');
  const folder = owner === KIT ? kit : registry.plugins.find(({ name }) => name === owner)?.assets;
  const file = new URL(path, folder);
  if (path.endsWith('.css')) return res.end(inlineImports(file));
  return res.end(path.endsWith('.js') ? linkKit(`${owner}/${path}`, readFileSync(file, 'utf8')) : readFileSync(file));
}
