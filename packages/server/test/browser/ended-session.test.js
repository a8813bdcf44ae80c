import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { until } from '@plinth/data/testing';
import { launchBrowser, startTestServer } from '../../src/testing/index.js';

/** @type {Awaited<ReturnType<typeof startTestServer>>} */
let server;
/** @type {Awaited<ReturnType<typeof launchBrowser>>} */
let browser;
before(async () => {
  server = await startTestServer();
  await server.data.edit(server.system, 'add-table', { name: 'notes', fields: [{ name: 'title', type: 'text' }] });
  await server.data.edit(server.system, 'generate-views', { table: 'notes' });
  await server.data.rows.insert(server.system, 'notes', { title: 'First' });
  browser = await launchBrowser();
});
after(async () => {
  await browser?.close();
  await server?.close();
});

/** A page whose session can be taken away and given back. */
async function signedInPage() {
  const page = await browser.page(server.url, await server.as('admin'));
  const cookies = await page.context().cookies();
  return {
    page,
    end: () => page.context().clearCookies(),
    begin: () => page.context().addCookies(cookies),
  };
}

it('a cell of the data grid keeps the input when the session has ended, and says why it is not saved', async () => {
  const { page, end, begin } = await signedInPage();
  await page.goto('/admin/tables/notes/data');
  const cell = page.locator('td[data-field="title"]');
  await cell.dblclick();
  const editor = page.locator('.pl-cell-editor textarea');
  await editor.fill('Second');
  await end();
  await editor.press('Enter');
  await page.locator('.toast-danger', { hasText: 'Log in to continue' }).waitFor();
  assert.equal(await cell.innerText(), 'Second');
  assert.equal(await cell.getByLabel('Password').count(), 0, 'the page of the login is no answer for a cell');
  await begin();
  await page.evaluate(() => dispatchEvent(new Event('focus')));
  await until(async () => (await server.data.rows.get(server.system, 'notes', 1)).title === 'Second');
  assert.equal(await cell.innerText(), 'Second');
});

it('a file is not said to be uploaded by a page that leads to the login', async () => {
  const { page, end } = await signedInPage();
  await page.goto('/admin/files');
  await end();
  const file = { name: 'note.txt', mimeType: 'text/plain', buffer: Buffer.from('x') };
  await page.locator('form[data-adm-upload] input[type=file]').setInputFiles(file);
  await page.locator('[data-adm-progress]', { hasText: 'Log in to continue' }).waitFor();
  assert.equal(await page.locator('[data-adm-progress] progress').count(), 0, 'a full bar would say that it is there');
  assert.equal(new URL(page.url()).pathname, '/admin/files');
});

it('a form of an app comes back with its words, and is saved after a log-in in another tab', async () => {
  const { page, end, begin } = await signedInPage();
  await page.goto('/view/notes_edit');
  await page.getByLabel('Title').fill('Typed for an hour');
  await end();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Your input is still here').waitFor();
  assert.match(
    (await page.getByRole('link', { name: 'Log in' }).getAttribute('href')) ?? '',
    /next=%2Fview%2Fnotes_edit/,
  );
  await begin();
  await page.getByRole('button', { name: 'Send again' }).click();
  await page.waitForURL((url) => url.pathname.startsWith('/view/'));
  await page.getByText('Typed for an hour').first().waitFor();
  assert.equal(await server.data.rows.count(server.system, 'notes'), 2);
});

it('a list that is sorted leads to the login and back, and is not wiped out by an error', async () => {
  const { page, end, begin } = await signedInPage();
  await page.goto('/view/notes_list');
  await page.route('**/view/notes_list?sort=*', (route) => route.fulfill({ status: 503, body: '<main>away</main>' }));
  await page.locator('thead a').first().click();
  await page.locator('.toast-danger').waitFor();
  assert.ok((await page.locator('tbody tr').count()) > 0, 'what is looked at stays');
  await page.unroute('**/view/notes_list?sort=*');
  await end();
  await page.locator('thead a').first().click();
  await page.waitForURL(/\/auth\/login\?next=.*sort/);
  await begin();
  const next = new URL(page.url()).searchParams.get('next') ?? '';
  await page.goto(next);
  assert.ok((await page.locator('tbody tr').count()) > 0);
});

it('C3: a page that the browser kept for Back is renewed, except what somebody fills in; without a session it is gone', async () => {
  const { page, end } = await signedInPage();
  const goBack = () => page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
  await page.goto('/view/notes_list');
  await server.data.rows.insert(server.system, 'notes', { title: 'Written meanwhile' });
  await goBack();
  await page.getByText('Written meanwhile').waitFor();
  await page.goto('/view/notes_edit');
  await page.getByLabel('Title').fill('Still typed');
  const answer = page.waitForResponse((one) => one.url().endsWith('/view/notes_edit'));
  await goBack();
  assert.equal((await answer).headers()['cache-control'], 'private, no-cache', 'or the browser would keep no page');
  assert.equal(await page.getByLabel('Title').inputValue(), 'Still typed');
  await page.goto('/view/notes_list');
  await end();
  await goBack();
  await page.waitForURL((url) => url.pathname === '/auth/login');
  assert.equal(await page.getByText('Written meanwhile').count(), 0);
  await page.context().close();
});
