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
  await server.data.edit(server.system, 'add-field', {
    table: 'things',
    field: {
      name: 'state',
      label: 'State',
      type: 'select',
      attributes: { options: [{ value: 'open', label: 'Open' }] },
    },
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

describe('the options of a select field', () => {
  const stored = () => server.data.catalog().table('things').field('state').attributes?.options;

  it('are written one per line, pasted as a list, coloured, dragged and moved by keyboard', async () => {
    const page = await browser.page(server.url, await server.as('admin'), { viewport: { width: 1280, height: 800 } });
    await page.goto('/admin/tables/things/fields/state');
    const names = page.locator('[data-pl-option-name]');
    const texts = () => names.evaluateAll((all) => all.map((/** @type {any} */ one) => one.value).filter(Boolean));
    await names.nth(1).fill('Doing');
    await names.nth(1).press('Enter');
    await page.keyboard.type('Done');
    assert.deepEqual(await texts(), ['Open', 'Doing', 'Done']);
    await page.keyboard.press('Enter');
    await names.last().evaluate((input) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', 'Waiting\r\n\r\n open \nNever <b>\n');
      input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    });
    assert.deepEqual(await texts(), ['Open', 'Doing', 'Done', 'Waiting', 'Never <b>']);
    assert.equal(await page.locator('[data-pl-options] [role=status]').innerText(), '2 added, 1 already in the list');
    const grip = await page.locator('[data-pl-grip]').nth(4).boundingBox();
    const first = await page.locator('[data-pl-grip]').nth(0).boundingBox();
    assert.ok(grip && first);
    await page.mouse.move(grip.x + 4, grip.y + 4);
    await page.mouse.down();
    await page.mouse.move(first.x + 4, first.y + 40, { steps: 4 });
    await page.mouse.move(first.x + 4, first.y - 8, { steps: 4 });
    await page.mouse.up();
    assert.deepEqual(await texts(), ['Never <b>', 'Open', 'Doing', 'Done', 'Waiting']);
    await page.getByRole('button', { name: 'Move up' }).nth(4).press('Enter');
    await page.locator('[data-pl-option-colour]').nth(2).selectOption('pink');

    await page.setViewportSize({ width: 390, height: 844 });

    await page.getByRole('button', { name: 'Save' }).first().click();
    await page.waitForFunction(() => document.querySelector('.toast, [role=status]'));
    await page.waitForURL(/fields$|fields\/state$/);
    assert.deepEqual(stored(), [
      { value: 'Never <b>', colour: 'yellow' },
      { value: 'open', label: 'Open' },
      { value: 'Doing', colour: 'pink' },
      { value: 'Waiting', colour: 'amber' },
      { value: 'Done', colour: 'orange' },
    ]);
    assert.deepEqual(page.problems, []);
  });
});
