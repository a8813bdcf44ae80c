import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { until } from '@plinth/data/testing';
import { axeViolations, launchBrowser, startTestServer } from '../../src/testing/index.js';

// Making views and pages from starting points.

/** @type {Awaited<ReturnType<typeof startTestServer>>} */
let server;
/** @type {Awaited<ReturnType<typeof launchBrowser>>} */
let browser;
/** @type {import('../../src/testing/client.js').Client} */
let admin;
/** @type {any} */
let page;

const options = ['open', 'sent', 'paid'].map((value) => ({ value, label: value }));
const ORDERS = {
  name: 'orders',
  label: 'Orders',
  display: 'customer',
  fields: [
    { name: 'customer', label: 'Customer', type: 'text' },
    { name: 'state', label: 'State', type: 'select', attributes: { options } },
    { name: 'due', label: 'Due', type: 'date' },
    { name: 'amount', label: 'Amount', type: 'money' },
  ],
};

before(async () => {
  server = await startTestServer();
  browser = await launchBrowser();
  admin = await server.as('admin');
  await server.data.edit(server.system, 'add-table', ORDERS);
  await server.data.edit(server.system, 'add-table', { name: 'notes', label: 'Notes', fields: [ORDERS.fields[0]] });
  page = await browser.page(server.url, admin);
});
after(async () => {
  await browser?.close();
  await server?.close();
});

/** @param {string} name */
const shot = async (name) => {
  if (process.env.PLINTH_SHOTS) await page.screenshot({ path: `${process.env.PLINTH_SHOTS}/${name}.png` });
};
const catalog = () => server.data.catalog();
/** @param {string} address */
const pictures = async (address) => JSON.parse((await admin.get(address)).text).pictures;

describe('a new view', () => {
  it('a kind that the table lacks a field for says which, and can’t be chosen', async () => {
    const { status, text } = await admin.get('/admin/views/new?table=notes&template=calendar');
    assert.equal(status, 200);
    assert.match(text, /value="calendar" disabled[^]*?A calendar needs a field with a date/);
    assert.match(text, /value="list" checked/);
    assert.equal('calendar' in (await pictures('/admin/views/new/pictures?table=notes')), false);
  });

  it('each template is pictured by its own rendering: sample words without rows, the rows as soon as there are any', async () => {
    const empty = await pictures('/admin/views/new/pictures?table=orders');
    const names = server.data.registry.all('viewTemplate').map((/** @type {any} */ { name }) => name);
    assert.deepEqual(Object.keys(empty).sort(), names.toSorted());
    for (const [name, text] of Object.entries(empty)) {
      assert.match(text, /<body inert/, name);
      assert.doesNotMatch(text, /<script\b/, name);
    }
    for (const name of ['list', 'show', 'edit', 'feed', 'board', 'list_show'])
      assert.match(empty[name], /Harbour/, name);
    await server.data.rows.insert(server.system, 'orders', { customer: 'Ada <b>', state: 'sent', due: '2026-11-20' });
    const filled = await pictures('/admin/views/new/pictures?table=orders');
    for (const name of ['list', 'show', 'edit', 'feed', 'board', 'list_show']) {
      assert.match(filled[name], /Ada &lt;b&gt;|Ada &lt;b>/, name);
      assert.doesNotMatch(filled[name], /Harbour/, name);
    }
    assert.deepEqual(catalog().views, [], 'a picture stores nothing');
  });

  it('pictures cost one request and two round trips', async () => {
    const before = server.data.db.counters();
    await pictures('/admin/views/new/pictures?table=orders');
    const { roundTrips } = server.data.db.counters();
    // Of a chart that nobody has asked for yet, the planner says first what it costs.
    assert.ok(roundTrips - before.roundTrips <= 5, `${roundTrips - before.roundTrips} round trips`);
  });

  it('only admins get the screen and the pictures', async () => {
    for (const role of ['user', 'public']) {
      const client = await server.as(role);
      for (const address of ['/admin/views/new', '/admin/views/new/pictures?table=orders']) {
        const answer = await client.get(address);
        assert.notEqual(answer.status, 200, `${role} ${address}`);
        assert.doesNotMatch(answer.text, /Ada/);
      }
    }
  });

  it('is chosen by its picture, from the screen of its table', async () => {
    await page.goto('/admin/tables/orders/views');
    await page.getByRole('link', { name: 'New view' }).click();
    await page.locator('[data-adm-picture="board"] iframe').waitFor();
    await page.locator('[data-adm-picture="chart"] iframe').waitFor();
    assert.deepEqual(await axeViolations(page), []);
    await shot('new-view');
    assert.equal(await page.getByLabel('Label').inputValue(), 'Orders');
    await page.getByRole('radio', { name: /^Chart/ }).check();
    assert.equal(await page.getByLabel('Label').inputValue(), 'Orders: Chart');
    await page.locator('[data-adm-first="chart"]').getByRole('combobox').first().selectOption({ label: 'Customer' });
    await page.getByRole('button', { name: 'Create view' }).click();
    await page.waitForURL(/build\/views\/orders_chart/);
    assert.equal(/** @type {any} */ (catalog().view('orders_chart').config).category, 'customer');
    assert.deepEqual(catalog().problems, []);
  });

  it('that needs another view comes with it; what is shown is what is made', async () => {
    await admin.post('/admin/views/new', { template: 'list_show', table: 'orders', label: 'Desk', roles: 'user' });
    const { config, roles } = /** @type {any} */ (catalog().view('desk'));
    assert.deepEqual(roles, ['user']);
    assert.equal(catalog().view(config.showView).template, 'show');
    assert.deepEqual(catalog().view(config.showView).roles, ['user']);
    assert.deepEqual(catalog().problems, []);
  });

  it('bad input is refused with what was typed', async () => {
    const before = catalog().version;
    const bare = await admin.post('/admin/views/new', { template: 'chart', table: 'orders', label: '' });
    assert.equal(bare.status, 422);
    const wrong = { template: 'chart', table: 'orders', label: 'Mine <i>', 'first.chart.category': 'no such field' };
    const answer = await admin.post('/admin/views/new', wrong);
    assert.equal(answer.status, 422);
    assert.match(answer.text, /value="Mine &lt;i&gt;"|value="Mine &lt;i>"/);
    assert.equal((await admin.post('/admin/views/new', { template: 'chart', label: 'No table' })).status, 422);
    assert.equal(
      (await admin.post('/admin/views/new', { template: 'nonsense', table: 'orders', label: 'A' })).status,
      422,
    );
    assert.equal((await admin.get('/admin/views/new/pictures?table=gone')).status, 200);
    assert.equal(catalog().version, before);
  });
});

describe('a page with a list and a form from nothing, in the builder', () => {
  it('takes six clicks: views are made and edited there, and undone in one step', async (t) => {
    let clicks = 0;
    const click = async (/** @type {any} */ where) => {
      clicks += 1;
      await where.click();
    };
    const add = async (/** @type {string} */ kind, /** @type {string} */ table) => {
      await click(page.getByRole('button', { name: kind, exact: true }));
      await click(page.getByRole('dialog').getByRole('option', { name: table, exact: true }));
    };
    const canvas = page.frameLocator('[data-bld-frame]');
    await server.data.edit(server.system, 'add-table', { name: 'memos', label: 'Memos', fields: [ORDERS.fields[0]] });
    await server.data.rows.insert(server.system, 'memos', { customer: 'A memo' });
    await page.goto('/admin/pages');
    await page.getByLabel('Title').fill('Desk of orders');
    await click(page.getByRole('button', { name: 'Create page' }));
    await page.locator('[data-bld-stage][data-ready]').waitFor();
    const created = new URL(page.url()).searchParams.get('done');
    await add('List of…', 'Memos');
    await canvas.getByText('A memo', { exact: true }).waitFor();
    assert.deepEqual(await axeViolations(page), []);
    await page.keyboard.press('Control+z');
    await canvas.getByText('A memo', { exact: true }).waitFor({ state: 'detached' });
    await page.keyboard.press('Control+y');
    await canvas.getByText('A memo', { exact: true }).waitFor();
    const label = page.locator('[data-bld-props]').getByLabel('Label', { exact: true });
    await label.fill('All memos');
    await label.press('Tab');
    await canvas.getByText('All memos').first().waitFor();
    await add('Form for…', 'Memos');
    await canvas.getByRole('button', { name: 'Save' }).waitFor();
    await page.locator('.bld-status[data-state="saved"]').waitFor();
    await shot('made-in-builder');
    await click(page.getByRole('button', { name: 'Publish' }));
    // The message that the page was created has the same link.
    await page.waitForURL((/** @type {URL} */ { searchParams }) => searchParams.get('done') !== created);
    await page.locator('[data-bld-stage][data-ready]').waitFor();
    t.diagnostic(`${clicks} clicks`);
    assert.equal(clicks, 6);
    const made = catalog().views.filter((/** @type {any} */ { table }) => table === 'memos');
    assert.ok(made.some((/** @type {any} */ { template, label: said }) => template === 'list' && said === 'All memos'));
    assert.deepEqual(page.problems, []);
  });

  it('a text is selected as soon as it is inserted, by keyboard alone', async () => {
    await page.locator('[data-bld-stage]').focus();
    await page.keyboard.press('/');
    await page.keyboard.type('text');
    await page.keyboard.press('Enter');
    const canvas = page.frameLocator('[data-bld-frame]');
    await canvas.locator('textarea.bld-typing:focus').waitFor();
    await page.keyboard.type('Written at once');
    await page.keyboard.press('Control+Enter');
    await canvas.getByText('Written at once', { exact: true }).waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('board');
    await page.keyboard.press('Enter');
    await page.keyboard.type('ord');
    await page.keyboard.press('Enter');
    await page.getByRole('status').getByText('Orders: Board added').waitFor({ state: 'attached' });
    assert.deepEqual(page.problems, []);
  });
});

describe('a new page', () => {
  it('each starting point is pictured and makes a page without problems, for whom it was chosen', async () => {
    const shown = await pictures('/admin/pages/~new/pictures?table=orders');
    for (const { name, needsTable } of server.data.registry.all('pageTemplate')) {
      assert.match(shown[name], /<body inert/, name);
      const label = `Made ${name}`;
      const given = { template: name, table: 'orders', label, roles: 'user', menu: 'on' };
      assert.equal((await admin.post('/admin/pages/~new', given)).status, 303, name);
      const made = catalog().page(`made_${name}`);
      assert.deepEqual(made.roles, ['user'], name);
      const embedded = JSON.stringify(made.layout).matchAll(/"view":"(\w+)"/g);
      for (const [, view] of embedded) assert.ok(catalog().view(view).roles.includes('user'), `${name}: ${view}`);
      assert.ok(catalog().menu.items.some((/** @type {any} */ { target }) => target === made.name));
      const { status, text } = await admin.get(`/page/${made.name}`);
      assert.equal(status, 200, name);
      assert.match(text, new RegExp(label));
      if (needsTable) assert.match(text, /Ada|name="customer"/, name);
      assert.equal((await (await server.as('public')).get(`/page/${made.name}`)).status === 200, false, name);
      assert.equal((await (await server.as('user')).get(`/page/${made.name}`)).status, 200, name);
    }
    assert.deepEqual(catalog().problems, []);
    assert.match((await admin.get('/admin/problems')).text, /No problems/);
  });

  it('only admins get the screen, its pictures and what it makes', async () => {
    const { version } = catalog();
    for (const role of ['user', 'public']) {
      const client = await server.as(role);
      assert.notEqual((await client.get('/admin/pages/~new/pictures?table=orders')).status, 200);
      assert.notEqual((await client.post('/admin/pages/~new', { template: 'blank', label: 'Mine' })).status, 303);
    }
    assert.equal(catalog().version, version);
  });

  it('bad input is refused with what was typed, and makes nothing', async () => {
    const { version } = catalog();
    const posts = [
      { template: 'dashboard', table: 'orders', label: ' ' },
      { template: 'dashboard', table: 'gone', label: 'No table' },
      { template: 'nonsense', table: 'orders', label: 'A' },
      { template: 'blank', table: '', label: 'x'.repeat(2000) },
    ];
    for (const given of posts) assert.equal((await admin.post('/admin/pages/~new', given)).status, 422, given.template);
    assert.equal(catalog().version, version);
  });

  it('is chosen by its picture in the browser', async () => {
    await page.goto('/admin/pages');
    await page.getByRole('link', { name: 'Start from a template' }).click();
    await page.locator('[data-adm-picture="dashboard"] iframe').waitFor();
    assert.deepEqual(await axeViolations(page), []);
    await page.getByRole('radio', { name: /^Dashboard/ }).check();
    await page.getByLabel('Title').fill('Overview');
    await shot('new-page');
    await page.getByRole('button', { name: 'Create page' }).click();
    await page.waitForURL(/build\/pages\/overview/);
    assert.deepEqual(page.problems, []);
  });
});

describe('the source in the browser', () => {
  const editor = () => page.locator('.adm-source-editor .cm-content');

  it('completes, marks errors at their lines, and saves what was typed', async () => {
    await page.goto('/admin/build/views/desk');
    await page.locator('[data-bld-more] summary').click();
    await page.getByRole('link', { name: 'Source' }).click();
    await editor().waitFor();
    assert.deepEqual(await axeViolations(page), []);
    await editor()
      .locator('.cm-line', { hasText: /^\s*titleField:/ })
      .click();
    await page.keyboard.press('End');
    await page.keyboard.press('Shift+Home');
    await page.keyboard.type('titleField: s');
    await page.keyboard.press('Control+Space');
    const offer = page.locator('.adm-source-editor .cm-tooltip-autocomplete li', { hasText: 'state' });
    await offer.waitFor();
    await shot('source');
    await offer.click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type('nonsense: 1');
    await page.locator('.adm-source-editor .cm-lint-marker-error').waitFor();
    await page.keyboard.press('Control+s');
    await page.getByText('One error. Nothing was saved').waitFor();
    await editor().locator('.cm-line', { hasText: 'nonsense: 1' }).click();
    await page.keyboard.press('Shift+Home');
    await page.keyboard.press('Delete');
    await page.getByRole('button', { name: 'Save draft' }).click();
    await page.waitForURL(/\/admin\/build\/views\/desk/);
    await page.getByRole('button', { name: 'Publish' }).click();
    await page.getByRole('status').getByRole('button', { name: 'Undo' }).waitFor();
    assert.equal(/** @type {any} */ (catalog().view('desk').config).titleField, 'state');
    assert.deepEqual(page.problems, []);
  });

  it('runs a function beside its code and leads to the line of an error', async () => {
    await page.goto('/admin/functions/~new');
    const code = page.locator('.adm-fn-editor .cm-content');
    await code.click();
    await page.keyboard.press('Control+A');
    await page.keyboard.type('export default (input) => {\nreturn none.at(0);');
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await page.getByText('none is not defined').waitFor();
    await page.locator('.adm-fn-editor .cm-lint-marker-error').waitFor();
    assert.deepEqual(await axeViolations(page), []);
    await page.getByRole('button', { name: 'Go to line 2' }).click();
    await page.keyboard.press('End');
    await page.keyboard.press('Shift+Home');
    await page.keyboard.type('return input.n;');
    await page.getByLabel('Input (JSON)').fill('{"n": 42}');
    await code.click();
    await page.keyboard.press('Control+Enter');
    await page.locator('.adm-fn-output', { hasText: '42' }).waitFor();
    await page.getByLabel('Label').fill('Answer');
    await page.keyboard.press('Enter');
    await page.waitForURL(/functions\/answer/);
    assert.match(catalog().function('answer').code, /return input\.n;/);
    assert.deepEqual(page.problems, []);
  });

  it('marks what TypeScript finds in a function, shows types, and works without it', async () => {
    const code = [
      'export default async ({ n }, plinth) => {',
      "  const order = await plinth.rows('orders').get(n);",
      "  const rows = plinth.rows('orders').list();",
      '  return [order.amuont, rows.length];',
      '};',
    ].join('\n');
    await server.data.edit(server.system, 'add-function', { function: { name: 'typed', code } });
    const mark = (/** @type {any} */ on, /** @type {string} */ text) =>
      on.locator('.adm-fn-editor .cm-lintRange-warning', { hasText: text });
    await page.goto('/admin/functions/typed');
    await mark(page, 'amuont').waitFor();
    assert.deepEqual(await axeViolations(page), []);
    await mark(page, 'length').hover();
    await page.getByText('“await” is missing').waitFor();
    await page.locator('.adm-fn-editor .cm-line', { hasText: 'rows.length' }).click();
    await page.keyboard.press('Home');
    await page.keyboard.type('order.');
    const offer = page.locator('.cm-tooltip-autocomplete li', { hasText: /state.*"open" \| "sent" \| "paid"/ });
    // Where TypeScript takes its time, the first offers are without types.
    await until(async () => {
      await page.keyboard.press('Control+Space');
      return offer.waitFor({ timeout: 2000 }).then(
        () => true,
        () => false,
      );
    });
    await shot('typed');
    assert.deepEqual(page.problems, []);
    const slow = await browser.page(server.url, admin);
    await slow.route('**/typescript.js', (/** @type {any} */ route) => route.abort());
    const gone = slow.waitForEvent('requestfailed');
    await slow.goto('/admin/functions/typed');
    await gone;
    await slow.locator('.adm-fn-editor .cm-line', { hasText: 'rows.length' }).click();
    await slow.keyboard.press('Home');
    await slow.keyboard.type("plinth.rows('nothing');");
    await mark(slow, 'nothing').waitFor();
    assert.equal(await mark(slow, 'amuont').count(), 0);
    await slow.close();
  });

  it('is a plain text without scripts', async () => {
    const plain = await browser.page(server.url, admin, { javaScriptEnabled: false });
    await plain.goto('/admin/pages/overview/source');
    const text = await plain.getByLabel('Source').inputValue();
    await plain.getByLabel('Source').fill(text.replace('title: Overview', 'title: Seen'));
    await plain.getByRole('button', { name: 'Save and publish' }).click();
    assert.equal(catalog().page('overview').title, 'Seen');
    await plain.goto('/admin/pages');
    await plain.getByRole('link', { name: 'Seen' }).first().click();
    await plain.waitForURL(/\/admin\/build\/pages\/overview$/);
    await plain.getByRole('link', { name: 'Settings' }).click();
    await plain.waitForURL(/\/admin\/pages\/overview\/settings$/);
    await plain.getByRole('link', { name: 'Open in builder' }).waitFor();
    await plain.close();
  });
});

describe('the columns of a list, on the list itself', () => {
  const heads = () => page.frameLocator('[data-bld-frame]').locator('th[data-name]');
  const names = async () => heads().evaluateAll((/** @type {any[]} */ all) => all.map((one) => one.dataset.name));
  const column = (/** @type {string} */ name) => page.getByRole('button', { name: `Column: ${name}` });
  /** @param {string[]} wanted */
  const shows = (wanted) => until(async () => (await names()).join() === wanted.join());

  it('move by mouse and keyboard, are added at the plus, and set at their heading', async () => {
    const columns = ['customer', 'state', 'amount'].map((field) => ({ kind: 'field', field }));
    await server.data.edit(server.system, 'add-view', {
      view: { name: 'till', label: 'Till', template: 'list', table: 'orders', config: { columns } },
    });
    const { id } = await server.data.rows.insert(server.system, 'orders', { customer: 'Ada', amount: '12.5' });
    await page.goto('/admin/build/views/till');
    await column('Customer').waitFor();
    await shows(['Customer', 'State', 'Amount']);
    const [from, to] = [await column('Amount').boundingBox(), await column('Customer').boundingBox()];
    await page.mouse.move(from.x + from.width / 3, from.y + 5);
    await page.mouse.down();
    await page.mouse.move(to.x + 20, to.y + 5, { steps: 6 });
    await page.mouse.move(to.x + 2, to.y + 5);
    await page.locator('.bld-col-drop').waitFor();
    await page.mouse.up();
    await shows(['Amount', 'Customer', 'State']);
    await column('Amount').focus();
    await page.keyboard.press('Alt+ArrowRight');
    await shows(['Customer', 'Amount', 'State']);
    await page.getByRole('button', { name: 'Add column' }).click();
    assert.deepEqual(await axeViolations(page), []);
    await page.getByRole('button', { name: 'Due', exact: true }).click();
    await shows(['Customer', 'Amount', 'State', 'Due']);
    await column('Amount').click();
    const formats = page.getByRole('dialog').getByRole('group', { name: 'Format' });
    const format = (/** @type {string} */ value) => formats.locator(`input[value="${value}"]`);
    await formats.locator('.pl-choice-picture').first().waitFor();
    await shot('columns');
    assert.deepEqual(await axeViolations(page), []);
    assert.match(await formats.locator('.pl-choice', { hasText: 'Money' }).innerText(), /12\.50/);
    await format('number').check();
    const shownAs = async () => {
      const draft = await server.data.drafts.find(server.system, catalog().view('till').id);
      return draft?.draft.settings.columns[1].view?.view;
    };
    await until(async () => (await shownAs()) === 'number');
    await format('').check();
    await until(async () => (await shownAs()) === undefined);
    await page.getByRole('dialog').getByLabel('Total').selectOption({ label: 'Sum' });
    await page.getByRole('dialog').getByLabel('Label').fill('Price <b>');
    await page.getByRole('dialog').getByLabel('Width').selectOption('narrow');
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
    await shows(['Customer', 'Price <b>', 'State', 'Due']);
    await page.frameLocator('[data-bld-frame]').locator('tfoot').waitFor();
    await column('State').focus();
    await page.keyboard.press('Delete');
    await shows(['Customer', 'Price <b>', 'Due']);
    await page.keyboard.press('Control+z');
    await shows(['Customer', 'Price <b>', 'State', 'Due']);
    await server.data.rows.remove(server.system, 'orders', id);
    assert.deepEqual(page.problems, []);
  });

  it('are there for a list without rows, too', async () => {
    const columns = [{ kind: 'field', field: 'customer' }];
    await server.data.edit(server.system, 'add-view', {
      view: { name: 'bare', label: 'Bare', template: 'list', table: 'notes', config: { columns } },
    });
    assert.match((await admin.get('/admin/build/views/bare/canvas')).text, /<!--c:0-->/);
    assert.doesNotMatch((await admin.get('/view/bare')).text, /<th\b/);
  });

  it('stay a draft until they are published, and delivered lists have no marks', async () => {
    const delivered = (await admin.get('/view/till')).text;
    assert.doesNotMatch(delivered, /<!--|Price/);
    assert.deepEqual(/** @type {any} */ (catalog().view('till').config).columns.length, 3);
    assert.match((await admin.get('/admin/build/views/till/canvas')).text, /<!--c:3-->/);
  });
});
