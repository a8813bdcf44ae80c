import assert from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import { node } from '@plinth/plugin';
import { axeViolations, cellUnder, launchBrowser, startTestServer, until } from '../../src/testing/index.js';

// Buttons that are pressed twice, and what was done by a button taken back, at a desk and on a phone.

/** @type {Awaited<ReturnType<typeof startTestServer>>} */
let server;
/** @type {Awaited<ReturnType<typeof launchBrowser>>} */
let browser;
const SHOTS = process.env.PLINTH_SHOTS;
const ALL = { read: 'all', create: 'all', update: 'all', delete: 'all' };

before(async () => {
  server = await startTestServer();
  const { data, system } = server;
  const edit = (/** @type {string} */ name, /** @type {any} */ input) => data.edit(system, name, input);
  const access = { staff: ALL, public: { create: 'all' } };
  const fields = [...['title', 'address'].map((name) => ({ name, type: 'text' })), { name: 'amount', type: 'integer' }];
  const constraints = [
    { kind: 'rule', rule: 'row.amount == null || row.amount < 1000', message: 'Amounts end at 999' },
  ];
  await edit('add-table', { name: 'expenses', label: 'Expenses', access, fields, constraints });
  const view = (/** @type {string} */ name, /** @type {string} */ template, /** @type {any} */ config) =>
    edit('add-view', { view: { name, template, table: 'expenses', roles: ['staff', 'public'], config } });
  const add = { action: 'insert_row', config: { table: 'expenses', values: [{ field: 'title', value: 'Pressed' }] } };
  const button = node('action_button', { label: 'Press me', action: add });
  await view('expense', 'show', { layout: node('stack', {}, [node('field', { field: 'title' }), button]) });
  const form = [node('form_field', { field: 'title' }), node('submit', { label: 'Send' })];
  await view('form', 'edit', { layout: node('stack', {}, form) });
  const full = ['title', 'amount'].map((field) => node('form_field', { field }));
  await view('full', 'edit', { layout: node('stack', {}, full), confirmLeave: true });
  const columns = ['title', 'address', 'amount'].map((field) => ({ kind: 'field', field }));
  await view('list', 'list', { columns, selecting: true, editing: true, createView: 'full', createDialog: true });
  const rows = Array.from({ length: 40 }, (_, i) => ({ title: `Expense ${i}`, address: `Main St ${i}` }));
  await data.rows.insertMany(system, 'expenses', rows);
  browser = await launchBrowser();
});
after(async () => {
  await browser?.close();
  await server?.close();
});

const numberOf = async (/** @type {string} */ where) =>
  Number((await server.data.db.query(`select count(*) as n from app.expenses where ${where}`)).rows[0].n);

describe('a button that is pressed twice', () => {
  it('Y4: does what it does once, and again when it is pressed later; without scripts as well', async () => {
    for (const javaScriptEnabled of [true, false]) {
      const page = await browser.page(server.url, await server.as('staff'), { javaScriptEnabled });
      await page.goto('/view/expense?id=1');
      const button = page.getByRole('button', { name: 'Press me' });
      const before = await numberOf("title = 'Pressed'");
      // The row is there before the page that follows: to go elsewhere meanwhile is to be led back by it.
      const followed = page.waitForEvent('load');
      await button.dblclick();
      await followed;
      await page.goto('/view/expense?id=1');
      assert.equal((await numberOf("title = 'Pressed'")) - before, 1, String(javaScriptEnabled));
      if (javaScriptEnabled) {
        await button.click();
        await until(async () => (await numberOf("title = 'Pressed'")) === before + 2);
      }
      await page.context().close();
    }
  });

  it('Y4: sends a visitor’s form once', async () => {
    const page = await browser.page(server.url, await server.as('public'));
    await page.goto('/view/form');
    await page.getByLabel('Title').fill('By a visitor');
    const keys = new Set();
    page.on('request', (/** @type {any} */ request) => {
      const key = new URLSearchParams(request.postData() ?? '').get('_once');
      if (request.method() === 'POST' && request.url().includes('/view/form')) keys.add(key);
    });
    const followed = page.waitForEvent('load');
    await page.getByRole('button', { name: 'Send' }).dblclick();
    await followed;
    await page.goto('/view/form');
    assert.equal(await numberOf("title = 'By a visitor'"), 1);
    assert.equal(keys.size, 1);
    assert.match([...keys][0], /^\w{10,}$/);
    await page.context().close();
  });
});

describe('a form without scripts', () => {
  for (const who of ['staff', 'public'])
    it(`Y4: is sent once by a double click or by sending it again, and again once it was opened again (${who})`, async () => {
      const page = await browser.page(server.url, await server.as(who), { javaScriptEnabled: false });
      const title = `Plain by ${who}`;
      const sent = () => numberOf(`title = '${title}'`);
      const fill = async () => {
        await page.goto('/view/form');
        await page.getByLabel('Title').fill(title);
      };
      await fill();
      const followed = page.waitForEvent('load');
      await page.getByRole('button', { name: 'Send' }).dblclick();
      await followed;
      await until(async () => (await sent()) === 1);
      // The row is there, but its answer never arrives: the browser offers to send the form again.
      await fill();
      await page.route('**/view/form', async (/** @type {any} */ route) => {
        if (route.request().method() !== 'POST') return route.continue();
        await route.fetch({ maxRedirects: 0 });
        await route.abort('connectionreset');
      });
      await page.getByRole('button', { name: 'Send' }).click();
      await until(async () => (await sent()) === 2);
      await page.unroute('**/view/form');
      await page.reload({ timeout: 20_000 });
      assert.equal(await sent(), 2);
      await page.context().close();
    });
});

describe('a form in a dialog', () => {
  it('stays there with all that was entered if it is refused, whatever the reason, and is sent once', async () => {
    const page = await browser.page(server.url, await server.as('staff'));
    await page.goto('/view/list?title.contains=Expense');
    await page.getByRole('link', { name: 'Add', exact: true }).click();
    const box = page.getByRole('dialog');
    const save = box.getByRole('button', { name: 'Save' });
    await box.getByLabel('Title').fill('By a dialog');
    for (const [value, reason] of [
      ['many', 'Amount must be a whole number'],
      ['1000', 'Amounts end at 999'],
    ]) {
      await box.getByLabel('Amount').fill(value);
      await save.click();
      await box.getByText(reason).first().waitFor();
      assert.equal(await box.getByLabel('Title').inputValue(), 'By a dialog');
      assert.equal(await box.getByLabel('Amount').inputValue(), value);
      assert.deepEqual(await axeViolations(page), []);
    }
    await box.getByLabel('Amount').fill('7');
    await page.route('**/view/full', (/** @type {any} */ route) => route.abort());
    await save.click();
    await box.getByRole('alert').getByText('That didn’t work').waitFor();
    assert.equal(await box.getByLabel('Amount').inputValue(), '7');
    await page.unroute('**/view/full');
    // It is still the form that was begun: to leave it is asked about.
    await page.keyboard.press('Escape');
    const question = page.locator('dialog', { hasText: 'not saved yet' });
    await question.getByRole('button', { name: 'Cancel' }).click();
    await question.waitFor({ state: 'detached' });
    assert.equal(await numberOf("title = 'By a dialog'"), 0);
    const followed = page.waitForEvent('load');
    await save.dblclick();
    await followed;
    assert.equal(await numberOf("title = 'By a dialog' and amount = 7"), 1);
    await server.data.db.query(`delete from app.expenses where title = 'By a dialog'`);
    await page.context().close();
  });
});

describe('what was changed in bulk', () => {
  it('3.2: is cleared only by choice, and comes back by the message or the keyboard, also on a phone', async () => {
    for (const [name, viewport] of /** @type {const} */ ([
      ['desk', { width: 1280, height: 800 }],
      ['phone', { width: 390, height: 844 }],
    ])) {
      const options = { viewport, reducedMotion: /** @type {const} */ ('reduce') };
      const page = await browser.page(server.url, await server.as('staff'), options);
      const shoot = async (/** @type {string} */ what) => {
        if (!SHOTS) return;
        await mkdir(SHOTS, { recursive: true });
        await page.screenshot({ path: `${SHOTS}/undo-${what}-${name}.png` });
      };
      await page.goto('/view/list?title.contains=Expense');
      if (name === 'desk') await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
      else for (const i of [0, 1]) await page.locator('td.pl-sel input').nth(i).check();
      await page.locator('.pl-bulk').getByRole('button', { name: 'Edit' }).click();
      const box = page.getByRole('dialog', { name: /^Change \d+ expenses$/ });
      await box.getByLabel('Field').selectOption('Address');
      await box.locator('.btn-primary', { hasText: /^Change Address in \d+ expenses$/ }).click();
      await box.getByText('Enter a value, or choose “Clear the field”').waitFor();
      assert.equal(await box.getByLabel('Address').evaluate((input) => input === document.activeElement), true);
      assert.equal(await numberOf("address is null and title like 'Expense%'"), 0);
      await shoot('refused');
      await box.getByLabel('Action').selectOption('Clear the field');
      await shoot('question');
      assert.deepEqual(await axeViolations(page), []);
      await box.getByRole('button', { name: /^Clear Address in \d+ expenses$/ }).click();
      const toast = page.locator('.toast', { hasText: /^\d+ expenses changed/ });
      await toast.waitFor();
      assert.ok((await numberOf("address is null and title like 'Expense%'")) > 1);
      await shoot('toast');
      assert.deepEqual(await axeViolations(page), []);
      const place = await toast.boundingBox();
      assert.ok(place && place.x >= 0 && place.x + place.width <= viewport.width, 'within the screen');
      if (name === 'phone') await toast.getByRole('button', { name: 'Undo' }).click();
      else await page.keyboard.press('Control+z');
      await page.getByText(/^\d+ rows changed back/).waitFor();
      assert.equal(await numberOf("address is null and title like 'Expense%'"), 0);
      await shoot('done');
      assert.deepEqual(
        page.problems.filter((/** @type {string} */ one) => !one.includes('422')),
        [],
      );
      await page.context().close();
    }
  });

  it('3.2: stays in its dialog with all that was entered if it is refused, whatever the reason', async () => {
    const page = await browser.page(server.url, await server.as('staff'));
    await page.goto('/view/list?title.contains=Expense');
    for (const i of [0, 1]) await page.locator('td.pl-sel input').nth(i).check();
    await page.locator('.pl-bulk').getByRole('button', { name: 'Edit' }).click();
    const box = page.getByRole('dialog', { name: 'Change 2 expenses' });
    await box.getByLabel('Field').selectOption('Amount');
    await box.getByLabel('Amount').waitFor();
    assert.equal(await box.getByLabel('Field').evaluate((select) => select === document.activeElement), true);
    const change = box.getByRole('button', { name: 'Change Amount in 2 expenses' });
    const typed = () => box.getByLabel('Amount').inputValue();
    for (const [value, reason] of [
      ['many', 'Amount must be a whole number'],
      ['1000', 'Amounts end at 999'],
    ]) {
      await box.getByLabel('Amount').fill(value);
      await change.click();
      await box.getByText(reason).waitFor();
      assert.equal(await typed(), value);
      assert.deepEqual(await axeViolations(page), []);
    }
    await box.getByLabel('Amount').fill('7');
    await page.route('**/change', (/** @type {any} */ route) => route.abort());
    await change.click();
    await box.getByRole('alert').waitFor();
    assert.equal(await typed(), '7');
    await page.unroute('**/change');
    assert.equal(await numberOf('amount is not null'), 0);
    await change.click();
    await page.getByText('2 expenses changed').waitFor();
    assert.equal(await numberOf('amount = 7'), 2);
    assert.equal(new URL(page.url()).pathname, '/view/list');
    await page.context().close();
  });

  it('3.2: a cell has the message, too, and Ctrl+Z in the list takes it back without one', async () => {
    const page = await browser.page(server.url, await server.as('staff'));
    await page.goto('/view/list?title.contains=Expense');
    const cell = page.locator(cellUnder('Address')).first();
    const was = await cell.innerText();
    await cell.click();
    await page.keyboard.type('Elsewhere');
    await page.keyboard.press('Enter');
    const toast = page.locator('.toast', { hasText: '1 expense changed' });
    await toast.waitFor();
    await cell.click();
    await page.keyboard.press('Control+z');
    await toast.waitFor({ state: 'detached' });
    await until(async () => (await numberOf("address = 'Elsewhere'")) === 0);
    assert.equal(await cell.innerText(), was);
    await page.context().close();
  });
});
