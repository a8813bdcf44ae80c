import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { launchBrowser, startTestServer, until } from '../../src/testing/index.js';

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
    await page.goto('/admin/views/things_list/settings');
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
    await page.waitForFunction(() => document.body?.textContent?.includes('By <b>'));
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
    const usual = page.locator('select[name="default"]');
    assert.equal(
      (await usual.locator('option').allInnerTexts()).slice(1, -1).join(),
      'Open,Doing,Done,Waiting,Never <b>',
    );
    await usual.selectOption('Doing');
    const grip = await page.locator('[data-pl-grip]').nth(4).boundingBox();
    const first = await page.locator('[data-pl-grip]').nth(0).boundingBox();
    assert.ok(grip && first);
    await page.mouse.move(grip.x + 4, grip.y + 4);
    await page.mouse.down();
    await page.mouse.move(first.x + 4, first.y + 40, { steps: 4 });
    await page.mouse.move(first.x + 4, first.y - 8, { steps: 4 });
    await page.mouse.up();
    await until(async () => (await texts())[0] === 'Never <b>');
    assert.deepEqual(await texts(), ['Never <b>', 'Open', 'Doing', 'Done', 'Waiting']);
    await page.getByRole('button', { name: 'Move up' }).nth(4).press('Enter');
    await page.locator('[data-pl-option-colour]').nth(2).selectOption('pink');

    await page.setViewportSize({ width: 390, height: 844 });

    await page.getByRole('button', { name: 'Save' }).first().click();
    await page.waitForFunction(() => document.querySelector('.toast, [role=status]'));
    await page.waitForURL(/fields$|fields\/state$/);
    assert.deepEqual(stored(), [
      { value: 'Never <b>', colour: 'grey' },
      { value: 'open', label: 'Open' },
      { value: 'Doing', colour: 'pink' },
      { value: 'Waiting', colour: 'amber' },
      { value: 'Done', colour: 'green' },
    ]);
    assert.equal(server.data.catalog().table('things').field('state').default, 'Doing');
    assert.deepEqual(page.problems, []);
  });
});

/** The nth answer to a POST from now on. @param {any} page @param {number} n */
function nthAnswer(page, n) {
  let count = 0;
  return page.waitForResponse((/** @type {any} */ answer) => answer.request().method() === 'POST' && count++ === n);
}

describe('the steps of a trigger', () => {
  it('get their action from a dialog by keyboard, are duplicated, dragged, and say when they run', async () => {
    const step = (/** @type {string} */ text, /** @type {string} */ when) => ({
      do: { action: 'log', config: { text } },
      when,
    });
    const steps = [step('first', 'row.state == "open" && row.one != null'), step('second', 'row.one.size() > 3')];
    await server.data.edit(server.system, 'add-trigger', {
      trigger: { label: 'Tell', table: 'things', source: 'rows', events: ['insert'], as: 'cause', user: null, steps },
    });
    const [{ id }] = server.data.catalog().triggers;
    const page = await browser.page(server.url, await server.as('admin'), { viewport: { width: 390, height: 844 } });
    await page.goto(`/admin/automation/${id}`);
    const titles = page.locator('.pl-entry-title');
    assert.match(
      await titles.nth(0).innerText(),
      /^1\. Write to the log\s+only if State is Open and ONE is not empty$/,
    );
    assert.match(await titles.nth(1).innerText(), /^2\. Write to the log\s+only if row\.one\.size\(\) > 3$/);
    await titles.nth(0).press('Enter');
    const button = page.getByRole('button', { name: 'Action: Write to the log' }).first();
    await button.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Choose an action' });
    assert.ok((await dialog.getByRole('group').count()) >= 5);
    await page.keyboard.type('bell');
    assert.equal(await dialog.getByRole('option').count(), 1);
    const { promise: isAsked, resolve: asked } = Promise.withResolvers();
    const { promise: isDuplicated, resolve: duplicated } = Promise.withResolvers();
    await page.route('**/admin/automation/**', async (route) => {
      if (route.request().method() === 'POST') {
        asked(undefined);
        await isDuplicated;
      }
      await route.continue();
    });
    await page.keyboard.press('Enter');
    await isAsked;
    await page.locator('[name="steps.0.do.config.text"]').fill('Hello');
    assert.equal(await page.getByRole('button', { name: 'Action: Notify' }).count(), 1);
    await page.locator('[data-pl-duplicate]').nth(0).press('Enter');
    assert.equal(await page.locator('[name="steps.1.do.config.text"]').inputValue(), 'Hello');
    const answers = [0, 1].map((n) => nthAnswer(page, n));
    duplicated(undefined);
    // The first came too late.
    await Promise.all(answers);
    assert.equal(await page.locator('[name="steps.1.do.config.text"]').inputValue(), 'Hello');
    await page.locator('[name="steps.1.do.config.text"]').fill('Again');
    await titles.nth(0).click();
    await titles.nth(1).click();
    const grips = page.locator('.pl-entry:has(.pl-entry-move-step) [data-pl-grip]');
    await grips.nth(2).scrollIntoViewIfNeeded();
    const [from, to] = [await grips.nth(2).boundingBox(), await grips.nth(0).boundingBox()];
    assert.ok(from && to);
    await page.mouse.move(from.x + 4, from.y + 4);
    await page.mouse.down();
    await page.mouse.move(to.x + 4, to.y - 8, { steps: 4 });
    await page.mouse.up();
    await until(async () => /^1\. Write to the log/.test(await titles.nth(0).innerText()));
    await page.getByRole('button', { name: 'Save' }).click();
    await until(() => server.data.catalog().triggers[0].steps.length === 3);
    const stored = server.data
      .catalog()
      .triggers[0].steps.map((/** @type {any} */ { do: one }) => [one.action, one.config.text]);
    assert.deepEqual(stored, [
      ['log', 'second'],
      ['notify', 'Hello'],
      ['notify', 'Again'],
    ]);
    assert.deepEqual(page.problems, []);
  });
});
