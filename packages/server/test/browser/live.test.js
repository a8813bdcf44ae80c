import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { node } from '@plinth/plugin';
import { launchBrowser, startTestServer } from '../../src/testing/index.js';

/** @type {Awaited<ReturnType<typeof startTestServer>>} */
let server;
/** @type {Awaited<ReturnType<typeof launchBrowser>>} */
let browser;
/** Two people with their own browsers. @type {any[]} */
let pages;

const edit = (/** @type {string} */ name, /** @type {any} */ input) => server.data.edit(server.system, name, input);
const psql = (/** @type {string} */ text) => server.data.db.query(text);

before(async () => {
  server = await startTestServer({ users: { ada: ['staff'], ben: ['staff'] } });
  await edit('add-table', {
    name: 'tasks',
    label: 'Tasks',
    fields: [
      { name: 'title', label: 'Title', type: 'text' },
      { name: 'secret', label: 'Secret', type: 'text' },
    ],
  });
  await edit('set-access', { table: 'tasks', access: { staff: { read: 'all', create: 'all', update: 'all' } } });
  const view = (/** @type {string} */ name, /** @type {string} */ template, /** @type {any} */ config) =>
    edit('add-view', { view: { name, label: name, template, table: 'tasks', roles: ['staff'], config } });
  const layout = node('stack', {}, [node('field', { field: 'title', label: 'none' })]);
  await view('task', 'show', { layout, live: true });
  const columns = [{ kind: 'field', field: 'title' }];
  await view('tasks', 'list', { columns, rowView: 'task', live: true, pageSize: 200, sort: [{ field: 'id' }] });
  await view('still', 'list', { columns });
  await view('cards', 'feed', { layout, live: true });
  await psql(`insert into app.tasks (title) select 'Task ' || i from generate_series(1, 60) i`);
  browser = await launchBrowser();
  pages = [
    await browser.page(server.url, await server.as('ada')),
    await browser.page(server.url, await server.as('ben')),
  ];
});
after(async () => {
  await browser?.close();
  await server?.close();
});

/** @param {any} page @param {string} text */
const appears = (page, text) =>
  page.waitForFunction((/** @type {string} */ wanted) => document.body.innerText.includes(wanted), text);
/** The stream is open and the first look has been taken. @param {any} page @param {string} address */
async function open(page, address) {
  const again = page.waitForResponse((/** @type {any} */ answer) => answer.request().resourceType() === 'fetch');
  await page.goto(server.url + address);
  await again;
}

describe('live views', () => {
  it('show in both browsers what psql changed, in lists, cards and single rows', async () => {
    const [first, second] = pages;
    for (const [address, other] of [
      ['/view/tasks', '/view/cards'],
      ['/view/task?id=1', '/view/tasks'],
    ]) {
      await Promise.all([open(first, address), open(second, other)]);
      const title = `Changed ${Math.random()}`;
      await psql(`update app.tasks set title = '${title}' where id = 1`);
      await Promise.all([appears(first, title), appears(second, title)]);
    }
    await psql(`insert into app.tasks (title) values ('Brand new')`);
    await appears(second, 'Brand new');
    await psql(`delete from app.tasks where title = 'Brand new'`);
    await second.waitForFunction(() => !document.body.innerText.includes('Brand new'));
  });

  it('keep focus, scroll, and what is half typed', async () => {
    const [page] = pages;
    await open(page, '/view/tasks');
    await page.fill('input[type="search"]', 'half a wo');
    await page.evaluate(() => {
      const input = /** @type {HTMLInputElement} */ (document.querySelector('input[type="search"]'));
      input.setSelectionRange(2, 4);
      /** @type {any} */ (globalThis).row = document.querySelector('tbody tr:nth-child(30)');
      scrollTo({ top: 700, behavior: 'instant' });
    });
    const before = await page.evaluate(() => scrollY);
    await psql(`update app.tasks set title = 'While typing' where id = 50`);
    await psql(`insert into app.tasks (title) values ('Comes last')`);
    await appears(page, 'While typing');
    const now = await page.evaluate(() => {
      const input = /** @type {HTMLInputElement} */ (document.activeElement);
      const { row } = /** @type {any} */ (globalThis);
      return { text: input.value, at: [input.selectionStart, input.selectionEnd], y: scrollY, isSame: row.isConnected };
    });
    assert.deepEqual(now, { text: 'half a wo', at: [2, 4], y: before, isSame: true });
  });

  it('ask for nothing while the tab is hidden, and catch up when it is seen again', async () => {
    const [page] = pages;
    await open(page, '/view/tasks');
    const hide = (/** @type {boolean} */ hidden) =>
      page.evaluate((/** @type {boolean} */ value) => {
        Object.defineProperty(document, 'hidden', { configurable: true, get: () => value });
        document.dispatchEvent(new Event('visibilitychange'));
      }, hidden);
    await hide(true);
    let asked = 0;
    const count = () => void asked++;
    page.on('request', count);
    await psql(`update app.tasks set title = 'While hidden' where id = 2`);
    await new Promise((resolve) => setTimeout(resolve, 600));
    assert.equal(asked, 0);
    page.off('request', count);
    await hide(false);
    await appears(page, 'While hidden');
  });

  it('keep what is newer when an answer takes longer than the next one', async () => {
    const [page] = pages;
    await open(page, '/view/tasks');
    const [isHeld, released] = [Promise.withResolvers(), Promise.withResolvers()];
    let isFirst = true;
    await page.route('**/view/tasks', async (/** @type {any} */ route) => {
      const [response, waits] = [await route.fetch(), isFirst];
      isFirst = false;
      if (waits) {
        isHeld.resolve(undefined);
        await released.promise;
      }
      await route.fulfill({ response });
    });
    await psql(`update app.tasks set title = 'Older' where id = 3`);
    await isHeld.promise;
    await psql(`update app.tasks set title = 'Newer' where id = 3`);
    await page.evaluate(() => document.dispatchEvent(new CustomEvent('pl:refresh')));
    await appears(page, 'Newer');
    const refreshed = page.evaluate(
      () => new Promise((resolve) => document.addEventListener('pl:refresh:before', resolve, { once: true })),
    );
    released.resolve(undefined);
    await refreshed;
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
    const text = await page.locator('main').innerText();
    assert.ok(text.includes('Newer') && !text.includes('Older'));
    await page.unroute('**/view/tasks');
  });

  it('are cached pages all the same, and the stream holds no data', async () => {
    const client = await server.as('ada');
    const texts = [await client.get('/view/tasks'), await client.get('/view/tasks')].map(({ text }) => text);
    assert.equal(texts[0], texts[1]);
    assert.match(texts[0], /data-pl-live/);
    assert.doesNotMatch((await client.get('/view/still')).text, /data-pl-live|live\.js/);
  });

  it('weigh less than 3 KB', async () => {
    const client = await server.as('ada');
    const { text } = await client.get('/view/tasks');
    const address = /src="([^"]*views\/live\.js)"/.exec(text)?.[1] ?? '';
    const sizes = await Promise.all(
      [address, address.replace('core-views/js/views/live.js', 'core-kit/morph.js')].map(async (path) => {
        const answer = await fetch(server.url + path, { headers: { 'accept-encoding': 'br' } });
        assert.equal(answer.status, 200);
        return Number(answer.headers.get('content-length'));
      }),
    );
    assert.ok(sizes[0] + sizes[1] < 3000, String(sizes));
  });
});
