import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { node } from '@plinth/plugin';
import { axeViolations, cellUnder, choose, launchBrowser, startTestServer, until } from '../../src/testing/index.js';
import { starterApp } from './starter-app.js';

// Working in a list by hand: what is offered, what the address says, where the focus is.

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

const statuses = (on = page) => on.locator('td[data-label="Status"]').allInnerTexts();

describe('filtering a list by hand', () => {
  it('adds, changes and removes a condition with the keyboard alone', async () => {
    await page.goto('/view/issue_list');
    await page.locator('.pl-filter-menu summary').press('Enter');
    await page.locator('.pl-filter-menu input:focus').waitFor();
    await page.keyboard.type('stat');
    await page.keyboard.press('Enter');
    const open = page.getByRole('checkbox', { name: 'Open' });
    await open.waitFor();
    assert.ok(await open.evaluate((/** @type {Element} */ box) => box === document.activeElement));
    assert.deepEqual(await axeViolations(page), []);
    await page.keyboard.press('Space');
    await page.getByRole('checkbox', { name: 'Done' }).press('Space');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/issue_list?status=open&status=done');
    const chip = page.locator('.pl-chip summary');
    assert.equal(await chip.innerText(), 'Status is any of Open, Done');
    assert.deepEqual([...new Set(await statuses())].sort(), ['Done', 'Open']);
    assert.ok(await chip.evaluate((/** @type {Element} */ one) => one === document.activeElement));
    await chip.press('Enter');
    await page.getByRole('combobox', { name: 'Status: comparison' }).selectOption('is not empty');
    await page.keyboard.press('Tab');
    await page.getByRole('button', { name: 'Apply' }).press('Enter');
    await page.waitForURL('**/issue_list?status.filled=1');
    await chip.press('Enter');
    await page.keyboard.press('Escape');
    assert.equal(await page.locator('.pl-chip details[open]').count(), 0);
    await page.getByRole('link', { name: 'Remove filter: Status' }).press('Enter');
    await page.waitForURL((/** @type {URL} */ url) => url.search === '');
    assert.deepEqual(page.problems, []);
  });

  it('makes alternatives of conditions', async () => {
    await page.goto('/view/issue_list?status=done');
    await page.locator('.pl-chip summary').click();
    await page.getByRole('link', { name: 'Or …' }).click();
    await page.locator('.pl-chip-group').getByRole('link', { name: 'Priority' }).click();
    await page.getByRole('checkbox', { name: 'Urgent' }).check();
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.waitForURL('**/issue_list?any-status=done&any-priority=urgent');
    const rows = await page.locator('#v-issue_list tbody tr').allInnerTexts();
    assert.ok(rows.length > 2);
    for (const row of rows) assert.match(row, /Done|Urgent/);
    assert.deepEqual(await axeViolations(page), []);
  });

  it('steers all views of the table, from chips above them or from a list among them', async () => {
    const fields = ['status', 'priority'].map((field) => node('filter_field', { field }));
    const filter = { name: 'issue_filter', template: 'filter', table: 'issues', roles: ['staff'] };
    const config = { layout: node('stack', {}, fields), chips: true, frame: 'plain', showTitle: false };
    await server.data.edit(server.system, 'add-view', { view: { ...filter, config } });
    const count = { name: 'issue_count', template: 'number', table: 'issues', roles: ['staff'] };
    await server.data.edit(server.system, 'add-view', { view: { ...count, config: { aggregate: 'count' } } });
    const children = ['issue_filter', 'issue_count', 'issue_list'].map((view) => node('embed', { view }));
    const steered = { name: 'steered', title: 'Steered', roles: ['staff'], layout: node('stack', {}, children) };
    await server.data.edit(server.system, 'add-page', { page: steered });
    await page.goto('/page/steered');
    const number = page.locator('#v-issue_count');
    const says = (/** @type {number} */ rows) => number.getByText(String(rows), { exact: true }).waitFor();
    await page.locator('.pl-chip-offer', { hasText: 'Status' }).press('Enter');
    await page.getByRole('checkbox', { name: 'Done' }).press('Space');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/steered?issues.status=done');
    const done = await statuses();
    assert.deepEqual([...new Set(done)], ['Done']);
    await says(done.length);
    assert.deepEqual(await axeViolations(page), []);
    const list = page.locator('#v-issue_list');
    await list.getByRole('link', { name: 'Remove filter: Status' }).click();
    await page.waitForURL('**/steered');
    const all = (await statuses()).length;
    assert.ok(all > done.length);
    await says(all);
    await page.locator('#v-issue_filter .pl-chip-offer', { hasText: 'Status' }).waitFor();
    assert.deepEqual(page.problems, []);
  });

  it('fetches a menu when it is opened: says that it is on its way, and what went wrong', async () => {
    const one = await browser.page(server.url, await server.as('staff'), { reducedMotion: 'reduce' });
    await one.goto('/view/issue_list');
    /** @type {() => void} */
    let answer = () => {};
    const held = new Promise((done) => (answer = () => done(undefined)));
    await one.route('**/*menu=filter*', async (/** @type {any} */ route) => {
      await held;
      await route.continue();
    });
    const menu = one.locator('.pl-filter-menu');
    await menu.locator('summary').click();
    await menu.locator('[aria-busy="true"]').waitFor();
    assert.deepEqual(await axeViolations(one), []);
    answer();
    await menu.locator('input:focus').waitFor();
    assert.equal(await menu.locator('[aria-busy]').count(), 0);
    await one.keyboard.press('Escape');
    assert.equal(await menu.locator('summary:focus').count(), 1);
    const look = one.locator('.pl-view-menu');
    await one.route('**/*menu=view*', (/** @type {any} */ route) => route.abort());
    await look.locator('summary').press('Enter');
    const again = look.locator('a:has([role="alert"])');
    assert.equal(await again.innerText(), 'That didn’t work. Please try again.');
    assert.deepEqual(await axeViolations(one), []);
    await one.unroute('**/*menu=view*');
    await again.press('Enter');
    await look.getByRole('checkbox', { name: 'Due' }).waitFor();
    assert.equal(new URL(one.url()).search, '');
    assert.ok(await look.evaluate((/** @type {Element} */ box) => box.contains(document.activeElement)));
    await one.context().close();
  });

  it('has a menu before it is opened by who points at it, and leads Back to it shut', async () => {
    const one = await browser.page(server.url, await server.as('staff'), { reducedMotion: 'reduce' });
    await one.goto('/view/issue_list?sort=title,-due');
    const menu = one.locator('.pl-filter-menu');
    await menu.locator('summary').hover();
    await menu.locator('[data-pl-sent]').waitFor({ state: 'attached' });
    assert.equal(await menu.evaluate((/** @type {any} */ box) => box.open), false);
    await menu.locator('summary').click();
    await menu.getByRole('link', { name: 'Status' }).click();
    await one.waitForURL('**/issue_list?sort=title,-due&issue_list:add=status');
    await one.goBack();
    await one.waitForURL('**/issue_list?sort=title,-due');
    assert.equal(await one.locator('details[open] > .pl-pop').count(), 0);

    // The address of an open menu, from a new tab or a page without scripts, is that of the list from then on.
    await one.goto('/view/issue_list?issue_list:menu=filter&sort=title,-due');
    await menu.locator('input:focus').waitFor();
    await one.waitForURL('**/issue_list?sort=title,-due');
    await one.keyboard.press('Escape');
    await one.reload();
    assert.equal(await one.locator('details[open] > .pl-pop').count(), 0);
    assert.deepEqual(one.problems, []);
    await one.context().close();
  });

  it('works without scripts, in an address that means the same', async () => {
    const plain = await browser.page(server.url, await server.as('staff'), { javaScriptEnabled: false });
    await plain.goto('/page/issues');
    await plain.locator('#v-issue_list .pl-filter-menu summary').click();
    await plain.locator('#v-issue_list').getByRole('link', { name: 'Show more' }).click();
    await plain.locator('#v-issue_list').getByRole('link', { name: 'Status' }).first().click();
    await plain.getByRole('checkbox', { name: 'Done' }).check();
    await plain.locator('.pl-cond').getByRole('button', { name: 'Apply' }).click();
    assert.deepEqual([...new Set(await statuses(plain))], ['Done']);
    assert.equal(await plain.locator('.pl-chip summary').innerText(), 'Status is Done');
    await plain.context().close();
  });
});

describe('saved filters by hand', () => {
  it('are named, opened from the menu, made the default, and changed by two people', async () => {
    const staff = await server.as('staff');
    const one = await browser.page(server.url, staff, { reducedMotion: 'reduce' });
    await one.goto('/page/issues?issues.status=open');
    const menu = one.locator('#v-issue_list [data-pl-saved]');
    await one.route('**/saved/texts', (/** @type {any} */ route) => route.abort());
    await menu.locator('summary').first().click();
    await menu.getByRole('alert').filter({ hasText: 'That didn’t work. Please try again.' }).waitFor();
    for (const problem of one.problems.splice(0)) assert.match(problem, /ERR_FAILED/, 'what was ended here');
    await one.unroute('**/saved/texts');
    await one.keyboard.press('Escape');
    await menu.locator('summary').first().click();
    // What else is exchanged on the page, now or when it has been loaded, takes nothing away, nor the place to type in.
    const exchanged = async () => {
      await one.evaluate(() => document.dispatchEvent(new CustomEvent('htmx:after:swap', { detail: {} })));
      await one.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    };
    await one.getByPlaceholder('Name of the filter').focus();
    await exchanged();
    await one.keyboard.insertText('My open issues');
    await exchanged();
    assert.equal(await one.getByPlaceholder('Name of the filter').inputValue(), 'My open issues');
    await menu.getByRole('button', { name: 'Save', exact: true }).click();
    await menu.locator('summary', { hasText: 'My open issues' }).waitFor();
    const tabs = one.getByRole('navigation', { name: 'Saved' });
    await tabs.getByRole('link', { name: 'My open issues' }).and(one.locator('[aria-current]')).waitFor();
    assert.equal(await one.locator('.pl-chips').getByText('Save').count(), 0, 'it is saved');
    assert.deepEqual(await axeViolations(one), []);

    // On the view's own page it has other names in the address, and means the same.
    await one.goto('/view/issue_list');
    const own = one.locator('[data-pl-saved]');
    await tabs.getByRole('link', { name: 'All' }).and(one.locator('[aria-current]')).waitFor();
    await tabs.getByRole('link', { name: 'My open issues' }).click();
    await one.waitForURL('**/view/issue_list?status=open');
    assert.deepEqual([...new Set(await statuses(one))], ['Open']);
    // Changed since, it is marked, and can take the change.
    await one.getByRole('columnheader', { name: 'Due' }).getByRole('link').click();
    await one.waitForURL('**/view/issue_list?status=open&sort=due');
    await one.locator('a.pl-tab-changed', { hasText: 'My open issues' }).waitFor();
    await own.locator('summary').first().click();
    await one.getByRole('button', { name: 'Update “My open issues”' }).waitFor();
    await one.keyboard.press('Escape');
    await tabs.getByRole('link', { name: 'My open issues' }).click();
    await one.waitForURL('**/view/issue_list?status=open');
    await own.locator('summary').first().click();
    await own.locator('.pl-saved-more > summary').click();
    await one.getByRole('button', { name: 'Default', exact: true }).click();
    await own.locator('.badge', { hasText: 'Default' }).waitFor({ state: 'attached' });
    await one.goto('/view/issue_list');
    await one.waitForURL('**/view/issue_list?status=open');

    const two = await browser.page(server.url, staff, { reducedMotion: 'reduce' });
    await two.goto('/view/issue_list?status=done');
    const other = two.locator('[data-pl-saved]');
    await two.locator('.pl-chips').getByRole('button', { name: 'Save' }).click();
    await other.locator('.pl-saved-more > summary').click();
    await one.locator('[data-pl-saved] summary').first().click();
    await one.locator('.pl-saved-more > summary').click();
    await one.getByRole('button', { name: 'Rename' }).click();
    await one.getByLabel('Name of the filter').fill('Open ones');
    await one.keyboard.press('Enter');
    await own.locator('summary', { hasText: 'Open ones' }).waitFor();
    await two.getByRole('button', { name: 'Update with current filter' }).click();
    await two.getByRole('alert').filter({ hasText: 'Someone else changed the filter "Open ones"' }).waitFor();
    await two.getByRole('button', { name: 'Save anyway' }).click();
    await other.locator('summary', { hasText: 'Open ones' }).waitFor();
    assert.deepEqual([...one.problems, ...two.problems], []);
    await one.context().close();
    await two.context().close();
  });
});

describe('selecting rows of a list', () => {
  const boxes = (on = page) => on.locator('#v-issue_list td.pl-sel input');
  const said = (on = page) => on.locator('.pl-bulk output').innerText();

  it('takes single rows, ranges and the page, by keyboard and with Shift', async () => {
    await page.goto('/view/issue_list');
    const bar = page.locator('.pl-bulk');
    assert.equal(await bar.isVisible(), false);
    await boxes().nth(1).click();
    await boxes()
      .nth(4)
      .click({ modifiers: ['Shift'] });
    assert.equal(await said(), '4 selected');
    assert.equal(await page.locator('[data-pl-all]').evaluate((/** @type {any} */ box) => box.indeterminate), true);
    assert.deepEqual(await axeViolations(page), []);
    await boxes().nth(4).focus();
    await page.keyboard.press('Shift+ArrowDown');
    assert.equal(await said(), '5 selected');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Space');
    assert.equal(await said(), '6 selected');
    await page.keyboard.press('Escape');
    assert.equal(await bar.isVisible(), false);
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
    assert.equal(await said(), `${await boxes().count()} selected`);
    await page.getByRole('button', { name: 'Clear selection' }).click();
    assert.equal(await bar.isVisible(), false);
    // Beside the box is not a click on the row.
    await page
      .locator('td.pl-sel')
      .nth(2)
      .click({ position: { x: 2, y: 2 } });
    assert.equal(await said(), '1 selected');
    assert.equal(new URL(page.url()).pathname, '/view/issue_list');
  });

  it('sets one field for all of them in a dialog, and deletes them with Undo', async () => {
    await page.goto('/view/issue_list');
    const titles = await page.locator('#v-issue_list td.pl-cell-main').allInnerTexts();
    const urgent = () => page.locator('#v-issue_list td[data-label="Priority"]', { hasText: 'Urgent' }).count();
    const urgentBefore = await urgent();
    await boxes().nth(0).check();
    await boxes().nth(1).check();
    await page.locator('.pl-bulk').getByRole('button', { name: 'Edit' }).press('Enter');
    const box = page.getByRole('dialog', { name: 'Change 2 issues' });
    await box.getByLabel('Field').selectOption('Priority');
    await choose(box, 'Priority', 'Urgent');
    assert.deepEqual(await axeViolations(page), []);
    await box.getByRole('button', { name: 'Change Priority in 2 issues' }).click();
    await page.getByText('2 issues changed').waitFor();
    for (const i of [0, 1])
      assert.equal(await page.locator('#v-issue_list td[data-label="Priority"]').nth(i).innerText(), 'Urgent');
    const chosen = (await page.locator('#v-issue_list td.pl-cell-main').allInnerTexts()).slice(0, 2);
    await boxes().nth(0).check();
    await boxes().nth(1).check();
    await page.locator('.pl-bulk').getByRole('button', { name: 'Edit' }).press('Enter');
    await box.getByLabel('Field').selectOption('Due');
    await box.getByLabel('Action').selectOption('Clear the field');
    assert.equal(await box.locator('.pl-rows-value').isVisible(), false);
    assert.deepEqual(await axeViolations(page), []);
    await box.getByRole('button', { name: 'Clear Due in 2 issues' }).click();
    await box.waitFor({ state: 'detached' });
    for (const title of chosen) {
      const due = page.locator('#v-issue_list tbody tr', { hasText: title }).locator('td[data-label="Due"]');
      await until(async () => (await due.innerText()) === '');
    }
    // By the keyboard, and not while something is typed.
    const search = page.locator('input[type=search]').first();
    await search.fill('x');
    await search.press('Control+z');
    await search.fill('');
    await page.locator('h1').first().click();
    await page.keyboard.press('Control+z');
    await page.getByText('2 rows changed back').waitFor();
    for (const title of chosen) {
      const row = page.locator('#v-issue_list tbody tr', { hasText: title });
      assert.notEqual(await row.locator('td[data-label="Due"]').innerText(), '');
      assert.equal(await row.locator('td[data-label="Priority"]').innerText(), 'Urgent');
    }
    // The change before it is next.
    await page.keyboard.press('Control+z');
    await page.getByText('2 rows changed back').waitFor();
    await until(async () => (await urgent()) === urgentBefore);
    await boxes().nth(0).check();
    await boxes().nth(1).check();
    await page.locator('.pl-bulk').getByRole('button', { name: 'Delete' }).click();
    await page
      .getByRole('dialog', { name: 'Delete 2 issues?' })
      .getByRole('button', { name: 'Delete 2 issues' })
      .click();
    await page.getByText('2 issues deleted').waitFor();
    assert.equal(await boxes().count(), titles.length - 2);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('rows restored').waitFor();
    assert.deepEqual(await page.locator('#v-issue_list td.pl-cell-main').allInnerTexts(), titles);
    assert.deepEqual(page.problems, []);
  });

  it('adds labels to those there and sets a formatted text, with the controls of forms', async () => {
    const columns = ['title', 'labels', 'description'].map((field) => ({ kind: 'field', field }));
    const view = { name: 'labelled', template: 'list', table: 'issues', roles: ['staff'] };
    await server.data.edit(server.system, 'add-view', { view: { ...view, config: { columns, selecting: true } } });
    await page.goto('/view/labelled?labels.filled=1');
    const labels = page.locator(cellUnder('Labels'));
    const before = (await labels.first().innerText()).split(/\s+/).filter(Boolean);
    const wanted = ['Bug', 'Design', 'Feature'].find((name) => !before.includes(name));
    const own = page.locator('#v-labelled td.pl-sel input');
    await own.nth(0).check();
    await own.nth(1).check();
    await page.locator('.pl-bulk').getByRole('button', { name: 'Edit' }).press('Enter');
    const box = page.getByRole('dialog', { name: 'Change 2 issues' });
    await box.getByLabel('Field').selectOption('Labels');
    const control = box.getByRole('combobox', { name: 'Labels' });
    await control.fill(wanted ?? '');
    await box.getByRole('option', { name: wanted }).waitFor();
    await control.press('Enter');
    await box
      .locator('.pl-combobox-tags')
      .getByText(wanted ?? '')
      .waitFor();
    assert.deepEqual(await axeViolations(page), []);
    await box.getByRole('button', { name: 'Change Labels in 2 issues' }).click();
    await page.getByText('2 issues changed').waitFor();
    const after = (await labels.first().innerText()).split(/\s+/).filter(Boolean);
    assert.deepEqual(after.toSorted(), [...before, wanted].toSorted());

    await own.nth(0).check();
    await page.locator('.pl-bulk').getByRole('button', { name: 'Edit' }).press('Enter');
    const one = page.getByRole('dialog', { name: 'Change 1 issue' });
    await one.getByLabel('Field').selectOption('Description');
    await one.getByRole('textbox', { name: 'Description' }).fill('Seen');
    await one.getByRole('button', { name: 'Bold' }).waitFor();
    await one.getByRole('button', { name: 'Change Description in 1 issue' }).click();
    await page.getByText('1 issue changed').waitFor();
    assert.equal(await page.locator(cellUnder('Description')).first().innerText(), 'Seen');
    assert.deepEqual(page.problems, []);
  });

  it('goes beyond the page: all that match are edited and deleted by the filter', async () => {
    const { rows: projects } = await server.data.db.query({ text: 'select id from app.projects limit 1', values: [] });
    const more = Array.from({ length: 60 }, (_, i) => ({
      project: projects[0].id,
      title: `Many ${i}`,
      status: 'open',
    }));
    const { done } = await server.data.rows.insertMany(server.system, 'issues', more);
    await page.goto('/view/issue_list?title.contains=Many');
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
    const all = page.getByRole('button', { name: 'Select all 60 that match' });
    await all.waitFor();
    assert.equal(await said(), `${await boxes().count()} selected`);
    assert.deepEqual(await axeViolations(page), []);
    await all.press('Enter');
    assert.equal(await said(), '60 selected');
    await boxes().nth(3).uncheck();
    assert.equal(await said(), `${(await boxes().count()) - 1} selected`);
    await boxes().nth(3).check();
    await all.press('Enter');
    await page.locator('.pl-bulk').getByRole('button', { name: 'Edit' }).press('Enter');
    const box = page.getByRole('dialog', { name: 'Change 60 issues' });
    await box.getByLabel('Field').selectOption('Priority');
    await choose(box, 'Priority', 'Urgent');
    await box.getByRole('button', { name: 'Change Priority in 60 issues' }).click();
    await page.getByText('60 issues changed').waitFor();
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
    await all.press('Enter');
    await page.locator('.pl-bulk').getByRole('button', { name: 'Delete' }).click();
    const question = page.getByRole('dialog', { name: 'Delete 60 issues?' });
    await question.waitFor();
    await server.data.rows.remove(server.system, 'issues', done[0].id);
    await question.getByRole('button', { name: 'Delete 60 issues' }).click();
    await page.getByText('59 rows match now instead of 60').waitFor();
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
    await page.getByRole('button', { name: 'Select all 59 that match' }).press('Enter');
    await page.locator('.pl-bulk').getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'Delete 59 issues' }).click();
    await page.getByText('59 issues deleted').waitFor();
    assert.equal(await boxes().count(), 0);
    assert.deepEqual(page.problems, []);
  });

  it('works without scripts, on a phone', async () => {
    const options = { javaScriptEnabled: false, viewport: { width: 390, height: 844 } };
    const plain = await browser.page(server.url, await server.as('staff'), options);
    await plain.goto('/page/issues');
    const [first] = await plain.locator('#v-issue_list td.pl-cell-main').allInnerTexts();
    await boxes(plain).first().check();
    const edit = plain.locator('.pl-bulk').getByRole('button', { name: 'Edit' });
    const place = await edit.boundingBox();
    assert.ok(place && place.y + place.height <= 844, 'the bar is in sight');
    await edit.click();
    await plain.getByLabel('Field').selectOption('Status');
    await plain.getByRole('button', { name: 'Show' }).click();
    await plain.getByLabel('Status').selectOption('Done');
    await plain.getByRole('button', { name: 'Change Status in 1 issue' }).click();
    await plain.getByText('You can undo this within an hour').waitFor();
    await plain.getByRole('link', { name: 'Continue' }).click();
    await plain.waitForURL('**/page/issues');
    const row = plain.locator('#v-issue_list tbody tr', { hasText: first });
    assert.equal(await row.locator('td[data-label="Status"]').innerText(), 'Done');
    await plain.context().close();
  });
});
