import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { launchBrowser, startTestServer } from '../../src/testing/index.js';

/** @type {Awaited<ReturnType<typeof startTestServer>>} */
let server;
/** @type {Awaited<ReturnType<typeof launchBrowser>>} */
let browser;

before(async () => {
  server = await startTestServer();
  const text = (/** @type {string} */ name) => ({ name, label: name.toUpperCase(), type: 'text' });
  await server.data.edit(server.system, 'add-table', {
    name: 'things',
    label: 'Things',
    fields: ['one', 'two', 'three', 'four'].map(text),
  });
  await server.data.edit(server.system, 'generate-views', { table: 'things', roles: ['staff'] });
  browser = await launchBrowser();
});
after(async () => {
  await browser.close();
  await server.close();
});

const config = () => server.data.catalog().view('things_list').config;
const fields = () => config().columns.map((/** @type {any} */ column) => column.field);

describe('the form of a view’s settings', () => {
  it('moves, removes and adds columns, and leaves everything else as it was', async () => {
    const page = await browser.page(server.url, await server.as('admin'));
    const { columns, ...rest } = structuredClone(config());
    assert.deepEqual(fields().slice(0, 4), ['one', 'two', 'three', 'four']);
    await page.goto('/admin/views/things_list');
    const list = page.locator('[data-pl-entries]').first();
    const entry = (/** @type {number} */ n) => list.locator(':scope > [data-pl-entry]').nth(n);
    await entry(1).locator('[data-pl-move="-1"]').click();
    await entry(2).locator('[data-pl-remove]').click();
    await list.locator(':scope > [data-pl-add]').click();
    await entry(columns.length - 1)
      .locator('select[name$=".field"]')
      .first()
      .selectOption('created_by');
    await entry(columns.length - 1)
      .locator('input[name$=".label"]')
      .fill('By <b>');
    await page.getByRole('button', { name: 'Save' }).first().click();
    await page.waitForFunction(() => document.body.textContent?.includes('By <b>'));
    assert.deepEqual(fields().slice(0, 3), ['two', 'one', 'four']);
    assert.deepEqual([fields().at(-1), config().columns.at(-1).label], ['created_by', 'By <b>']);
    const { columns: ignored, ...after } = config();
    assert.deepEqual(after, rest);
    assert.deepEqual(page.problems, []);
  });
});
