import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { axeViolations, startTestServer } from '../../src/testing/index.js';

/** @typedef {Awaited<ReturnType<typeof startTestServer>>} Server */
/** @typedef {Awaited<ReturnType<typeof import('../../src/testing/index.js').launchBrowser>>} Browser */
/** @typedef {import('playwright-core').Page} Page */

const SAMPLE = fileURLToPath(new URL('../../../../docs/plugins/traffic-light/', import.meta.url));

const ASK = {
  do: { action: 'http_request', config: { method: 'GET', url: 'https://shop.example/topics/{{ row.id }}' } },
};
const NOTE = { do: { action: 'log', config: { text: 'Heard' } } };
/** One with each tab that a trigger can have. */
const TRIGGERS = [
  { name: 'ask', label: 'Ask the shop', table: 'topics', events: ['insert'], as: 'system', steps: [ASK] },
  { name: 'hook', label: 'The shop says', source: 'webhook', as: 'system', steps: [NOTE] },
  { name: 'call', label: 'Take an order', source: 'api_call', steps: [NOTE] },
];

/** A server with something on every screen: an app with rows, another user, a plugin. */
export async function startFullServer() {
  const server = await startTestServer();
  const forum = server.runtime.registry.all('starterApp').find((document) => document.app.name === 'forum');
  await server.data.apps.install(server.system, forum, { rows: true });
  await server.data.people.users.create(server.system, {
    name: 'Somebody with a rather long name of Oberammergau-Unterwasser',
    email: 'somebody.with.a.very.long.address@subdomain.department.example-company.com',
  });
  await server.runtime.plugins.install(server.system, SAMPLE);
  await addFunctions(server);
  for (const trigger of TRIGGERS) await server.data.edit(server.system, 'add-trigger', { trigger });
  return server;
}

/** A package, and a function that imports it and has run. @param {Server} server */
async function addFunctions({ data, system }) {
  const add = (/** @type {object} */ fn) => data.edit(system, 'add-function', { function: fn });
  const code = 'export default (n) => n * 2;';
  const hash = createHash('sha256').update(code).digest('hex');
  const bundled = { name: '@scope/a-rather-long-name', version: '1.2.3', integrity: 'sha512-x', hash };
  await data.functions.keepBundled(system, bundled);
  await add({ package: bundled, code });
  const uses = "import twice from 'npm/@scope/a-rather-long-name';\nexport default () => twice(1) + nothing;";
  await add({ name: 'check_topic', label: 'Check topic', code: uses, methods: ['GET'] });
  await data.functions.run(system, 'check_topic', {}).catch(() => {});
  await data.functions.runs.flush();
  const constraint = { kind: 'function', function: 'check_topic' };
  await data.edit(system, 'add-constraint', { table: 'topics', constraint });
}

/**
 * What is wrong with the screens of the admin: what axe finds, and what runs out of a phone.
 *
 * @param {{ server: Server, browser: Browser, isDark?: boolean, seen?: (screen: string, text: string) => void }} options
 *   isDark: in dark, too; seen: is told the HTML of each
 * @returns {Promise<Record<string, string[]>>} by screen
 */
export async function adminScreenFaults({ server, browser, isDark = false, seen }) {
  const admin = await server.as('admin');
  const page = await browser.page(server.url, admin, {
    colorScheme: 'light',
    viewport: { width: 1280, height: 800 },
  });
  /** @type {Record<string, string[]>} */
  const found = {};
  /** @type {Set<string>} */
  const known = new Set();
  const look = async (/** @type {string} */ name) => {
    const exclude = (await isKnownSidebar(page, known)) ? [SIDEBAR] : [];
    const list = [...(await violations(page, { isDark, exclude })), ...(await tooWide(page))];
    if (list.length) found[name] = list;
  };
  for (const screen of await addresses(server, admin)) {
    const answer = await page.goto(screen);
    assert.equal(answer?.status(), 200, screen);
    seen?.(screen, String(await answer?.text()));
    await look(screen);
  }
  await afterPosts(page, look);
  assert.deepEqual(page.problems, []);
  await page.context().close();
  return found;
}

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
  ...['ask', 'ask/runs', 'ask/requests', 'hook/hook', 'call/call'].map((tab) => `automation/${tab}`),
  'automation/~new?source=schedule',
];
/** Beside the admin: what only who is logged in sees, and the page of the API. */
const BESIDE = ['/auth/profile', '/auth/confirm', '/api/v1/docs'];

/**
 * Every address of the admin that answers with a whole page.
 *
 * @param {Server} server @param {import('../../src/testing/client.js').Client} admin @returns {Promise<string[]>}
 */
async function addresses(server, admin) {
  const { views, pages } = server.data.catalog();
  const one = (/** @type {string} */ template) => views.find((/** @type {any} */ view) => view.template === template);
  const { users } = await server.data.people.users.list(server.system);
  const { revisions } = await server.data.revisions.list();
  const own = [...['show', 'edit'].map((name) => `views/${one(name)?.name}`), `users/${users[0].id}`];
  /** @type {Record<string, string>} */
  const known = {
    table: 'topics',
    field: 'title',
    view: one('list')?.name ?? '',
    page: pages[0].name,
    role: 'user',
    function: 'check_topic',
  };
  const found = (await server.runtime.screens.load()).flatMap((screen) =>
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

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Lists of links beside each screen: most of its elements. The landmark that they are in is not left out. */
const SIDEBAR = '.adm-nav';

/**
 * Whether the same links, to the letter, were looked at before with the same styles: once is enough then.
 *
 * @param {Page} page @param {Set<string>} known
 */
async function isKnownSidebar(page, known) {
  const text = await page.evaluate((selector) => {
    const lists = [...document.querySelectorAll(selector)].map(({ outerHTML }) => outerHTML);
    return [document.body.className, ...[...document.styleSheets].map(({ href }) => href), ...lists].join('\n');
  }, SIDEBAR);
  const isKnown = known.has(text);
  known.add(text);
  return isKnown;
}

/**
 * What axe finds on the page as it is, in light and in dark, where only the colours are others.
 *
 * @param {Page} page @param {{ isDark: boolean, exclude: string[] }} how
 */
async function violations(page, { isDark, exclude }) {
  const light = await axeViolations(page, { tags: TAGS, exclude });
  if (!isDark) return light;
  await page.emulateMedia({ colorScheme: 'dark' });
  const dark = await axeViolations(page, { rules: ['color-contrast'], exclude });
  await page.emulateMedia({ colorScheme: 'light' });
  return [...light.map((line) => `light: ${line}`), ...dark.map((line) => `dark: ${line}`)];
}

/**
 * What runs out of the page or of its card on a phone.
 *
 * @param {Page} page
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
 * @param {Page} page
 * @param {(name: string) => Promise<void>} look
 */
async function afterPosts(page, look) {
  await page.goto('/admin/tables/topics/access');
  await page.locator('select[name$="public"], select[name*="public"]').first().selectOption('all');
  await page.getByRole('button', { name: 'Review changes' }).last().click();
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
