import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createTestDatabase } from '@plinth/data/testing';
import { node } from '@plinth/plugin';
import { keepablePort, launchBrowser, startTestServer } from '../../src/testing/index.js';
import { migrateEmpty } from '../../src/testing/migrate-empty.js';

/*
 * What somebody is in the middle of when a live view changes under his hands.
 */

/** @type {Awaited<ReturnType<typeof startTestServer>>} */
let server;
/** @type {Awaited<ReturnType<typeof launchBrowser>>} */
let browser;
/** @type {any} */
let page;
/** @type {Awaited<ReturnType<typeof createTestDatabase>>} */
let database;
/** @type {typeof database} */
let kept;

const edit = (/** @type {string} */ name, /** @type {any} */ input) => server.data.edit(server.system, name, input);
const psql = (/** @type {string} */ text) => server.data.db.query(text);

before(async () => {
  database = await createTestDatabase({ migrate: migrateEmpty });
  // It outlives a server.
  kept = { ...database, close: async () => {} };
  const limits = { port: await keepablePort() };
  server = await startTestServer({ users: { ada: ['staff'] }, database: kept, limits });
  await edit('add-table', {
    name: 'tasks',
    label: 'Tasks',
    fields: [
      { name: 'title', label: 'Title', type: 'text' },
      { name: 'done', label: 'Done', type: 'boolean' },
    ],
  });
  await edit('set-access', {
    table: 'tasks',
    access: { staff: { read: 'all', create: 'all', update: 'all', delete: 'all' } },
  });
  const view = (/** @type {string} */ name, /** @type {string} */ template, /** @type {any} */ config) =>
    edit('add-view', { view: { name, label: name, template, table: 'tasks', roles: ['staff'], config } });
  const title = node('field', { field: 'title', label: 'none' });
  await view('task', 'show', { layout: node('stack', {}, [title]), live: true });
  await view('task_form', 'edit', { layout: node('stack', {}, [node('form_field', { field: 'title' })]) });
  const columns = [
    { kind: 'field', field: 'title' },
    { kind: 'field', field: 'done' },
  ];
  const sort = [{ field: 'title' }];
  await view('tasks', 'list', { columns, rowView: 'task', live: true, pageSize: 20, sort, search: true });
  const more = node('dropdown', { label: 'More' }, [node('view_link', { view: 'task_form', label: 'Change it' })]);
  await view('cards', 'feed', {
    layout: node('stack', {}, [title, more]),
    live: true,
    pageSize: 20,
    sort,
    columns: '1',
  });
  const layout = node('stack', {}, [
    node('embed', { view: 'tasks' }),
    node('embed', { view: 'cards' }),
    node('embed', { view: 'task_form' }),
  ]);
  await edit('add-page', { page: { name: 'board', title: 'Board', roles: ['staff'], layout } });
  browser = await launchBrowser();
  page = await browser.page(server.url, await server.as('ada'));
});
after(async () => {
  await browser?.close();
  await server?.close();
  await database?.close();
});

/** @param {string} address */
async function open(address) {
  await psql('truncate app.tasks restart identity');
  await psql(
    `insert into app.tasks (title, done) select 'Task ' || to_char(i, 'FM000'), false from generate_series(1, 50) i`,
  );
  const again = page.waitForResponse((/** @type {any} */ answer) => answer.request().resourceType() === 'fetch');
  await page.goto(server.url + address);
  await again;
}
/** @param {string} text */
const appears = (text) =>
  page.waitForFunction((/** @type {string} */ wanted) => document.body.innerText.includes(wanted), text);
/** @param {string} text */
const goes = (text) =>
  page.waitForFunction((/** @type {string} */ gone) => !document.body.innerText.includes(gone), text);
const focused = () =>
  page.evaluate(() => document.activeElement?.closest('tr')?.textContent?.trim() ?? document.activeElement?.tagName);

describe('a live view that changes', () => {
  it('keeps the focus on a row that moves, and hands it on when the row goes', async () => {
    await open('/view/tasks');
    await page.focus('tbody tr:nth-child(3) a');
    await psql(`update app.tasks set title = 'Task 010b' where id = 3`);
    await appears('Task 010b');
    assert.match(await focused(), /Task 010b/);
    await psql(`delete from app.tasks where id = 3`);
    await goes('Task 010b');
    assert.match(await focused(), /Task 01[01]/, 'whoever uses the keyboard goes on where he was');
  });

  it('adds and removes rows as they match the filter, and shows when there are none', async () => {
    await open('/view/tasks?done=true');
    await psql(`update app.tasks set done = true where id = 7`);
    await appears('Task 007');
    await psql(`update app.tasks set done = false where id = 7`);
    await goes('Task 007');
    assert.equal(await page.locator('#v-tasks tbody tr td a').count(), 0);
    assert.match(await page.locator('#v-tasks').innerText(), /No matches/);
  });

  it('stays on its page of a longer list, and keeps what is selected', async () => {
    await open('/view/tasks');
    await page.click('#v-tasks a[rel="next"]');
    await appears('Task 021');
    const address = page.url();
    await page.evaluate(() => {
      const cell = document.querySelector('tbody tr:nth-child(5) td');
      getSelection()?.selectAllChildren(/** @type {Element} */ (cell));
    });
    const selected = await page.evaluate(() => String(getSelection()));
    await psql(`update app.tasks set title = 'Task 030 changed' where id = 30`);
    await appears('Task 030 changed');
    assert.equal(page.url(), address);
    assert.equal(await page.evaluate(() => String(getSelection())), selected);
    assert.equal(await page.locator('#v-tasks tbody tr').count(), 20);
  });

  it('does not scroll while somebody reads further down', async () => {
    await open('/page/board');
    const where = () =>
      page.evaluate(() => {
        const cards = [.../** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('#v-cards *'))];
        const card = cards.find((one) => one.childElementCount === 0 && one.textContent?.trim() === 'Task 012');
        return Math.round(card?.getBoundingClientRect().top ?? NaN);
      });
    await page.evaluate(() => document.querySelector('#v-cards')?.scrollIntoView({ behavior: 'instant' }));
    await page.evaluate(() => scrollBy({ top: 300, behavior: 'instant' }));
    const before = await where();
    await psql(`update app.tasks set title = 'Aaa comes first' where id = 40`);
    await appears('Aaa comes first');
    const moved = Math.abs((await where()) - before);
    assert.ok(moved < 20, `${moved} px`);
  });

  it('leaves a form beside it alone, with what is half typed', async () => {
    await open('/page/board');
    const field = page.locator('#v-task_form input[name="title"]');
    await field.fill('half a tit');
    await psql(`insert into app.tasks (title) values ('Aab new')`);
    await appears('Aab new');
    assert.equal(await field.inputValue(), 'half a tit');
    assert.equal(await page.evaluate(() => /** @type {HTMLInputElement} */ (document.activeElement).name), 'title');
  });

  it('goes on by itself after the server has ended all streams, with what happened meanwhile', async () => {
    await open('/view/tasks');
    server.data.feed.endAll('closing');
    await psql(`update app.tasks set title = 'Task 001 meanwhile' where id = 1`);
    await appears('Task 001 meanwhile');
    await page.waitForTimeout(3500);
    await psql(`update app.tasks set title = 'Task 002 afterwards' where id = 2`);
    await appears('Task 002 afterwards');
  });

  it('leaves a menu open that somebody has opened', async () => {
    await open('/view/cards');
    const menus = page.locator('#v-cards details');
    await menus.nth(4).locator('summary').click();
    await psql(`update app.tasks set title = 'Task 005 changed' where id = 5`);
    await psql(`insert into app.tasks (title) values ('Aaa first of all')`);
    await appears('Aaa first of all');
    await appears('Task 005 changed');
    const open_ = await page.evaluate(() =>
      [.../** @type {NodeListOf<HTMLDetailsElement>} */ (document.querySelectorAll('#v-cards details[open]'))].map(
        (menu) => menu.parentElement?.innerText.split('\n')[0],
      ),
    );
    assert.deepEqual(open_, ['Task 005 changed']);
  });

  it('goes on after the server was restarted, with what happened while it was away', async () => {
    await open('/view/tasks');
    const { port } = new URL(server.url);
    await server.close();
    await page.waitForTimeout(500);
    assert.ok((await page.locator('#v-tasks').innerText()).includes('Task 001'), 'what was there stays readable');
    server = await startTestServer({ database: kept, fresh: true, limits: { port: Number(port) } });
    await psql(`update app.tasks set title = 'Task 003 while away' where id = 3`);
    await appears('Task 003 while away');
    await psql(`update app.tasks set title = 'Task 004 afterwards' where id = 4`);
    await appears('Task 004 afterwards');
  });

  it('speaks to nobody: no part of it is a live region', async () => {
    await open('/page/board');
    assert.equal(
      await page.locator('[data-pl-live][aria-live], [data-pl-live] [aria-live]:not([aria-live="off"])').count(),
      0,
    );
  });
});
