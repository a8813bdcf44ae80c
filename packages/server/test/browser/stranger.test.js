import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { launchBrowser, startTestServer } from '../../src/testing/index.js';

// From an empty server to a tool that a colleague uses, as somebody does it who has never seen Plinth: nothing but what
// is on the screen, by its words.

const CSV = 'Name;City;Since\nAda GmbH;Köln;2021-03-01\nGrace Ltd;London;2019-11-20\n';
const PASSWORD = 'correct horse battery';

/** @type {Awaited<ReturnType<typeof startTestServer>>} */
let server;
/** @type {Awaited<ReturnType<typeof launchBrowser>>} */
let browser;
before(async () => {
  server = await startTestServer({ fresh: true });
  browser = await launchBrowser();
});
after(async () => {
  await browser.close();
  await server.close();
});

it('five steps: account, file, confirmation, invitation, and the colleague works with it', async () => {
  const page = await browser.page(server.url);
  let clicks = 0;
  /** @param {any} where */
  const click = (where) => (clicks++, where.click());

  await page.goto('/');
  await page.getByLabel('Name').fill('Ann Boss');
  await page.getByLabel('E-mail').fill('ann@example.com');
  await page.locator('input[type=password]').fill(PASSWORD);
  await click(page.getByRole('button', { name: 'Create account' }));
  // A file that is chosen before the page's scripts run waits for its button.
  await page.waitForURL(/\/admin\/start$/);

  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'customers.csv', mimeType: 'text/csv', buffer: Buffer.from(CSV) });
  await click(page.getByRole('button', { name: 'Create table, views and page' }));
  await page.waitForURL(/\/page\/customers$/);
  await page.getByText('Grace Ltd').first().waitFor();

  await click(page.locator('summary', { hasText: 'Account' }).or(page.locator('.pl-account summary')).first());
  await click(page.getByRole('link', { name: 'Invite someone' }));
  await page.getByLabel('Name').fill('Bob Colleague');
  await click(page.getByRole('button', { name: 'Create link' }));
  const link = await invitation(page);
  assert.equal(clicks, 5);

  const colleague = await browser.page(server.url);
  await colleague.goto(new URL(link).pathname);
  await colleague.getByLabel('E-mail').fill('bob@example.com');
  for (const input of await colleague.locator('input[type=password]').all()) await input.fill(PASSWORD);
  await colleague.locator('main button[type=submit]').click();
  await colleague.waitForURL((url) => !url.pathname.startsWith('/auth'));
  await colleague.getByRole('link', { name: 'Customers' }).first().click();
  await colleague.getByRole('link', { name: 'Add', exact: true }).click();
  await colleague.getByLabel('Name').fill('Bob & Sons');
  await colleague.getByRole('button', { name: 'Save' }).click();
  await colleague.getByText('Bob & Sons').first().waitFor();
  assert.equal(await server.data.rows.count(server.system, 'customers'), 3);

  const answer = await colleague.goto('/admin');
  assert.equal(answer?.status(), 404);
  assert.deepEqual([...page.problems, ...colleague.problems], []);
});

/** The link as the screen shows it, to be copied. @param {any} page */
async function invitation(page) {
  await page.waitForFunction(() => document.body?.innerHTML.includes('/auth/invite/'));
  const html = await page.content();
  return html.match(/https?:\/\/[^"<\s]+\/auth\/invite\/[^"<\s]+/)[0];
}
