import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { choose, launchBrowser, startTestServer } from '../../src/testing/index.js';
import { starterApp } from './starter-app.js';

/** @typedef {Awaited<ReturnType<typeof startTestServer>>} Server */
/** @typedef {Awaited<ReturnType<Awaited<ReturnType<typeof launchBrowser>>['page']>>} Page */

/** @type {Awaited<ReturnType<typeof launchBrowser>>} */
let browser;
before(async () => {
  browser = await launchBrowser();
});
after(() => browser.close());

/**
 * One server for the app; `open(role)` gives a page of a browser that is logged in. Scripts can be off.
 *
 * @param {string} name
 */
function stage(name) {
  /** @type {Server} */
  let server;
  /** @type {Page[]} */
  const pages = [];
  before(async () => {
    server = await startTestServer({ app: await starterApp(name) });
  });
  after(async () => {
    for (const page of pages) assert.deepEqual(page.problems, []);
    await server.close();
  });
  return {
    get server() {
      return server;
    },
    /** @param {string} role @param {{ scripts?: boolean }} [options] */
    async open(role, { scripts = true } = {}) {
      const client = await server.as(role);
      const page = await browser.page(server.url, client, { javaScriptEnabled: scripts });
      pages.push(page);
      return page;
    },
    /** @param {string} table @param {any} [where] */
    count: (table, where) => server.data.rows.count(server.system, table, where),
  };
}

/** The rows that a list shows. @param {Page} page @param {string} view */
const rowsOf = (page, view) => page.locator(`#v-${view} tbody tr`);

/**
 * Presses a button that posts, and waits for what comes of it.
 *
 * @param {Page} page
 * @param {string} view
 * @param {string} button
 */
const send = (page, view, button) => press(page, page.locator(`#v-${view}`), button);

/** @param {Page} page @param {any} where @param {string | RegExp} button */
async function press(page, where, button) {
  await Promise.all([
    page.waitForResponse((response) => response.request().method() === 'POST'),
    where.getByRole('button', { name: button, exact: true }).click(),
  ]);
  await page.waitForLoadState();
}

describe('forum', () => {
  const forum = stage('forum');

  it('is open to readers: topics with replies and latest post, recent posts, search', async () => {
    const page = await forum.open('public');
    await page.goto('/');
    await page.getByRole('heading', { name: 'Welcome to the forum' }).waitFor();
    assert.equal(await rowsOf(page, 'topic_list').count(), 16);
    const first = await rowsOf(page, 'topic_list').first().innerText();
    assert.match(first, /Moving from a spreadsheet/);
    assert.match(first, /ago|yesterday|last/);
    assert.equal(await page.locator('#v-recent_posts article').count(), 6);
    await page.getByPlaceholder('Search all topics').fill('bicycle');
    await page.getByPlaceholder('Search all topics').press('Enter');
    await page.waitForURL(/bicycle/);
    await page.waitForFunction(() => document.querySelectorAll('#v-topic_list tbody tr').length === 1);
    assert.match(await rowsOf(page, 'topic_list').innerText(), /bicycle workshop/);
  });

  it('filters by former users whose topics still exist', async () => {
    const page = await forum.open('user');
    await page.goto('/page/forum');
    await page.locator('#v-topic_list .pl-filter-menu summary').click();
    await page.locator('#v-topic_list .pl-filter-menu').getByRole('link', { name: 'Author' }).click();
    await page.getByRole('checkbox', { name: 'Emi Tanaka', exact: true }).check();
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.waitForURL(/topics\.author(\.value)?=/);
    await rowsOf(page, 'topic_list').nth(3).waitFor({ state: 'detached' });
    assert.match(await rowsOf(page, 'topic_list').first().innerText(), /Emi Tanaka/);
  });

  it('offers nothing to write to readers', async () => {
    const page = await forum.open('public');
    for (const address of ['/page/forum', '/view/topic_show?id=1']) {
      await page.goto(address);
      assert.equal(await page.getByRole('link', { name: /New topic|Edit|Categories/ }).count(), 0);
      assert.equal(await page.locator('form[method=post]').count(), 0);
    }
    await page.goto('/view/topic_edit');
    assert.match(page.url(), /\/auth\/login\?next=/);
    const guest = await forum.server.as('public');
    const answer = await guest.post('/view/topic_edit', { title: 'Spam', body: 'Spam', category: '1' });
    assert.equal(answer.status, 401);
    assert.equal(await forum.count('topics', { field: 'title', op: 'eq', value: 'Spam' }), 0);
  });

  for (const scripts of [true, false]) {
    it(`a user starts a topic, edits it, replies, deletes it (scripts ${scripts ? 'on' : 'off'})`, async () => {
      const page = await forum.open('user', { scripts });
      const title = `Where are the keys ${scripts}`;
      await page.goto('/view/topic_edit');
      await page.getByLabel('Title').fill(title);
      await choose(page, 'Category', 'Help');
      await page.getByLabel('Text').fill('They *were* here.');
      await send(page, 'topic_edit', 'Publish');
      await page.getByRole('heading', { name: title }).waitFor();
      await page.getByLabel('Your reply').fill('Found them.');
      await send(page, 'post_form', 'Post reply');
      await page.locator('#v-topic_posts article').first().waitFor();
      assert.match(await page.locator('#v-topic_posts').innerText(), /Found them/);
      await page.locator('#pl-head summary').click();
      await page.getByRole('link', { name: 'Edit topic' }).click();
      await page.getByLabel('Title').fill(`${title}!`);
      await send(page, 'topic_edit', 'Publish');
      await page.getByRole('heading', { name: `${title}!` }).waitFor();
      await page.locator('#pl-head summary').click();
      await page.getByRole('button', { name: 'Delete topic' }).click();
      await press(page, page.locator(scripts ? 'dialog[open]' : 'main form'), /^Delete/);
      assert.equal(await forum.count('topics', { field: 'title', op: 'eq', value: `${title}!` }), 0);
    });
  }

  it('a user only changes their own rows', async () => {
    const page = await forum.open('user');
    await page.goto('/view/topic_show?id=1');
    assert.equal(await page.getByText('Edit topic').count(), 0);
    const user = await forum.server.as('user');
    const changed = await user.post('/view/topic_edit?id=1', { title: 'Mine now', category: '1', body: 'x' });
    assert.equal(changed.status, 403);
    const [row] = [await forum.server.data.rows.get(forum.server.system, 'topics', 1)];
    assert.equal(row.title, 'Welcome: read this first');
  });

  it('bad input comes back with what was typed and the reason beside it', async () => {
    const user = await forum.server.as('user');
    const answer = await user.submit('/view/topic_edit', { title: 'No', category: '', body: 'My long text' });
    assert.equal(answer.status, 422);
    assert.match(answer.text, /My long text/);
    assert.match(answer.text, /value="No"/);
    assert.equal(answer.text.match(/invalid-feedback/g)?.length, 2);
  });
});

describe('issue tracker', () => {
  const tracker = stage('issue-tracker');

  it('leads the public to the login', async () => {
    const page = await tracker.open('public');
    for (const address of ['/page/issues', '/view/issue_show?id=1']) {
      await page.goto(address);
      assert.match(page.url(), /\/auth\/login\?next=/);
      assert.doesNotMatch(await page.content(), /Login page cuts off/);
    }
  });

  for (const scripts of [true, false]) {
    it(`filters, sorts and searches (scripts ${scripts ? 'on' : 'off'})`, async () => {
      const page = await tracker.open('user', { scripts });
      await page.goto('/page/issues');
      assert.equal(await rowsOf(page, 'issue_list').count(), 14);
      await page.locator('#v-issue_list .pl-filter-menu summary').click();
      if (!scripts)
        await page.locator('#v-issue_list .pl-filter-menu').getByRole('link', { name: 'Show more' }).click();
      await page.locator('#v-issue_list .pl-filter-menu').getByRole('link', { name: 'Status' }).click();
      await page.getByRole('checkbox', { name: 'Done', exact: true }).check();
      await page.getByRole('button', { name: 'Apply' }).click();
      await page.waitForURL(/issues\.status(\.value)?=done/);
      const done = await tracker.count('issues', { field: 'status', op: 'eq', value: 'done' });
      await rowsOf(page, 'issue_list').nth(done).waitFor({ state: 'detached' });
      assert.equal(await rowsOf(page, 'issue_list').count(), done);
      await page.getByRole('link', { name: 'Issue', exact: true }).click();
      await page.waitForURL(/sort=title/);
      await page.locator('#v-issue_list th[aria-sort=ascending]').waitFor();
      const titles = await page.locator('#v-issue_list tbody tr .pl-cell-main').allInnerTexts();
      assert.deepEqual(
        titles,
        titles.toSorted((a, b) => a.localeCompare(b)),
      );
      await page.locator('#v-issue_list input[name$=":q"]').fill('certificates');
      await page.locator('#v-issue_list input[name$=":q"]').press('Enter');
      await page.waitForURL(/q=certificates/);
      await rowsOf(page, 'issue_list').nth(1).waitFor({ state: 'detached' });
      assert.match(await rowsOf(page, 'issue_list').first().innerText(), /Renew certificates/);
    });
  }

  for (const scripts of [true, false]) {
    it(`the top bar holds the way here, the only title and the main action (scripts ${scripts ? 'on' : 'off'})`, async () => {
      const page = await tracker.open('staff', { scripts });
      const bar = page.locator('header .pl-head');
      for (const [width, height] of [
        [1280, 800],
        [390, 500],
      ]) {
        await page.setViewportSize({ width, height });
        for (const [address, title, action, back] of [
          ['/page/issues', 'All issues', 'New issue', null],
          ['/view/issue_list', 'Issues', 'New issue', null],
          ['/view/issue_board', 'Board', 'New', null],
          ['/view/issue_show?id=1', 'Login page cuts off long names on phones', 'Edit', 'Issues'],
          ['/view/issue_edit?id=1', 'Edit: Login page cuts off long names on phones', null, 'Issues'],
        ]) {
          await page.goto(String(address));
          assert.deepEqual(await page.locator('h1').allInnerTexts(), [title]);
          assert.equal(
            await page
              .locator('main')
              .getByRole('heading', { name: String(title), exact: true })
              .count(),
            0,
          );
          const way = bar.getByRole('navigation').getByRole('link');
          assert.deepEqual(await way.count(), back ? 1 : 0);
          if (back) assert.equal(await way.getAttribute('href'), '/page/issues');
          if (back) await bar.getByRole('link', { name: back, exact: true }).waitFor();
          if (action)
            assert.equal(await page.getByRole('link', { name: action, exact: true }).count(), 1, `${address}`);
          await page.mouse.wheel(0, 400);
          const places = [bar.locator('h1'), ...(action ? [bar.getByRole('link', { name: action, exact: true })] : [])];
          for (const place of places) {
            const box = await place.boundingBox();
            assert.ok(
              box && box.x >= 0 && box.x + box.width <= width && box.y >= 0 && box.y < 160,
              `${address} ${width}`,
            );
          }
        }
      }
      if (!scripts) {
        await page.setViewportSize({ width: 1280, height: 800 });
        await page.goto('/view/issue_list');
        const before = await bar.getByRole('link', { name: 'New issue' }).boundingBox();
        await page.goto('/view/issue_list?q=zzzzzz');
        assert.deepEqual(await bar.getByRole('link', { name: 'New issue' }).boundingBox(), before, 'nothing found');
        await page.goto('/view/issue_edit?id=1');
        const main = await page.locator('main').boundingBox();
        const form = await page.locator('#v-issue_edit').boundingBox();
        assert.ok(main && form && form.width <= 840);
        assert.ok(Math.abs(form.x - main.x - (main.x + main.width - form.x - form.width)) < 2, 'centred');
      }
      await page.emulateMedia({ media: 'print' });
      assert.equal(await bar.locator('h1').isVisible(), true);
      assert.equal(await bar.getByRole('navigation').isVisible(), false);
    });
  }

  it('an issue is made, marked as done, commented and shown under its project', async () => {
    const page = await tracker.open('staff');
    await page.goto('/page/my_work');
    await page.getByRole('link', { name: 'New issue' }).first().click();
    await page.getByLabel('Title').fill('Lift is slow');
    await choose(page, 'Project', 'Operations');
    await send(page, 'issue_edit', 'Save issue');
    await page.getByRole('heading', { name: 'Lift is slow' }).waitFor();
    await page.getByRole('button', { name: 'Mark as done' }).click();
    await page.getByRole('button', { name: 'Mark as done' }).waitFor({ state: 'detached' });
    await page.getByLabel('Your comment').fill('Oiled.');
    await send(page, 'comment_form', 'Add comment');
    await page.locator('#v-issue_comments').getByText('Oiled.').waitFor();
    await page.getByRole('link', { name: 'Operations' }).click();
    await page.locator('#v-issue_list').getByText('Lift is slow').waitFor();
  });
});

describe('inventory', () => {
  const inventory = stage('inventory');

  it('a user books a movement but makes no product', async () => {
    const page = await inventory.open('user');
    await page.goto('/page/products');
    assert.equal(await page.getByRole('link', { name: 'New product' }).count(), 0);
    await page.goto('/view/product_list');
    assert.equal(await page.locator('.pl-head').getByRole('link').count(), 0);
    const response = await page.goto('/view/product_edit');
    assert.equal(response?.status(), 404);
    const before = await inventory.count('stock_moves');
    const user = await inventory.server.as('user');
    const bad = await user.submit('/view/move_form', { quantity: 'many' });
    assert.equal(bad.status, 422);
    assert.match(bad.text, /value="many"/);
    assert.equal(await inventory.count('stock_moves'), before);
  });

  it('books goods out as a choice, and refuses more than there is unless the product allows it', async () => {
    const { server } = inventory;
    const stockOf = async (/** @type {number} */ id) =>
      (await server.data.rows.get(server.system, 'products', id)).stock;
    const staff = await server.as('staff');
    const book = (/** @type {string} */ kind, /** @type {number} */ quantity) =>
      staff.submit('/view/move_edit', { product: '4', location: '1', kind, quantity: String(quantity) });
    const had = await stockOf(4);
    const refused = await book('out', had + 1);
    assert.equal(refused.status, 422);
    assert.match(refused.text, /There is not that much in stock/);
    assert.match((await book('out', -1)).text, /Quantity must be at least 1/);
    const both = await Promise.all([book('out', had), book('out', had)]);
    assert.deepEqual(both.map(({ status }) => status).sort(), [303, 422], 'two at once');
    assert.equal(await stockOf(4), 0);
    const { text } = await staff.get('/page/products');
    assert.match(text, /Bubble wrap[^]*?pl-tone-row pl-c-red" title="Out of stock"/);
    await server.data.rows.update(server.system, 'products', 4, { allow_negative: true });
    assert.equal((await book('missing', 2)).status, 303);
    assert.equal(await stockOf(4), -2);
  });

  it('pages of a list follow one another', async () => {
    const page = await inventory.open('staff');
    await page.goto('/view/move_list');
    const first = await rowsOf(page, 'move_list').first().innerText();
    await page.getByRole('link', { name: 'Next' }).click();
    await page.waitForURL(/after=/);
    await page.getByRole('link', { name: 'Previous' }).waitFor();
    assert.notEqual(await rowsOf(page, 'move_list').first().innerText(), first);
  });
});

describe('CRM', () => {
  const crm = stage('crm');

  it('a company is made together with its contacts, and found', async () => {
    const page = await crm.open('staff', { scripts: false });
    await page.goto('/view/company_edit');
    await page.locator('#v-company_edit input[name=name]').fill('Oak & Sons');
    await page.locator('input[name="contacts.company.0.name"]').fill('Mia Oak');
    await send(page, 'company_edit', 'Save company');
    await page.getByRole('heading', { name: 'Oak & Sons' }).waitFor();
    await page.goto('/view/company_list?q=oak');
    assert.equal(await rowsOf(page, 'company_list').count(), 1);
    assert.equal(await crm.count('contacts', { field: 'name', op: 'eq', value: 'Mia Oak' }), 1);
  });

  it('the pipeline shows totals, and master and detail are side by side', async () => {
    const page = await crm.open('user');
    await page.goto('/');
    await page.getByRole('heading', { name: 'Pipeline' }).waitFor();
    assert.match(await page.locator('#v-open_deals tfoot').innerText(), /€[\d,]+/);
    await page.goto('/view/contact_browser');
    await page.locator('#v-contact_browser a').nth(1).click();
    await page.locator('#v-contact_browser h2, #v-contact_browser h1').first().waitFor();
  });
});

describe('landing page', () => {
  const landing = stage('landing-page');

  for (const scripts of [true, false]) {
    it(`a visitor writes a message that only staff reads (scripts ${scripts ? 'on' : 'off'})`, async () => {
      const page = await landing.open('public', { scripts });
      await page.goto('/');
      await page.getByLabel('Name').fill('Nora');
      await page.getByLabel('E-mail').fill(`nora.${scripts}@example.com`);
      await page.getByLabel('Message').fill('Does it run on a boat?');
      await send(page, 'contact_form', 'Send message');
      await page.getByRole('heading', { name: 'Thank you' }).waitFor();
      const response = await page.goto('/view/message_list');
      assert.match(page.url(), /\/auth\/login/);
      assert.doesNotMatch((await response?.text()) ?? '', /Nora/);
    });
  }

  it('a message with an invalid address is shown again on its page', async () => {
    const guest = await landing.server.as('public');
    const answer = await guest.submit('/page/landing', { name: 'Ole', email: 'nowhere', message: 'Hello there' });
    assert.equal(answer.status, 422);
    assert.match(answer.text, /value="nowhere"/);
    assert.match(answer.text, /Hello there/);
    assert.match(answer.text, /invalid-feedback/);
  });

  it('staff answers messages and changes a plan', async () => {
    const page = await landing.open('staff');
    await page.goto('/view/message_list');
    await rowsOf(page, 'message_list').first().getByRole('button', { name: 'Answered' }).click();
    await page.waitForLoadState();
    await page.goto('/view/plan_edit?id=1');
    await page.getByLabel('Name').fill('Seed');
    await send(page, 'plan_edit', 'Save');
    await page.goto('/');
    await page.getByRole('heading', { name: 'Seed' }).waitFor();
  });
});
