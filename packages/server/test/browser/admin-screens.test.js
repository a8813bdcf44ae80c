import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import axe from 'axe-core';
import { launchBrowser, startTestServer } from '../../src/testing/index.js';

/** @type {Awaited<ReturnType<typeof startTestServer>>} */
let server;
/** @type {Awaited<ReturnType<typeof launchBrowser>>} */
let browser;
/** @type {import('../../src/testing/client.js').Client} */
let admin;

const SCREENS = [
  'start',
  'start/csv',
  'tables',
  'diagram',
  ...[
    'data',
    'data/new',
    'data/1',
    'fields',
    'new-field?type=select',
    'fields/title',
    'fields/title/delete',
    'views',
  ].map((screen) => `tables/topics/${screen}`),
  ...['access', 'rules', 'indexes', 'import', 'settings', 'delete'].map((screen) => `tables/topics/${screen}`),
  'views',
  'views/new',
  'pages',
  'menu',
  'files',
  'users',
  'users/new',
  'users/invite',
  'roles',
  'roles/user',
  'apps',
  'apps/import',
  'apps/install/forum',
  'plugins',
  'settings',
  'settings/mail',
  'history',
  'problems',
  'about',
  'search?q=topic',
];
/** The screens whose names depend on the app. */
const editors = () => {
  const { views, pages } = server.data.catalog();
  const one = (/** @type {string} */ template) => views.find((/** @type {any} */ view) => view.template === template);
  return [...['list', 'show', 'edit'].map((template) => `views/${one(template)?.name}`), `pages/${pages[0].name}`];
};

before(async () => {
  server = await startTestServer();
  admin = await server.as('admin');
  const forum = server.parts.registry.all('starterApp').find((document) => document.app.name === 'forum');
  await server.data.apps.install(server.system, forum, { rows: true });
  browser = await launchBrowser();
});
after(async () => {
  await browser.close();
  await server.close();
});

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** The library is put in by the debugger, past our own policy. @param {import('playwright-core').Page} page */
async function violations(page) {
  await page.evaluate(axe.source);
  return page.evaluate(async (tags) => {
    const { violations } = await /** @type {any} */ (globalThis).axe.run(document, { iframes: false, runOnly: tags });
    return violations.map(
      (/** @type {any} */ { id, nodes }) =>
        `${id}: ${nodes
          .slice(0, 3)
          .map((/** @type {any} */ node) => node.target.join(' '))
          .join(', ')}`,
    );
  }, TAGS);
}

describe('every screen of the admin', () => {
  for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
    it(`has no violation that axe finds, ${colorScheme}`, async () => {
      const page = await browser.page(server.url, admin, { colorScheme, viewport: { width: 1280, height: 800 } });
      /** @type {Record<string, string[]>} */
      const found = {};
      for (const screen of [...SCREENS, ...editors()]) {
        const answer = await page.goto(`/admin/${screen}`);
        assert.equal(answer?.status(), 200, screen);
        const list = await violations(page);
        if (list.length) found[screen] = list;
      }
      assert.deepEqual(found, {});
      assert.deepEqual(page.problems, []);
      await page.context().close();
    });
  }

  it('fits a phone without scrolling sideways', async () => {
    const page = await browser.page(server.url, admin, { viewport: { width: 390, height: 844 } });
    /** @type {string[]} */
    const wide = [];
    for (const screen of [...SCREENS, ...editors()]) {
      await page.goto(`/admin/${screen}`);
      const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      if (over > 0) wide.push(`${screen}: ${over}`);
    }
    assert.deepEqual(wide, []);
    await page.context().close();
  });

  it('opens and closes its menu on a phone', async () => {
    const page = await browser.page(server.url, admin, { viewport: { width: 390, height: 844 } });
    await page.goto('/admin/tables');
    await page.getByRole('button', { name: 'Open the menu' }).click();
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
