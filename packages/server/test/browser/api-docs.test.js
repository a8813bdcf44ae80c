import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { axeViolations, launchBrowser, startTestServer } from '../../src/testing/index.js';

/** @type {Awaited<ReturnType<typeof launchBrowser>>} */
let browser;
/** @type {Awaited<ReturnType<typeof startTestServer>>} */
let server;
/** @type {any} */
let page;
before(async () => {
  [browser, server] = await Promise.all([launchBrowser(), startTestServer({ users: { ada: ['user'] } })]);
  const own = { read: 'own', create: 'all', update: 'own', delete: 'own' };
  await server.data.edit(server.system, 'add-table', {
    name: 'notes',
    owner: 'owner',
    access: { user: own },
    fields: [
      { name: 'title', type: 'text', required: true },
      { name: 'owner', type: 'user' },
    ],
  });
  page = await browser.page(server.url, await server.as('ada'), { reducedMotion: 'reduce' });
  await page.goto('/api/v1/docs');
  await page.waitForLoadState('networkidle');
});
after(async () => {
  await browser?.close();
  await server?.close();
});

/** Opens a call and sends it. @param {string} method @param {string} says @param {Record<string, string>} fill */
async function send(method, says, fill) {
  const call = page.locator('#notes .api-call', { hasText: method }).filter({ hasText: says });
  await call.locator('summary').click();
  for (const [name, text] of Object.entries(fill)) await call.locator(`[name=${name}]`).fill(text);
  const curl = await call.locator('.api-curl code').innerText();
  await call.locator('button[type=submit]').click();
  return { call, curl };
}

describe('the page that shows the API', () => {
  it('sends calls as the logged-in user, and shows each as curl', async () => {
    const added = await send('POST', 'Add a row', { body: `{"title": "It's me"}` });
    assert.match(added.curl, /^curl -X POST 'http:\/\/[^']+\/api\/v1\/tables\/notes\/rows'/);
    assert.match(added.curl, /-d '\{"title": "It'\\''s me"\}'$/);
    await added.call.locator('.api-answer .badge', { hasText: '201' }).waitFor();
    const { rows } = await server.data.db.query('select title from app.notes');
    assert.deepEqual(rows, [{ title: "It's me" }]);
    const listed = await send('GET', 'List rows', { path: "/tables/notes/rows?title=It's me&fields=title" });
    assert.match(listed.curl, /title=It'\\''s%20me/);
    await listed.call.locator('.api-answer code', { hasText: "It's me" }).waitFor();
    const wrong = await send('PATCH', 'Update a row', { body: '{"nothing": 1}' });
    await wrong.call.locator('.api-answer code', { hasText: 'INPUT_INVALID' }).waitFor();
  });

  it('asks before it deletes', async () => {
    const { call } = await send('DELETE', 'Delete a row', {});
    assert.equal((await server.data.db.query('select from app.notes')).rows.length, 1);
    await page.locator('dialog[open] .btn-primary').first().click();
    await call.locator('.api-answer .badge', { hasText: '204' }).waitFor();
    assert.equal((await server.data.db.query('select from app.notes')).rows.length, 0);
  });

  it('axe finds nothing, wide, narrow, light and dark, and nothing is blocked', async () => {
    await page.evaluate(`document.querySelectorAll('details').forEach((one) => (one.open = true))`);
    for (const width of [1280, 390])
      for (const colorScheme of ['light', 'dark']) {
        await page.setViewportSize({ width, height: 844 });
        await page.emulateMedia({ colorScheme });
        assert.deepEqual(await axeViolations(page), [], `${width} ${colorScheme}`);
        const beyond = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
        assert.ok(beyond <= 0, `${beyond} px beyond the edge at ${width}`);
      }
    assert.deepEqual(page.problems, []);
  });
});
