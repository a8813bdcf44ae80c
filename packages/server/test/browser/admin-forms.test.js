import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { launchBrowser, startTestServer } from '../../src/testing/index.js';

/** @type {Awaited<ReturnType<typeof startTestServer>>} */
let server;
/** @type {Awaited<ReturnType<typeof launchBrowser>>} */
let browser;
/** @type {any} */
let page;

before(async () => {
  server = await startTestServer();
  const fields = [
    { name: 'title', type: 'text', required: true },
    { name: 'amount', type: 'integer' },
    { name: 'paid', type: 'boolean' },
  ];
  await server.data.edit(server.system, 'add-table', { name: 'orders', fields });
  browser = await launchBrowser();
  page = await browser.page(server.url, await server.as('admin'), { viewport: { width: 390, height: 844 } });
});
after(async () => {
  await browser?.close();
  await server?.close();
});

/** @param {string} id of what gets the focus once scripts have come */
const focused = (id) => page.locator(`[id="${id}"]:focus`).waitFor();
/** Sends what the browser would not let through by itself. */
const sendAnyway = async () => {
  await page.evaluate(() => {
    const form = /** @type {HTMLFormElement} */ (document.querySelector('#main form[method=post]'));
    form.noValidate = true;
    form.requestSubmit();
  });
  await page.locator('[role=alert]').waitFor();
};

describe('forms of the admin in a browser', () => {
  it('a form that came back leads to each field that is wrong', async () => {
    await page.goto('/admin/tables/orders/data/new');
    await page.locator('#row-amount').evaluate((/** @type {HTMLInputElement} */ input) => {
      input.type = 'text';
      input.value = 'many';
    });
    await sendAnyway();
    await focused('row-title');
    const alert = page.locator('[role=alert]');
    assert.equal((await alert.innerText()).trim(), 'Check 2 fields: Title, Amount');
    await alert.getByRole('link', { name: 'Amount' }).click();
    await focused('row-amount');
    assert.match(page.url(), /data\/new$/, 'the way back is not longer for it');
  });

  it('an icon is chosen from a dialog, which says when the server can’t be reached', async () => {
    await page.goto('/admin/tables/orders/settings');
    const icon = page.locator('input[data-pl-icon]');
    await page.route('**/admin/pick/icons*', (/** @type {any} */ route) => route.abort());
    await page.locator('.adm-pick-button').click();
    const dialog = page.locator('#picker');
    await dialog.getByText('Please try again').waitFor();
    await page.unroute('**/admin/pick/icons*');
    await dialog.getByRole('searchbox').fill('truck');
    await dialog.locator('[data-adm-value="truck"]').click();
    assert.equal(await icon.inputValue(), 'truck');
    assert.equal(await dialog.isVisible(), false);
    page.problems.length = 0;
  });

  it('a field that is folded away is opened', async () => {
    await page.goto('/admin/tables/orders/fields/amount');
    await page.locator('details', { hasText: 'Name and description' }).locator('summary').click();
    await page.fill('#s-name', 'title');
    await page.locator('#main form button.btn-primary').click();
    await page.locator('[role=alert]').waitFor();
    await focused('s-name');
    assert.ok(await page.locator('#s-name').isVisible());
  });

  it('a second press sends nothing twice', async () => {
    await page.goto('/admin/tables/orders/data/new');
    await page.fill('#row-title', 'Once');
    await page.locator('#main form button.btn-primary').dblclick({ noWaitAfter: true });
    await page.waitForURL(/\/data$/);
    assert.equal(await server.data.rows.count(server.system, 'orders'), 1);
    await page.goBack();
    await page.fill('#row-title', 'Again');
    await page.locator('#main form button.btn-primary').click();
    await page.waitForURL(/\/data$/);
    assert.equal(await server.data.rows.count(server.system, 'orders'), 2, 'whoever comes back may send again');
  });

  it('the default value of yes or no may be an expression', async () => {
    await page.goto('/admin/tables/orders/fields/paid');
    const expression = page.locator('[id="s-default.expression"]');
    assert.ok(!(await expression.isVisible()));
    await page.selectOption('#s-default', { label: 'Formula…' });
    await sendAnyway();
    await focused('s-default.expression');
    await expression.fill('row.amount > 100');
    await page.locator('#main form button.btn-primary').click();
    await page.waitForURL(/\/fields$/);
    const stored = server.data.catalog().table('orders').field('paid').default;
    assert.deepEqual(stored, { expression: 'row.amount > 100' });
    await page.goto('/admin/tables/orders/fields/paid');
    assert.equal(await expression.inputValue(), 'row.amount > 100');
    await page.selectOption('#s-default', 'true');
    await page.locator('#main form button.btn-primary').click();
    await page.waitForURL(/\/fields$/);
    assert.equal(server.data.catalog().table('orders').field('paid').default, true);
    assert.deepEqual(page.problems, []);
  });

  it('a mail template is saved after its preview, and while one is made', async () => {
    /** @param {string} subject in the preview */
    const previewed = (subject) => page.frameLocator('iframe').getByText(subject, { exact: true }).waitFor();
    const stored = () => server.data.catalog().mails.map((/** @type {any} */ { subject }) => subject);
    await page.goto('/admin/mails/~new');
    await page.fill('#s-label', 'Thanks');
    await page.fill('#s-body', 'Your order is on its way.');
    await page.fill('#s-subject', 'First');
    await previewed('Subject: First');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.waitForURL(/\/mails\/thanks/);
    assert.deepEqual(stored(), ['First']);
    await previewed('Subject: First');
    await page.fill('#s-subject', 'Second');
    await previewed('Subject: Second');
    await page.fill('#s-subject', 'Third');
    await page.getByRole('button', { name: 'Save' }).hover();
    await page.mouse.down();
    await previewed('Subject: Third');
    await Promise.all([page.waitForEvent('load'), page.mouse.up()]);
    assert.deepEqual(stored(), ['Third']);
    assert.deepEqual(page.problems, []);
  });

  it('the open one of many tabs is in sight', async () => {
    await page.goto('/admin/tables/orders/settings');
    const box = await page.locator('.adm-tabs [aria-current]').boundingBox();
    assert.ok(box && box.x >= 0 && box.x + box.width <= 390, JSON.stringify(box));
  });
});
