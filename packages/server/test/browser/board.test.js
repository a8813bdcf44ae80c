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
  server = await startTestServer({ users: { ada: ['staff'], ben: ['staff'], uma: ['user'] } });
  await edit('add-table', {
    name: 'tasks',
    label: 'Tasks',
    owner: 'who',
    fields: [
      { name: 'title', label: 'Title', type: 'text', required: true, attributes: { maxLength: 2000 } },
      { name: 'status', label: 'Status', type: 'select', attributes: { options: OPTIONS } },
      { name: 'who', label: 'Who', type: 'user' },
      { name: 'points', label: 'Points', type: 'integer' },
    ],
  });
  const all = { read: 'all', create: 'all', update: 'all', delete: 'all' };
  const access = { staff: all, user: { ...all, update: 'own', create: 'none' } };
  await edit('set-access', { table: 'tasks', access, owner: 'who' });
  const view = (/** @type {string} */ name, /** @type {string} */ template, /** @type {any} */ config) =>
    edit('add-view', { view: { name, label: name, template, table: 'tasks', roles: ['staff', 'user'], config } });
  const field = { id: 'f', type: 'field', settings: { field: 'title' } };
  await view('task', 'show', { layout: { id: 'root', type: 'stack', children: [field] } });
  const form = { id: 'f', type: 'form_field', settings: { field: 'title' } };
  await view('task_form', 'edit', { layout: { id: 'root', type: 'stack', children: [form] } });
  const links = { cardView: 'task', createView: 'task_form' };
  const config = { columnField: 'status', titleField: 'title', totalField: 'points', personField: 'who', ...links };
  await view('board', 'board', { ...config, pageSize: 5 });
  await view('lanes', 'board', { ...config, laneField: 'who', cardView: 'task_form', cardOpen: 'panel' });
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
beforeEach(async () => {
  await psql('truncate app.tasks restart identity');
  const { id } = (await server.as('ada')).user;
  await psql(`insert into app.tasks (title, status, points, who)
    select 'Task ' || i, case when i <= 3 then 'open' else 'doing' end, i, case when i % 2 = 1 then '${id}'::uuid end
    from generate_series(1, 5) i`);
});

/** What a browser shows, column by column. @param {any} page */
const shown = (page) =>
  page.evaluate(() =>
    Object.fromEntries(
      [...document.querySelectorAll('.pl-board-column')].map((column) => [
        column.getAttribute('aria-label'),
        [...column.querySelectorAll('.pl-board-title')].map((title) => title.textContent),
      ]),
    ),
  );
/** What is stored. @param {string} [status] */
const stored = async (status = 'open') =>
  (await psql(`select title from app.tasks where status = '${status}' order by board_order, id`)).map(
    (/** @type {any} */ row) => row.title,
  );
const card = (/** @type {any} */ page, /** @type {string} */ title) =>
  page.locator(`.pl-board-card:has-text("${title}")`);
const column = (/** @type {any} */ page, /** @type {string} */ name) =>
  page.locator(`.pl-board-column[aria-label="${name}"]`);

/** Opens a board, ready to be worked with. @param {any} page @param {string} [address] */
async function open(page, address = '/view/board') {
  await page.goto(server.url + address);
  await page.waitForSelector('.pl-board-title[aria-describedby]');
}

/** @param {any} page @param {string} title @param {any} target locator @param {number} [y] from its top */
async function drag(page, title, target, y = 20) {
  const from = await card(page, title).boundingBox();
  await page.mouse.move(from.x + 40, from.y + 15);
  await page.mouse.down();
  await page.mouse.move(from.x + 60, from.y + 25, { steps: 3 });
  const to = await target.boundingBox();
  await page.mouse.move(to.x + to.width / 2, to.y + y, { steps: 8 });
  await page.waitForTimeout(50);
  await page.mouse.up();
}

describe('a board', () => {
  it('has columns with count and total, and a link on each card', async () => {
    const [page] = pages;
    await open(page);
    assert.deepEqual(await shown(page), {
      OPEN: ['Task 1', 'Task 2', 'Task 3'],
      DOING: ['Task 4', 'Task 5'],
      DONE: [],
    });
    const head = await column(page, 'DOING').locator('.pl-board-head').innerText();
    assert.match(head.replace(/\s+/g, ' '), /DOING 2( cards)? 9/);
    await card(page, 'Task 2').click();
    await page.waitForURL(/\/view\/task\?id=2/);
  });

  it('stores a card where the mouse drops it, with one write, and shows it in the other browser', async () => {
    const [page, other] = pages;
    await Promise.all([open(page), open(other)]);
    await drag(page, 'Task 1', card(page, 'Task 4'), 70);
    await until(async () => (await stored('doing')).join() === 'Task 4,Task 1,Task 5');
    await until(async () => (await shown(other)).DOING.join() === 'Task 4,Task 1,Task 5');
    assert.deepEqual(await stored(), ['Task 2', 'Task 3']);
    await drag(page, 'Task 3', card(page, 'Task 2'), 5);
    await until(async () => (await stored()).join() === 'Task 3,Task 2');
    assert.match(page.url(), /\/view\/board$/, 'a drag is no click');
    await until(async () =>
      (await column(other, 'OPEN').locator('.pl-board-head .pl-board-count').innerText()).startsWith('2'),
    );
  });

  it('is worked by keyboard alone, and tells screen readers', async () => {
    const [page] = pages;
    await open(page);
    await card(page, 'Task 2').locator('.pl-board-title').focus();
    const said = () => page.locator('[data-pl-board-live]').innerText();
    await page.keyboard.press('Space');
    assert.match(await said(), /Picked up “Task 2”. OPEN, position 2 of 3/);
    await page.keyboard.press('ArrowRight');
    assert.equal(await said(), 'DOING, position 2 of 3');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Escape');
    assert.match(await said(), /Cancelled. “Task 2” is back. OPEN, position 2 of 3/);
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    assert.match(await said(), /Dropped “Task 2”. DONE, position 1 of 1/);
    await until(async () => (await stored('done')).join() === 'Task 2');
    assert.equal(await page.evaluate(() => document.activeElement?.textContent), 'Task 2', 'keeps the focus');
  });

  it('moves a card under a finger after a long press, and scrolls before that', async () => {
    const phone = await browser.page(server.url, await server.as('ada'), {
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
    });
    await open(phone);
    const client = await phone.context().newCDPSession(phone);
    const touch = (/** @type {any} */ type, /** @type {number} */ x, /** @type {number} */ y) =>
      client.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x, y }] });
    const from = await card(phone, 'Task 3').boundingBox();
    const to = await card(phone, 'Task 1').boundingBox();
    assert.ok(from && to);
    await touch('touchStart', from.x + 30, from.y + 15);
    await phone.waitForSelector('.pl-board-ghost', { state: 'attached' });
    for (let i = 1; i <= 6; i++)
      await touch('touchMove', from.x + 30, from.y + 15 + ((to.y + 3 - from.y - 15) * i) / 6);
    await phone.waitForTimeout(60);
    await touch('touchEnd', 0, 0);
    await until(async () => (await stored()).join() === 'Task 3,Task 1,Task 2');
    await touch('touchStart', from.x + 30, from.y + 15);
    for (let i = 1; i <= 6; i++) await touch('touchMove', from.x + 30, from.y + 15 - i * 20);
    await touch('touchEnd', 0, 0);
    assert.equal(await phone.locator('.pl-board-ghost').count(), 0);
    assert.deepEqual(phone.problems, []);
    await phone.context().close();
  });

  it('Z1: takes back a card that may no longer be moved, and says why; others can’t be picked up at all', async () => {
    const page = await browser.page(server.url, await server.as('uma'));
    const { id } = (await server.as('uma')).user;
    await psql(`update app.tasks set who = '${id}' where title = 'Task 1'`);
    await open(page);
    assert.deepEqual(
      await page.locator('[data-move] .pl-board-title').allInnerTexts(),
      ['Task 1'],
      'only one’s own card can be moved',
    );
    await drag(page, 'Task 2', column(page, 'DONE'), 60);
    assert.deepEqual(await stored(), ['Task 1', 'Task 2', 'Task 3']);
    // The right ends while the card is in the air.
    const box = await card(page, 'Task 1').boundingBox();
    assert.ok(box);
    await page.mouse.move(box.x + 40, box.y + 15);
    await page.mouse.down();
    await page.mouse.move(box.x + 80, box.y + 40, { steps: 4 });
    await psql(`update app.tasks set who = null where title = 'Task 1'`);
    const to = await column(page, 'DONE').boundingBox();
    assert.ok(to);
    await page.mouse.move(to.x + 60, to.y + 60, { steps: 6 });
    await page.waitForTimeout(50);
    await page.mouse.up();
    await page.waitForSelector('.toast-danger');
    assert.match(await page.locator('.toast-danger').innerText(), /“Task 1” could not be moved: /);
    await until(async () => (await shown(page)).OPEN.join() === 'Task 1,Task 2,Task 3');
    assert.deepEqual(await stored('done'), []);
    assert.equal(await page.locator('.pl-board-add').count(), 0, 'and adds none');
    await page.context().close();
  });

  it('keeps both cards that two people drop at one place, and ends alike for one card that both move', async () => {
    const [page, other] = pages;
    await Promise.all([open(page), open(other)]);
    await Promise.all([drag(page, 'Task 1', card(page, 'Task 5'), 3), drag(other, 'Task 2', card(other, 'Task 5'), 3)]);
    await until(async () => (await stored('doing')).length === 4);
    const order = await stored('doing');
    assert.deepEqual([order[0], order[3]], ['Task 4', 'Task 5'], order.join());
    await Promise.all([
      drag(page, 'Task 3', column(page, 'DONE'), 60),
      drag(other, 'Task 3', card(other, 'Task 4'), 3),
    ]);
    await until(async () => (await stored()).length === 0);
    // Whichever came last: both see the same, and it is what is stored.
    const isAlike = async (/** @type {any} */ one) => {
      const end = { OPEN: [], DOING: await stored('doing'), DONE: await stored('done') };
      return JSON.stringify(await shown(one)) === JSON.stringify(end);
    };
    for (const one of pages) await until(() => isAlike(one));
    assert.equal(
      [...(await stored('doing')), ...(await stored('done'))].filter((title) => title === 'Task 3').length,
      1,
    );
  });

  it('loads the rest of a column, and keeps it when others change something', async () => {
    const [page] = pages;
    await psql(`insert into app.tasks (title, status) select 'More ' || i, 'done' from generate_series(1, 12) i`);
    await open(page);
    assert.equal((await shown(page)).DONE.length, 5);
    await column(page, 'DONE').locator('.pl-board-more').click();
    await until(async () => (await shown(page)).DONE.length === 10);
    await column(page, 'DONE').locator('.pl-board-more').click();
    await until(async () => (await shown(page)).DONE.length === 12);
    await psql(`update app.tasks set title = 'Renamed' where title = 'Task 1'`);
    await until(async () => (await shown(page)).OPEN[0] === 'Renamed');
    assert.equal((await shown(page)).DONE.length, 12);
  });

  it('adds cards one after the other, and says what is wrong with one', async () => {
    const [page] = pages;
    await open(page);
    const done = column(page, 'DONE');
    await done.locator('.pl-board-add summary').click();
    await page.keyboard.type('First');
    await page.keyboard.press('Enter');
    await page.keyboard.type('Second');
    await page.keyboard.press('Enter');
    await until(async () => (await stored('done')).join() === 'First,Second');
    await until(async () => (await shown(page)).DONE.join() === 'First,Second');
    await edit('change-field', { table: 'tasks', field: 'title', changes: { attributes: { maxLength: 10 } } });
    await page.locator('.pl-board-add[open] input[name="title"]').fill('far too long for a title');
    await page.keyboard.press('Enter');
    await page.waitForSelector('.pl-board-error:visible');
    assert.equal(
      await page.locator('.pl-board-add[open] input[name="title"]').inputValue(),
      'far too long for a title',
    );
    await page.locator('[data-pl-board-form]:visible').click();
    await page.waitForURL(/task_form\?.*status=done.*title=far\+too\+long/);
    await edit('change-field', { table: 'tasks', field: 'title', changes: { attributes: { maxLength: 2000 } } });
  });

  it('moves a card without dragging, in a dialog; without scripts on a page', async () => {
    const [page] = pages;
    await open(page);
    await card(page, 'Task 1').hover();
    await card(page, 'Task 1').locator('.pl-board-move').click();
    await page.selectOption('dialog select[name="column"]', 'done');
    await page.click('dialog button[type="submit"]');
    await until(async () => (await shown(page)).DONE.join() === 'Task 1');
    const plain = await browser.page(server.url, await server.as('ben'), { javaScriptEnabled: false });
    await plain.goto(`${server.url}/view/board`);
    assert.equal(await plain.locator('a.pl-board-title').count(), 5);
    await card(plain, 'Task 2').hover();
    await card(plain, 'Task 2').locator('.pl-board-move').click();
    await plain.selectOption('select[name="column"]', 'done');
    await plain.click('.pl-board-moveform button[type="submit"]');
    assert.match(plain.url(), /\/view\/board$/);
    assert.deepEqual(await stored('done'), ['Task 1', 'Task 2']);
    await plain.locator('.pl-board-add summary').first().click();
    await plain.locator('.pl-board-add[open] input[name="title"]').fill('By hand');
    await plain.click('.pl-board-add[open] button[type="submit"]');
    assert.deepEqual(await stored(), ['Task 3', 'By hand']);
    await plain.context().close();
  });

  it('has swimlanes, and moves cards between them by keyboard', async () => {
    const [page] = pages;
    await open(page, '/view/lanes');
    assert.deepEqual(await page.locator('.pl-board-lane-head :is(h2, h3)').allInnerTexts(), ['No Who', 'ada']);
    const sums = async (/** @type {string} */ head) =>
      (await page.locator(`${head} .pl-board-sum`).allInnerTexts()).map(Number);
    const [{ sum }] = await psql('select sum(points)::int as sum from app.tasks');
    assert.ok(sum > 0);
    for (const head of ['.pl-board-heads', '.pl-board-lane-head'])
      assert.equal(
        (await sums(head)).reduce((/** @type {number} */ one, /** @type {number} */ other) => one + other, 0),
        sum,
      );
    await card(page, 'Task 2').locator('.pl-board-title').focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Space');
    const { id } = (await server.as('ada')).user;
    await until(async () => (await psql(`select who from app.tasks where title = 'Task 2'`))[0].who === id);
  });

  it('opens a card in a panel, shows what was saved there, and has the focus back; a drop opens nothing', async () => {
    const [page] = pages;
    await open(page, '/view/lanes');
    const panel = page.locator('dialog.pl-panel');
    await card(page, 'Task 2').locator('.pl-board-title').press('Enter');
    await panel.getByLabel('Title').fill('Named beside the board');
    assert.deepEqual(await axeViolations(page), []);
    await panel.getByRole('button', { name: 'Save' }).click();
    await until(async () => (await stored()).includes('Named beside the board'));
    await page.keyboard.press('Escape');
    const title = card(page, 'Named beside the board').locator('.pl-board-title');
    await until(() => title.evaluate((/** @type {Element} */ one) => one === document.activeElement));
    assert.equal(new URL(page.url()).pathname, '/view/lanes');
    await drag(page, 'Task 1', page.locator('.pl-board-column[data-column="done"]').last());
    await until(async () => (await stored('done')).includes('Task 1'));
    assert.equal(await panel.count(), 0);
  });

  it('is searched and filtered like a list, and moves cards meanwhile', async () => {
    const [page] = pages;
    await open(page);
    await page.locator('.pl-filter-menu summary').click();
    await page.locator('.pl-filter-menu').getByRole('link', { name: 'Points' }).click();
    await page.getByRole('combobox', { name: 'Points: comparison' }).selectOption('at least');
    await page.getByLabel('Points', { exact: true }).fill('3');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/board?points.gte=3');
    assert.deepEqual((await shown(page)).OPEN, ['Task 3']);
    await drag(page, 'Task 3', column(page, 'DONE'));
    await until(async () => (await stored('done')).includes('Task 3'));
    assert.deepEqual(await shown(page), { OPEN: [], DOING: ['Task 4', 'Task 5'], DONE: ['Task 3'] });
    await page.getByRole('searchbox', { name: 'Search' }).fill('task 5');
    await page.keyboard.press('Enter');
    await page.waitForURL('**q=task**');
    assert.deepEqual(await shown(page), { OPEN: [], DOING: ['Task 5'], DONE: [] });
    assert.deepEqual(page.problems, []);
  });

  it('is clean for axe and shows very long titles, in both sizes', async () => {
    const [page] = pages;
    await psql(`update app.tasks set title = repeat('Donaudampfschiff', 60) where title = 'Task 1'`);
    for (const size of [
      { width: 1280, height: 800 },
      { width: 390, height: 844 },
    ]) {
      await page.setViewportSize(size);
      for (const address of ['/view/board', '/view/lanes', '/view/board?move-card=2', '/view/board?in-column=open']) {
        await page.goto(server.url + address);
        assert.deepEqual(await axeViolations(page), [], `${address} ${size.width}`);
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        assert.ok(wide <= 0, `${address} is ${wide} px too wide`);
      }
    }
    assert.deepEqual(page.problems, []);
  });
});
