import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { until } from '@plinth/data/testing';
import { axeViolations, launchBrowser, startTestServer } from '../../src/testing/index.js';

/** @type {Awaited<ReturnType<typeof startTestServer>>} */
let server;
/** @type {Awaited<ReturnType<typeof launchBrowser>>} */
let browser;
/** Two people with their own browsers. @type {any[]} */
let pages;

const OPTIONS = ['open', 'doing', 'done'].map((value) => ({ value, label: value.toUpperCase(), colour: 'blue' }));
const edit = (/** @type {string} */ name, /** @type {any} */ input) => server.data.edit(server.system, name, input);
const psql = async (/** @type {string} */ text) => (await server.data.db.query(text)).rows;

before(async () => {
  server = await startTestServer({ users: { ada: ['staff'], ben: ['staff'] } });
  await addCalendar();
  browser = await launchBrowser();
  pages = [
    await browser.page(server.url, await server.as('ada')),
    await browser.page(server.url, await server.as('ben')),
  ];
});
/** A table of meetings with a calendar, in New York. */
async function addCalendar() {
  const all = { read: 'all', create: 'all', update: 'all', delete: 'all' };
  await edit('change-settings', { changes: { timeZone: 'America/New_York', firstDay: 7 } });
  await edit('add-table', {
    name: 'meetings',
    label: 'Meetings',
    fields: [
      { name: 'title', label: 'Title', type: 'text', required: true },
      { name: 'starts', label: 'Starts', type: 'date_time' },
      { name: 'ends', label: 'Ends', type: 'date_time' },
      { name: 'status', label: 'Status', type: 'select', attributes: { options: OPTIONS } },
    ],
    access: { staff: { ...all, update: { rule: `row.status != "done"` } } },
  });
  const fields = { startField: 'starts', endField: 'ends', titleField: 'title', colourField: 'status' };
  const controls = ['title', 'starts'].map((field) => ({ id: field, type: 'form_field', settings: { field } }));
  const layout = { id: 'root', type: 'stack', children: [...controls, { id: 's', type: 'submit' }] };
  const view = { table: 'meetings', roles: ['staff'] };
  await edit('add-view', {
    view: { ...view, name: 'meeting', label: 'Meeting', template: 'edit', config: { layout } },
  });
  const config = { ...fields, eventView: 'meeting', eventOpen: 'panel', createView: 'meeting' };
  await edit('add-view', { view: { ...view, name: 'cal', label: 'Calendar', template: 'calendar', config } });
}
after(async () => {
  await browser?.close();
  await server?.close();
});

describe('a calendar', () => {
  const WEEK = '/view/cal?week=2026-11-18';
  const MONTH = '/view/cal?month=2026-11';
  const event = (/** @type {any} */ page, /** @type {string} */ title) =>
    page.locator(`.pl-cal-event:has-text("${title}")`).first();
  const day = (/** @type {any} */ page, /** @type {string} */ date) => page.locator(`[data-day="${date}"]`);
  /** By the clock in New York. */
  const times = async (title = 'Review') => {
    const rows = await psql(`select to_char(starts at time zone 'America/New_York', 'MM-DD HH24:MI') as starts,
      to_char(ends at time zone 'America/New_York', 'MM-DD HH24:MI') as ends from app.meetings where title = '${title}'`);
    return [rows[0].starts, rows[0].ends];
  };
  const shows = (/** @type {any} */ page, /** @type {string} */ date, /** @type {string} */ title) =>
    until(async () => (await day(page, date).locator('.pl-cal-name').allInnerTexts()).includes(title));
  /** @param {any} page @param {string} address */
  async function look(page, address) {
    await page.goto(server.url + address);
    await page.waitForSelector('.pl-cal-title[aria-describedby]');
  }
  /** @param {any} page @param {any} box @param {{ x: number, y: number }} by */
  async function drag(page, box, by) {
    await page.mouse.move(box.x, box.y);
    await page.mouse.down();
    await page.mouse.move(box.x + by.x / 2, box.y + by.y / 2, { steps: 3 });
    await page.mouse.move(box.x + by.x, box.y + by.y, { steps: 5 });
    await page.waitForTimeout(50);
    await page.mouse.up();
  }

  beforeEach(async () => {
    await psql('truncate app.meetings restart identity');
    await psql(`insert into app.meetings (title, starts, ends, status) values
      ('Review', '2026-11-18 10:00 America/New_York', '2026-11-18 11:00 America/New_York', 'open'),
      ('Fair', '2026-11-10 09:00 America/New_York', '2026-11-12 17:00 America/New_York', 'doing'),
      ('Closed', '2026-11-19 10:00 America/New_York', '2026-11-19 11:00 America/New_York', 'done')`);
  });

  it('is searched and filtered like a list, in each way of showing it', async () => {
    const [page] = pages;
    const names = async () => [...new Set(await page.locator('.pl-cal-name').allInnerTexts())];
    await page.setViewportSize({ width: 1280, height: 800 });
    await look(page, MONTH);
    assert.deepEqual((await names()).sort(), ['Closed', 'Fair', 'Review']);
    await page.locator('.pl-filter-menu summary').click();
    await page.locator('.pl-filter-menu').getByRole('link', { name: 'Status' }).click();
    await page.getByRole('checkbox', { name: 'OPEN' }).check();
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.waitForURL('**status=open**');
    assert.deepEqual(await names(), ['Review']);
    await page.getByRole('link', { name: 'Agenda' }).click();
    await page.waitForURL('**agenda**');
    assert.deepEqual(await names(), ['Review']);
    await page.goto(`${server.url}${MONTH}&cal:q=fai`);
    assert.deepEqual(await names(), ['Fair']);
    assert.deepEqual(await axeViolations(page), []);
  });

  it('opens an event in a panel', async () => {
    const [page] = pages;
    await look(page, WEEK);
    await event(page, 'Review').locator('.pl-cal-title').click();
    assert.equal(await page.locator('dialog.pl-panel').getByLabel('Title').inputValue(), 'Review');
    await page.goBack();
    await page.locator('dialog.pl-panel').waitFor({ state: 'detached' });
    assert.equal(new URL(page.url()).pathname, '/view/cal');
  });

  it('moves an event to another day with the mouse, keeps its time, and shows it in the other browser', async () => {
    const [page, other] = pages;
    await page.setViewportSize({ width: 1280, height: 800 });
    await Promise.all([look(page, MONTH), look(other, MONTH)]);
    const from = await event(page, 'Review').boundingBox();
    const to = await day(page, '2026-11-26').boundingBox();
    await drag(page, { x: from.x + 20, y: from.y + 8 }, { x: to.x + 40 - from.x, y: to.y + 60 - from.y });
    await until(async () => (await times()).join() === '11-26 10:00,11-26 11:00');
    await Promise.all([page, other].map((one) => shows(one, '2026-11-26', 'Review')));
    assert.match(page.url(), /month=2026-11$/, 'a drag is no click');
    // A bar of several days, taken at its second one.
    const bar = await event(page, 'Fair').boundingBox();
    await drag(page, { x: bar.x + bar.width / 2, y: bar.y + 8 }, { x: to.width, y: 0 });
    await until(async () => (await times('Fair')).join() === '11-11 09:00,11-13 17:00');
  });

  it('moves along the hours, and changes the end by its grip', async () => {
    const [page] = pages;
    await look(page, WEEK);
    const block = await event(page, 'Review').boundingBox();
    const hour = block.height;
    const { width } = await day(page, '2026-11-17').boundingBox();
    await drag(page, { x: block.x + 20, y: block.y + 10 }, { x: -width, y: hour * 1.5 });
    await until(async () => (await times()).join() === '11-17 11:30,11-17 12:30');
    // As the server prints it anew, not only as it was dropped.
    const renewed = page.locator('[data-day="2026-11-17"] [data-starts="2026-11-17T11:30:00"] .pl-cal-grip');
    await renewed.waitFor({ state: 'attached' });
    const grip = await renewed.boundingBox();
    await drag(page, { x: grip.x + 20, y: grip.y + 4 }, { x: 0, y: hour });
    await until(async () => (await times()).join() === '11-17 11:30,11-17 13:30');
  });

  it('shows somebody elsewhere the same event on the own day and hour, and a drag there is right here', async () => {
    const [here, there] = pages;
    const { id, name, email } = (await server.as('ben')).user;
    await server.data.people.updateProfile(id, { name, email, locale: null, timeZone: 'Asia/Tokyo' });
    await Promise.all([look(here, WEEK), look(there, WEEK)]);
    const at = (/** @type {any} */ page, /** @type {string} */ starts) =>
      day(page, starts.slice(0, 10)).locator(`.pl-cal-event[data-starts="${starts}:00"]:has-text("Review")`);
    await at(here, '2026-11-18T10:00').waitFor();
    await at(there, '2026-11-19T00:00').waitFor();
    // To the next day in Tokyo, an hour and a half later; in New York that is before noon of the day before.
    const block = await event(there, 'Review').boundingBox();
    const { width } = await day(there, '2026-11-17').boundingBox();
    await drag(there, { x: block.x + 20, y: block.y + 10 }, { x: width, y: block.height * 1.5 });
    await until(async () => (await times()).join() === '11-19 11:30,11-19 12:30');
    await at(there, '2026-11-20T01:30').waitFor();
    await at(here, '2026-11-19T11:30').waitFor();
    await server.data.people.updateProfile(id, { name, email, locale: null });
  });

  it('is worked by keyboard alone, and tells screen readers', async () => {
    const [page] = pages;
    await look(page, WEEK);
    const said = () => page.locator('[data-pl-cal-live]').innerText();
    await event(page, 'Review').locator('.pl-cal-title').focus();
    await page.keyboard.press('Space');
    assert.match(await said(), /Picked up “Review”. Wednesday, November 18 at 10:00.AM to 11:00.AM/);
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowDown');
    assert.match(await said(), /Thursday, November 19 at 10:30.AM to 11:30.AM/);
    await page.keyboard.press('Escape');
    assert.match(await said(), /is back. Wednesday/);
    assert.deepEqual(await times(), ['11-18 10:00', '11-18 11:00']);
    for (const key of ['Space', 'ArrowLeft', 'ArrowUp', 'Shift+ArrowDown', 'Shift+ArrowDown', 'Enter'])
      await page.keyboard.press(key);
    await until(async () => (await times()).join() === '11-17 09:30,11-17 11:30');
    await until(() => page.evaluate(() => document.activeElement?.textContent?.includes('Review')));
  });

  it('Z1: takes back what may not be moved, and says why; others can’t be picked up at all', async () => {
    const [page] = pages;
    await look(page, MONTH);
    assert.equal(await event(page, 'Closed').getAttribute('data-move'), null);
    // The right ends while the event is in the air.
    const from = await event(page, 'Review').boundingBox();
    const { width } = await day(page, '2026-11-17').boundingBox();
    await page.mouse.move(from.x + 20, from.y + 8);
    await page.mouse.down();
    await page.mouse.move(from.x + 20 - width, from.y + 12, { steps: 4 });
    await psql(`update app.meetings set status = 'done' where title = 'Review'`);
    await page.mouse.up();
    await page.waitForSelector('.toast:has-text("could not be moved")');
    await shows(page, '2026-11-18', 'Review');
    assert.deepEqual(await times(), ['11-18 10:00', '11-18 11:00']);
  });

  it('has a form for the same, which says what is wrong, and opens the form for a new row where one clicks', async () => {
    const [page] = pages;
    await look(page, MONTH);
    await event(page, 'Review').hover();
    await event(page, 'Review').locator('.pl-cal-move').click();
    const dialog = page.locator('.pl-cal-dialog');
    assert.equal(await dialog.locator('[name=start]').inputValue(), '11/18/2026 10:00 AM');
    await dialog.locator('[name=end]').fill('11/18/2026 9:00');
    await dialog.locator('[type=submit]').click();
    await dialog.locator('[role=alert]:has-text("The end is before the start")').waitFor();
    await dialog.locator('[name=start]').fill('Nov 20, 8:00 am');
    await dialog.locator('[name=end]').fill('11/20/2026 8:45');
    await dialog.locator('[type=submit]').click();
    await until(async () => (await times()).join() === '11-20 08:00,11-20 08:45');
    await look(page, WEEK);
    const hours = await day(page, '2026-11-17').locator('.pl-cal-hours').boundingBox();
    await page.mouse.click(hours.x + 30, hours.y + (hours.height * 14.6) / 24);
    await page.waitForURL(/\/view\/meeting\?starts=/);
    assert.equal(await page.locator('[name=starts][data-pl-date]').inputValue(), '11/17/2026 2:30 PM');
    await page.locator('[name=title]').fill('New one');
    await page.locator('main [type=submit]').first().click();
    await until(async () => (await psql(`select 1 from app.meetings where title = 'New one'`)).length === 1);
    assert.deepEqual(await times('New one'), ['11-17 14:30', null]);
  });

  it('moves by a finger after a long press, and leads from a day of the small month to its events', async () => {
    const phone = await browser.page(server.url, await server.as('ada'), {
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
    });
    await look(phone, '/view/cal?day=2026-11-18');
    const client = await phone.context().newCDPSession(phone);
    const touch = (/** @type {any} */ type, /** @type {number} */ x, /** @type {number} */ y) =>
      client.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x, y }] });
    const box = await event(phone, 'Review').boundingBox();
    assert.ok(box);
    await touch('touchStart', box.x + 60, box.y + 15);
    await phone.waitForSelector('.pl-cal-event.is-dragged');
    for (let i = 1; i <= 5; i++) await touch('touchMove', box.x + 60, box.y + 15 + (box.height * i) / 5);
    await phone.waitForTimeout(60);
    await touch('touchEnd', 0, 0);
    await until(async () => (await times()).join() === '11-18 11:00,11-18 12:00');
    await look(phone, MONTH);
    await day(phone, '2026-11-18').tap();
    await phone.waitForURL(/day=2026-11-18/);
    assert.deepEqual(phone.problems, []);
    await phone.context().close();
  });

  it('is clean for axe in each way of showing it, in both sizes, and marks today', async () => {
    const [page] = pages;
    await psql(`update app.meetings set title = repeat('Donaudampfschiff', 20) where title = 'Review'`);
    await psql(`insert into app.meetings (title, starts) values ('Now', now())`);
    for (const size of [
      { width: 1280, height: 800 },
      { width: 390, height: 844 },
    ]) {
      await page.setViewportSize(size);
      for (const address of [
        MONTH,
        WEEK,
        '/view/cal?day=2026-11-18',
        '/view/cal?agenda=2026-11-09',
        '/view/cal?month=2026-11&move-event=2',
        '/plugin/calendar/links/cal',
      ]) {
        await page.goto(server.url + address);
        assert.deepEqual(await axeViolations(page), [], `${address} ${size.width}`);
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        assert.ok(wide <= 0, `${address} is ${wide} px too wide`);
      }
    }
    await page.goto(`${server.url}/view/cal`);
    const today = new Date().toLocaleDateString('sv-SE', { timeZone: 'America/New_York' });
    assert.equal(await page.locator('.is-today').getAttribute('data-day'), today);
    assert.equal(await page.locator('.is-today [aria-current=date]').count(), 1);
    await page.goto(`${server.url}/view/cal?month=${today.slice(0, 7)}`);
    await until(async () => (await page.locator('.is-today').getAttribute('data-day')) === today);
    assert.deepEqual(page.problems, []);
  });
});
