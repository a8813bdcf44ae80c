import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { choose, launchBrowser, startTestServer } from '../../src/testing/index.js';

// How many clicks an app takes that is built by hand, with the mouse wherever there is a button. A select takes two:
// one opens it, one chooses.

/** @type {Awaited<ReturnType<typeof startTestServer>>} */
let server;
/** @type {Awaited<ReturnType<typeof launchBrowser>>} */
let browser;
before(async () => {
  browser = await launchBrowser();
});
after(async () => {
  await browser?.close();
  await server?.close();
});

/** A builder who counts clicks. */
async function createBuilder() {
  await server?.close();
  server = await startTestServer();
  const page = await browser.page(server.url, await server.as('admin'));
  let clicks = 0;
  const builder = {
    page,
    clicks: () => clicks,
    /** @param {any} where */
    async click(where) {
      clicks++;
      await where.click();
    },
    /** @param {any} select @param {string} label */
    async choose(select, label) {
      clicks += 2;
      await select.selectOption({ label });
    },
    button: (/** @type {string} */ name) => page.getByRole('button', { name, exact: true }),
    link: (/** @type {string} */ name) => page.getByRole('link', { name, exact: true }),

    /** @param {string} name */
    async table(name) {
      await page.getByLabel('Table name').or(page.getByLabel('Name of the new table')).fill(name);
      await builder.click(builder.button('Create table'));
      await page.waitForURL(/\/fields/);
    },
    /** @param {string} type @param {string} label @param {() => Promise<void>} [more] */
    async field(type, label, more = async () => {}) {
      await builder.click(builder.link(type));
      await page.getByLabel('Label').fill(label);
      await more();
      await builder.click(builder.button('Add field'));
      await page.getByRole('rowheader', { name: label }).waitFor();
    },
    /** List, detail and edit, with a page, a menu entry and rights. */
    async views() {
      await builder.click(page.getByRole('main').getByRole('link', { name: 'Views', exact: true }));
      await builder.click(page.getByRole('radio', { name: 'All users: read and edit' }));
      await builder.click(builder.button('Create list, detail and edit views'));
      await page.getByText('No views of this table yet').waitFor({ state: 'detached' });
    },
  };
  page.setDefaultTimeout(20_000);
  await page.goto('/admin');
  return builder;
}

/** A user adds a row in the app. @param {string} name of the menu entry @param {Record<string, string>} values */
async function use(name, values) {
  const user = await browser.page(server.url, await server.as('user'));
  await user.goto('/');
  await user.getByRole('link', { name, exact: true }).first().click();
  await user.waitForURL(/\/page\//);
  await user.getByRole('link', { name: 'Add', exact: true }).click();
  for (const [label, value] of Object.entries(values)) {
    const control = user.getByLabel(label, { exact: true }).and(user.locator('input, textarea, select'));
    const isChosen = await control.evaluate((/** @type {any} */ one) => one.role === 'combobox');
    if (isChosen) await choose(user, label, value);
    else await control.fill(value);
  }
  await user.getByRole('button', { name: 'Save' }).click();
  await user.getByText(Object.values(values)[0]).first().waitFor();
  return user;
}

it('a table of four fields with list, detail, edit, page, menu and rights: at most 12 clicks', async (t) => {
  const { page, clicks, ...build } = await createBuilder();
  await build.table('Projects');
  await build.field('Text', 'Title');
  await build.field('Date', 'Due');
  await build.field('Whole number', 'Hours');
  await build.field('Yes or no', 'Paid');
  await build.views();
  t.diagnostic(`${clicks()} clicks`);
  assert.ok(clicks() <= 12, `${clicks()} clicks`);
  const { views, pages, menu } = server.data.catalog();
  assert.deepEqual(views.map((/** @type {any} */ { template }) => template).toSorted(), ['edit', 'list', 'show']);
  assert.deepEqual([pages.length, menu.items.length], [1, 1]);
  const user = await use('Projects', { Title: 'Bridge' });
  assert.deepEqual([...page.problems, ...user.problems], []);
});

it('two tables, six views, a page with filter and total, menu and rights: at most 40 clicks', async (t) => {
  const { page, clicks, ...build } = await createBuilder();
  await build.table('Projects');
  await build.field('Text', 'Title');
  await build.views();
  await build.click(page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'Tables' }));
  await build.table('Tasks');
  await build.field('Text', 'What');
  await build.field('Whole number', 'Hours');
  const target = page.getByLabel('Table', { exact: true });
  await build.field('Relation', 'Project', () => build.choose(target, 'Projects'));
  await build.views();

  // The total below the hours of the list; the filter is there by itself.
  await build.click(page.locator('main a[href="/admin/build/views/tasks"]'));
  await build.click(build.button('Column: Hours'));
  await build.choose(page.getByRole('dialog').getByLabel('Total'), 'Sum');
  await page.frameLocator('[data-bld-frame]').locator('tfoot').waitFor();
  await page.keyboard.press('Escape');
  await build.click(build.button('Publish'));
  await page.getByRole('status').getByRole('button', { name: 'Undo' }).waitFor();
  t.diagnostic(`${clicks()} clicks`);
  assert.ok(clicks() <= 40, `${clicks()} clicks`);

  const { views, pages } = server.data.catalog();
  assert.deepEqual([views.length, pages.length], [6, 2]);
  (await use('Projects', { Title: 'Bridge' })).close();
  await use('Tasks', { What: 'Dig', Hours: '30' }).then((user) => user.close());
  const user = await use('Tasks', { What: 'Pour', Hours: '12' });
  await user.getByRole('link', { name: 'Tasks', exact: true }).first().click();
  await user.waitForURL(/\/page\/tasks/);
  if (process.env.PLINTH_SHOTS) await user.screenshot({ path: `${process.env.PLINTH_SHOTS}/few-clicks.png` });
  await user.locator('tfoot').getByText('42').waitFor();
  await user
    .getByRole('button', { name: 'Filter' })
    .or(user.locator('summary', { hasText: 'Filter' }))
    .first()
    .waitFor();
  assert.deepEqual([...page.problems, ...user.problems], []);
});
