import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { launchBrowser } from '../../src/testing/index.js';
import { adminScreenFaults, startFullServer } from './admin-screens.js';

/** @type {Awaited<ReturnType<typeof startFullServer>>} */
let server;
/** @type {Awaited<ReturnType<typeof launchBrowser>>} */
let browser;
/** @type {import('../../src/testing/client.js').Client} */
let admin;
before(async () => {
  server = await startFullServer();
  admin = await server.as('admin');
  browser = await launchBrowser();
});
after(async () => {
  await browser.close();
  await server.close();
});

describe('every screen of the admin', () => {
  it('has no violation that axe finds, and fits a phone without scrolling sideways', async () =>
    assert.deepEqual(await adminScreenFaults({ server, browser }), {}));

  it('opens and closes its menu on a phone', async () => {
    const page = await browser.page(server.url, admin, { viewport: { width: 390, height: 844 } });
    await page.goto('/admin/tables');
    await page.getByRole('button', { name: 'Open menu' }).click();
    await page.getByRole('link', { name: 'Views', exact: true }).click();
    await page.waitForURL(/\/admin\/views$/);
    await page.context().close();
  });

  it('answers in German where the site is German', async () => {
    await server.data.edit(server.system, 'change-settings', { changes: { locale: 'de' } });
    const page = await browser.page(server.url, admin);
    await page.goto('/admin/tables');
    await page.getByRole('heading', { name: 'Tabellen', level: 1 }).waitFor();
    assert.equal(await page.locator('html').getAttribute('lang'), 'de');
    await page.context().close();
  });
});
