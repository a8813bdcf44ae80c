import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
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
    await panel().getByRole('button', { name: 'Save', exact: true }).and(page.locator(':focus')).waitFor();
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

describe('a button that asks first', () => {
  const box = () => page.locator('dialog.modal:not(.pl-panel)');
  const button = (/** @type {string} */ name) => page.locator('main').getByRole('button', { name, exact: true });
  const isFocused = (/** @type {any} */ locator) =>
    until(() => locator.evaluate((/** @type {Element} */ one) => one === document.activeElement));
  const titleOf = async (/** @type {number} */ id) => (await server.data.rows.get(server.system, 'issues', id)).title;
  /** Requests that may run the steps. @type {string[]} */
  const sent = [];
  /** @type {number} */
  let id;

  before(async () => {
    const { data, system } = server;
    const fields = [
      { name: 'word', label: 'Word', type: 'text', required: true },
      { name: 'often', label: 'How often', type: 'integer' },
      { name: 'size', label: 'Size', type: 'choice', options: 'small\nlarge' },
      { name: 'more', label: 'More', type: 'longtext' },
    ];
    const ask = [
      { do: { action: 'confirm', config: { text: 'Rename {{ row.title }}?' } } },
      { do: { action: 'ask_input', config: { text: 'Which word goes with it?', fields } } },
    ];
    const values = [{ field: 'title', source: 'expression', expression: 'row.title + " " + input.word' }];
    const set = { do: { action: 'update_row', config: { values } } };
    const says = { do: { action: 'show_message', config: { text: 'It has its word' } } };
    const place = (/** @type {string} */ label, /** @type {any[]} */ ...steps) =>
      node('action_button', { label, action: { action: 'run_steps', config: { steps } } });
    const buttons = [
      place('Rename', ...ask, set, says),
      place('Check', { do: { action: 'confirm', config: { text: 'Check it?' } } }, says),
      place('Fetch', ask[1], { do: { action: 'export_list', config: { view: 'issue_list', format: 'csv' } } }),
      place('Fail', ask[0], { do: { action: 'stop', config: { text: 'Not today' } } }),
      place('Lead', ask[0], { do: { action: 'go_to', config: { view: 'project_list' } } }),
      place('Seldom', { ...ask[0], when: 'row.title == ""' }, says),
    ];
    const { config } = data.catalog().view('issue_show');
    const layout = { ...config.layout, children: [...buttons, ...config.layout.children] };
    await data.edit(system, 'change-view', { view: 'issue_show', changes: { config: { ...config, layout } } });
    const action = { action: 'run_steps', config: { steps: [...ask, set] } };
    const columns = [{ field: 'title' }, { kind: 'action', text: 'Rename', action }];
    const list = { name: 'issue_asking', template: 'list', table: 'issues', roles: ['user'] };
    await data.edit(system, 'add-view', { view: { ...list, config: { columns, selecting: true } } });
    page.on('request', (/** @type {any} */ request) => {
      const body = request.method() === 'POST' && /\/act(-on-rows)?$/.test(request.url()) ? request.postData() : null;
      if (body && !body.includes('onlyAsk')) sent.push(body);
    });
  });
  beforeEach(async () => {
    const { project } = await server.data.rows.get(server.system, 'issues', issue.id).catch(() => issue);
    ({ id } = await server.data.rows.insert(server.system, 'issues', { title: 'Plain', project: project ?? 1 }));
    sent.length = 0;
    await page.goto(`/view/issue_show?id=${id}`);
  });

  it('asks in a dialog, runs once, and shows what it has to say', async () => {
    await button('Rename').press('Enter');
    const asking = page.getByRole('dialog', { name: 'Rename Plain?', description: 'Which word goes with it?' });
    await asking.waitFor();
    await isFocused(box().getByLabel('Word'));
    await looksRight('asking');
    assert.equal(await titleOf(id), 'Plain');
    await box().getByLabel('Word').fill('twice');
    await box().getByRole('button', { name: 'Continue' }).dblclick();
    await page.locator('.toast', { hasText: 'It has its word' }).waitFor();
    assert.match(page.url(), new RegExp(`/view/issue_show\\?id=${id}$`));
    assert.equal(await titleOf(id), 'Plain twice');
    assert.equal(sent.length, 1);
  });

  it('keeps what was typed when an answer is wrong, or the server can not be reached', async () => {
    await button('Rename').click();
    await box().getByLabel('Word').fill('kept');
    await box().getByLabel('More').fill('One\nTwo');
    await box()
      .getByLabel('How often')
      .evaluate((/** @type {any} */ input) => {
        input.type = 'text';
        input.value = 'many';
      });
    await box().getByLabel('Word').press('Enter');
    await box().getByText('must be a whole number').waitFor();
    await isFocused(box().getByLabel('How often'));
    await looksRight('asking-wrong');
    assert.deepEqual(
      [await box().getByLabel('Word').inputValue(), await box().getByLabel('More').inputValue()],
      ['kept', 'One\nTwo'],
    );
    await page.mouse.click(5, 5);
    await page.getByRole('dialog', { name: 'Are you sure?' }).getByRole('button', { name: 'Cancel' }).click();
    await box().getByLabel('How often').fill('3');
    await page.route('**/act', (/** @type {any} */ route) => route.abort());
    await box().getByRole('button', { name: 'Continue' }).click();
    await box().getByRole('alert').waitFor();
    await page.unroute('**/act');
    page.problems.length = 0;
    assert.equal(await box().getByLabel('Word').inputValue(), 'kept');
    assert.equal(sent.length, 0);
    await box().getByRole('button', { name: 'Continue' }).click();
    await page.locator('.toast', { hasText: 'It has its word' }).waitFor();
    assert.equal(await titleOf(id), 'Plain kept');
  });

  it('does nothing after Escape, Close or Cancel, and gives the focus back', async () => {
    const ways = [
      () => page.keyboard.press('Escape'),
      () => box().getByRole('button', { name: 'Close' }).click(),
      () => box().getByRole('link', { name: 'Cancel' }).click(),
    ];
    for (const leave of ways) {
      await button('Check').click();
      await isFocused(box().getByRole('button', { name: 'Continue' }));
      if (leave === ways[0]) await looksRight('asking-sure');
      await leave();
      await box().waitFor({ state: 'detached' });
      await isFocused(button('Check'));
    }
    // The second click of a double click is no click outside.
    await button('Check').click();
    await box().waitFor();
    await page.mouse.down({ clickCount: 2 });
    await page.mouse.up({ clickCount: 2 });
    assert.ok(await box().isVisible());
    await page.keyboard.press('Escape');
    await box().waitFor({ state: 'detached' });
    assert.deepEqual(sent, []);
  });

  it('goes on as a page does: elsewhere, with a file, an error or a log-in, and at once where nothing is asked', async () => {
    await button('Seldom').click();
    await page.locator('.toast', { hasText: 'It has its word' }).waitFor();
    await page.locator('.toast .btn-close').click();
    await page.arrived();
    await button('Fetch').click();
    await box().getByLabel('Word').fill('csv');
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      box().getByRole('button', { name: 'Continue' }).click(),
    ]);
    assert.match(file.suggestedFilename(), /csv$/);
    assert.equal(await box().count(), 0);
    await button('Lead').click();
    await box().getByRole('button', { name: 'Continue' }).click();
    await page.waitForURL('**/view/project_list?*');
    await page.goto(`/view/issue_show?id=${id}`);
    await button('Fail').click();
    await box().getByRole('button', { name: 'Continue' }).click();
    await page.getByText('Not today').waitFor();
    await page.goto(`/view/issue_show?id=${id}`);
    await button('Rename').click();
    await box().getByLabel('Word').fill('late');
    const cookies = await page.context().cookies();
    await page.context().clearCookies();
    await box().getByRole('button', { name: 'Continue' }).click();
    await page.getByText('Your input is still here').waitFor();
    await page.context().addCookies(cookies);
    await page.getByRole('button', { name: 'Send again' }).click();
    await page.locator('.toast', { hasText: 'It has its word' }).waitFor();
    assert.equal(await titleOf(id), 'Plain late');
    page.problems.length = 0;
  });

  it('asks for a row of a list, and once for all that are selected', async () => {
    await page.goto('/view/issue_asking');
    const row = () => page.locator('tbody tr', { hasText: 'Plain' }).last();
    await row().getByRole('button', { name: 'Rename' }).click();
    await box().getByLabel('Word').fill('one');
    await box().getByLabel('Word').press('Enter');
    await page.locator('.toast').waitFor();
    await page.arrived();
    assert.equal(sent.length, 1);
    for (const check of (await page.locator('tbody .pl-sel input').all()).slice(0, 2)) await check.check();
    await page.locator('.pl-bulk').getByRole('button', { name: 'Rename' }).click();
    await box().getByLabel('Word').fill('both');
    await box().getByLabel('Word').press('Enter');
    await page.locator('.toast', { hasText: '2' }).waitFor();
    assert.equal(await page.locator('tbody tr', { hasText: ' both' }).count(), 2);
    assert.equal(sent.length, 2);
  });

  it('asks above a panel, which then shows what follows', async () => {
    const panel = page.locator('dialog.pl-panel');
    await page.goto('/view/issue_list?sort=-id');
    await page.locator('tbody .pl-row-link', { hasText: 'Plain' }).first().click();
    await panel.getByRole('button', { name: 'Rename' }).waitFor();
    await page.arrived();
    await panel.getByRole('button', { name: 'Rename' }).click();
    await box().getByLabel('Word').fill('beside');
    await box().getByLabel('Word').press('Enter');
    await panel.locator('.toast', { hasText: 'It has its word' }).waitFor();
    assert.match(page.url(), /issue_list\?sort=-id$/);
    assert.equal(await box().count(), 0);
    assert.equal(sent.length, 1);
    await panel.getByRole('button', { name: 'Fetch' }).click();
    await box().getByLabel('Word').fill('csv');
    await Promise.all([page.waitForEvent('download'), box().getByLabel('Word').press('Enter')]);
    assert.equal(await panel.count(), 1);
    await page.keyboard.press('Escape');
    await page.locator('tbody tr', { hasText: ' beside' }).waitFor();
  });

  it('has a page of its own without scripts, and until its script is there', async () => {
    const ways = [
      { path: `/view/issue_show?id=${id}`, javaScriptEnabled: false },
      { path: `/view/issue_show?id=${id}`, javaScriptEnabled: true },
      { path: '/view/issue_list?sort=-id', javaScriptEnabled: true },
    ];
    for (const { path, javaScriptEnabled } of ways) {
      const plain = await browser.page(server.url, await server.as('admin'), { javaScriptEnabled });
      await plain.route('**/views/ask.js*', (/** @type {any} */ route) => route.abort());
      await plain.goto(path);
      if (path.includes('list')) await plain.locator('.pl-row-link', { hasText: 'Plain slowly' }).first().click();
      await plain.getByRole('button', { name: 'Rename' }).click();
      await plain.getByRole('heading', { name: /^Rename Plain.*\?$/, level: 1 }).waitFor();
      await plain.getByLabel('Word').fill('slowly');
      await plain.getByRole('button', { name: 'Continue' }).click();
      await plain
        .getByRole('heading', { name: /^Plain.* slowly$/ })
        .first()
        .waitFor();
      await plain.context().close();
    }
    assert.equal(await titleOf(id), 'Plain slowly slowly slowly');
  });
});
