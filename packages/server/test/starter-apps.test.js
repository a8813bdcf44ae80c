import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startTestServer } from '../src/testing/index.js';

const APPS = ['forum', 'issue-tracker', 'inventory', 'crm', 'landing-page', 'purchase-approval', 'benchmark-dashboard'];

/** @typedef {Awaited<ReturnType<typeof startTestServer>>} Server */

describe('starter apps', () => {
  /** @type {Server} */
  let server;
  before(async () => {
    server = await startTestServer();
  });
  after(() => server.close());

  /** @param {string} name */
  const documentOf = (name) =>
    server.data.registry.all('starterApp').find((/** @type {any} */ document) => document.app.name === name);

  it('all exist', () => {
    const names = server.data.registry.all('starterApp').map((/** @type {any} */ document) => document.app.name);
    assert.deepEqual(
      APPS.filter((name) => !names.includes(name)),
      [],
    );
  });

  for (const name of APPS) {
    it(`${name}: export, import into an empty server, export again gives the same bytes`, async () => {
      const texts = [await installAndExport(documentOf(name))];
      texts.push(await installAndExport(JSON.parse(texts[0])));
      assert.equal(texts[1], texts[0]);
    });
  }

  it('an app of a server that holds several comes out of an empty server with the same bytes', async () => {
    const several = await startTestServer();
    try {
      for (const name of ['forum', 'crm']) await several.data.apps.install(several.system, documentOf(name));
      for (const name of ['forum', 'crm']) {
        const text = several.data.apps.text(await several.data.apps.export(several.system, name));
        assert.equal(await installAndExport(JSON.parse(text)), text, name);
      }
    } finally {
      await several.close();
    }
  });

  it('all of them fit one server, without a problem, where their names do not meet', async () => {
    for (const name of APPS) {
      const { clashes, prefix } = server.data.apps.check(documentOf(name));
      await server.data.apps.install(server.system, documentOf(name), clashes.length ? { prefix } : {});
    }
    assert.deepEqual(server.data.catalog().problems, []);
    assert.equal(server.data.catalog().apps.length, APPS.length);
    const { rows } = await server.data.db.query('select count(*)::int as runs from plinth.runs');
    assert.deepEqual(rows, [{ runs: 0 }], 'sample rows start no triggers');
  });

  it('a conflict is shown before anything happens, with a prefix that avoids it', async () => {
    const before = server.data.catalog().version;
    const error = await server.data.apps.install(server.system, documentOf('crm')).catch((/** @type {any} */ e) => e);
    assert.equal(error.code, 'APP_CLASH');
    assert.ok(
      error.details.clashes.some((/** @type {any} */ clash) => clash.kind === 'table' && clash.name === 'deals'),
    );
    assert.equal(server.data.catalog().version, before);
    await server.data.apps.install(server.system, documentOf('crm'), { prefix: error.details.prefix });
    assert.ok(server.data.catalog().hasTable('crm2_deals'));
    assert.equal(server.data.catalog().view('crm2_deal_list').table, 'crm2_deals');
    const labels = server.data.catalog().apps.map((/** @type {{ label: string }} */ { label }) => label);
    assert.equal(new Set(labels).size, labels.length, 'each app has a label of its own');
    assert.deepEqual(server.data.catalog().problems, []);
  });

  it('undo takes a whole app back, redo brings it again with its rows', async () => {
    const { revision } = await server.data.apps.install(server.system, documentOf('crm'), { prefix: 'again_' });
    await server.data.revisions.undo(server.system, revision);
    assert.equal(server.data.catalog().hasTable('again_deals'), false);
    await server.data.revisions.redo(server.system, revision);
    assert.equal(await server.data.rows.count(server.system, 'again_deals'), 9);
  });
});

describe('a broken app document', () => {
  /** @type {Server} */
  let server;
  before(async () => {
    server = await startTestServer();
  });
  after(() => server.close());

  /** @param {(document: any) => void} spoil */
  async function refused(spoil) {
    const document = structuredClone(
      /** @type {any} */ (
        server.data.registry.all('starterApp').find((/** @type {any} */ known) => known.app.name === 'issue-tracker')
      ),
    );
    spoil(document);
    const { version } = server.data.catalog();
    const error = await server.data.apps.install(server.system, document).then(
      () => assert.fail('it was installed'),
      (/** @type {any} */ reason) => reason,
    );
    assert.equal(server.data.catalog().version, version, 'nothing half done');
    assert.equal(server.data.catalog().tables.filter((/** @type {any} */ table) => !table.system).length, 0);
    return error;
  }

  it('with an unknown key is refused and names it', async () => {
    const error = await refused((document) => (document.tables[0].feilds = []));
    assert.equal(error.code, 'APP_DOCUMENT_INVALID');
    assert.match(error.message, /tables\.0\.feilds/);
  });

  it('of a later format is refused', async () => {
    assert.match((await refused((document) => (document.plinth = 2))).message, /plinth must be 1/);
  });

  it('a document that shows a missing field is refused with its location', async () => {
    const error = await refused((document) => (document.views[0].config.columns[0].field = 'titel'));
    assert.match(error.message, /view issue_list.*issues\.titel/s);
  });

  it('with a bad row is refused and names table, row and field', async () => {
    const error = await refused((document) => (document.rows.issues[2].due = '2026-02-30'));
    assert.equal(error.code, 'APP_ROW_INVALID');
    assert.match(error.message, /issues, row 3: Due/);
  });

  for (const [what, spoil] of /** @type {[string, (document: any) => unknown][]} */ ([
    ['users that are no list', (document) => (document.users = { length: 1 })],
    ['a user without address', (document) => (document.users[0] = { name: 'x', email: { a: 1 } })],
    ['rows that are no list', (document) => (document.rows.issues = 'abc')],
    ['rows that are no objects', (document) => (document.rows.issues[0] = 7)],
    ['a file of numbers', (document) => (document.files = { a: { mime: 'text/plain', data: 5 } })],
    ['a day that is none', (document) => (document.rows.issues[0].due = { $days: 'x' })],
    ['a time of the day that is none', (document) => (document.rows.issues[0].created_at = { $days: 1, at: '25:00' })],
    ['a filter without end', (document) => (document.views[0].config.filter = nested(20_000))],
    ['settings that are no object', (document) => (document.settings = [1])],
    ['a table that is none', (document) => (document.tables[1] = null)],
    ['a field that is none', (document) => (document.tables[1].fields[2] = 'x')],
    ['rights of another form', (document) => (document.tables[0].access = { user: 'all' })],
    ['a view whose configuration is a list', (document) => (document.views[0].config = [])],
    ['sorting that is no list', (document) => (document.views[0].config.sort = '__proto__')],
    ['an entry of sorting that is none', (document) => (document.views[0].config.sort = [null])],
    ['an element that is a number', (document) => (document.pages[0].layout.children[0] = 7)],
    ['children that are no list', (document) => (document.pages[0].layout.children[0].children = { a: 1 })],
    ['a condition that is no text', (document) => (document.pages[0].layout.visible = { when: ['a'] })],
    ['a setting of an element that is wrong', (document) => (document.pages[0].layout.settings = { gap: {} })],
    ['a menu entry that is none', (document) => (document.menu[0] = 3)],
    ['a row without what is required', (document) => (document.rows.issues[1].title = null)],
    ['two rows of one key', (document) => (document.rows.issues[1].id = document.rows.issues[0].id)],
    ['a row that points at none', (document) => (document.rows.issues[1].project = 99_999)],
  ])) {
    it(`I1: with ${what} is refused as bad input`, async () => {
      const error = await refused(spoil);
      assert.deepEqual([error.status, /^APP_/.test(error.code)], [422, true], error.stack);
    });
  }

  it('Z15: opens no sign-up, even as the first app of a site', async () => {
    const found = server.data.registry
      .all('starterApp')
      .find((/** @type {any} */ one) => one.app.name === 'landing-page');
    const document = structuredClone(/** @type {any} */ (found));
    document.settings = { ...document.settings, signUp: true };
    await server.data.apps.install(server.system, document);
    assert.equal(server.data.catalog().settings.signUp, false);
    await server.data.edit(server.system, 'remove-app', { app: 'landing-page' });
  });

  it('Z15: gives no role to the users that its rows name, and no way in', async () => {
    const document = server.data.registry
      .all('starterApp')
      .find((/** @type {any} */ known) => known.app.name === 'issue-tracker');
    await server.data.apps.install(server.system, document, { parts: { people: true } });
    const { rows } = await server.data.db.query(`
      select count(*)::int as people, count(u.disabled_at)::int as disabled, count(u.password_hash)::int as with_password,
             (select count(*)::int from plinth.user_roles r join plinth.users x on x.id = r.user_id where x.email = 'ada@example.com') as roles
        from plinth.users u
       where u.email in ('ada@example.com', 'ben@example.com')`);
    assert.deepEqual(rows, [{ people: 2, disabled: 2, with_password: 0, roles: 0 }]);
  });
});

/** @param {any} document */
async function installAndExport(document) {
  const server = await startTestServer();
  try {
    const { app } = await server.data.apps.install(server.system, document);
    return server.data.apps.text(await server.data.apps.export(server.system, app));
  } finally {
    await server.close();
  }
}

/** @param {number} levels */
function nested(levels) {
  /** @type {any} */
  let filter = { field: 'title', op: 'filled' };
  for (let i = 0; i < levels; i++) filter = { not: filter };
  return filter;
}
