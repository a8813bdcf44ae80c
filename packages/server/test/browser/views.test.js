import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { node } from '@plinth/plugin';
import { axeViolations, choose, launchBrowser, startTestServer, until } from '../../src/testing/index.js';

/** @type {Awaited<ReturnType<typeof startTestServer>>} */
let server;
/** @type {Awaited<ReturnType<typeof launchBrowser>>} */
let browser;
/** @type {Awaited<ReturnType<typeof browser.page>>} */
let page;

const HOSTILE = `"><script>window.hacked=1</script><img src=x onerror="window.hacked=1">`;
const control = (/** @type {string} */ field) => node('form_field', { field });
const edit = (/** @type {string} */ name, /** @type {any} */ input) => server.data.edit(server.system, name, input);
const rights = { read: 'all', create: 'all', update: 'all', delete: 'all' };

before(async () => {
  server = await startTestServer();
  await makeApp();
  browser = await launchBrowser();
  page = await browser.page(server.url, await server.as('staff'));
});
after(async () => {
  await browser.close();
  await server.close();
});

async function makeApp() {
  const options = ['open', 'done'].map((value) => ({ value, label: value, colour: 'blue' }));
  await edit('add-table', {
    name: 'orders',
    label: 'Orders',
    fields: [
      { name: 'title', label: 'Title', type: 'text', required: true },
      { name: 'status', label: 'Status', type: 'select', attributes: { options } },
    ],
  });
  await edit('add-table', {
    name: 'lines',
    label: 'Lines',
    fields: [
      { name: 'what', label: 'What', type: 'text', required: true },
      { name: 'order_of', label: 'Order', type: 'relation', attributes: { table: 'orders', onDelete: 'cascade' } },
    ],
  });
  for (const table of ['orders', 'lines']) await edit('set-access', { table, access: { staff: rights } });
  await edit('generate-views', { table: 'orders', roles: ['staff'] });
  await addView('order_form', 'edit', {
    layout: node('stack', {}, [
      control('title'),
      control('status'),
      node('child_rows', { relation: 'lines.order_of', spare: 2 }, [control('what')]),
    ]),
    autosave: true,
    destination: 'stay',
  });
  await addView('order_filter', 'filter', {
    layout: node('stack', {}, [node('filter_field', { field: 'title' }), node('filter_field', { field: 'status' })]),
  });
  await addView('order_table', 'list', {
    columns: [
      { kind: 'field', field: 'title' },
      { kind: 'field', field: 'status' },
    ],
    rowView: 'orders_show',
    createView: 'orders_edit',
    createDialog: true,
    sort: [{ field: 'title' }],
    pageSize: 5,
  });
  await edit('add-page', {
    page: {
      name: 'desk',
      title: 'Desk',
      description: '',
      roles: ['staff'],
      layout: node('stack', {}, [node('embed', { view: 'order_filter' }), node('embed', { view: 'order_table' })]),
    },
  });
  const rows = Array.from({ length: 12 }, (_, n) => ({
    title: `Order ${String(n + 1).padStart(2, '0')}`,
    status: n % 2 ? 'done' : 'open',
  }));
  for (const row of rows) await server.data.rows.insert(server.system, 'orders', row);
}

/** @param {string} name @param {string} template @param {any} config */
function addView(name, template, config) {
  return edit('add-view', {
    view: { name, label: name, description: '', template, table: 'orders', roles: ['staff'], config },
  });
}

const titles = () => page.locator('#v-order_table tbody tr td:first-child').allTextContents();

describe('views in a browser', () => {
  it('sorts and pages by swapping the list alone, and the address follows', async () => {
    await page.goto('/page/desk');
    await page.evaluate(() => (document.body.dataset.same = '1'));
    assert.deepEqual(
      await titles(),
      [1, 2, 3, 4, 5].map((n) => `Order 0${n}`),
    );
    await page.getByRole('link', { name: 'Next' }).click();
    await page.waitForFunction(() => document.querySelector('#v-order_table tbody')?.textContent?.includes('Order 06'));
    await page.getByRole('link', { name: 'Title' }).click();
    await page.waitForURL(/order_table:sort=title/);
    await page.getByRole('link', { name: 'Title' }).click();
    await page.waitForFunction(() => document.querySelector('#v-order_table tbody')?.textContent?.includes('Order 12'));
    assert.equal(await page.locator('th[aria-sort="descending"]').count(), 1);
    assert.equal(await page.evaluate(() => document.body.dataset.same), '1', 'the page was loaded anew');
    assert.deepEqual(page.problems, []);
  });

  it('filters while typing and keeps the focus', async () => {
    await page.goto('/page/desk');
    await page.locator('#v-order_filter').getByLabel('Title').fill('Order 1');
    await page.waitForFunction(() => document.querySelectorAll('#v-order_table tbody tr').length === 3);
    await page.keyboard.type('1');
    await page.waitForFunction(() => document.querySelectorAll('#v-order_table tbody tr').length === 1);
    assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('name')), 'orders.title.contains');
    assert.match(page.url(), /orders\.title\.contains=Order\+11$/);
    await page.getByRole('link', { name: 'Reset' }).click();
    await page.waitForFunction(() => document.querySelectorAll('#v-order_table tbody tr').length === 5);
    assert.deepEqual(page.problems, []);
  });

  it('opens a row by a click anywhere on it', async () => {
    await page.goto('/page/desk');
    await page.locator('#v-order_table tbody tr').nth(1).locator('td').nth(1).click();
    await page.waitForURL(/\/view\/orders_show\?id=/);
    assert.ok((await page.textContent('h1'))?.includes('Order 02'));
  });

  it('keeps the place of the keyboard, and shows the next rows from their first', async () => {
    await page.goto('/page/desk');
    const at = () => page.evaluate(() => document.activeElement?.textContent?.trim());
    await page.locator('#v-order_table thead a', { hasText: 'Status' }).press('Enter');
    await page.waitForURL(/sort=status/);
    await page.waitForFunction(() => document.activeElement?.closest('th[aria-sort]'));
    assert.equal(await at(), 'Status');
    await page.setViewportSize({ width: 390, height: 300 });
    await page.locator('#v-order_table a[rel=next]').press('Enter');
    await page.waitForURL(/after=/);
    await page.waitForFunction(() => document.activeElement?.matches('a[rel="next"]'));
    await page.waitForFunction(() => {
      const { top } = /** @type {Element} */ (document.querySelector('#v-order_table')).getBoundingClientRect();
      return top >= 0 && top < 150;
    });
    await page.locator('#v-order_table a[rel=next]').press('Enter');
    await page.waitForFunction(() => document.activeElement?.matches('a[rel="prev"]'));
    await page.setViewportSize({ width: 1280, height: 720 });
    assert.deepEqual(page.problems, []);
  });

  it('asks before a dialog throws away what was typed', async () => {
    await page.goto('/page/desk');
    const form = page.locator('dialog:has(form[data-pl-form])');
    const question = page.locator('dialog', { hasText: 'not saved yet' });
    const open = async () => {
      await page.locator('#v-order_table a', { hasText: 'Add' }).click();
      await form.waitFor();
    };
    await open();
    await page.keyboard.press('Escape');
    await form.waitFor({ state: 'detached' });
    await open();
    await page.waitForFunction(() => document.activeElement?.getAttribute('name') === 'title');
    await form.getByLabel('Title').fill('Half an order');
    for (const leave of [
      () => page.keyboard.press('Escape'),
      () => page.mouse.click(5, 5),
      () => form.getByRole('button', { name: 'Close' }).click(),
    ]) {
      await leave();
      await question.getByRole('button', { name: 'Cancel' }).click();
      await question.waitFor({ state: 'detached' });
      assert.equal(await form.getByLabel('Title').inputValue(), 'Half an order');
    }
    await page.mouse.click(5, 5);
    await question.locator('.btn-primary').click();
    await form.waitFor({ state: 'detached' });
    assert.deepEqual(page.problems, []);
  });

  it('I7: adds a row in a dialog, and shows hostile text as text', async () => {
    await page.goto('/page/desk');
    await page.getByRole('link', { name: 'Add' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('heading', { level: 2, name: 'New entry in Orders' }).waitFor();
    await dialog.getByLabel('Title').fill(`A ${HOSTILE}`);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.waitForURL(/orders_show/);
    assert.ok((await page.textContent('h1'))?.includes(HOSTILE));
    await page.goto(`/page/desk?orders.title.contains=${encodeURIComponent(HOSTILE)}`);
    assert.equal(await page.evaluate(() => /** @type {any} */ (globalThis).hacked), undefined);
    assert.deepEqual(page.problems, []);
  });

  it('saves a form automatically, with child rows, and says so', async () => {
    const { id } = await server.data.rows.insert(server.system, 'orders', { title: 'By itself', status: 'open' });
    await page.goto(`/view/order_form?id=${id}`);
    await page.getByLabel('Title').fill('Saved by itself');
    await page.getByText('Saved', { exact: true }).waitFor();
    assert.equal((await server.data.rows.get(server.system, 'orders', id)).title, 'Saved by itself');
    await page.getByRole('button', { name: 'Add a row' }).click();
    const saved = page.waitForResponse((answer) => answer.request().method() === 'POST');
    await page.locator('[data-pl-row]').last().getByLabel('What').fill('Bolts');
    await saved;
    await page.getByText('Saved, except for added and removed rows').waitFor();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.waitForLoadState();
    assert.equal(await page.locator('input[name$=".what"]').first().inputValue(), 'Bolts');
    const where = /** @type {any} */ ({ field: 'order_of', op: 'eq', value: id });
    // One row, though the form saved itself while it was typed.
    assert.equal(await server.data.rows.count(server.system, 'lines', where), 1);
    assert.deepEqual(page.problems, []);
  });

  it('saves a form by itself, too, once the connection is back', async () => {
    const { id } = await server.data.rows.insert(server.system, 'orders', { title: 'Lost', status: 'open' });
    await page.goto(`/view/order_form?id=${id}`);
    let isLost = true;
    const answer = (/** @type {any} */ route) =>
      isLost && route.request().method() === 'POST' ? route.abort() : route.continue();
    await page.route('**/view/order_form*', answer);
    await page.getByLabel('Title').fill('Kept and saved');
    await page.getByText('Not saved.').waitFor();
    assert.equal((await server.data.rows.get(server.system, 'orders', id)).title, 'Lost');
    isLost = false;
    await page.getByText('Saved', { exact: true }).waitFor();
    assert.equal((await server.data.rows.get(server.system, 'orders', id)).title, 'Kept and saved');
    await page.unroute('**/view/order_form*', answer);
    page.problems.length = 0;
  });

  it('reports that somebody else saved the row, which fields differ, and loses nothing', async () => {
    const { id } = await server.data.rows.insert(server.system, 'orders', { title: 'Ours', status: 'open' });
    await page.goto(`/view/order_form?id=${id}`);
    await page.getByLabel('Title').fill('Mine');
    await page.getByText('Saved', { exact: true }).waitFor();
    const again = page.waitForResponse((answer) => answer.request().method() === 'POST' && answer.ok());
    await page.getByLabel('Title').fill('Mine again');
    await again;
    await server.data.rows.update(server.system, 'orders', id, { status: 'done' });
    await page.getByLabel('Title').fill('Mine at last');
    await page.getByText('These fields differ from yours: Title, Status').waitFor();
    assert.equal((await server.data.rows.get(server.system, 'orders', id)).status, 'done');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Theirs: Done').waitFor();
    await page.getByText('Theirs: Mine again').waitFor();
    assert.equal(await page.getByLabel('Title').inputValue(), 'Mine at last');
    await choose(page, 'Status', 'done');
    await page.getByRole('button', { name: 'Save' }).click();
    await until(async () => (await server.data.rows.get(server.system, 'orders', id)).title === 'Mine at last');
    assert.equal((await server.data.rows.get(server.system, 'orders', id)).status, 'done');
    assert.deepEqual(page.problems, []);
  });

  it('keeps the input on errors, with the focus on the first; child rows are in a line and can be removed', async () => {
    await page.goto('/view/order_form');
    const rows = page.locator('[data-pl-row]');
    const add = page.getByRole('button', { name: 'Add a row' });
    await add.click();
    await add.click();
    const before = await rows.count();
    const [what, bin] = [rows.last().getByLabel('What'), rows.last().locator('.pl-child-remove label')];
    const [left, right] = [await what.boundingBox(), await bin.boundingBox()];
    assert.ok(left && right && right.x > left.x + left.width, 'the bin stands beside the controls');
    assert.ok(Math.abs(right.y + right.height / 2 - left.y - left.height / 2) < 6, 'and on their line');
    await bin.click();
    assert.equal(await rows.count(), before - 1);
    await rows.last().getByLabel('What').fill('Nuts');
    await page.locator('form[data-pl-form]').evaluate((/** @type {any} */ form) => (form.noValidate = true));
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText(/^Please check/).waitFor();
    const focused = page.locator('*:focus');
    assert.equal(await focused.getAttribute('name'), 'title');
    assert.equal(await focused.getAttribute('aria-invalid'), 'true');
    assert.equal(await rows.last().getByLabel('What').inputValue(), 'Nuts');
    assert.deepEqual(page.problems, []);
  });

  it('keeps the open tab when views in it are filtered, also after a reload', async () => {
    const tab = (/** @type {string} */ label, /** @type {string} */ view) =>
      node('tab', { label }, [node('embed', { view })]);
    const inner = node('tabs', {}, [tab('Table', 'order_table'), tab('All', 'orders_list')]);
    const outer = node('tabs', {}, [tab('Form', 'order_form'), node('tab', { label: 'Orders' }, [inner])]);
    const layout = node('stack', {}, [node('embed', { view: 'order_filter' }), outer]);
    await edit('add-page', { page: { name: 'tabbed', title: 'Tabbed', roles: ['staff'], layout } });
    const isOpen = () => page.locator('#v-orders_list').isVisible();
    await page.goto('/page/tabbed');
    for (const label of ['Orders', 'All']) await page.locator('label.pl-tab', { hasText: label }).last().click();
    assert.equal(await isOpen(), true);
    await page.locator('#v-order_filter').getByLabel('Status').selectOption('done');
    await page.waitForURL(/status=done.*#tab-/);
    assert.equal(await isOpen(), true);
    await page.reload();
    assert.equal(await isOpen(), true, 'the tab around it is opened too');
    assert.deepEqual(page.problems, []);
  });

  it('opens the tab or fold in which something is missing', async () => {
    const title = [control('title')];
    for (const [name, layout] of [
      [
        'in_tab',
        node('tabs', {}, [node('tab', { label: 'A' }, [control('status')]), node('tab', { label: 'B' }, title)]),
      ],
      ['in_fold', node('accordion', {}, [node('section', { title: 'More' }, title)])],
    ])
      await addView(String(name), 'edit', { layout: node('stack', {}, [/** @type {any} */ (layout)]) });
    for (const name of ['in_tab', 'in_fold']) {
      await page.goto(`/view/${name}`);
      assert.equal(await page.getByLabel('Title').isVisible(), false);
      await page.getByRole('button', { name: 'Save' }).click();
      await page.waitForFunction(() => document.activeElement?.getAttribute('name') === 'title');
      assert.equal(await page.getByLabel('Title').isVisible(), true);
    }
  });

  it('leads from the alert above a form to the field, also in a closed tab', async () => {
    await page.goto('/view/in_tab');
    await page.locator('form[data-pl-form]').evaluate((/** @type {any} */ form) => (form.noValidate = true));
    await page.getByRole('button', { name: 'Save' }).click();
    const link = page.getByRole('alert').getByRole('link', { name: 'Title' });
    await link.waitFor();
    await page.arrived();
    await page.getByText('A', { exact: true }).click();
    assert.equal(await page.getByLabel('Title').isVisible(), false);
    await link.click();
    assert.equal(await page.locator('*:focus').getAttribute('name'), 'title');
  });

  it('works without JavaScript: search, sort, a form with child rows', async () => {
    const plain = await browser.page(server.url, await server.as('staff'), { javaScriptEnabled: false });
    await plain.goto('/page/desk');
    await plain.locator('#v-order_table input[type="search"]').fill('Order 07');
    await plain.locator('#v-order_table button[aria-label="Search"]').click();
    assert.equal(await plain.locator('#v-order_table tbody tr').count(), 1);
    await plain.goto('/view/order_form');
    await plain.getByLabel('Title').fill('Plain');
    await plain.locator('input[name$=".what"]').nth(1).fill('Nuts');
    await plain.getByRole('button', { name: 'Save' }).click();
    await plain.waitForURL(/order_form\?id=/);
    assert.equal(await plain.locator('input[name$=".what"]').first().inputValue(), 'Nuts');
    await plain.context().close();
  });
});

describe('the page of a row', () => {
  /** @type {string | number} */
  let id;
  const place = () => page.locator('.pl-cell[data-field="place"]');
  const editor = () => page.locator('.pl-cell-editor');
  const stored = async () => (await server.data.rows.get(server.system, 'visits', id)).place;

  before(async () => {
    await edit('add-table', {
      name: 'visits',
      label: 'Visits',
      display: 'number',
      comments: 'editors',
      fields: [
        { name: 'number', label: 'Number', type: 'integer' },
        { name: 'place', label: 'Place', type: 'text', attributes: { maxLength: 20 } },
        { name: 'shouted', label: 'Shouted', type: 'text', formula: 'upper(row.place)' },
        { name: 'secret', label: 'Secret', type: 'text', access: { write: ['admin'] } },
      ],
    });
    await edit('set-access', { table: 'visits', access: { staff: rights } });
    await edit('generate-views', { table: 'visits', roles: ['staff'] });
    const { config } = server.data.catalog().view('visits_show');
    const when = 'row.place == "Ulm"';
    const near = { ...node('text', { text: 'Close to the Alps' }), visible: { when } };
    const layout = { ...config.layout, children: [...config.layout.children, near] };
    await edit('change-view', { view: 'visits_show', changes: { config: { ...config, layout } } });
    ({ id } = await server.data.rows.insert(server.system, 'visits', { number: 1, place: 'Hamburg' }));
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  it('a value is edited with Enter and saved; title and formulas follow without a new page', async () => {
    await page.goto(`/view/visits_show?id=${id}`);
    assert.equal(await page.textContent('h1'), 'Number 1 · Hamburg');
    assert.equal(await page.getByText('Close to the Alps').count(), 0);
    await page.locator('[data-pl-comments] textarea').fill('Half a comment');
    await page.evaluate(() => (document.body.dataset.same = '1'));
    await place().press('Enter');
    await editor().waitFor();
    await page.keyboard.press('Control+A');
    await page.keyboard.type('Ulm');
    await page.keyboard.press('Enter');
    await until(async () => (await stored()) === 'Ulm');
    await page.waitForFunction(() => document.querySelector('h1')?.textContent === 'Number 1 · Ulm');
    assert.equal(await page.textContent('.pl-cell[data-field="shouted"]'), 'ULM');
    await page.getByText('Close to the Alps').waitFor();
    assert.equal(await page.locator('[data-pl-comments] textarea').inputValue(), 'Half a comment');
    assert.equal(await page.evaluate(() => document.body.dataset.same), '1');
    assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('data-field')), 'place');
    assert.deepEqual(await axeViolations(page), []);
  });

  it('is edited though the editor could not be had at first', async () => {
    let tries = 0;
    const address = /\/cells\/cells\.js/;
    await page.route(address, (/** @type {any} */ route) => (tries++ === 0 ? route.abort() : route.continue()));
    await page.goto(`/view/visits_show?id=${id}`);
    await place().press('Enter');
    await editor().waitFor();
    await page.keyboard.press('Escape');
    await page.unroute(address);
    assert.equal(tries, 2);
    page.problems.length = 0;
  });

  it('Escape gives up; what is refused stays with its reason until it is given up', async () => {
    await place().click();
    await editor().waitFor();
    await page.keyboard.type('nowhere');
    await page.keyboard.press('Escape');
    await editor().waitFor({ state: 'detached' });
    assert.equal(await place().textContent(), 'Ulm');
    await page.keyboard.press('Enter');
    await page.keyboard.type(' and a long way beyond it');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').filter({ hasText: '20' }).waitFor();
    assert.equal(await stored(), 'Ulm');
    await page.keyboard.press('Escape');
    assert.equal(await place().textContent(), 'Ulm');
    assert.equal(await place().getAttribute('aria-invalid'), null);
  });

  it('shows what somebody else put there meanwhile, and asks which to keep', async () => {
    await page.goto(`/view/visits_show?id=${id}`);
    await server.data.rows.update(server.system, 'visits', id, { place: 'Bonn' });
    await place().press('Enter');
    await editor().waitFor();
    await page.keyboard.type(' 2');
    await page.keyboard.press('Enter');
    const note = page.getByRole('alert').filter({ hasText: 'Bonn' });
    await note.waitFor();
    assert.match(String(await note.textContent()), /Ulm 2/);
    assert.equal(await stored(), 'Bonn');
    await note.getByRole('button', { name: 'Keep mine' }).click();
    await until(async () => (await stored()) === 'Ulm 2');
  });

  it('offers nothing that its reader may not write, and works in a panel, above which lists are renewed', async () => {
    assert.equal(await page.locator('.pl-cell[data-field="secret"][data-kind]').count(), 0);
    const { config } = server.data.catalog().view('visits_list');
    await edit('change-view', {
      view: 'visits_list',
      changes: { config: { ...config, rowOpen: 'panel', editing: false } },
    });
    await page.goto('/view/visits_list');
    await page.locator('tbody tr td', { hasText: 'Ulm 2' }).click();
    const panel = page.getByRole('dialog');
    await panel.locator('.pl-cell[data-field="place"]').press('Enter');
    await panel.locator('.pl-cell-editor').waitFor();
    await page.keyboard.press('Control+A');
    await page.keyboard.type('Kiel');
    await page.keyboard.press('Enter');
    await until(async () => (await stored()) === 'Kiel');
    await panel.getByRole('heading', { name: 'Number 1 · Kiel' }).waitFor();
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'detached' });
    await page.locator('tbody tr td', { hasText: 'Kiel' }).first().click();
    await panel.locator('[data-pl-comments] [data-pl-timeline]').waitFor();
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'detached' });
    assert.deepEqual(page.problems, []);
  });

  it('leads to its neighbours in the list that one came from, by j and k, to the form by e', async () => {
    const { rows } = server.data;
    for (const number of [2, 3]) await rows.insert(server.system, 'visits', { number, place: `Place ${number}` });
    const { config } = server.data.catalog().view('visits_list');
    const sort = [{ field: 'number', descending: false }];
    await edit('change-view', { view: 'visits_list', changes: { config: { ...config, rowOpen: 'page', sort } } });
    await page.goto('/view/visits_list');
    await page.locator('tbody tr td', { hasText: 'Place 2' }).click();
    const title = (/** @type {string} */ text) => page.locator('h1', { hasText: text }).waitFor();
    await title('Place 2');
    assert.deepEqual(await axeViolations(page), []);
    await page.getByRole('link', { name: 'Next row' }).waitFor();
    await page.keyboard.press('j');
    await title('Place 3');
    assert.equal(await page.getByRole('link', { name: 'Next row' }).count(), 0, 'it is the last one');
    await page.keyboard.press('k');
    await title('Place 2');
    await place().press('Enter');
    await editor().waitFor();
    await page.keyboard.type('jke');
    await page.keyboard.press('Escape');
    await title('Place 2');
    await page.keyboard.press('e');
    await page.waitForURL(/visits_edit/);
    await page.goto(`/view/visits_show?id=${id}&x=1`);
    await title('Kiel');
    assert.equal(
      await page.getByRole('link', { name: /(?:Next|Previous) row/ }).count(),
      0,
      'no list knows this address',
    );
  });

  it('leads to its neighbours in a panel as well, and lists the keys there', async () => {
    const { config } = server.data.catalog().view('visits_list');
    await edit('change-view', { view: 'visits_list', changes: { config: { ...config, rowOpen: 'panel' } } });
    await page.goto('/view/visits_list');
    const at = page.url();
    await page.locator('tbody tr td', { hasText: 'Place 2' }).click();
    const panel = page.locator('dialog.pl-panel');
    const title = (/** @type {string} */ text) => panel.getByRole('heading', { name: text }).waitFor();
    await title('Place 2');
    await page.keyboard.press('j');
    await title('Place 3');
    assert.equal(page.url(), at, 'the page behind it stays');
    assert.match(String(await panel.locator('.modal-header a').getAttribute('href')), /id=3/);
    await page.keyboard.press('?');
    const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await keys.waitFor();
    assert.deepEqual(await axeViolations(page), []);
    const listed = await keys.locator('dt').allTextContents();
    assert.deepEqual(listed, ['k', 'e', 'Enter', 'Ctrl+Z', 'c', 'Ctrl+K', 'Esc', '?'], 'there is no next row');
    await page.keyboard.press('j');
    await page.keyboard.press('Escape');
    await keys.waitFor({ state: 'detached' });
    await panel.getByRole('link', { name: 'Previous row' }).click();
    await title('Place 2');
    await panel.locator('[data-pl-comments] textarea').waitFor();
    await page.keyboard.press('c');
    await page.keyboard.type('jk?');
    await title('Place 2');
    assert.equal(await panel.locator('[data-pl-comments] textarea').first().inputValue(), 'jk?');
    await page.keyboard.press('Control+A');
    await page.keyboard.press('Delete');
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'detached' });
    assert.deepEqual(page.problems, []);
  });

  it('is duplicated, and deleted with Undo, from its menu', async () => {
    const count = () => server.data.rows.count(server.system, 'visits');
    const menu = page.locator('.pl-head-actions summary');
    const before = await count();
    await page.goto(`/view/visits_show?id=${id}`);
    await menu.click();
    await page.getByRole('button', { name: 'Copy link' }).waitFor();
    await page.getByRole('button', { name: 'Duplicate' }).click();
    await until(async () => (await count()) === before + 1);
    await page.waitForURL((/** @type {URL} */ url) => url.searchParams.get('id') !== String(id));
    await menu.click();
    await page.locator('.pl-head-actions').getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete visit' }).click();
    await until(async () => (await count()) === before);
    await page.getByRole('button', { name: 'Undo' }).click();
    await until(async () => (await count()) === before + 1);
    assert.deepEqual(page.problems, []);
  });
});
