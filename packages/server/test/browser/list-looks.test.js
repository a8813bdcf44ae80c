import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { axeViolations, launchBrowser, startTestServer, until } from '../../src/testing/index.js';
import { starterApp } from './starter-app.js';

// How each person likes to see a list: columns, the height of rows, groups, exports.

/** @type {Awaited<ReturnType<typeof startTestServer>>} */
let server;
/** @type {Awaited<ReturnType<typeof launchBrowser>>} */
let browser;
/** @type {any} */
let page;
before(async () => {
  server = await startTestServer({ app: await starterApp('issue-tracker') });
  browser = await launchBrowser();
  page = await browser.page(server.url, await server.as('admin'), { reducedMotion: 'reduce' });
});
after(async () => {
  await browser?.close();
  await server.close();
});

/** @param {any} locator @returns {Promise<{ x: number, y: number, width: number, height: number }>} */
const boxOf = (locator) => locator.boundingBox();
const statuses = (on = page) => on.locator('td[data-label="Status"]').allInnerTexts();

describe('how a list looks', () => {
  it('is sorted by several columns with Shift, and says in which order', async () => {
    await page.goto('/view/issue_list');
    const head = (/** @type {string} */ name) => page.locator('thead').getByRole('link', { name });
    await head('Status').click();
    await page.waitForURL('**/issue_list?sort=status');
    await head('Due').click({ modifiers: ['Shift'] });
    await page.waitForURL('**/issue_list?sort=status,due');
    assert.match(await head('Due').innerText(), /2/);
    await head('Due').click({ modifiers: ['Shift'] });
    await page.waitForURL('**/issue_list?sort=status,-due');
    assert.equal(await page.locator('th[aria-sort]').count(), 1);
  });

  it('is kept for each person: columns and the height of rows', async () => {
    const staff = await server.as('staff');
    const one = await browser.page(server.url, staff, {
      reducedMotion: 'reduce',
      viewport: { width: 1280, height: 800 },
    });
    await one.goto('/view/issue_list');
    const row = one.locator('#v-issue_list tbody tr').first();
    const height = async () => Math.round((await row.boundingBox())?.height ?? 0);
    assert.ok((await height()) <= 37, `${await height()} px`);
    // The menu is opened before its script has come.
    const { promise, resolve: release } = Promise.withResolvers();
    await one.route(/views\/lists\.js$/, async (/** @type {any} */ route) => {
      await promise;
      await route.continue();
    });
    await one.goto('/view/issue_list?status=done', { waitUntil: 'commit' });
    await one.getByLabel('View', { exact: true }).click();
    release(undefined);
    await one.getByRole('checkbox', { name: 'Priority' }).waitFor();
    assert.deepEqual(await axeViolations(one), []);
    const saved = one.waitForResponse((/** @type {any} */ answer) => answer.url().endsWith('/list-settings'));
    await one.getByRole('checkbox', { name: 'Priority' }).uncheck();
    assert.equal((await saved).status(), 200);
    const again = one.waitForResponse((/** @type {any} */ answer) => answer.url().endsWith('/list-settings'));
    await one.getByRole('button', { name: 'Comfortable' }).click();
    assert.equal((await again).status(), 200);
    await one.reload();
    await one.locator('th[data-key="priority"][hidden]').waitFor({ state: 'attached' });
    assert.equal(await one.locator('td[data-label="Priority"]:visible').count(), 0);
    assert.ok((await height()) > 37);
    assert.deepEqual(one.problems, []);
    await one.context().close();
    await page.goto('/view/issue_list');
    assert.ok((await page.locator('td[data-label="Priority"]:visible').count()) > 0, 'of nobody else');
  });

  it('has a menu at the head of each column, by mouse and by keyboard', async () => {
    const size = { viewport: { width: 1280, height: 800 } };
    const one = await browser.page(server.url, await server.as('staff'), size);
    await one.goto('/view/issue_list?status=done');
    const button = (/** @type {string} */ key) => one.locator(`th[data-key="${key}"]`).getByRole('button');
    const entry = (/** @type {string} */ name) => one.getByRole('menuitem', { name });
    await one.locator('th[data-key="project"]').hover();
    await button('project').click();
    await entry('Hide column').waitFor();
    assert.deepEqual(await axeViolations(one), []);
    await button('project').click();
    assert.equal(await one.locator('[role=menu]:popover-open').count(), 0, 'a second click closes it');
    await button('project').press('ArrowDown');
    await one.locator('[role=menuitem]:focus').waitFor();
    await one.keyboard.press('g');
    assert.ok(await entry('Group by this column').evaluate((/** @type {Element} */ item) => item.matches(':focus')));
    await one.keyboard.press('Escape');
    assert.ok(await button('project').evaluate((/** @type {Element} */ item) => item.matches(':focus')));
    await button('project').press('ArrowUp');
    await one.locator('[role=menuitem]:focus').waitFor();
    const kept = one.waitForResponse((/** @type {any} */ answer) => answer.url().endsWith('/list-settings'));
    await one.keyboard.press('Enter');
    assert.equal((await kept).status(), 200);
    assert.equal(await one.locator('th[data-key="project"]').isVisible(), false);
    await one.locator('thead').getByRole('link', { name: 'Status' }).focus();
    await button('status').click();
    await entry('Sort descending').click();
    await one.waitForURL('**/issue_list?status=done&sort=-status');
    await one.locator('th[data-key="status"]').hover();
    await button('status').click();
    await entry('Filter by this column').click();
    await one.getByRole('button', { name: 'Apply' }).waitFor();
    assert.deepEqual(one.problems, []);
    await one.context().close();
  });

  it('has columns that are moved, widened and frozen with the mouse or the keyboard, kept for each person', async () => {
    const size = { reducedMotion: /** @type {const} */ ('reduce'), viewport: { width: 1280, height: 800 } };
    const one = await browser.page(server.url, await server.as('staff'), size);
    // The list opens with a saved filter.
    await one.goto('/view/issue_list?status=done');
    const names = async () => (await one.locator('thead th[data-key]:visible').allInnerTexts()).join();
    const kept = (/** @type {() => Promise<any>} */ act) =>
      Promise.all([one.waitForResponse((/** @type {any} */ a) => a.url().endsWith('/list-settings')), act()]);
    await one.getByLabel('View', { exact: true }).click();
    await kept(() => one.getByRole('button', { name: 'Reset columns' }).click());
    assert.equal(await names(), 'Issue,Project,Status,Priority,Assignee,Due');
    await kept(() => one.getByRole('checkbox', { name: 'Due' }).press('Shift+ArrowUp'));
    assert.equal(await names(), 'Issue,Project,Status,Priority,Due,Assignee');
    assert.ok(
      await one.getByRole('checkbox', { name: 'Due' }).evaluate((/** @type {Element} */ box) => box.matches(':focus')),
    );
    await kept(() => one.getByRole('button', { name: 'Move Due up' }).click());
    assert.deepEqual(await axeViolations(one), []);
    await one.keyboard.press('Escape');
    const first = await one.locator('tbody tr').first().locator('td:not(.pl-sel):visible').allInnerTexts();
    assert.match(first[3], /\d{4}/);

    const middle = async (/** @type {string} */ key) => {
      const box = await boxOf(one.locator(`th[data-key="${key}"]`));
      return { x: box.x + box.width / 2, y: box.y + box.height / 2, edge: box.x + box.width - 2, width: box.width };
    };
    const drag = async (/** @type {[number, number]} */ from, /** @type {[number, number]} */ to) => {
      await one.mouse.move(...from);
      await one.mouse.down();
      await one.mouse.move((from[0] + to[0]) / 2, from[1]);
      await one.mouse.move(...to);
      await one.mouse.up();
    };
    const [due, project] = [await middle('due'), await middle('project')];
    await kept(() => drag([due.x - 4, due.y], [project.x - 20, due.y]));
    assert.equal(await names(), 'Issue,Due,Project,Status,Priority,Assignee');
    assert.doesNotMatch(one.url(), /sort=/);
    const issue = await middle('title');
    await kept(() => drag([issue.edge, issue.y], [issue.edge + 500, issue.y]));
    const wide = await middle('title');
    assert.ok(Math.abs(wide.width - issue.width - 500) <= 2, `${issue.width} to ${wide.width}`);
    await one.getByLabel('View', { exact: true }).click();
    await kept(() => one.getByRole('checkbox', { name: 'Issue' }).press('Shift+ArrowLeft'));
    await until(async () => Math.round((await middle('title')).width) === Math.round(wide.width) - 16);
    // Frozen columns leave room for others, so the widest one is narrowed first.
    for (let i = 0; i < 24; i++) await one.getByRole('checkbox', { name: 'Issue' }).press('Shift+ArrowLeft');
    assert.equal(Math.round((await middle('title')).width), Math.round(wide.width) - 25 * 16, 'each press counts');
    for (let i = 0; i < 40; i++) await one.getByRole('checkbox', { name: 'Project' }).press('Shift+ArrowRight');
    await Promise.all([
      one.waitForResponse((/** @type {any} */ a) => a.request().postData()?.includes('"frozen"')),
      one.getByLabel('Frozen columns').selectOption('1'),
    ]);
    await one.keyboard.press('Escape');
    await one.reload();
    assert.equal(await names(), 'Issue,Due,Project,Status,Priority,Assignee');
    const before = await middle('title');
    const narrow = await middle('due');
    await one.locator('.table-responsive').evaluate((/** @type {Element} */ box) => (box.scrollLeft = 200));
    assert.equal((await middle('title')).x, before.x, 'it stays in sight');
    assert.ok((await middle('due')).x < narrow.x - 100);
    await one.getByLabel('View', { exact: true }).click();
    await kept(() => one.getByRole('button', { name: 'Reset columns' }).click());
    assert.equal(await names(), 'Issue,Project,Status,Priority,Assignee,Due');
    assert.deepEqual(one.problems, []);
    await one.context().close();
  });

  it('keeps its head in sight', async () => {
    const size = { reducedMotion: /** @type {const} */ ('reduce'), viewport: { width: 1280, height: 420 } };
    const one = await browser.page(server.url, await server.as('admin'), size);
    await one.goto('/view/issue_list');
    const top = async () => (await boxOf(one.locator('thead th').first())).y;
    const start = await top();
    await one.mouse.move(600, 300);
    await one.mouse.wheel(0, 300);
    await one.waitForFunction(() => scrollY > 100);
    assert.ok((await top()) >= 0 && (await top()) < start, 'it sticks below the bar');
    assert.deepEqual(one.problems, []);
    await one.context().close();
  });

  it('is exported as it is filtered and sorted', async () => {
    const staff = await server.as('staff');
    for (const address of [
      '/view/issue_list?status=done&sort=title&issue_list:menu=view',
      '/page/issues?issues.status=done&issue_list:sort=title&issue_list:menu=view',
    ]) {
      const { text } = await staff.get(address);
      const [, href] = /href="([^"]*export\.csv[^"]*)"/.exec(text) ?? [];
      const { text: csv, status } = await staff.get(href.replaceAll('&amp;', '&'));
      assert.equal(status, 200);
      const lines = csv.trim().split(/\r?\n/);
      assert.ok(lines.length > 2);
      for (const line of lines.slice(1)) assert.match(line, /done/i);
    }
  });
});

describe('groups of a list', () => {
  it('are chosen in the menu, closed by keyboard, kept for each person, and hidden columns stay hidden', async () => {
    const size = { reducedMotion: /** @type {const} */ ('reduce'), viewport: { width: 1280, height: 800 } };
    const one = await browser.page(server.url, await server.as('user'), size);
    await one.goto('/view/issue_list');
    await one.getByLabel('View', { exact: true }).click();
    await one.getByRole('checkbox', { name: 'Due' }).uncheck();
    await one.getByText('Group by: None').click();
    await one.locator('[data-pl-group="status"]').click();
    await one.waitForURL('**/issue_list?issue_list:group=status');
    const heads = one.locator('.pl-group summary');
    assert.match((await heads.allInnerTexts()).join(), /^Open\s+\d+,In progress\s+\d+,In review\s+\d+,Done\s+\d+$/);
    await one.locator('th[data-key="due"][hidden]').waitFor({ state: 'attached' });
    assert.equal(await one.locator('td[data-label="Due"]:visible').count(), 0);
    assert.equal(
      await one.locator('.pl-group th').first().getAttribute('colspan'),
      String(await one.locator('thead th:visible').count()),
    );
    const rows = one.locator('tbody').first().locator('td[data-label="Status"]:visible');
    const open = await rows.count();
    assert.ok(open > 1);
    await heads.first().press('Enter');
    assert.equal(await rows.count(), 0);
    await heads.first().press('Enter');
    assert.equal(await rows.count(), open);
    assert.deepEqual(await axeViolations(one), []);
    let asked = 0;
    one.on('request', (/** @type {any} */ request) => (asked += request.isNavigationRequest() ? 1 : 0));
    await one.goto('/view/issue_list');
    await one.locator('[data-pl-saved]:not([hidden])').waitFor();
    assert.match((await heads.allInnerTexts()).join(), /^Open/);
    assert.deepEqual([asked, new URL(one.url()).search], [1, ''], 'it is painted once');
    await one.setViewportSize({ width: 390, height: 844 });
    await one.emulateMedia({ colorScheme: 'dark' });
    assert.ok(await one.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
    assert.deepEqual(await axeViolations(one), []);
    await one.setViewportSize({ width: 1280, height: 800 });
    await one.getByLabel('View', { exact: true }).click();
    await one.getByText('Group by: Status').click();
    await one.locator('[data-pl-group="-"]').click();
    await one.waitForURL('**/issue_list?issue_list:group=-');
    assert.equal(await heads.count(), 0);
    assert.deepEqual(one.problems, []);
    await one.context().close();
  });

  it('get further rows in place, and as a page of their own without scripts', async () => {
    const { rows: projects } = await server.data.db.query({ text: 'select id from app.projects limit 1', values: [] });
    const common = { project: projects[0].id, status: 'done' };
    const more = Array.from({ length: 25 }, (_, i) => ({ ...common, title: `Further ${i}` }));
    await server.data.rows.insertMany(server.system, 'issues', more);
    await page.goto('/view/issue_list?issue_list:group=status');
    const done = page.locator('tbody[data-key="g done"]');
    const rows = done.locator('td[data-label="Status"]');
    assert.equal(await rows.count(), 10);
    await done.getByRole('link', { name: /^Show \d+ more$/ }).press('Enter');
    await done.locator('td[data-label="Status"]').nth(10).waitFor();
    while (await done.locator('.pl-group-more').count()) {
      const now = await rows.count();
      await done.getByRole('link', { name: 'Show more' }).click();
      await rows.nth(now).waitFor();
    }
    const titles = await done.locator('td.pl-cell-main').allInnerTexts();
    assert.equal(new Set(titles).size, titles.length);
    assert.match(await done.locator('summary').innerText(), new RegExp(`\\b${titles.length}$`));
    assert.deepEqual(page.problems, []);

    const plain = await browser.page(server.url, await server.as('staff'), { javaScriptEnabled: false });
    await plain.goto('/view/issue_list?issue_list:group=status');
    const group = plain.locator('tbody[data-key="g done"]');
    await group.locator('summary').click();
    assert.equal(await group.locator('td:visible').count(), 0);
    await group.locator('summary').click();
    await group.getByRole('link', { name: /^Show \d+ more$/ }).click();
    assert.deepEqual([...new Set(await statuses(plain))], ['Done']);
    await plain.getByRole('link', { name: 'All groups' }).click();
    assert.equal(await plain.locator('.pl-group').count(), 4);
    await plain.context().close();
  });
});
