import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { stripTypeScriptTypes } from 'node:module';
import { after, before, describe, it } from 'node:test';
import { generateClient } from '../../src/api/rest/client/generate-client.js';
import { launchBrowser, startTestServer } from '../../src/testing/index.js';

/** @type {Awaited<ReturnType<typeof launchBrowser>>} */
let browser;
/** @type {Awaited<ReturnType<typeof startTestServer>>} */
let server;
let source = '';
let token = '';
before(async () => {
  [browser, server] = await Promise.all([launchBrowser(), startTestServer({ users: { ada: ['user'] } })]);
  const { data, system } = server;
  const own = { read: 'own', create: 'all', update: 'own', delete: 'own' };
  await data.edit(system, 'add-table', {
    name: 'notes',
    owner: 'owner',
    access: { user: own },
    fields: [
      { name: 'title', type: 'text', required: true },
      { name: 'owner', type: 'user' },
      { name: 'scan', type: 'file' },
    ],
  });
  const { user } = await server.as('ada');
  ({ token } = await data.people.apiTokens.create(system, user.id, { name: 'browser' }));
  source = stripTypeScriptTypes(await generateClient(server.runtime, server.system));
});
after(async () => {
  await browser?.close();
  await server?.close();
});

/** What a page does with the client, whichever way it came in. */
const USE = `async ({ module, options }) => {
  const { createClient, PlinthError } = await import(module);
  const client = createClient(options);
  const notes = client.table('notes');
  const made = await notes.insert({ title: 'From a page' });
  const file = await client.files.upload(new File(['words'], 'w.txt'), { table: 'notes', field: 'scan' });
  const { version } = await notes.getVersioned(made.id);
  await notes.update(made.id, { scan: file.id }, { version });
  const late = await notes.update(made.id, { title: 'x' }, { version }).catch((error) => error);
  const titles = [];
  for await (const row of notes.all({ sort: 'title' })) titles.push(row.title);
  const content = await (await client.files.content(file.id)).text();
  await notes.remove(made.id);
  return { titles, content, late: late instanceof PlinthError && late.code };
}`;
const EXPECTED = { titles: ['From a page'], content: 'words', late: 'PRECONDITION_FAILED' };

describe('the generated client in a browser', () => {
  it('A14: works in a page of the site with its session', async () => {
    const page = await browser.page(server.url, await server.as('ada'));
    const asScript = { contentType: 'text/javascript', body: source };
    await page.route('**/client.js', (/** @type {any} */ route) => route.fulfill(asScript));
    await page.goto('/auth/profile');
    const done = await page.evaluate(`(${USE})({ module: '/client.js', options: { baseUrl: '' } })`);
    assert.deepEqual(done, EXPECTED);
    assert.deepEqual(
      page.problems.filter((text) => !/412/.test(text)),
      [],
    );
  });

  it('A14: works in a page of a site that was named, with a token, and not in another one', async () => {
    // Not a made-up site: browsers let no page from beyond this machine reach into it.
    const elsewhere = createServer((req, res) => {
      const isScript = req.url?.endsWith('.js');
      res.setHeader('content-type', isScript ? 'text/javascript' : 'text/html');
      res.end(isScript ? source : '<!doctype html><title>App</title>');
    });
    await new Promise((resolve) => elsewhere.listen(0, 'localhost', () => resolve(null)));
    const { port } = /** @type {import('node:net').AddressInfo} */ (elsewhere.address());
    const origin = `http://localhost:${port}`;
    const page = await browser.page(origin);
    await page.goto('/');
    const options = JSON.stringify({ module: '/client.js', options: { baseUrl: server.url, token } });
    await assert.rejects(page.evaluate(`(${USE})(${options})`), /Failed to fetch/);
    await server.data.edit(server.system, 'change-settings', { changes: { apiOrigins: origin } });
    assert.deepEqual(await page.evaluate(`(${USE})(${options})`), EXPECTED);
    elsewhere.close();
  });
});
