import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { node } from '@plinth/plugin';
import { startTestServer } from '../src/testing/index.js';

/** @type {Awaited<ReturnType<typeof startTestServer>>} */
let server;
before(async () => {
  server = await startTestServer();
});
after(() => server.close());

/** @param {string} name @returns {any} */
const documentOf = (name) =>
  server.data.registry.all('starterApp').find((/** @type {any} */ document) => document.app.name === name);
const isOfUser = (/** @type {any} */ { type, auto }) => type === 'user' && !auto;

describe('what an app takes of a site', () => {
  it('is usual on a new one: its name, look, home pages, menu and people', async () => {
    const { data, system } = server;
    const document = documentOf('purchase-approval');
    const { offers } = data.apps.check(document, {});
    assert.deepEqual(
      offers.filter((/** @type {any} */ { isUsual }) => !isUsual),
      [],
    );
    const { revision, added } = await data.apps.install(system, document);
    assert.deepEqual(added, offers);
    assert.equal(data.catalog().settings.siteName, 'Purchase approval');
    assert.match(
      (await data.revisions.get(revision)).summary,
      /^Install app "Purchase approval" \(siteName, look, home, menu/,
    );
    const admin = await server.as('admin');
    assert.match(
      (await admin.get(`/admin/apps?done=${revision}`)).text,
      /installed \(site name, colours, font and density, home page, menu/,
    );
    await data.revisions.undo(system, revision);
    assert.equal(data.catalog().settings.siteName, 'Plinth');
  });

  it('takes nothing of a site in use unasked, and lists before what it adds', async () => {
    const { data, system } = server;
    const document = documentOf('purchase-approval');
    await data.edit(system, 'change-settings', { changes: { siteName: 'Our work', themeColour: '#123456' } });
    const state = () => {
      const { settings, roles, menu } = data.catalog();
      return JSON.stringify([
        settings.siteName,
        settings.themeColour,
        roles.map((/** @type {any} */ { name, home }) => [name, home]),
        menu.items,
      ]);
    };
    const before = state();
    const offers = new Map(data.apps.check(document, {}).offers.map((/** @type {any} */ one) => [one.part, one]));
    assert.deepEqual(offers.get('name'), { part: 'name', what: ['Purchase approval'], isUsual: false });
    assert.deepEqual(offers.get('home').what, ['user']);
    const admin = await server.as('admin');
    const { text } = await admin.get('/admin/apps/install/purchase-approval');
    const box = (/** @type {string} */ part) =>
      new RegExp(`<input[^>]*id="f-part-${part}"[^>]*>`).exec(text)?.[0] ?? '';
    for (const part of ['name', 'look', 'home', 'people']) assert.doesNotMatch(box(part), / checked/, part);
    for (const part of ['menu']) assert.match(box(part), / checked/, part);
    assert.match(text, /This app adds[^]*Tables[^]*Workflows/);
    assert.match(text, /Replaces “Our work”/);

    const all = { name: false, look: false, settings: false, home: false, menu: false, roles: false, people: false };
    const { revision, added } = await data.apps.install(system, document, { parts: all });
    assert.deepEqual([added, state()], [[], before]);
    assert.deepEqual(data.catalog().problems, []);
    await data.revisions.undo(system, revision);
  });

  it('puts back what it took when it is undone, or removed', async () => {
    const { data, system } = server;
    const document = documentOf('purchase-approval');
    const state = async () => {
      const { settings, roles, menu } = data.catalog();
      const { users } = await data.people.users.list(system);
      return [
        settings.siteName,
        settings.themeColour,
        roles.flatMap((/** @type {any} */ { home }) => home ?? []),
        menu.items,
        users.map((/** @type {any} */ { email }) => email),
      ];
    };
    await data.edit(system, 'add-page', {
      page: { name: 'own_home', title: 'Own', roles: ['user'], layout: node('stack', {}, []) },
    });
    await data.edit(system, 'change-role', { role: 'user', changes: { home: 'own_home' } });
    const before = await state();
    const parts = { name: true, look: true, home: true, people: true };
    const first = await data.apps.install(system, document, { parts });
    const during = await state();
    assert.deepEqual([during[0], during[1]], ['Purchase approval', '#6d28d9']);
    assert.equal(data.catalog().roles.find((/** @type {any} */ { name }) => name === 'user')?.home, 'purchases');
    const undone = await data.revisions.undo(system, first.revision);
    assert.deepEqual(await state(), before);
    await data.revisions.undo(system, undone.revision);
    assert.deepEqual(await state(), during, 'and back again');
    await data.edit(system, 'remove-app', { app: 'purchase-approval' });
    assert.deepEqual(await state(), before);

    const second = await data.apps.install(system, document, { parts });
    await data.edit(system, 'change-settings', { changes: { siteName: 'Changed since' } });
    await data.edit(system, 'remove-app', { app: 'purchase-approval' });
    assert.equal(data.catalog().settings.siteName, 'Changed since', 'what somebody changed stays');
    assert.deepEqual(second.added.map((/** @type {any} */ { part }) => part).includes('people'), true);
    await data.edit(system, 'change-role', { role: 'user', changes: { home: null } });
    await data.edit(system, 'change-settings', { changes: { siteName: 'Plinth', themeColour: '#206bc4' } });
    await data.edit(system, 'remove-page', { page: 'own_home' });
  });

  it('adds no people and no role unless they are chosen: rows are whose who installs, rights are admins’', async () => {
    const { data } = server;
    const admin = await server.as('admin');
    const document = structuredClone(documentOf('issue-tracker'));
    document.roles = [{ name: 'triage', label: 'Triage', inherits: 'user', home: null }];
    document.tables[0].access = {
      ...document.tables[0].access,
      triage: { read: 'all', create: 'all', update: 'all', delete: 'none' },
    };
    document.views[0].roles = ['triage'];
    const actor = { userId: admin.user?.id, roles: ['admin', 'staff', 'user', 'public'], system: false };
    const count = async () => (await data.db.query('select count(*)::int as n from plinth.users')).rows[0].n;
    const before = await count();
    await data.apps.install(actor, document, { prefix: 'none_', parts: { people: false, roles: false } });
    assert.equal(await count(), before);
    assert.equal(
      data.catalog().roles.some((/** @type {any} */ { name }) => name === 'triage'),
      false,
    );
    assert.deepEqual([data.catalog().view(`none_${document.views[0].name}`).roles, data.catalog().problems], [[], []]);
    assert.equal('triage' in data.catalog().table(`none_${document.tables[0].name}`).access, false);
    const { fields, name } =
      data.catalog().tables.find((table) => table.app && table.fields.some(isOfUser)) ?? assert.fail();
    const field = fields.find(isOfUser)?.name;
    const { rows } = await data.db.query(`select distinct ${field} as who from app.${name} where ${field} is not null`);
    assert.deepEqual(rows, [{ who: admin.user?.id }]);
  });
});
