import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { axeViolations, launchBrowser, startTestServer } from '../../src/testing/index.js';

/** @type {Awaited<ReturnType<typeof startTestServer>>} */
let server;
/** @type {Awaited<ReturnType<typeof launchBrowser>>} */
let browser;
/** @type {any} */
let admin;
before(async () => {
  server = await startTestServer();
  await server.data.edit(server.system, 'add-table', {
    name: 'orders',
    fields: [
      { name: 'title', type: 'text' },
      { name: 'amount', type: 'integer' },
      { name: 'status', type: 'select', attributes: { options: [{ value: 'open' }, { value: 'done' }] } },
    ],
  });
  await server.data.edit(server.system, 'add-table', {
    name: 'lines',
    fields: [
      { name: 'price', type: 'money' },
      { name: 'order', type: 'relation', attributes: { table: 'orders' } },
    ],
  });
  await server.data.edit(server.system, 'generate-views', { table: 'orders' });
  await server.data.rows.insert(server.system, 'orders', { title: 'First', amount: 3, status: 'open' });
  [browser, admin] = await Promise.all([launchBrowser(), server.as('admin')]);
});
after(() => Promise.all([server?.close(), browser?.close()]));

/** @param {any} page */
const offered = (page) => page.locator('.adm-completion:not([hidden]) li code').allTextContents();

describe('writing an expression', () => {
  it('is helped by names with their types, by keyboard alone', async () => {
    const page = await browser.page(server.url, admin);
    await page.goto('/admin/tables/orders/new-field?type=money');
    await page.evaluate(() => document.querySelectorAll('details').forEach((details) => (details.open = true)));
    const formula = page.locator('#s-formula');
    await formula.focus();
    await formula.pressSequentially('row.li');
    await page.waitForSelector('.adm-completion:not([hidden])');
    assert.deepEqual(await offered(page), ['lines', 'lines_order']);
    assert.match((await page.locator('.adm-completion li').first().textContent()) ?? '', /rows of Lines/);
    await page.keyboard.press('Enter');
    await formula.pressSequentially('.su');
    await page.waitForSelector('.adm-completion:not([hidden])');
    assert.deepEqual(await offered(page), ['sum(']);
    await page.keyboard.press('Tab');
    await formula.pressSequentially('l, l.pr');
    await page.waitForSelector('.adm-completion:not([hidden])');
    assert.deepEqual(await offered(page), ['price']);
    const active = await formula.getAttribute('aria-activedescendant');
    assert.equal(await page.locator(`#${active}`).getAttribute('aria-selected'), 'true');
    await page.keyboard.press('Enter');
    await formula.pressSequentially(')');
    assert.equal(await formula.inputValue(), 'row.lines.sum(l, l.price)');
    await page.waitForSelector('.adm-expression-right');
    await page.locator('.adm-expression-result').last().getByText('gives 0 (decimal number)').waitFor();
    await formula.fill('row.amont');
    await page.waitForSelector('.adm-expression-wrong');
    assert.equal(await page.locator('.adm-expression-wrong mark').textContent(), 'amont');
    await formula.fill('"row.');
    await page.waitForTimeout(500);
    assert.deepEqual(await offered(page), [], 'nothing is offered inside of a text');
    assert.deepEqual(page.problems, []);
  });

  it('is not needed where conditions are chosen, in rules and in settings of views', async () => {
    const page = await browser.page(server.url, admin);
    for (const [url, control] of [
      ['/admin/tables/orders/rules', '[name="rule.rule"]'],
      ['/admin/views/orders_list/settings', 'textarea[name$="condition"]'],
    ]) {
      await page.goto(url);
      const panel = page.locator(`${control} + .adm-expression`);
      await panel.locator('.adm-expression-tools button').click();
      await page.selectOption('[data-b="0.field"]', 'row.status');
      await page.selectOption('[data-b="0.value"]', 'open');
      await page.click('[data-build="more"]');
      await page.selectOption('[data-b="1.field"]', 'row.amount');
      await page.waitForSelector('[data-b="1.value"]');
      await page.selectOption('[data-b="1.op"]', 'more');
      await page.waitForLoadState('networkidle');
      await page.fill('[data-b="1.value"]', '2');
      assert.deepEqual(await axeViolations(page, { include: '.adm-expression' }), []);
      await page.locator('[data-b="1.value"]').press('Enter');
      await panel.locator('.adm-expression-right').waitFor();
      assert.equal(await page.locator(control).inputValue(), 'row.status == "open" && row.amount > 2');
      assert.match((await panel.textContent()) ?? '', /gives Yes/);
    }
    assert.deepEqual(page.problems, []);
  });
});
