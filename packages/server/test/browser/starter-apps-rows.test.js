import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { choose, launchBrowser, startTestServer, until } from '../../src/testing/index.js';
import { starterApp } from './starter-app.js';

/** @typedef {Awaited<ReturnType<Awaited<ReturnType<typeof launchBrowser>>['page']>>} Page */
/**
 * The life of one row: made in a form, found by search and by filter, changed, deleted.
 *
 * @typedef {object} Life
 * @property {string} table
 * @property {string} name field that it is called by
 * @property {string} form the edit view
 * @property {string} label of the control for the name
 * @property {string} save its button
 * @property {Record<string, string>} [fill] further controls, by label
 * @property {Record<string, string>} [choose] selects
 * @property {string} at page with list and filter @property {string} list @property {string} search the search box
 * @property {{ label: string, value: string }} [filter] in the list's menu; `value`: of the option that the row has
 * @property {string} [deleteOn] view where it is deleted; the form without it
 * @property {string} [delete] the button there
 * @property {string} [menu] what has to be opened for the button
 * @property {string[]} may roles that may do all of it
 * @property {string[]} [mayNotDelete] roles that may do all but delete
 * @property {string[]} not roles that the form is closed to
 */

/** @type {Record<string, Life>} */
const LIVES = {
  forum: {
    table: 'topics',
    name: 'title',
    form: 'topic_edit',
    label: 'Title',
    save: 'Publish',
    fill: { Text: 'A *longer* text' },
    choose: { Category: 'Help' },
    at: '/page/forum',
    list: 'topic_list',
    search: 'input[placeholder="Search all topics"]',
    filter: { label: 'Category', value: 'Help' },
    deleteOn: 'topic_show',
    delete: 'Delete topic',
    menu: '#pl-head summary',
    may: ['admin', 'user'],
    not: ['public'],
  },
  'issue-tracker': {
    table: 'issues',
    name: 'title',
    form: 'issue_edit',
    label: 'Title',
    save: 'Save issue',
    choose: { Project: 'Operations', Priority: 'Urgent' },
    at: '/page/issues',
    list: 'issue_list',
    search: '#v-issue_list input[name$=":q"]',
    filter: { label: 'Project', value: 'Operations' },
    may: ['admin', 'staff'],
    mayNotDelete: ['user'],
    not: ['public'],
  },
  inventory: {
    table: 'products',
    name: 'name',
    form: 'product_edit',
    label: 'Name',
    save: 'Save product',
    fill: { SKU: 'ZEB-1' },
    choose: { Category: 'Safety' },
    at: '/page/products',
    list: 'product_list',
    search: '#v-product_list input[name$=":q"]',
    filter: { label: 'Category', value: 'Safety' },
    may: ['admin', 'staff'],
    not: ['user', 'public'],
  },
  crm: {
    table: 'deals',
    name: 'title',
    form: 'deal_edit',
    label: 'Title',
    save: 'Save deal',
    choose: { Company: 'Lumen Software', Stage: 'Proposal' },
    at: '/page/deals',
    list: 'deal_list',
    search: '#v-deal_list input[name$=":q"]',
    filter: { label: 'Stage', value: 'Proposal' },
    may: ['admin', 'user'],
    not: ['public'],
  },
  'landing-page': {
    table: 'plans',
    name: 'name',
    form: 'plan_edit',
    label: 'Name',
    save: 'Save',
    at: '/view/plan_list',
    list: 'plan_list',
    search: '',
    may: ['admin', 'staff'],
    not: ['user', 'public'],
  },
};

/** @type {Awaited<ReturnType<typeof launchBrowser>>} */
let browser;
before(async () => {
  browser = await launchBrowser();
});
after(() => browser.close());

for (const [app, life] of Object.entries(LIVES)) {
  describe(`${app}, used by each role`, () => {
    /** @type {Awaited<ReturnType<typeof startTestServer>>} */
    let server;
    before(async () => {
      server = await startTestServer({ app: await starterApp(app) });
    });
    after(() => server.close());

    for (const role of [...life.may, ...(life.mayNotDelete ?? [])]) {
      const all = life.may.includes(role);
      it(`${role} makes, finds, changes ${all ? 'and deletes' : 'and does not delete'} a row`, async () => {
        const page = await browser.page(server.url, await server.as(role));
        const title = `Zebra crossing ${role}`;
        await make(page, life, title);
        const id = await idOf(server, life, title);
        await find(page, life, title);
        await page.goto(`/view/${life.form}?id=${id}`);
        await page.locator(`#v-${life.form}`).getByLabel(life.label, { exact: true }).first().fill(`${title} 2`);
        await send(page, page.locator(`#v-${life.form}`), life.save);
        assert.equal(await idOf(server, life, `${title} 2`), id);
        await page.goto(`/view/${life.deleteOn ?? life.form}?id=${id}`);
        if (life.menu) await page.locator(life.menu).click();
        const button = page.getByRole('button', { name: life.delete ?? 'Delete', exact: true });
        if (!all) assert.equal(await button.count(), 0);
        else {
          await button.click();
          await send(page, page.locator('dialog[open]'), /^Delete/);
          await until(async () => (await idOf(server, life, `${title} 2`)) === undefined);
          await page.waitForFunction(() => document.body?.innerText.includes('Zebra crossing') === false);
        }
        assert.deepEqual(page.problems, []);
        await page.context().close();
      });
    }

    for (const role of life.not) {
      it(`${role} gets no form, and what is posted anyhow changes nothing`, async () => {
        const client = await server.as(role);
        // A visitor is led to the login; what he typed comes back with the answer.
        const [asked, sent] = role === 'public' ? [302, 401] : [404, 404];
        assert.equal((await client.get(`/view/${life.form}`)).status, asked);
        const posted = await client.post(`/view/${life.form}`, { [life.name]: 'Smuggled in' });
        assert.equal(posted.status, sent);
        assert.equal(await idOf(server, life, 'Smuggled in'), undefined);
      });
    }
  });
}

/** @param {Page} page @param {Life} life @param {string} title */
async function make(page, life, title) {
  await page.goto(`/view/${life.form}`);
  const form = page.locator(`#v-${life.form}`);
  await form.getByLabel(life.label, { exact: true }).first().fill(title);
  for (const [label, text] of Object.entries(life.fill ?? {})) await form.getByLabel(label).first().fill(text);
  for (const [label, option] of Object.entries(life.choose ?? {})) await choose(form, label, option);
  await send(page, form, life.save);
}

/**
 * By search and by filter, from the page where they stand.
 *
 * @param {Page} page
 * @param {Life} life
 * @param {string} title
 */
async function find(page, { at, list, search, filter }, title) {
  const rows = page.locator(`#v-${list} tbody tr`);
  await page.goto(at);
  if (search) {
    await page.locator(search).first().fill('zebra crossing');
    await page.locator(search).first().press('Enter');
    await page.waitForURL(/zebra/);
    await rows.nth(1).waitFor({ state: 'detached' });
  }
  await rows.getByText(title).first().waitFor();
  if (!filter) return;
  await page.goto(at);
  const before = await rows.count();
  const menu = page.locator(`#v-${list} .pl-filter-menu`);
  await menu.locator('summary').click();
  await menu.getByRole('link', { name: filter.label, exact: true }).click();
  await page.getByRole('checkbox', { name: filter.value, exact: true }).check();
  await page.getByRole('button', { name: 'Apply' }).click();
  await rows.nth(before - 1).waitFor({ state: 'detached' });
  await rows.getByText(title).first().waitFor();
}

/**
 * Presses a button that posts, and waits for what comes of it.
 *
 * @param {Page} page
 * @param {any} where
 * @param {string | RegExp} button
 */
async function send(page, where, button) {
  const [response] = await Promise.all([
    page.waitForResponse((response) => response.request().method() === 'POST'),
    where.getByRole('button', { name: button, exact: true }).click(),
  ]);
  assert.ok(response.status() < 400, `${response.url()} answers ${response.status()}`);
  await page.waitForLoadState();
}

/** @param {Awaited<ReturnType<typeof startTestServer>>} server @param {Life} life @param {string} title */
async function idOf(server, { table, name }, title) {
  const where = { field: name, op: /** @type {const} */ ('eq'), value: title };
  const [{ rows }] = await server.data.select(server.system, [
    { spec: { table, select: [{ as: 'name', field: name }], where, limit: 1 }, params: {} },
  ]);
  return rows[0]?.id;
}
