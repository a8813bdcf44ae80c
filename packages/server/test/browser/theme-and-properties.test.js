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
  const admin = await server.as('admin');
  await admin.post('/admin/pages', { title: 'Welcome' });
  browser = await launchBrowser();
  page = await browser.page(server.url, admin, { viewport: { width: 1280, height: 800 } });
});
after(async () => {
  await browser?.close();
  await server?.close();
});

/** A computed style in the frame. @param {string} selector @param {string} property */
const inFrame = (selector, property) =>
  page
    .frameLocator('.adm-theme-frame iframe')
    .locator(selector)
    .first()
    .evaluate(
      (/** @type {Element} */ element, /** @type {string} */ name) =>
        getComputedStyle(element)[/** @type {any} */ (name)],
      property,
    );

/** Waits until a style in the frame is as it should be. @param {string} selector @param {string} property @param {RegExp} wanted */
async function frameShows(selector, property, wanted) {
  const matches = async () => wanted.test(await inFrame(selector, property).catch(() => ''));
  for (let i = 0; i < 200 && !(await matches()); i++) await page.waitForTimeout(25);
  assert.match(await inFrame(selector, property), wanted);
}

describe('the theme editor in a browser', () => {
  it('shows each change on a real page at once, warns of low contrast, and saves with Save', async () => {
    await page.goto('/admin/settings/theme');
    await page.getByRole('button', { name: 'Paper' }).click();
    await frameShows('body', 'backgroundColor', /rgb\(247, 242, 232\)/);
    assert.equal(await page.getByRole('button', { name: 'Paper' }).getAttribute('aria-pressed'), 'true');
    await page.getByLabel('Font', { exact: true }).selectOption('lora');
    await frameShows('body', 'fontFamily', /Lora/);
    await page.getByLabel('Corners', { exact: true }).selectOption('extra');
    await page.frameLocator('.adm-theme-frame iframe').locator('.pl-corners-extra').waitFor();
    await page.getByLabel('Dark', { exact: true }).check();
    await frameShows('body', 'backgroundColor', /rgb\(23, 19, 15\)/);

    const muted = page.locator('input[name="light.muted"]');
    await muted.fill('#c0b8aa');
    await page.getByText('Hard to read').waitFor();
    await page.getByRole('button', { name: /^Use #/ }).click();
    await page.getByText('Hard to read').waitFor({ state: 'detached' });
    assert.match(await muted.inputValue(), /^#(?!c0b8aa)[0-9a-f]{6}$/);

    const text = page.locator('input[name="light.text"]');
    await text.fill('brown');
    await page.getByText('Use a colour such as #2563eb').waitFor();
    assert.equal(await text.inputValue(), 'brown');
    await page.getByRole('button', { name: 'Reset Text (Light) to default' }).click();
    assert.equal(await text.inputValue(), '#1b2330');
    assert.equal(server.data.catalog().settings.look?.font, undefined, 'nothing is saved yet');

    await page.getByRole('button', { name: 'Save' }).click();
    await page.locator('[data-adm-toast]').waitFor();
    assert.equal(server.data.catalog().settings.look.font, 'lora');
    await page.goto('/page/welcome');
    assert.match(await page.evaluate(() => getComputedStyle(document.body).fontFamily), /^Lora/);
    assert.deepEqual(page.problems, []);
  });
});
