import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { node } from '@plinth/plugin';
import { axeViolations, choose, launchBrowser, startTestServer, until } from '../../src/testing/index.js';

// What was typed into a form and not saved, in the browser of whoever typed it.

/** @typedef {import('playwright-core').Page} Page */

/** @type {Awaited<ReturnType<typeof startTestServer>>} */
let server;
/** @type {Awaited<ReturnType<typeof launchBrowser>>} */
let browser;
const ALL = { read: 'all', create: 'all', update: 'all', delete: 'all' };
const kinds = ['A', 'B'].map((label) => ({ value: label.toLowerCase(), label }));

before(async () => {
  server = await startTestServer();
  const edit = (/** @type {string} */ name, /** @type {any} */ input) => server.data.edit(server.system, name, input);
  const access = { staff: ALL, public: ALL };
  const fields = [
    { name: 'title', type: 'text' },
    { name: 'kind', type: 'select', attributes: { options: kinds } },
    { name: 'urgent', type: 'boolean' },
    { name: 'notes', type: 'long_text' },
  ];
  await edit('add-table', { name: 'tasks', access, fields });
  const task = { name: 'task', type: 'relation', attributes: { table: 'tasks', onDelete: 'cascade' } };
  await edit('add-table', { name: 'steps', access, fields: [{ name: 'title', type: 'text' }, task] });
  const controls = fields.map(({ name }) => node('form_field', { field: name }));
  const lines = node('child_rows', { relation: 'steps.task' }, [node('form_field', { field: 'title' })]);
  const layout = node('stack', {}, [...controls, lines, node('submit', { label: 'Save' })]);
  const config = { layout, destination: 'view', destinationView: 'tasks' };
  const table = { table: 'tasks', roles: ['staff', 'public'] };
  await edit('add-view', {
    view: { name: 'tasks', template: 'list', config: { columns: [{ field: 'title' }] }, ...table },
  });
  await edit('add-view', { view: { name: 'task', template: 'edit', config, ...table } });
  browser = await launchBrowser();
});
after(async () => {
  await browser?.close();
  await server.close();
});

const kept = (/** @type {Page} */ page) =>
  page.evaluate(() =>
    [...Object.keys(localStorage), ...Object.keys(sessionStorage)].filter((key) => /^pl-draft:/.test(key)),
  );

/** Types into a form, and closes the tab as a crash does. @param {Page} page @param {string} address @param {string} title */
async function typeAndDie(page, address, title) {
  await page.goto(address);
  await page.getByLabel('Title').first().fill(title);
  await until(async () => (await kept(page)).length === 1);
  await page.close();
}

const notice = (/** @type {Page} */ page) => page.locator('form .alert');

it('puts back what was typed when the tab died, and takes it away when it is discarded', async () => {
  const first = await browser.page(server.url, await server.as('staff'));
  const context = first.context();
  await first.goto('/view/task');
  await choose(first, 'Kind', 'B');
  await first.getByLabel('Urgent').check();
  await first.getByLabel('Notes').fill('Line 1\nLine 2');
  await first.getByRole('button', { name: 'Add a row' }).click();
  await first.locator('[data-pl-row] input[name$=".title"]').last().fill('Step 2');
  await first.evaluate(() => {
    const form = document.querySelector('form[data-pl-form]');
    for (const type of ['password', 'file'])
      form?.append(Object.assign(document.createElement('input'), { type, name: type }));
  });
  await first.locator('input[name="password"]').fill('secret');
  await first.getByLabel('Title').first().fill('Half typed');
  await until(async () => (await kept(first)).length === 1);
  assert.doesNotMatch(String(await first.evaluate(() => JSON.stringify(localStorage))), /secret|"password|"file/);
  await first.close();

  const page = await context.newPage();
  const values = async () => ({
    title: await page.getByLabel('Title').first().inputValue(),
    kind: await page.getByRole('combobox', { name: 'Kind' }).inputValue(),
    urgent: await page.getByLabel('Urgent').isChecked(),
    notes: await page.getByLabel('Notes').inputValue(),
    steps: await page
      .locator('[data-pl-row] input[name$=".title"]')
      .evaluateAll((all) => all.map((/** @type {any} */ one) => one.value)),
  });
  await page.goto(`${server.url}/view/task`);
  await notice(page).getByText('Restored what you typed on').waitFor();
  assert.deepEqual(await values(), {
    title: 'Half typed',
    kind: 'B',
    urgent: true,
    notes: 'Line 1\nLine 2',
    steps: ['', 'Step 2'],
  });
  assert.deepEqual(await axeViolations(page), []);
  await notice(page).getByRole('button', { name: 'Discard' }).click();
  assert.deepEqual(await values(), { title: '', kind: '', urgent: false, notes: '', steps: [''] });
  assert.equal(await notice(page).count(), 0);
  assert.ok(
    await page
      .getByLabel('Title')
      .first()
      .evaluate((one) => one === document.activeElement),
  );
  assert.deepEqual(await kept(page), []);
  await context.close();
});

it('keeps it until it is saved, whatever happens to the form', async () => {
  const page = await browser.page(server.url, await server.as('staff'));
  await page.goto('/view/task');
  await page.getByLabel('Title').first().fill('Sent twice');
  await page.route('**/view/task', (route) => (route.request().method() === 'POST' ? route.abort() : route.continue()));
  await page.getByRole('button', { name: 'Save' }).click();
  await page.unroute('**/view/task');
  await page.goto('/view/tasks').catch(() => page.goto('/view/tasks'));
  await page.goto('/view/task');
  await notice(page).getByText('Restored what you typed on').waitFor();
  assert.equal(await page.getByLabel('Title').first().inputValue(), 'Sent twice');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.waitForURL('/view/tasks');
  await page.getByText('Sent twice').waitFor();
  assert.deepEqual(await kept(page), []);
  await page.context().close();
});

it('says that a row was changed meanwhile, and puts back what was typed only when asked', async () => {
  const { id } = await server.data.rows.insert(server.system, 'tasks', { title: 'First' });
  const first = await browser.page(server.url, await server.as('staff'));
  const context = first.context();
  await typeAndDie(first, `/view/task?id=${id}`, 'Mine');
  await server.data.rows.update(server.system, 'tasks', id, { title: 'Theirs' });
  const page = await context.newPage();
  await page.goto(`${server.url}/view/task?id=${id}`);
  await notice(page).getByText('This entry has changed since').waitFor();
  const title = page.getByLabel('Title').first();
  assert.equal(await title.inputValue(), 'Theirs');
  // Neither is lost while nobody has decided.
  await page.getByLabel('Notes').fill('More');
  await until(async () => /Mine.*More/.test(await page.evaluate(() => JSON.stringify(localStorage))));
  assert.deepEqual(await axeViolations(page), []);
  await notice(page).getByRole('button', { name: 'Restore' }).click();
  await notice(page).getByText('Restored what you typed on').waitFor();
  assert.equal(await title.inputValue(), 'Mine');
  assert.equal((await server.data.rows.get(server.system, 'tasks', id)).title, 'Theirs');
  await context.close();
});

it('shows it to nobody else at the same machine', async () => {
  const first = await browser.page(server.url, await server.as('staff'));
  const context = first.context();
  await typeAndDie(first, '/view/task', 'Private');
  const own = await context.cookies();
  const other = await browser.page(server.url, await server.as('admin'));
  await context.clearCookies();
  await context.addCookies(await other.context().cookies());
  await other.context().close();
  const page = await context.newPage();
  await page.goto(`${server.url}/view/task`);
  await page.getByLabel('Title').first().fill('Of somebody else');
  await until(async () => (await kept(page)).length === 2);
  assert.equal(await notice(page).count(), 0);
  // Whoever logs out leaves nothing.
  await page.evaluate(() => /** @type {any} */ (document.querySelector('form[action="/auth/logout"]')).requestSubmit());
  await page.waitForURL('**/auth/login**');
  assert.deepEqual(await kept(page), []);
  await context.clearCookies();
  await context.addCookies(own);
  await page.goto(`${server.url}/view/task`);
  await page.waitForLoadState();
  assert.equal(await page.getByLabel('Title').first().inputValue(), '');
  await context.close();

  // A visitor is anybody.
  const visitor = await browser.page(server.url);
  await typeAndDie(visitor, '/view/task', 'Unknown');
  const next = await visitor.context().newPage();
  await next.goto(`${server.url}/view/task`);
  assert.equal(await next.getByLabel('Title').first().inputValue(), '');
  assert.deepEqual(await kept(next), []);
  await next.context().close();
});

it('takes no draft that somebody else has written into the storage', async () => {
  const page = await browser.page(server.url, await server.as('staff'));
  await typeAndDie(
    await page
      .context()
      .newPage()
      .then(async (one) => (await one.goto(server.url), one)),
    `${server.url}/view/task`,
    'x',
  );
  await page.goto('/view/tasks');
  const bad = [
    '{',
    'null',
    '[]',
    '{"now":1}',
    '{"at":1,"now":{"title":"x"},"was":{}}',
    `{"at":${Date.now()},"now":{"title":{}},"was":{}}`,
  ];
  for (const text of bad) {
    await page.evaluate((value) => {
      for (const key of Object.keys(localStorage)) if (key.startsWith('pl-draft:')) localStorage.setItem(key, value);
    }, text);
    await page.goto('/view/task');
    await page.getByLabel('Title').first().fill('Works');
    await until(async () => (await page.evaluate(() => JSON.stringify(localStorage))).includes('Works'));
  }
  assert.deepEqual(page.problems, []);
  await page.context().close();
});
