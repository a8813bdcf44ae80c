import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { axeViolations, launchBrowser, startTestServer, until } from '../../src/testing/index.js';
import { listen } from '../../src/testing/event-source.js';
import { makeTracker, SECRET } from './issue-tracker.js';

/** @type {Awaited<ReturnType<typeof startTestServer>>} */
let server;
/** @type {Awaited<ReturnType<typeof launchBrowser>>} */
let browser;
/** @type {any} */
let page;
/** @type {Record<string, string>} */
let ids;
/** @type {Record<string, number>} */
let issues;
/** @type {Record<string, string>} */
const tokens = {};

const TITLES = /** @type {Record<string, string>} */ ({
  broken: 'Broken link',
  slow: 'Slow search',
  crash: 'Crash on save',
  typo: 'Typo in the menu',
});
/** What each may do with which issue, when the rules below are set. @type {Record<string, Record<string, string[]>>} */
const RIGHTS = {
  rita: { read: ['broken', 'slow'], update: ['broken', 'slow'], delete: [] },
  rob: { read: ['crash', 'typo'], update: ['crash', 'typo'], delete: [] },
  dev: { read: ['broken', 'slow', 'crash', 'typo'], update: ['broken', 'slow', 'crash'], delete: [] },
};
const PEOPLE = Object.keys(RIGHTS);

before(async () => {
  server = await startTestServer({ users: { rita: ['user'], rob: ['user'], dev: ['staff'] } });
  ({ ids, issues } = await makeTracker(server));
  browser = await launchBrowser();
  page = await browser.page(server.url, await server.as('admin'), { viewport: { width: 1280, height: 800 } });
  for (const name of PEOPLE) {
    const made = await server.data.people.apiTokens.create(server.system, ids[name], { name: 'test' });
    tokens[name] = made.token;
  }
});
after(async () => {
  await browser?.close();
  await server?.close();
});

/** @param {string} name @param {string} path @param {any} [init] */
async function api(name, path, init = {}) {
  const headers = { authorization: `Bearer ${tokens[name]}`, 'content-type': 'application/json', ...init.headers };
  const answer = await fetch(`${server.url}/api/v1${path}`, { ...init, headers });
  const text = await answer.text();
  if (name !== 'dev') assert.doesNotMatch(text, new RegExp(SECRET), `${name} ${path}`);
  return { status: answer.status, text, json: () => JSON.parse(text) };
}

/** Which issues a text tells of. @param {string} text @returns {string[]} */
const told = (text) => Object.keys(TITLES).filter((key) => text.includes(TITLES[key]));

/** @param {string} name @param {string} tool @param {any} given */
async function mcp(name, tool, given) {
  const answer = await fetch(`${server.url}/mcp`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      authorization: `Bearer ${tokens[name]}`,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: tool, arguments: given } }),
  });
  return answer.text();
}

describe('an issue tracker with two roles', () => {
  it('Z1: shows nothing to anybody before rules are set', async () => {
    for (const name of PEOPLE) {
      assert.equal((await api(name, '/tables/issues/rows')).status, 404);
      assert.deepEqual(told((await (await server.as(name)).get('/view/issues')).text), []);
    }
  });

  it('gets its rules in the browser, with what they change before they are saved', async () => {
    await page.goto('/admin/tables/issues/access');
    await page.getByLabel('User: Read').selectOption('By rule');
    await page.getByRole('button', { name: 'Build a condition' }).click();
    await page.getByRole('combobox', { name: 'Field', exact: true }).selectOption({ label: 'Reporter' });
    await page.getByRole('combobox', { name: 'Operator' }).selectOption({ label: 'is the current user' });
    await page.getByRole('button', { name: 'Use as rule' }).click();
    const rule = page.locator('textarea[name="user.read.rule"]');
    await page.waitForFunction(
      () => /** @type {any} */ (document.querySelector('textarea[name="user.read.rule"]'))?.value !== '',
    );
    assert.equal(await rule.inputValue(), 'row.reporter == user.id');
    await page.getByRole('combobox', { name: 'as', exact: true }).fill('rita');
    await page.getByRole('option', { name: /^rita/ }).click();
    await page.getByText('Matches this row').waitFor();
    await page.getByLabel('User: Create').selectOption('By rule');
    await page.locator('textarea[name="user.create.rule"]').fill('row.reporter == user.id');
    await page.getByLabel('User: Update').selectOption('Own rows');
    await page.getByLabel('Staff: Read').selectOption('All rows');
    await page.getByLabel('Staff: Update').selectOption('By rule');
    await page.locator('textarea[name="staff.update.rule"]').fill('row.assignee == null || row.assignee == user.id');
    await page.getByLabel('Owner field').selectOption({ label: 'Reporter' });
    await page.getByRole('button', { name: 'Review changes' }).click();
    await page.getByRole('heading', { name: 'Review changes' }).waitFor();
    const staff = page.getByRole('row', { name: /^Staff/ });
    assert.match(await staff.innerText(), /0 → 4\s*\+4[^]*0 → 3\s*\+3/);
    assert.equal(server.data.catalog().table('issues').access.staff, undefined, 'nothing is saved before');
    await page.getByRole('button', { name: 'Save' }).click();
    await until(async () => server.data.catalog().table('issues').owner === 'reporter');
    const { access, owner } = server.data.catalog().table('issues');
    assert.equal(owner, 'reporter');
    assert.deepEqual(access.user.read, { rule: 'row.reporter == user.id' });

    const cell = page
      .getByRole('row', { name: /^Internal note/ })
      .locator('td')
      .first();
    await cell.locator('summary').click();
    await cell.getByLabel('Staff').check();
    await page.locator('#fields').getByRole('button', { name: 'Save' }).click();
    const note = () => server.data.catalog().table('issues').field('note');
    await until(async () => note().access?.read?.includes('staff'));
    assert.deepEqual(note().access, { read: ['staff'], write: null });
    assert.deepEqual(page.problems, []);
  });

  for (const name of PEOPLE) {
    const { read, update } = RIGHTS[name];
    it(`Z2: page, search, API, export and MCP show ${name} the same issues`, async () => {
      const own = await browser.page(server.url, await server.as(name));
      await own.goto('/view/issues');
      const shown = await own.locator('main').innerText();
      assert.deepEqual(told(shown), read);
      assert.equal(shown.includes(SECRET), name === 'dev');
      assert.deepEqual(own.problems, []);
      await own.context().close();
      assert.deepEqual(told((await api(name, '/tables/issues/rows')).text), read);
      const count = (await api(name, '/tables/issues/rows?aggregate=count&count=exact')).json();
      assert.equal(count.count, read.length);
      assert.deepEqual(told((await api(name, '/tables/issues/rows', { headers: { accept: 'text/csv' } })).text), read);
      // Every word of a title or text, and one that only hidden notes hold.
      for (const word of ['link', 'minute', 'form', 'menu', SECRET]) {
        const found = told((await api(name, `/tables/issues/rows?q=${word}`)).text);
        const expected = { link: ['broken'], minute: ['slow'], form: ['crash'], menu: ['typo'] };
        const all = /** @type {any} */ (expected)[word] ?? (name === 'dev' ? ['broken', 'crash', 'typo'] : []);
        assert.deepEqual(
          found,
          all.filter((/** @type {string} */ key) => read.includes(key)),
          word,
        );
      }
      assert.deepEqual(told(await mcp(name, 'list_rows', { table: 'issues' })), read);
      for (const [key, id] of Object.entries(issues)) {
        assert.equal((await api(name, `/tables/issues/rows/${id}`)).status, read.includes(key) ? 200 : 404);
        const body = JSON.stringify({ state: 'seen' });
        const { status } = await api(name, `/tables/issues/rows/${id}`, { method: 'PATCH', body });
        assert.equal(status, update.includes(key) ? 200 : read.includes(key) ? 403 : 404, `${name} changes ${key}`);
      }
    });

    it(`Z13: changes show ${name} the same issues`, async () => {
      const stream = await listen(`${server.url}/api/v1/changes?table=issues`, {
        authorization: `Bearer ${tokens[name]}`,
      });
      await stream.ready();
      for (const id of Object.values(issues))
        await server.data.rows.update(server.system, 'issues', id, { state: `for ${name}` });
      const last = read.at(-1);
      await stream.until(() => stream.events.some(({ data }) => data.id === issues[String(last)]));
      const heard = stream.events.filter(({ event }) => event !== 'ready').map(({ data }) => data.id);
      assert.deepEqual([...new Set(heard)].sort(), read.map((key) => issues[key]).sort());
      assert.equal(JSON.stringify(stream.events).includes(SECRET), name === 'dev');
      stream.close();
    });

    it(`the explainer agrees for ${name}, and says why`, async () => {
      for (const [key, id] of Object.entries(issues)) {
        await page.goto(
          `/admin/access?${new URLSearchParams({ who: `user:${ids[name]}`, what: 'table:issues', id: String(id) })}`,
        );
        const answer = await page.locator('.adm-answer').innerText();
        for (const [right, label] of [
          ['read', 'Read'],
          ['update', 'Update'],
          ['delete', 'Delete'],
        ])
          assert.match(
            answer,
            new RegExp(`${label}: ${RIGHTS[name][right].includes(key) ? 'allowed' : 'not allowed'}`),
            `${key} ${right}`,
          );
        if (name === 'rita') {
          assert.match(answer, /row\.reporter == user\.id/);
          assert.match(answer, new RegExp(`row.reporter = ${['broken', 'slow'].includes(key) ? 'rita' : 'rob'}`));
        }
        const note = page.locator('.adm-told').getByRole('row', { name: /^Internal note/ });
        assert.match(await note.innerText(), name === 'dev' ? /Yes\s*only for: Staff/ : /No\s*only for: Staff/);
      }
      await page.getByLabel('ID of a row').fill('');
      await page.getByRole('button', { name: 'Explain' }).click();
      await page.getByText(`${RIGHTS[name].read.length} of 4 rows`).first().waitFor();
      assert.deepEqual(page.problems, []);
    });
  }

  it('a group makes somebody a developer, on every path at once', async () => {
    await page.goto('/admin/groups');
    await page.getByLabel('Name', { exact: true }).or(page.getByLabel('Name *')).first().fill('On call');
    await page.getByLabel('Staff').check();
    await page.getByRole('button', { name: 'Create group' }).click();
    await page.getByRole('heading', { name: 'On call' }).waitFor();
    const stream = await listen(`${server.url}/api/v1/changes?table=issues`, {
      authorization: `Bearer ${tokens.rita}`,
    });
    await stream.ready();
    await page.getByRole('button', { name: 'Add rita' }).click();
    await page.getByRole('button', { name: 'Remove rita' }).waitFor();
    await stream.until(() => stream.events.some(({ event }) => event === 'end'));
    assert.equal(stream.events.find(({ event }) => event === 'end')?.data.reason, 'revoked');
    const answer = await fetch(`${server.url}/api/v1/tables/issues/rows`, {
      headers: { authorization: `Bearer ${tokens.rita}` },
    });
    assert.deepEqual(told(await answer.text()), RIGHTS.dev.read);
    assert.deepEqual(told((await (await server.as('rita')).get('/view/issues')).text), RIGHTS.dev.read);
    await page.goto(`/admin/access?who=user:${ids.rita}&what=table:issues`);
    assert.match(await page.locator('.adm-answer').innerText(), /Staff \(via On call\)/);
    await page.goto('/admin/groups/on_call');
    await page.getByRole('button', { name: 'Remove rita' }).click();
    await page.getByText('No members yet').waitFor();
    assert.deepEqual(told((await api('rita', '/tables/issues/rows')).text), RIGHTS.rita.read);
  });

  it('the explainer finds a person as one types, by the keyboard alone', async () => {
    await page.goto('/admin/access');
    const who = page.getByRole('combobox', { name: 'Person' });
    await who.focus();
    assert.equal(await who.inputValue(), 'Visitor (not logged in)');
    await page.keyboard.type('rit');
    await page.getByRole('option', { name: /^rita/ }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    assert.match(await who.inputValue(), /^rita \(/);
    await page.locator('select[name=what]').selectOption('table:issues');
    await page.locator('select[name=what]').focus();
    await page.getByRole('button', { name: 'Explain' }).press('Enter');
    await page.locator('.adm-answer').waitFor();
    assert.match(await page.locator('.adm-answer').innerText(), /rita/);
    await page.arrived();
    assert.match(await page.getByRole('combobox', { name: 'Person' }).inputValue(), /^rita \(/);
  });

  it('a rule shows what it would take away, and is not saved when one goes back', async () => {
    await page.goto('/admin/tables/issues/access');
    await page.locator('textarea[name="user.read.rule"]').fill('row.reporter == user.id && row.assignee == null');
    await page.getByRole('button', { name: 'Review changes' }).click();
    const user = page.getByRole('row', { name: /^User/ });
    await user.getByText(/^−/).first().waitFor();
    await page.getByRole('button', { name: 'Back' }).click();
    await page.locator('textarea[name="user.read.rule"]').waitFor();
    assert.deepEqual(server.data.catalog().table('issues').access.user.read, { rule: 'row.reporter == user.id' });
  });

  it('axe finds nothing on the screens of access and groups, light and dark, wide and narrow', async () => {
    const addresses = [
      `/admin/access?who=user:${ids.rita}&what=table:issues`,
      `/admin/access?who=user:${ids.dev}&what=table:issues&id=${issues.crash}`,
      `/admin/access?who=role:public&what=view:issues`,
      '/admin/tables/issues/access',
      '/admin/groups',
      '/admin/groups/on_call',
    ];
    const own = await browser.page(server.url, await server.as('admin'), { reducedMotion: 'reduce' });
    const found = [];
    for (const address of addresses) {
      await own.setViewportSize({ width: 1280, height: 800 });
      await own.emulateMedia({ colorScheme: 'light' });
      await own.goto(address);
      const light = await axeViolations(own);
      await own.emulateMedia({ colorScheme: 'dark' });
      const dark = await axeViolations(own, { rules: ['color-contrast'] });
      found.push(...[...light, ...dark].map((line) => `${address} ${line}`));
      await own.setViewportSize({ width: 390, height: 844 });
      assert.equal(await own.evaluate('document.documentElement.scrollWidth > innerWidth'), false, address);
    }
    found.push(...own.problems);
    await own.context().close();
    assert.deepEqual(found, []);
  });

  it('the admin views it as a reporter, by pages and by the API of the session', async () => {
    await page.goto(`/admin/access?who=user:${ids.rita}&what=table:issues`);
    await page.getByRole('button', { name: 'View as this person' }).click();
    await page.getByText('You are viewing the site as rita').waitFor();
    await page.goto('/view/issues');
    assert.deepEqual(told(await page.locator('main').innerText()), RIGHTS.rita.read);
    const answers = await page.evaluate(async () => {
      const get = async (/** @type {string} */ url, /** @type {any} */ init = {}) => {
        const answer = await fetch(url, init);
        return [answer.status, await answer.text()];
      };
      return {
        list: await get('/api/v1/tables/issues/rows'),
        csv: await get('/api/v1/tables/issues/rows', { headers: { accept: 'text/csv' } }),
        write: await get('/api/v1/tables/issues/rows/1', {
          method: 'PATCH',
          headers: { 'content-type': 'application/json' },
          body: '{"state":"x"}',
        }),
        catalog: await get('/api/v1/catalog'),
      };
    });
    for (const [status, text] of [answers.list, answers.csv]) {
      assert.equal(status, 200);
      assert.deepEqual(told(String(text)), RIGHTS.rita.read);
      assert.doesNotMatch(String(text), new RegExp(SECRET));
    }
    assert.equal(answers.write[0], 403);
    assert.doesNotMatch(String(answers.catalog[1]), /"note"/);
    await page.goto('/view/issues');
    await page.getByRole('button', { name: 'Stop viewing' }).click();
    await page.waitForURL(/admin\/access/);
  });
});
