import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { axeViolations, launchBrowser, startTestServer } from '../../src/testing/index.js';

const SAMPLE = fileURLToPath(new URL('../../../../docs/plugins/traffic-light/', import.meta.url));

/** @type {Awaited<ReturnType<typeof startTestServer>>} */
let server;
/** @type {Awaited<ReturnType<typeof launchBrowser>>} */
let browser;
/** @type {import('../../src/testing/client.js').Client} */
let admin;

/** Besides each screen that has no parameter but these: what another state of one shows. */
const STATES = [
  'tables/topics/data/1',
  'tables/topics/data/1/history',
  'tables/topics/new-field?type=select',
  'access?user=&table=topics&id=1',
  'security?who=nobody',
  'apps/install/forum',
  'plugins/plinth-traffic-light',
  'search?q=topic',
];
/** Beside the admin: what only who is logged in sees, and the page of the API. */
const BESIDE = ['/auth/profile', '/auth/confirm', '/api/v1/docs'];

/** Every address of the admin that answers with a whole page. @returns {Promise<string[]>} */
async function addresses() {
  const { views, pages } = server.data.catalog();
  const one = (/** @type {string} */ template) => views.find((/** @type {any} */ view) => view.template === template);
  const { users } = await server.data.people.users.list(server.system);
  const { revisions } = await server.data.revisions.list();
  const own = [...['show', 'edit'].map((name) => `views/${one(name)?.name}`), `users/${users[0].id}`];
  /** @type {Record<string, string>} */
  const known = { table: 'topics', field: 'title', view: one('list')?.name ?? '', page: pages[0].name, role: 'user' };
  const found = server.runtime.screens.flatMap((screen) =>
    /** @type {any} */ (screen.routes(/** @type {any} */ (server.runtime))).stack
      .filter((/** @type {any} */ { route }) => route?.methods.get)
      .map((/** @type {any} */ { route }) => `/admin${screen.path}${route.path}`.replace(/\/$/, ''))
      .map((/** @type {string} */ path) => path.replace(/:(\w+)/g, (step, name) => known[name] ?? step)),
  );
  const whole = [];
  for (const path of new Set(found.filter((/** @type {string} */ path) => !path.includes(':')))) {
    const { status, text } = await admin.get(path);
    if (status === 200 && /^\s*<!doctype html/i.test(text)) whole.push(path);
  }
  assert.ok(whole.length > 55, whole.join('\n'));
  return [...whole, ...[...STATES, ...own, `history/${revisions[0].id}`].map((path) => `/admin/${path}`), ...BESIDE];
}

before(async () => {
  server = await startTestServer();
  admin = await server.as('admin');
  const forum = server.runtime.registry.all('starterApp').find((document) => document.app.name === 'forum');
  await server.data.apps.install(server.system, forum, { rows: true });
  await server.data.people.users.create(server.system, {
    name: 'Somebody with a rather long name of Oberammergau-Unterwasser',
    email: 'somebody.with.a.very.long.address@subdomain.department.example-company.com',
  });
  await server.runtime.plugins.install(server.system, SAMPLE);
  browser = await launchBrowser();
});
after(async () => {
  await browser.close();
  await server.close();
});

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/**
 * What axe finds on the page as it is, in light and in dark, where only the colours are others.
 *
 * @param {import('playwright-core').Page} page
 */
async function violations(page) {
  const light = await axeViolations(page, { tags: TAGS });
  await page.emulateMedia({ colorScheme: 'dark' });
  const dark = await axeViolations(page, { rules: ['color-contrast'] });
  await page.emulateMedia({ colorScheme: 'light' });
  return [...light.map((line) => `light: ${line}`), ...dark.map((line) => `dark: ${line}`)];
}

/**
 * What runs out of the page or of its card on a phone.
 *
 * @param {import('playwright-core').Page} page
 */
async function tooWide(page) {
  await page.setViewportSize({ width: 390, height: 844 });
  const wide = await page.evaluate(() => {
    const over = document.documentElement.scrollWidth - innerWidth;
    const cut = [...document.querySelectorAll('.adm-folds')].some(
      ({ parentElement: p }) => p && p.scrollWidth > p.clientWidth,
    );
    return [...(over > 0 ? [`${over} px wider than a phone`] : []), ...(cut ? ['a list runs out of its card'] : [])];
  });
  await page.setViewportSize({ width: 1280, height: 800 });
  return wide;
}

/**
 * What comes up only after something was sent: what an access list would change, a token that was just made, the site
 * with somebody else's eyes, and a form that came back.
 *
 * @param {import('playwright-core').Page} page
 * @param {Record<string, string[]>} found
 */
async function afterPosts(page, found) {
  const look = async (/** @type {string} */ name) => {
    const list = await violations(page);
    if (list.length) found[name] = list;
  };
  await page.goto('/admin/tables/topics/access');
  await page.locator('select[name$="public"], select[name*="public"]').first().selectOption('all');
  await page.getByRole('button', { name: 'Next: review the effect' }).last().click();
  await page.getByRole('button', { name: /^Save/ }).waitFor();
  await look('the effect of an access list');
  await page.goto('/auth/profile');
  const tokens = page.locator('form[action="/auth/profile/tokens"]');
  await tokens.locator('[name=name]').fill('Script');
  await tokens.locator('button').click();
  await page.locator('[value^=plt_]').first().waitFor();
  await look('a new token');
  await page.goto('/admin/users/new');
  await page.locator('form[action="/admin/users/new"]').evaluate((/** @type {any} */ form) => (form.noValidate = true));
  await page.locator('[name=email]').fill('nobody');
  await page.getByRole('button', { name: 'Create user' }).click();
  await page.locator('.invalid-feedback').first().waitFor();
  await look('a form that came back');
  await page.goto('/admin/access');
  await page.locator('[formaction="/admin/view-as"]').click();
  await page.locator('form[action="/admin/view-as/end"]').waitFor();
  await look('the site as somebody else');
  await page.locator('form[action="/admin/view-as/end"] button').click();
  await page.waitForURL(/admin\/access/);
}

describe('every screen of the admin', () => {
  it('has no violation that axe finds, light and dark, and fits a phone without scrolling sideways', async () => {
    const page = await browser.page(server.url, admin, {
      colorScheme: 'light',
      viewport: { width: 1280, height: 800 },
    });
    /** @type {Record<string, string[]>} */
    const found = {};
    for (const screen of await addresses()) {
      const answer = await page.goto(screen);
      assert.equal(answer?.status(), 200, screen);
      const list = [...(await violations(page)), ...(await tooWide(page))];
      if (list.length) found[screen] = list;
    }
    await afterPosts(page, found);
    assert.deepEqual(found, {});
    assert.deepEqual(page.problems, []);
    await page.context().close();
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
