import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { node } from '@plinth/plugin';
import { axeViolations, launchBrowser, startTestServer, until } from '../../src/testing/index.js';
import { starterApp } from './starter-app.js';

// What people have who work in a finished tool every day.

/** @type {Awaited<ReturnType<typeof startTestServer>>} */
let server;
/** @type {Awaited<ReturnType<typeof launchBrowser>>} */
let browser;
/** @type {any} */
let page;
const SHOTS = process.env.PLINTH_SHOTS;

before(async () => {
  server = await startTestServer({ app: await starterApp('issue-tracker') });
  await placeComments();
  browser = await launchBrowser();
  page = await browser.page(server.url, await server.as('admin'), { reducedMotion: 'reduce' });
  if (SHOTS) page.setDefaultTimeout(8000);
});
after(async () => {
  await browser.close();
  await server.close();
  assert.deepEqual(page.problems, []);
});

/** Axe in light and dark; screenshots at both sizes where PLINTH_SHOTS names a folder. @param {string} name */
async function looksRight(name) {
  for (const colorScheme of ['light', 'dark']) {
    await page.emulateMedia({ colorScheme });
    assert.deepEqual(await axeViolations(page), [], `${name} ${colorScheme}`);
    if (!SHOTS) continue;
    for (const [width, height] of [
      [1280, 800],
      [390, 844],
    ]) {
      await page.setViewportSize({ width, height });
      await page.screenshot({ path: `${SHOTS}/${name}-${colorScheme}-${width}.png` });
    }
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.emulateMedia({ colorScheme: 'light' });
}

/** @type {any} */
let issue;

async function placeComments() {
  const { data, system } = server;
  await data.edit(system, 'change-table', { table: 'issues', changes: { comments: 'readers' } });
  const { config } = data.catalog().view('issue_show');
  const layout = {
    ...config.layout,
    children: [...config.layout.children, { id: 'said', type: 'comments', settings: {} }],
  };
  await data.edit(system, 'change-view', { view: 'issue_show', changes: { config: { ...config, layout } } });
  const spec = { table: 'issues', select: [{ as: 'title', field: 'title' }], limit: 1 };
  [issue] = (await data.select(system, [{ spec, params: {} }]))[0].rows;
}

describe('comments', () => {
  const section = () => page.getByRole('region', { name: 'Comments' });

  it('are written and mention people from a list, by keyboard', async () => {
    await server.as('staff');
    await server.data.rows.update(server.system, 'issues', issue.id, { title: `${issue.title}!` });
    await page.goto(`/view/issue_show?id=${issue.id}`);
    const text = section().getByRole('textbox', { name: 'New comment' });
    await text.fill('Can **you** look at this, ');
    await text.press('End');
    await text.pressSequentially('@sta');
    await page.getByRole('option', { name: 'staff' }).waitFor();
    await looksRight('comments-people');
    await page.keyboard.press('Enter');
    await text.pressSequentially('please?');
    await page.keyboard.press('Control+Enter');
    await section().locator('.pl-comment-text').getByText('look at this').waitFor();
    assert.equal(await section().locator('.pl-mention').textContent(), '@staff');
    assert.equal(await section().locator('.pl-comment-text strong').textContent(), 'you');
    assert.equal(await text.inputValue(), '');
    await section().getByText('Title').first().waitFor();
    await looksRight('comments');
  });

  it('appear at once for others, and keep what one is typing', async () => {
    const other = await browser.page(server.url, await server.as('staff'));
    await other.goto(`/view/issue_show?id=${issue.id}`);
    const text = other.getByRole('textbox', { name: 'New comment' });
    await text.fill('half a sent');
    const mine = section().getByRole('textbox', { name: 'New comment' });
    await mine.fill('<img src=x onerror=alert(1)> done');
    await section().getByRole('button', { name: 'Comment', exact: true }).click();
    await other.locator('.pl-comment-text').getByText('done').waitFor();
    assert.equal(await text.inputValue(), 'half a sent');
    assert.equal(await other.getByRole('button', { name: 'Delete comment' }).count(), 0);
    await other.context().close();
  });

  it('are edited and deleted by their author', async () => {
    const comment = section().getByRole('article').last();
    await comment.getByText('Edit', { exact: true }).click();
    await comment.getByRole('textbox', { name: 'Edit' }).fill('done, and dusted');
    await comment.getByRole('button', { name: 'Save' }).click();
    await section().locator('.pl-comment-text').getByText('done, and dusted').waitFor();
    await section().getByText('edited', { exact: true }).waitFor();
    await comment.getByRole('button', { name: 'Delete comment' }).click();
    await page.getByRole('button', { name: 'Confirm' }).click();
    await section().locator('.pl-comment-text').getByText('done, and dusted').waitFor({ state: 'detached' });
    assert.equal(await section().getByRole('article').count(), 1);
  });

  it('work without scripts', async () => {
    await server.data.db.query("delete from app.projects where code = 'BTN'");
    const plain = await browser.page(server.url, await server.as('staff'), { javaScriptEnabled: false });
    await plain.goto(`/view/issue_show?id=${issue.id}`);
    await plain.getByRole('link', { name: 'Open comments' }).click();
    await plain.getByRole('textbox', { name: 'New comment' }).fill('By form, for @admin');
    await plain.getByRole('button', { name: 'Comment', exact: true }).click();
    await plain.locator('.pl-comment-text').getByText('By form, for').waitFor();
    assert.equal(await plain.locator('.pl-mention').last().textContent(), '@admin');
    await plain.context().close();
  });
});

describe('the bell', () => {
  it('shows how many are unread, on any page, and leads to them', async () => {
    await page.evaluate(`sessionStorage.clear()`);
    await page.goto('/');
    const bell = page.getByRole('link', { name: 'Notifications 1' });
    await bell.waitFor();
    await looksRight('bell');
    await bell.click();
    await page.getByText('staff mentioned you in').waitFor();
    await looksRight('notifications');
    await page.getByRole('link', { name: issue.title }).click();
    await page.waitForURL(/issue_show\?id=/);
    await page.goto('/notifications');
    await page.getByRole('link', { name: 'Notifications', exact: true }).waitFor();
    assert.equal(await page.getByRole('button', { name: 'Mark all as read' }).count(), 0);
  });
});

describe('favourites', () => {
  it('are starred on the page and come first in the palette', async () => {
    await page.goto(`/view/issue_show?id=${issue.id}`);
    const star = page.getByRole('button', { name: 'Favourite' });
    await star.click();
    await until(async () => (await star.getAttribute('aria-pressed')) === 'true');
    await page.reload();
    await until(async () => (await star.getAttribute('aria-pressed')) === 'true');
    await page.keyboard.press('Control+k');
    await page.getByRole('group', { name: 'Favourites' }).getByRole('option').first().waitFor();
    await looksRight('favourites');
  });
});

describe('Ctrl+K', () => {
  it('loads its script on first use and finds rows, pages and admin screens by keyboard', async () => {
    /** @type {string[]} */
    const asked = [];
    page.on('request', (/** @type {any} */ request) => asked.push(request.url()));
    await page.goto('/');
    await page.waitForLoadState('networkidle');
    assert.ok(!asked.some((url) => url.includes('palette')), 'nothing of it is loaded before');
    await page.keyboard.press('Control+k');
    const input = page.getByRole('combobox', { name: 'Search' });
    await input.waitFor();
    await page.getByRole('option').first().waitFor();
    assert.equal(await input.getAttribute('aria-expanded'), 'true');
    await looksRight('palette-empty');
    const [{ rows }] = await server.data.select(server.system, [
      { spec: { table: 'issues', select: [{ as: 'title', field: 'title' }], limit: 1 }, params: {} },
    ]);
    await input.fill(rows[0].title.slice(0, 14));
    await page.getByRole('option', { name: rows[0].title }).first().waitFor();
    await looksRight('palette-found');
    const active = await input.getAttribute('aria-activedescendant');
    assert.equal(await page.locator(`#${active}`).getAttribute('aria-selected'), 'true');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/view\/[^?]+\?id=/);
    assert.match((await page.locator('h1').textContent()) ?? '', new RegExp(rows[0].title.slice(0, 14)));
  });

  it('shows when nothing is found, and returns the focus', async () => {
    const button = page.getByRole('link', { name: 'Search' });
    await button.click();
    await page.getByRole('combobox', { name: 'Search' }).fill('zzz nothing zzz');
    await page.getByText('No matches for').first().waitFor();
    await page.keyboard.press('Escape');
    await page
      .getByRole('dialog')
      .waitFor({ state: 'detached' })
      .catch(() => {});
    await until(async () => button.evaluate((/** @type {Element} */ one) => one === document.activeElement));
  });
});

describe('a row that opens in a panel', () => {
  const panel = () => page.locator('dialog.pl-panel');
  before(async () => {
    const { config } = server.data.catalog().view('issue_list');
    const changes = { config: { ...config, rowOpen: 'panel' } };
    await server.data.edit(server.system, 'change-view', { view: 'issue_list', changes });
  });

  it('keeps the list, works in place, and gives the focus back', async () => {
    await page.goto('/view/issue_list?status=open');
    const row = page.locator('tbody tr').first();
    const title = await row.locator('.pl-row-link').innerText();
    await row.locator('.pl-row-link').focus();
    await page.keyboard.press('Enter');
    await panel().getByRole('heading', { name: title, level: 2 }).waitFor();
    assert.match(page.url(), /issue_list\?status=open$/);
    await looksRight('panel');
    await page.keyboard.press('Escape');
    await panel().waitFor({ state: 'detached' });
    assert.equal(await page.evaluate('document.activeElement.textContent'), title);
    await row.locator('td').last().click();
    await panel().getByRole('button', { name: 'Mark as done' }).click();
    await panel().getByRole('button', { name: 'Mark as done' }).waitFor({ state: 'detached' });
    await panel().locator('.modal-header').getByRole('button', { name: 'Close' }).click();
    await until(async () => (await page.locator('.pl-row-link').first().innerText()) !== title);
    assert.match(page.url(), /issue_list\?status=open$/);
  });

  it('is a page on another tab, and where there is no such row any more', async () => {
    await page.goto('/view/issue_list');
    const link = page.locator('tbody tr .pl-row-link').first();
    const href = await link.getAttribute('href');
    // The browser opens the tab, which the one of these tests does not always do.
    await page.evaluate(() => {
      const note = (/** @type {Event} */ event) => {
        Object.assign(globalThis, { isLeft: !event.defaultPrevented });
        event.preventDefault();
      };
      addEventListener('click', note, { once: true });
    });
    await link.click({ modifiers: ['Control'] });
    assert.equal(await page.evaluate('globalThis.isLeft'), true);
    assert.equal(await panel().count(), 0);
    await server.data.rows.remove(server.system, 'issues', Number(new URL(href, server.url).searchParams.get('id')));
    await link.click();
    await page.waitForURL(`**${href}`);
    page.problems.length = 0;
  });

  it('opens above another one, which then shows what was changed, and each goes back in its turn', async () => {
    const { config } = server.data.catalog().view('project_list');
    const changes = { config: { ...config, rowOpen: 'panel' } };
    await server.data.edit(server.system, 'change-view', { view: 'project_list', changes });
    await page.goto('/view/project_list');
    await page.locator('tbody tr .pl-row-link').first().click();
    const row = panel().locator('tbody tr', { hasNotText: 'Done' }).first();
    const name = await row.locator('.pl-row-link').innerText();
    await row.locator('.pl-row-link').click();
    await panel().last().getByRole('button', { name: 'Mark as done' }).click();
    await panel().last().getByRole('button', { name: 'Mark as done' }).waitFor({ state: 'detached' });
    assert.equal(await panel().count(), 2);
    await page.goBack();
    await until(async () => (await panel().count()) === 1);
    await panel().locator('tbody tr', { hasText: name }).getByText('Done').waitFor();
    await page.goBack();
    await panel().waitFor({ state: 'detached' });
    assert.match(page.url(), /\/view\/project_list$/);
  });
});

describe('a button that leaves the page as it is', () => {
  const panel = () => page.locator('dialog.pl-panel');
  const button = (/** @type {string} */ name) => page.getByRole('button', { name, exact: true });
  const rows = () => page.locator('tbody tr').count();

  before(async () => {
    const place = (/** @type {string} */ label, /** @type {string} */ action, /** @type {any} */ config = {}) =>
      node('action_button', { label, action: { action, config } });
    const filling = {
      table: 'projects',
      values: [
        { field: 'name', source: 'value', value: 'By a button' },
        { field: 'code', source: 'value', value: 'BTN' },
      ],
    };
    const layout = node('stack', {}, [
      place('Write', 'open_panel', { view: 'project_edit', withRow: false }),
      place('Add', 'run_steps', {
        steps: [
          { do: { action: 'insert_row', config: filling } },
          { do: { action: 'refresh_view', config: { view: 'project_list' } } },
        ],
      }),
      node('embed', { view: 'project_list' }),
    ]);
    const page = { name: 'desk', title: 'Desk', roles: ['user'], layout };
    await server.data.edit(server.system, 'add-page', { page });
  });

  it('renews the view that it names', async () => {
    await page.goto('/page/desk');
    await page.evaluate('globalThis.same = true');
    const count = await rows();
    await button('Add').click();
    await until(async () => (await rows()) === count + 1);
    assert.equal(await page.evaluate('globalThis.same'), true, 'the page was not loaded');
  });

  it('opens a form in a panel, which the back button closes, and shows what was saved', async () => {
    await button('Write').click();
    await panel().locator('input[name="name"]:focus').waitFor();
    await looksRight('button-panel');
    await page.goBack();
    await panel().waitFor({ state: 'detached' });
    await until(() => button('Write').evaluate((/** @type {Element} */ one) => one === document.activeElement));
    await page.keyboard.press('Enter');
    await panel().locator('input[name="name"]:focus').waitFor();
    await page.keyboard.press('Escape');
    await panel().waitFor({ state: 'detached' });
    await until(() => button('Write').evaluate((/** @type {Element} */ one) => one === document.activeElement));
    await button('Write').click();
    await panel().locator('input[name="name"]').fill('Written in a panel');
    await panel().locator('input[name="code"]').fill('PNL');
    await page.goBack();
    await page.getByRole('dialog', { name: 'Are you sure?' }).getByRole('button', { name: 'Cancel' }).click();
    const isSent = (/** @type {any} */ route) =>
      route.request().method() === 'POST' ? route.abort() : route.continue();
    await page.route('**/view/project_edit*', isSent);
    await panel().getByRole('button', { name: 'Save' }).click();
    await page.getByText('Please try again').waitFor();
    await page.unroute('**/view/project_edit*', isSent);
    const cookies = await page.context().cookies();
    await page.context().clearCookies();
    await panel().getByRole('button', { name: 'Save' }).click();
    await page.locator('.toast', { hasText: 'You are not logged in' }).waitFor();
    await page.context().addCookies(cookies);
    assert.equal(await panel().locator('input[name="name"]').inputValue(), 'Written in a panel');
    page.problems.length = 0;
    await panel().getByRole('button', { name: 'Save' }).click();
    await page.locator('tbody tr', { hasText: 'Written in a panel' }).waitFor();
    assert.equal(await panel().count(), 0);
    assert.match(page.url(), /\/page\/desk$/);
    assert.equal(await page.evaluate('globalThis.same'), true, 'the page was not loaded');
  });

  it('works as a page without scripts', async () => {
    await server.data.db.query("delete from app.projects where code = 'BTN'");
    const plain = await browser.page(server.url, await server.as('admin'), { javaScriptEnabled: false });
    await plain.goto('/page/desk');
    await plain.getByRole('button', { name: 'Add', exact: true }).click();
    await plain.waitForURL('**/page/desk');
    await plain.locator('tbody tr', { hasText: 'By a button' }).waitFor();
    await plain.getByRole('button', { name: 'Write' }).click();
    await plain.waitForURL('**/view/project_edit');
  });
});
