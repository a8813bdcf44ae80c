import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { launchBrowser, startTestServer } from '../../src/testing/index.js';

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** @type {Awaited<ReturnType<typeof startTestServer>>} */
let server;
/** @type {Awaited<ReturnType<typeof launchBrowser>>} */
let browser;
/** @type {Awaited<ReturnType<Awaited<ReturnType<typeof launchBrowser>>['page']>>} */
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

it('creates a folder, uploads several files at once and reports how many', async () => {
  await page.goto('/admin/files');
  await page.getByPlaceholder('New folder').fill('Pictures');
  await page.getByRole('button', { name: 'New folder' }).click();
  await page.getByRole('heading', { name: 'Pictures', level: 1 }).waitFor();
  await page.waitForLoadState();
  await page.locator('input[type=file]').setInputFiles([
    { name: 'dot.png', mimeType: 'image/png', buffer: PIXEL },
    { name: 'list.csv', mimeType: 'text/csv', buffer: Buffer.from('a,b\n1,2\n') },
  ]);
  await page.getByText('2 files uploaded').waitFor();
  await page.getByRole('link', { name: 'dot.png' }).waitFor();
  await page.getByRole('link', { name: 'list.csv' }).waitFor();
  assert.deepEqual(page.problems, []);
});

it('reports that an empty file was not stored', async () => {
  await page
    .locator('input[type=file]')
    .setInputFiles([{ name: 'empty.txt', mimeType: 'text/plain', buffer: Buffer.alloc(0) }]);
  await page.getByText('This file is empty').waitFor();
  assert.equal(await page.getByRole('link', { name: 'empty.txt' }).count(), 0);
});

it('moves a file into another folder and deletes it', async () => {
  await page.goto('/admin/files?folder=Pictures');
  await page.getByRole('link', { name: 'list.csv' }).click();
  await page.getByLabel('Folder').fill('Lists');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.goto('/admin/files?folder=Lists');
  await page.getByRole('link', { name: 'list.csv' }).click();
  page.once('dialog', (dialog) => dialog.accept());
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.waitForURL(/\/admin\/files(\?|$)/);
  await page.goto('/admin/files?folder=Lists');
  assert.equal(await page.getByRole('link', { name: 'list.csv' }).count(), 0);
});
