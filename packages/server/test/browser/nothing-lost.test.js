import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { after, before, it } from 'node:test';
import { node } from '@plinth/plugin';
import { axeViolations, choose, launchBrowser, startTestServer, until } from '../../src/testing/index.js';

/** @type {Awaited<ReturnType<typeof startTestServer>>} */
let server;
/** @type {Awaited<ReturnType<typeof launchBrowser>>} */
let browser;
const ALL = { read: 'all', create: 'all', update: 'all', delete: 'all' };

before(async () => {
  server = await startTestServer();
  const edit = (/** @type {string} */ name, /** @type {any} */ input) => server.data.edit(server.system, name, input);
  const access = { staff: ALL };
  await edit('add-table', {
    name: 'projects',
    history: true,
    access,
    fields: [
      { name: 'title', type: 'text' },
      {
        name: 'kind',
        type: 'select',
        attributes: {
          options: [
            { value: 'a', label: 'A' },
            { value: 'b', label: 'B' },
          ],
        },
      },
      { name: 'notes', type: 'long_text' },
    ],
  });
  const project = { name: 'project', type: 'relation', attributes: { table: 'projects', onDelete: 'cascade' } };
  await edit('add-table', {
    name: 'issues',
    history: true,
    access,
    fields: [{ name: 'title', type: 'text' }, project],
  });
  const show = node('stack', {}, [node('field', { field: 'title' }), node('delete_button', { label: 'Delete' })]);
  const remove = { kind: 'action', text: 'Remove', action: { action: 'delete_row', config: {} } };
  const fields = ['title', 'kind', 'notes'].map((field) => node('form_field', { field }));
  const form = node('stack', {}, [...fields, node('submit', { label: 'Save' })]);
  const views = [
    { name: 'projects', template: 'list', config: { columns: [{ field: 'title' }, remove] } },
    { name: 'project', template: 'show', config: { layout: show } },
    {
      name: 'edit_project',
      template: 'edit',
      config: { layout: form, destination: 'view', destinationView: 'projects', confirmLeave: true },
    },
  ];
  const lines = node('child_rows', { relation: 'issues.project' }, [node('form_field', { field: 'title' })]);
  const whole = node('stack', {}, [node('form_field', { field: 'title' }), lines, node('submit', { label: 'Save' })]);
  /** @type {any[]} */ (views).push({
    name: 'project_issues',
    template: 'edit',
    config: { layout: whole, destination: 'view', destinationView: 'projects' },
  });
  for (const view of views) await edit('add-view', { view: { table: 'projects', roles: ['staff'], ...view } });
  browser = await launchBrowser();
});
after(async () => {
  await browser?.close();
  await server.close();
});

/** @param {string} title */
async function project(title) {
  const { id } = await server.data.rows.insert(server.system, 'projects', { title });
  await server.data.rows.insert(server.system, 'issues', { title: `${title} 1`, project: id });
  return id;
}

/** @param {import('playwright-core').Page} page @param {string} name */
async function shot(page, name) {
  if (process.env.PLINTH_SHOTS) await page.screenshot({ path: `${process.env.PLINTH_SHOTS}/${name}.png` });
}

it('asks in a dialog what goes with a row, and takes the deletion back with the keyboard', async () => {
  const id = await project('Operations');
  const page = await browser.page(server.url, await server.as('staff'));
  await page.goto(`/view/project?id=${id}`);
  await page.getByRole('button', { name: 'Delete' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete project “Operations”?' });
  await dialog.getByText('1 issue will be deleted too.').waitFor();
  await shot(page, 'dialog');
  assert.deepEqual(await axeViolations(page), []);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  assert.ok(await server.data.rows.get(server.system, 'projects', id));
  await page.getByRole('button', { name: 'Delete' }).click();
  await dialog.getByRole('button', { name: 'Delete project' }).click();
  await page.waitForURL('/view/projects');
  const message = page.getByRole('status').filter({ hasText: 'Project deleted' });
  await message.waitFor();
  await shot(page, 'toast');
  assert.deepEqual(await axeViolations(page), []);
  // The message comes right behind the link to the content.
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  assert.equal(await page.evaluate(() => document.activeElement?.textContent), 'Undo');
  await page.keyboard.press('Enter');
  await page.getByRole('status').filter({ hasText: '2 rows restored' }).waitFor();
  await page.getByText('Operations').waitFor();
  assert.deepEqual(page.problems, []);
});

it('brings child rows back that a form removed', async () => {
  const id = await project('Bridges');
  await server.data.rows.insert(server.system, 'issues', { title: 'Bridges 2', project: id });
  const page = await browser.page(server.url, await server.as('staff'));
  await page.goto(`/view/project_issues?id=${id}`);
  await page.locator('.pl-child-remove label').first().click();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.waitForURL('/view/projects');
  const message = page.getByRole('status').filter({ hasText: 'Saved. Issue deleted' });
  await message.waitFor();
  await shot(page, 'toast-child');
  const issues = async () => {
    const { rows } = await server.data.db.query({
      text: 'select title from app.issues where project = $1 order by 1',
      values: [id],
    });
    return rows.map((/** @type {any} */ { title }) => title);
  };
  assert.deepEqual(await issues(), ['Bridges 2']);
  await message.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('status').filter({ hasText: '1 row restored' }).waitFor();
  assert.deepEqual(await issues(), ['Bridges 1', 'Bridges 2']);
  assert.deepEqual(page.problems, []);
});

it('deletes from a list, where a deletion that is refused says why', async () => {
  await server.data.edit(server.system, 'add-table', {
    name: 'bills',
    access: { staff: ALL },
    fields: [{ name: 'project', type: 'relation', required: true, attributes: { table: 'projects' } }],
  });
  const id = await project('Billed');
  await server.data.rows.insert(server.system, 'bills', { project: id });
  const page = await browser.page(server.url, await server.as('staff'), { viewport: { width: 390, height: 844 } });
  await page.goto('/view/projects');
  await page
    .getByRole('row', { name: /Billed/ })
    .getByRole('button', { name: 'Remove' })
    .click();
  const dialog = page.getByRole('dialog', { name: 'Delete project “Billed”?' });
  await dialog.getByText('1 bill still refer').waitFor();
  assert.equal(await dialog.getByRole('button', { name: 'Delete' }).count(), 0);
  await shot(page, 'refused-phone');
  await dialog.getByText('Close', { exact: true }).click();
  await server.data.rows.removeMany(server.system, 'bills', [1]);
  await page
    .getByRole('row', { name: /Billed/ })
    .getByRole('button', { name: 'Remove' })
    .click();
  await dialog.getByRole('button', { name: 'Delete project' }).click();
  await page.getByRole('status').filter({ hasText: 'Project deleted' }).waitFor();
  await shot(page, 'toast-phone');
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('row', { name: /Billed/ }).waitFor();
  assert.deepEqual(page.problems, []);
});

it('needs no scripts', async () => {
  const id = await project('Scriptless');
  const page = await browser.page(server.url, await server.as('staff'), { javaScriptEnabled: false });
  await page.goto(`/view/project?id=${id}`);
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('heading', { name: 'Delete project “Scriptless”?' }).waitFor();
  await shot(page, 'plain-question');
  await page.getByRole('button', { name: 'Delete project' }).click();
  await page.getByRole('heading', { name: 'Done', exact: true }).waitFor();
  await shot(page, 'plain-undo');
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('Scriptless').waitFor();
});

it('works for selected rows of the data grid and on the page of a row', async () => {
  const ids = [await project('Grid 1'), await project('Grid 2')];
  const page = await browser.page(server.url, await server.as('admin'));
  await page.goto('/admin/tables/projects/data');
  for (const id of ids) await page.getByLabel(`Select row ${id}`, { exact: true }).check();
  await page.getByRole('button', { name: 'Delete selected rows' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete 2 projects?' });
  await dialog.getByText('2 issues will be deleted too.').waitFor();
  await shot(page, 'grid-dialog');
  assert.deepEqual(await axeViolations(page), []);
  await dialog.getByRole('button', { name: 'Delete 2 projects' }).click();
  await page.getByRole('status').filter({ hasText: '2 projects deleted' }).waitFor();
  await shot(page, 'grid-toast');
  assert.deepEqual(await axeViolations(page), []);
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('status').filter({ hasText: '4 rows restored' }).waitFor();
  await page.goto(`/admin/tables/projects/data/${ids[0]}`);
  await page.getByRole('link', { name: 'Delete row' }).click();
  await page.getByRole('button', { name: 'Delete project' }).click();
  await page.getByRole('status').filter({ hasText: 'Project deleted' }).waitFor();
  await page.goto('/admin/tables/issues/deleted');
  await shot(page, 'deleted-rows');
  await page.getByRole('button', { name: 'Restore Grid 1' }).click();
  await page.getByRole('status').filter({ hasText: '2 rows restored' }).waitFor();
  assert.deepEqual(page.problems, []);
});

/** Whether going to another page is asked about. @param {import('playwright-core').Page} page @param {() => Promise<unknown>} leave */
async function asksToLeave(page, leave) {
  let asked = false;
  page.once('dialog', (dialog) => {
    asked = dialog.type() === 'beforeunload';
    void dialog.accept();
  });
  await leave();
  page.removeAllListeners('dialog');
  return asked;
}

it('saves with Enter, in long texts with Ctrl and Enter', async () => {
  const id = await project('Keys');
  const page = await browser.page(server.url, await server.as('staff'));
  const stored = () => server.data.rows.get(server.system, 'projects', id);
  const open = () => page.goto(`/view/edit_project?id=${id}`);
  await open();
  await page.getByLabel('Title').fill('Typed');
  await page.keyboard.press('Enter');
  await page.waitForURL('/view/projects');
  assert.equal((await stored()).title, 'Typed');
  await open();
  await choose(page, 'Kind', 'B');
  await page.getByRole('combobox', { name: 'Kind' }).press('Enter');
  await page.waitForURL('/view/projects');
  assert.equal((await stored()).kind, 'b');
  await open();
  await page.getByLabel('Notes').fill('One');
  await page.getByLabel('Notes').press('Enter');
  await page.getByLabel('Notes').pressSequentially('Two');
  await page.getByLabel('Notes').press('Control+Enter');
  await page.waitForURL('/view/projects');
  assert.equal((await stored()).notes, 'One\nTwo');
});

it('asks before a changed form is left, and only then', async () => {
  const id = await project('Leave');
  const page = await browser.page(server.url, await server.as('admin'));
  const cases = [
    { open: `/view/edit_project?id=${id}`, label: 'Title' },
    { open: `/admin/tables/projects/data/${id}`, label: 'Title' },
    { open: '/admin/tables/projects/settings', label: 'Label' },
  ];
  for (const { open, label } of cases) {
    const leave = () => page.goto('/view/projects');
    const field = page.getByLabel(label, { exact: true }).first();
    await page.goto(open);
    assert.equal(await asksToLeave(page, leave), false, `${open} untouched`);
    await page.goto(open);
    const was = await field.inputValue();
    await field.fill('Something else');
    await field.fill(was);
    assert.equal(await asksToLeave(page, leave), false, `${open} as it was`);
    await page.goto(open);
    await field.focus();
    await field.fill('Something else');
    assert.equal(await asksToLeave(page, leave), true, `${open} changed`);
    await page.goto(open);
    await field.fill('Saved');
    assert.equal(await asksToLeave(page, () => field.press('Enter')), false, `${open} saved`);
    await page.waitForLoadState();
  }
  // A part of the screen that is exchanged.
  await page.goto('/admin/tables/projects/settings');
  await page.getByLabel('Label', { exact: true }).fill('Half done');
  await page.evaluate(() => {
    const link = Object.assign(document.createElement('a'), { href: '/admin/tables', textContent: 'Exchange' });
    for (const [name, value] of [
      ['hx-get', '/admin/tables'],
      ['hx-target', '#main'],
      ['hx-select', '#main'],
    ])
      link.setAttribute(name, value);
    document.querySelector('#main')?.prepend(link);
  });
  await page.getByText('Exchange').click();
  await page.getByRole('dialog').getByText('not saved yet').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  assert.equal(await page.getByLabel('Label', { exact: true }).inputValue(), 'Half done');
  assert.deepEqual(page.problems, []);
});

/** Stands between browser and server, and loses the answer to the first form that comes over a used connection. */
async function losingProxy() {
  const lost = { count: 0 };
  const proxy = createServer((browserSide) => {
    const serverSide = connect(Number(new URL(server.url).port), '127.0.0.1');
    let requests = 0;
    let isLost = false;
    browserSide.on('data', (data) => {
      requests++;
      if (requests > 1 && lost.count === 0 && data.toString('latin1').startsWith('POST /view/')) {
        lost.count++;
        isLost = true;
      }
      serverSide.write(data);
    });
    serverSide.on('data', (data) => (isLost ? browserSide.destroy() : browserSide.write(data)));
    for (const [one, other] of [
      [browserSide, serverSide],
      [serverSide, browserSide],
    ]) {
      one.on('error', () => {});
      one.on('close', () => other.destroy());
    }
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (proxy.address());
  return { url: `http://127.0.0.1:${port}`, lost, close: () => proxy.close() };
}

it('makes one row, although a browser sends a form again whose answer was lost', async () => {
  const proxy = await losingProxy();
  const page = await browser.page(proxy.url, await server.as('staff'));
  const titles = [];
  // A connection can have been closed in between: the next one will be used again.
  while (proxy.lost.count === 0) {
    titles.push(`Once ${titles.length}`);
    await page.goto('/view/edit_project');
    await page.getByLabel('Title').fill(/** @type {string} */ (titles.at(-1)));
    await page.getByRole('button', { name: 'Save' }).click();
    await page.waitForURL('/view/projects');
  }
  const { rows } = await server.data.db.query("select title from app.projects where title like 'Once%' order by id");
  assert.deepEqual(
    rows.map((/** @type {any} */ { title }) => title),
    titles,
  );
  assert.deepEqual(page.problems, []);
  await page.context().close();
  proxy.close();
});

it('saved filters are there with the next look at a list, when the server could not be reached for the first', async () => {
  const one = await browser.page(server.url, await server.as('staff'), { reducedMotion: 'reduce' });
  let times = 0;
  await one.route('**/view/projects/saved', (/** @type {any} */ route) =>
    ++times === 1 ? route.abort() : route.continue(),
  );
  const failed = one.waitForEvent('requestfailed');
  await one.goto('/view/projects?title=a');
  await failed;
  const menu = one.locator('[data-pl-saved]');
  assert.equal(await menu.isVisible(), false);
  await one.evaluate(() => document.dispatchEvent(new CustomEvent('htmx:after:swap', { detail: {} })));
  await menu.locator('summary').first().click();
  await one.getByPlaceholder('Name of the filter').waitFor();
  await one.context().close();
});

it('a refused form stays in its pop-up or side panel over the list, and Edit in a side panel stays there', async () => {
  const edit = (/** @type {string} */ name, /** @type {any} */ input) => server.data.edit(server.system, name, input);
  const fields = [{ name: 'name', type: 'text', unique: true }];
  await edit('add-table', { name: 'clients', access: { staff: ALL }, fields });
  await edit('generate-views', { table: 'clients', roles: ['staff'] });
  const { config } = server.data.catalog().view('clients_list');
  const changes = { config: { ...config, rowOpen: 'panel', createDialog: true } };
  await edit('change-view', { view: 'clients_list', changes });
  const form = { ...server.data.catalog().view('clients_edit').config, confirmLeave: true };
  await edit('change-view', { view: 'clients_edit', changes: { config: form } });
  await server.data.rows.insertMany(server.system, 'clients', [{ name: 'Ada' }, { name: 'Bo' }]);
  const page = await browser.page(server.url, await server.as('staff'));
  await page.goto('/view/clients_list');
  await page.evaluate('globalThis.same = true');
  const box = page.locator('dialog');
  const send = async (/** @type {string} */ name) => {
    await box.locator('input[name="name"]').fill(name);
    await box.getByRole('button', { name: 'Save' }).click();
  };
  const stays = async () => {
    await box.getByText('Name is already taken').waitFor();
    assert.equal(await box.locator('input[name="name"]').inputValue(), 'Ada');
    assert.deepEqual([page.url(), await page.evaluate('globalThis.same')], [`${server.url}/view/clients_list`, true]);
  };
  await page.locator('a[data-pl-dialog]').first().click();
  await send('Ada');
  await stays();
  await box.getByRole('button', { name: 'Close' }).click();
  await page.locator('dialog .btn-primary', { hasText: 'Confirm' }).click();
  await until(async () => (await box.count()) === 0);

  await page.locator('.pl-row-link', { hasText: 'Bo' }).click();
  await box.getByRole('link', { name: 'Edit' }).click();
  await send('Ada');
  await stays();
  await box.getByRole('link', { name: 'Cancel' }).click();
  await page.locator('dialog .btn-primary', { hasText: 'Confirm' }).click();
  await box.getByRole('heading', { name: 'Bo', exact: true }).waitFor();
  await box.getByRole('link', { name: 'Edit' }).click();
  await send('Cy');
  await box.getByRole('heading', { name: 'Cy', exact: true }).waitFor();
  await page.keyboard.press('Escape');
  await until(async () => (await box.count()) === 0);
  await page.locator('.pl-row-link', { hasText: 'Cy' }).waitFor();
  assert.equal(await page.evaluate('globalThis.same'), true);

  await page.locator('.pl-row-link', { hasText: 'Cy' }).click();
  await box.getByRole('link', { name: 'Edit' }).click();
  await box.getByRole('button', { name: 'Delete' }).click();
  await page
    .getByRole('dialog', { name: /Delete/ })
    .getByRole('button', { name: /Delete/ })
    .click();
  await page.locator('.pl-row-link', { hasText: 'Cy' }).waitFor({ state: 'detached' });
  assert.deepEqual(page.problems, []);
  await page.context().close();
});
