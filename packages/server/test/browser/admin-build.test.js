import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { launchBrowser, startTestServer, until } from '../../src/testing/index.js';

/** @type {Awaited<ReturnType<typeof startTestServer>>} */
let server;
/** @type {Awaited<ReturnType<typeof launchBrowser>>} */
let browser;
/** @type {any} */
let page;

before(async () => {
  server = await startTestServer();
  browser = await launchBrowser();
  page = await browser.page(server.url, await server.as('admin'));
});
after(async () => {
  await browser.close();
  await server.close();
});

describe('building an app by hand in the browser', () => {
  it('starts on the start screen of an empty server', async () => {
    await page.goto('/admin');
    assert.match(page.url(), /\/admin\/start$/);
    await page.getByLabel('Table name').fill('Orders');
    await page.getByRole('button', { name: 'Create table' }).click();
    await page.waitForURL(/\/admin\/tables\/orders\/fields/);
  });

  it('adds fields in place', async () => {
    for (const [type, label] of [
      ['Text', 'Customer'],
      ['Whole number', 'Pieces'],
      ['Yes or no', 'Paid'],
    ]) {
      await page.getByRole('link', { name: type, exact: true }).click();
      await page.getByLabel('Label').fill(label);
      await page.getByRole('button', { name: 'Add field' }).click();
      await page.getByRole('rowheader', { name: label }).waitFor();
    }
    const names = server.data
      .catalog()
      .table('orders')
      .fields.map((/** @type {any} */ field) => field.name);
    assert.deepEqual(
      names.filter((/** @type {string} */ name) => ['customer', 'pieces', 'paid'].includes(name)),
      ['customer', 'pieces', 'paid'],
    );
  });

  it('adds rows and edits a cell with the keyboard', async () => {
    await page.goto('/admin/tables/orders/data');
    for (const name of ['Ada', 'Grace']) {
      await page.getByRole('link', { name: 'Add row' }).first().click();
      await page.getByLabel('Customer').fill(name);
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await page.getByRole('cell', { name }).waitFor();
    }
    await page.arrived();
    const cell = page.locator('tr[data-id="1"] td[data-field="pieces"]');
    await page.locator('tr[data-id="1"] td[data-field="customer"]').click();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await page.locator('.pl-cell-editor input').fill('1.5');
    await page.keyboard.press('Enter');
    await page.locator('.pl-cell-bar').waitFor();
    await cell.focus();
    await page.getByRole('alert').filter({ hasText: 'whole number' }).waitFor();
    await page.keyboard.type('12');
    await page.keyboard.press('Tab');
    await page.waitForFunction(
      () => document.querySelector('tr[data-id="1"] td[data-field="pieces"]')?.textContent?.trim() === '12',
    );
    await until(async () => (await server.data.rows.get(server.system, 'orders', 1)).pieces === 12);
  });

  it('makes list, show and edit views in one click and uses them', async () => {
    await page.goto('/admin/tables/orders/views');
    await page.getByRole('button', { name: 'Create list, detail and edit views' }).click();
    await page.getByRole('status').getByRole('button', { name: 'Undo' }).waitFor();
    await page.goto('/view/orders');
    await page.getByText('Grace').first().waitFor();
    assert.equal((await page.goto('/view/orders_edit')).status(), 200);
    await page.getByLabel('Customer').fill('Edsger');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Edsger').first().waitFor();
  });

  it('undoes an edit from the toast', async () => {
    await page.goto('/admin/tables/orders/new-field?type=date');
    await page.getByLabel('Label').fill('Due');
    await page.getByRole('button', { name: 'Add field' }).click();
    await page.getByRole('rowheader', { name: 'Due' }).waitFor();
    await page.getByRole('status').getByRole('button', { name: 'Undo' }).click();
    await page.waitForFunction(() => !document.querySelector('a[href$="/fields/due"]'));
    assert.equal(server.data.catalog().table('orders').hasField('due'), false);
  });

  it('jumps with Ctrl+K', async () => {
    await page.arrived();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Jump to' }).fill('orders edit');
    await page.getByRole('option').first().waitFor();
    await page.waitForFunction(() => document.querySelectorAll('#jump-results [role=option]').length === 1);
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/admin\/build\/views\/orders_edit/);
  });

  it('has run without an error in the console or content that our policy blocks', () => {
    assert.deepEqual(page.problems, []);
  });
});
