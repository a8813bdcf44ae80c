import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { createServer } from 'node:http';
import { after, before, describe, it } from 'node:test';
import { axeViolations, launchBrowser, startTestServer } from '../../src/testing/index.js';

const PASSWORD = 'correct horse battery';

/** @type {Awaited<ReturnType<typeof startTestServer>>} */
let server;
/** @type {Awaited<ReturnType<typeof launchBrowser>>} */
let browser;
before(async () => {
  [server, browser] = await Promise.all([startTestServer({ fresh: true }), launchBrowser()]);
});
after(async () => {
  await browser.close();
  await server.close();
});

/** @param {any} page */
async function noViolations(page) {
  assert.deepEqual(await axeViolations(page), [], page.url());
}

describe('people in a browser', () => {
  it('the first admin creates an account, sees and changes their name, logs out and in again', async () => {
    const page = await browser.page(server.url);
    await page.goto('/');
    await noViolations(page);
    await page.fill('[name=name]', 'Ada Lovelace');
    await page.fill('[name=email]', 'ada@example.com');
    await page.fill('[name=password]', PASSWORD);
    await page.click('button[type=submit]');
    await page.waitForURL('**/admin/start');

    await page.goto('/auth/profile');
    await noViolations(page);
    assert.match((await page.textContent('header')) ?? '', /Ada Lovelace/);
    await page.fill('#p-name', 'Ada King');
    await page.click('form[action="/auth/profile"] button[type=submit]');
    await page.getByText('Your profile has been saved.').waitFor();
    await page.reload();
    assert.equal(await page.getByText('Your profile has been saved.').count(), 0);
    assert.match((await page.textContent('header')) ?? '', /Ada King/);

    await page.evaluate(() =>
      /** @type {HTMLFormElement} */ (document.querySelector('form[action="/auth/logout"]')).submit(),
    );
    await page.waitForURL('**/auth/login');
    await noViolations(page);
    assert.deepEqual(
      (await page.context().cookies()).map((cookie) => cookie.name).filter((name) => name !== 'plinth_flash'),
      [],
    );
    await page.fill('[name=email]', 'ada@example.com');
    await page.fill('[name=password]', 'wrong password');
    await page.click('button[type=submit]');
    await page.getByText('Wrong e-mail address or password').waitFor();
    await noViolations(page);
    await page.fill('[name=password]', PASSWORD);
    await page.click('button[type=submit]');
    await page.waitForURL('**/admin/**');
    assert.deepEqual(page.problems, []);
  });

  it('A1: no script can read the session', async () => {
    const page = await browser.page(server.url);
    await page.goto('/auth/login');
    await page.fill('[name=email]', 'ada@example.com');
    await page.fill('[name=password]', PASSWORD);
    await page.click('button[type=submit]');
    await page.waitForURL('**/admin/**');
    const seen = await page.evaluate(() => document.cookie + JSON.stringify({ ...localStorage, ...sessionStorage }));
    assert.doesNotMatch(seen, /session/);
  });

  it('A14: a page of another origin can post nothing here', async () => {
    const page = await browser.page(server.url);
    await page.goto('/auth/login');
    await page.fill('[name=email]', 'ada@example.com');
    await page.fill('[name=password]', PASSWORD);
    await page.click('button[type=submit]');
    await page.waitForURL('**/admin/**');
    const foreign = createServer((_req, res) => {
      res.setHeader('content-type', 'text/html');
      res.end(`<form method="post" action="${server.url}/auth/logout"><button>Win</button></form>`);
    });
    await new Promise((resolve) => foreign.listen(0, () => resolve(null)));
    after(() => foreign.close());
    await page.goto(`http://localhost:${/** @type {any} */ (foreign.address()).port}/`);
    await page.click('button');
    await page.waitForURL('**/auth/logout');
    await page.goto(`${server.url}/auth/profile`);
    assert.match(page.url(), /\/auth\/profile$/);
  });

  it('F2: an uploaded page runs nothing on our origin', async () => {
    const { data, system } = server;
    const file = await data.files.add(
      system,
      Readable.from([Buffer.from('<script>document.title = "owned"</script>')]),
      {
        name: 'x.html',
        public: true,
      },
    );
    const page = await browser.page(server.url);
    const started = page.waitForEvent('download');
    await page.goto(`/files/${file.id}/x.html`).catch(() => {});
    assert.equal((await started).suggestedFilename(), 'x.html');
    assert.notEqual(await page.title(), 'owned');
  });
});

describe('the session of an admin and other sites', () => {
  it('A1: another site gets nothing by it, and a link from there leads where it points', async () => {
    const page = await browser.page(server.url);
    await page.goto('/auth/login');
    await page.fill('[name=email]', 'ada@example.com');
    await page.fill('[name=password]', PASSWORD);
    await page.click('button[type=submit]');
    await page.waitForURL((url) => !url.pathname.startsWith('/auth'));
    const cookie = (await page.context().cookies()).find(({ name }) => name === 'plinth_session');
    assert.equal(cookie?.sameSite, 'Strict');

    // By another name the same machine is another site.
    const elsewhere = createServer((_, res) => {
      res.setHeader('content-type', 'text/html');
      res.end(`<a href="${server.url}/admin/tables?q=a">To the tables</a><a href="${server.url}/page/none">None</a>`);
    });
    await new Promise((resolve) => elsewhere.listen(0, '127.0.0.1', () => resolve(null)));
    const { port } = /** @type {import('node:net').AddressInfo} */ (elsewhere.address());
    try {
      await page.goto(`http://localhost:${port}/`);
      await page.getByRole('link', { name: 'To the tables' }).click();
      await page.getByRole('heading', { name: 'Tables', level: 1 }).waitFor();
      assert.equal(page.url(), `${server.url}/admin/tables?q=a`);
      await page.goto(`http://localhost:${port}/`);
      await page.getByRole('link', { name: 'None' }).click();
      await page.getByText('404').waitFor();
    } finally {
      elsewhere.closeAllConnections();
      await new Promise((resolve) => elsewhere.close(() => resolve(null)));
      await page.context().close();
    }
  });
});
