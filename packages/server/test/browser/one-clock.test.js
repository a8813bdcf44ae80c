import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { node } from '@plinth/plugin';
import { launchBrowser, startTestServer, until } from '../../src/testing/index.js';

// The site is in New York and the browser in Berlin: what is shown, typed and stored is the site's.

/** @type {Awaited<ReturnType<typeof startTestServer>>} */
let server;
/** @type {Awaited<ReturnType<typeof launchBrowser>>} */
let browser;
/** @type {any} */
let page;

const ROWS = [
  ['Before', '2032-11-07T05:30:00.000Z'],
  ['Again', '2032-11-07T06:30:00.000Z'],
  ['Evening', '2032-11-08T04:30:00.000Z'],
  ['Next day', '2032-11-08T05:30:00.000Z'],
];
const STATES = ['open', 'done'].map((value) => ({ value, label: value.toUpperCase() }));

before(async () => {
  server = await startTestServer();
  const edit = (/** @type {string} */ name, /** @type {any} */ input) => server.data.edit(server.system, name, input);
  await edit('change-settings', { changes: { timeZone: 'America/New_York' } });
  await edit('add-table', {
    name: 'calls',
    access: { staff: { read: 'all', create: 'all', update: 'all', delete: 'all' } },
    fields: [
      { name: 'title', type: 'text' },
      { name: 'at', label: 'At', type: 'date_time' },
      { name: 'state', type: 'select', attributes: { options: STATES } },
      { name: 'early', type: 'text' },
      { name: 'late', type: 'text' },
    ],
  });
  const view = (/** @type {string} */ template, /** @type {any} */ config) =>
    edit('add-view', { view: { name: `calls_${template}`, template, table: 'calls', roles: ['staff'], config } });
  const when = (/** @type {string} */ field, /** @type {string} */ source) => ({
    ...node('form_field', { field }),
    visible: { when: source },
  });
  const form = [
    ...['title', 'at'].map((field) => node('form_field', { field })),
    when('early', 'hour(row.at) == 3'),
    when('late', 'row.at >= timestamp("2032-11-07T06:00:00Z")'),
    node('submit', {}),
  ];
  await view('edit', { layout: node('stack', {}, form), destination: 'stay' });
  const column = (/** @type {string} */ field) => ({ kind: 'field', field });
  await view('list', { columns: ['title', 'at'].map(column), editing: true, sort: [{ field: 'id' }] });
  await view('filter', { layout: node('stack', {}, [node('filter_field', { field: 'at' })]) });
  await view('calendar', { startField: 'at', titleField: 'title' });
  await view('board', { columnField: 'state', titleField: 'title', fields: [{ field: 'at' }] });
  const ago = node('field', { field: 'at', view: { view: 'relative_date', options: {} } });
  await view('show', { layout: node('stack', {}, [ago]) });
  const layout = node('stack', {}, [node('embed', { view: 'calls_filter' }), node('embed', { view: 'calls_list' })]);
  await edit('add-page', { page: { name: 'finder', title: 'Finder', roles: ['staff'], layout } });
  const rows = ROWS.map(([title, at]) => ({ title, at, state: 'open' }));
  await server.data.rows.insertMany(server.system, 'calls', rows);
  browser = await launchBrowser();
  page = await browser.page(server.url, await server.as('staff'), { timezoneId: 'Europe/Berlin' });
});
after(async () => {
  await browser?.close();
  await server?.close();
});

/** @param {number} id */
const stored = async (id) => new Date((await server.data.rows.get(server.system, 'calls', id)).at).toISOString();
const plain = (/** @type {string} */ text) => text.replaceAll('\u202f', ' ');
const isShown = async (/** @type {string} */ name) => (await page.locator(`[name="${name}"]`).count()) > 0;
const control = () => page.locator('input[data-pl-date]');
const ready = () => page.waitForFunction(() => document.querySelector('[data-pl-pick-date]') !== null);

describe('a site in New York, in a browser in Berlin', () => {
  it('has forms in its own time, and conditions that read what is typed as it will be stored', async () => {
    assert.equal(await page.evaluate(() => new Date(Date.UTC(2032, 10, 7, 12)).getHours()), 13, 'Berlin');
    await page.goto('/view/calls_edit');
    await ready();
    await control().fill('3/14/2032 2:30 AM');
    await until(() => isShown('early'));
    assert.equal(await isShown('late'), false);
    await control().fill('11/7/2032 1:30 AM');
    await until(async () => !(await isShown('early')));
    assert.equal(await isShown('late'), false, 'the first of two');
    await control().fill('11/7/2032 2:00 AM');
    await until(() => isShown('late'));
    await control().fill('3/14/2032 2:30 AM');
    await page.locator('[name="title"]').fill('Skipped');
    await page.locator('#main .btn-primary').first().click();
    await until(async () => (await server.data.rows.count(server.system, 'calls')) === ROWS.length + 1);
    assert.equal(await stored(ROWS.length + 1), '2032-03-14T07:30:00.000Z');
    await server.data.rows.remove(server.system, 'calls', ROWS.length + 1);
    assert.deepEqual(page.problems, []);
  });

  it('knows the second of a repeated hour in a form, as long as its time is not changed', async () => {
    await page.goto('/view/calls_edit?id=2');
    await ready();
    assert.equal(plain(await control().inputValue()), '11/07/2032 1:30 AM');
    await until(() => isShown('late'));
    await page.locator('[name="title"]').fill('Again, again');
    await page.locator('[name="late"]').fill('seen');
    await page.locator('#main .btn-primary').first().click();
    await until(async () => (await server.data.rows.get(server.system, 'calls', 2)).late === 'seen');
    assert.equal(await stored(2), ROWS[1][1]);
    assert.deepEqual(page.problems, []);
  });

  it('has cells in its own time, shown and typed', async () => {
    await page.goto('/view/calls_list');
    const cell = (/** @type {number} */ id) => page.locator(`tr[data-id="${id}"] td`).nth(1);
    assert.equal(plain(await cell(3).innerText()).trim(), 'Nov 7, 2032, 11:30 PM');
    await page.locator('[data-pl-cells] tbody').hover();
    await page.locator('[data-pl-cells][role=grid]').waitFor();
    await cell(4).focus();
    await page.keyboard.type('11/8/2032 12:15 AM');
    await page.keyboard.press('Enter');
    await until(async () => (await stored(4)) === '2032-11-08T05:15:00.000Z');
    await until(async () => plain(await cell(4).innerText()).trim() === 'Nov 8, 2032, 12:15 AM');
    assert.deepEqual(page.problems, []);
  });

  it('has filters by its own days', async () => {
    await page.goto('/page/finder');
    for (const bound of ['from', 'to']) await page.getByLabel(`At ${bound}`, { exact: true }).fill('11/7/2032');
    await page.waitForURL((/** @type {URL} */ url) => url.searchParams.size === 2);
    await page.locator('#v-calls_list tbody tr[data-id="4"]').waitFor({ state: 'detached' });
    const titles = await page.locator('#v-calls_list tbody tr[data-id] td:first-child').allInnerTexts();
    assert.deepEqual(titles, ['Before', 'Again, again', 'Evening']);
    assert.deepEqual(page.problems, []);
  });

  it('has calendars of its own days, also after an event was moved', async () => {
    await page.goto('/view/calls_calendar?month=2032-11');
    const on = (/** @type {string} */ day) => page.locator(`[data-day="${day}"] .pl-cal-title`);
    assert.deepEqual((await on('2032-11-07').allInnerTexts()).map(plain), [
      '1:30 AM Before',
      '1:30 AM Again, again',
      '11:30 PM Evening',
    ]);
    await on('2032-11-07').first().focus();
    for (const key of [' ', 'ArrowLeft', 'Enter']) await page.keyboard.press(key);
    await until(async () => (await stored(1)) === '2032-11-06T05:30:00.000Z');
    await on('2032-11-06').first().waitFor();
    await page.goto('/view/calls_calendar');
    const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York' });
    const before = today.format();
    const marked = await page.locator('[data-day].is-today').getAttribute('data-day');
    assert.ok([before, today.format()].includes(marked), marked);
    assert.deepEqual(page.problems, []);
  });

  it('has boards and relative times of its own, in words and in the text on top', async () => {
    await page.goto('/view/calls_board');
    assert.match(plain(await page.locator('#main').innerText()), /Evening\s+Nov 7, 2032, 11:30 PM/);
    await page.goto('/view/calls_show?id=3');
    const time = page.locator('time');
    assert.equal(plain(String(await time.getAttribute('title'))), 'Nov 7, 2032, 11:30 PM');
    assert.equal(new Date(String(await time.getAttribute('datetime'))).toISOString(), ROWS[2][1]);
    assert.deepEqual(page.problems, []);
  });
});
