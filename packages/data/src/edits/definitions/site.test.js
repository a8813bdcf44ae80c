import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { atEdge } from '../../testing/at-edge.js';
import { admin, openSite } from './testing/edit-site.js';

/** @type {Awaited<ReturnType<typeof openSite>>} */
let site;
before(async () => {
  site = await openSite();
  await site.edit('add-app', { name: 'library', label: 'Library' });
  await site.edit('add-table', {
    name: 'books',
    app: 'library',
    auto: [],
    fields: [
      { name: 'title', type: 'text' },
      { name: 'owner', type: 'user' },
    ],
  });
});
after(() => site.close());

const catalog = () => site.data.catalog();

describe('edits of views, pages, menus, roles', () => {
  it('generate linked views of a table and put them in the menu, as one revision', async () => {
    const { version } = catalog();
    await site.edit('generate-views', { table: 'books', roles: ['staff'] });
    assert.deepEqual(
      catalog().views.map((view) => [view.name, view.template, view.table, view.roles, view.app]),
      [
        ['books_list', 'list', 'books', ['staff'], 'library'],
        ['books_show', 'show', 'books', ['staff'], 'library'],
        ['books_edit', 'edit', 'books', ['staff'], 'library'],
      ],
    );
    assert.equal(catalog().view('books_list').config.show, 'books_show');
    assert.deepEqual(
      catalog().menu.items.map(({ kind, target, label, roles }) => ({ kind, target, label, roles })),
      [{ kind: 'view', target: 'books_list', label: 'Books', roles: ['staff'] }],
    );
    assert.equal(catalog().version, version + 1);
    await site.edit('generate-views', { table: 'books', menu: false });
    assert.ok(catalog().hasView('books_list_2'));
  });

  it('Z1: a generated view without roles is for admins only', () => {
    assert.deepEqual(catalog().view('books_list_2').roles, []);
  });

  it('rename a view in menus, layouts and other views', async () => {
    const layout = { id: 'r', type: 'stack', children: [{ id: 'e', type: 'embed', settings: { view: 'books_show' } }] };
    await site.edit('add-page', { page: { name: 'start', layout } });
    await site.edit('change-view', { view: 'books_show', changes: { name: 'one_book' } });
    await site.edit('change-view', { view: 'books_list', changes: { name: 'all_books', label: 'All' } });
    assert.equal(catalog().page('start').layout.children?.[0].settings?.view, 'one_book');
    assert.equal(catalog().view('all_books').config.show, 'one_book');
    assert.equal(catalog().menu.items[0].target, 'all_books');
    assert.deepEqual(catalog().problems, []);
  });

  it('refuse unknown templates, settings, element settings, roles, tables', async () => {
    const view = (/** @type {any} */ more) =>
      site.edit('add-view', { view: { name: 'v', template: 'list', table: 'books', ...more } });
    await assert.rejects(view({ template: 'none' }), { code: 'DEFINITION_NOT_FOUND' });
    await assert.rejects(view({ table: null }), { code: 'INPUT_INVALID' });
    await assert.rejects(view({ table: 'nowhere' }), { code: 'TABLE_NOT_FOUND' });
    await assert.rejects(view({ roles: ['king'] }), { code: 'INPUT_INVALID' });
    await assert.rejects(view({ config: { colums: [] } }), { code: 'SETTINGS_INVALID' });
    await assert.rejects(view({ name: 'all_books' }), { code: 'NAME_TAKEN' });
    const layout = { id: 'r', type: 'stack', children: [{ id: 'e', type: 'embed', settings: { wiev: 'x' } }] };
    await assert.rejects(site.edit('change-page', { page: 'start', changes: { layout } }), {
      code: 'SETTINGS_INVALID',
      message: /layout\/e/,
    });
  });

  it('I11: take no harm from __proto__ in any input', async () => {
    const evil = JSON.parse('{"__proto__": {"polluted": true}, "constructor": {"prototype": {"polluted": true}}}');
    await assert.rejects(site.edit('set-access', { table: 'books', access: evil }), { code: 'INPUT_INVALID' });
    await assert.rejects(site.edit('change-table', { table: 'books', changes: evil }), { code: 'INPUT_INVALID' });
    await assert.rejects(site.edit('change-settings', { changes: evil }), { status: 422 });
    assert.equal(/** @type {any} */ ({}).polluted, undefined);
  });

  it('leave a removed page as a problem where it was used', async () => {
    await site.edit('change-role', { role: 'staff', changes: { home: 'start' } });
    const { warnings } = await site.edit('remove-page', { page: 'start' });
    assert.deepEqual(warnings, ['The role "staff" needs attention: There is no page "start"']);
    assert.deepEqual(
      catalog().problems.map(({ kind, name, at }) => ({ kind, name, at })),
      [{ kind: 'role', name: 'staff', at: 'home' }],
    );
    await site.edit('change-role', { role: 'staff', changes: { home: null } });
    assert.deepEqual(catalog().problems, []);
  });

  it('check menus', async () => {
    const menu = (/** @type {any[]} */ ...items) => site.edit('change-menu', { items });
    await assert.rejects(menu({ kind: 'link', label: 'x', target: 'javascript:alert(1)' }), {
      code: 'SETTINGS_INVALID',
    });
    await assert.rejects(menu({ kind: 'odd', label: 'x' }), { code: 'INPUT_INVALID' });
    await assert.rejects(menu({ kind: 'link', target: '/x' }), { code: 'INPUT_INVALID' });
    await menu({
      kind: 'group',
      label: 'G',
      items: [
        { kind: 'view', label: 'All', target: 'all_books' },
        { kind: 'link', label: 'Out', target: 'https://example.org' },
      ],
    });
    assert.equal(catalog().menu.items[0].items?.length, 2);
  });

  for (const [as, within] of /** @type {[string, (items: any[]) => any[]][]} */ ([
    ['the menu', (items) => items],
    ['a group', (items) => [{ kind: 'group', label: 'G', items }]],
  ]))
    atEdge('menuEntries', {
      as,
      async send(count) {
        const items = Array.from({ length: count }, (_, at) => ({ kind: 'link', label: `Entry ${at}`, target: '/x' }));
        const before = catalog().menu.items;
        await site.edit('change-menu', { items: within(items) });
        await site.edit('change-menu', { items: before });
      },
      cause: /A menu, and a group in it, has at most 300 entries/,
      wayOut: /remove some, or move them into a group/,
      stored: () => catalog().menu.items,
    });

  it('add, rename and remove a role; its rights go with it', async () => {
    await site.edit('add-role', { role: { name: 'editor', label: 'Editor' } });
    await site.edit('set-access', {
      table: 'books',
      access: { editor: { read: 'own', update: 'own' } },
      owner: 'owner',
    });
    await site.edit('change-role', { role: 'editor', changes: { name: 'author' } });
    assert.deepEqual(catalog().table('books').access, {
      author: { read: 'own', create: 'none', update: 'own', delete: 'none' },
    });
    assert.equal(catalog().table('books').owner, 'owner');
    await site.edit('remove-role', { role: 'author' });
    assert.deepEqual(catalog().table('books').access, {});
  });

  it('Z15: a role that is made again by the name of a removed one opens nothing', async () => {
    const add = () => site.edit('add-role', { role: { name: 'guest', label: 'Guest' } });
    await add();
    const view = { name: 'for_guests', template: 'list', table: 'books', roles: ['guest'] };
    await site.edit('add-view', { view });
    await site.edit('add-page', {
      page: { name: 'lobby', title: 'Lobby', roles: ['guest', 'staff'], layout: { id: 'r', type: 'stack' } },
    });
    const opens = () => [catalog().view('for_guests').roles, catalog().page('lobby').roles];
    const item = { kind: 'link', label: 'For guests', target: '/x', roles: ['guest'] };
    const menu = catalog().menu.items;
    await site.edit('change-menu', { items: [...menu, { ...item, kind: 'group', items: [item] }] });
    const part = { id: 'p', type: 'stack', visible: { roles: ['guest', 'staff'] } };
    const alone = { id: 'a', type: 'stack', visible: { roles: ['guest'] }, children: [] };
    await site.edit('change-page', {
      page: 'lobby',
      changes: { layout: { id: 'r', type: 'stack', children: [part, alone] } },
    });
    const shown = () => [
      ...(catalog().page('lobby').layout.children ?? []).map(({ visible }) => visible?.roles),
      catalog().menu.items.at(-1)?.roles,
      catalog().menu.items.at(-1)?.items?.[0].roles,
    ];
    const { revision } = await site.edit('remove-role', { role: 'guest' });
    // There an empty list means everybody.
    const closed = [['admin', 'staff'], ['admin'], ['admin'], ['admin']];
    assert.deepEqual([opens(), shown()], [[[], ['staff']], closed]);
    const { revision: again } = await add();
    assert.deepEqual([opens(), shown()], [[[], ['staff']], closed]);
    for (const one of [again, revision]) await site.data.revisions.undo(admin, one);
    assert.deepEqual(opens(), [['guest'], ['guest', 'staff']]);
    assert.deepEqual(shown(), [['guest', 'staff'], ['guest'], ['guest'], ['guest']]);
    await site.edit('change-menu', { items: menu });
  });

  it('Z15: allow no role above others, by a cycle or by admin', async () => {
    await assert.rejects(site.edit('add-role', { role: { name: 'boss', inherits: 'admin' } }), {
      code: 'INPUT_INVALID',
    });
    await site.edit('add-role', { role: { name: 'one', inherits: 'user' } });
    await site.edit('add-role', { role: { name: 'two', inherits: 'one' } });
    await assert.rejects(site.edit('change-role', { role: 'one', changes: { inherits: 'two' } }), {
      code: 'INPUT_INVALID',
    });
    await assert.rejects(site.edit('change-role', { role: 'public', changes: { inherits: 'staff' } }), {
      code: 'ROLE_BUILT_IN',
    });
    await assert.rejects(site.edit('remove-role', { role: 'user' }), { code: 'ROLE_BUILT_IN' });
  });

  it('check the settings of the site', async () => {
    const change = (/** @type {any} */ changes) => site.edit('change-settings', { changes });
    await change({ siteName: 'Ours', timeZone: 'Europe/Berlin', locale: 'de', themeColour: '#123456' });
    assert.equal(catalog().settings.siteName, 'Ours');
    await assert.rejects(change({ timeZone: 'Mars/Olympus' }), { code: 'INPUT_INVALID' });
    await assert.rejects(change({ themeColour: 'red;}' }), { code: 'SETTINGS_INVALID' });
    await assert.rejects(change({ theme: 'nowhere' }), { code: 'DEFINITION_NOT_FOUND' });
    await assert.rejects(change({ siteName: '' }), { code: 'SETTINGS_INVALID' });
  });

  it('store the desired state of a plugin', async () => {
    await site.edit('change-plugin', { plugin: 'test-views', changes: { enabled: false } });
    await site.edit('change-plugin', { plugin: 'test-views', changes: { version: '1.0.0' } });
    assert.partialDeepStrictEqual(catalog().plugins, [{ name: 'test-views', enabled: false, version: '1.0.0' }]);
    await site.edit('remove-plugin', { plugin: 'test-views' });
    assert.deepEqual(catalog().plugins, []);
  });

  it('do several as one, or none', async () => {
    const { version } = catalog();
    await assert.rejects(
      site.edit('batch', {
        edits: [
          { edit: 'add-table', input: { name: 'half' } },
          { edit: 'add-table', input: { name: 'books' } },
        ],
      }),
      { code: 'NAME_TAKEN' },
    );
    assert.equal(catalog().hasTable('half'), false);
    const { ids } = await site.edit('batch', {
      summary: 'Two',
      edits: [
        { edit: 'add-table', input: { name: 'whole' } },
        { edit: 'generate-views', input: { table: 'whole' } },
      ],
    });
    assert.equal(ids.whole, catalog().table('whole').id);
    assert.equal(catalog().version, version + 1);
    await site.edit('remove-table', { table: 'whole' });
  });

  it('remove an app with everything of it, and bring all of it back by undo', async () => {
    await site.rows(`insert into app.books (title) values ('kept')`);
    const before = catalog();
    const { revision } = await site.edit('remove-app', { app: 'library' });
    assert.equal(catalog().hasTable('books'), false);
    assert.deepEqual([catalog().apps, catalog().views.filter((view) => view.app === 'library')], [[], []]);
    assert.deepEqual(
      catalog().menu.items[0].items?.map((item) => item.label),
      ['Out'],
    );
    await site.data.revisions.undo(admin, revision);
    assert.deepEqual(catalog().views, before.views);
    assert.deepEqual(catalog().menu, before.menu);
    assert.deepEqual(await site.rows('select title from app.books'), [{ title: 'kept' }]);
  });

  it('refuse unknown edits and inputs', async () => {
    await assert.rejects(site.edit('drop-everything', {}), { code: 'EDIT_UNKNOWN' });
    await assert.rejects(site.edit('add-table', null), { code: 'INPUT_INVALID' });
    await assert.rejects(site.edit('remove-table', { table: { evil: 1 } }), { code: 'INPUT_INVALID' });
    await assert.rejects(site.edit('remove-table', { table: 'users' }), { code: 'TABLE_FIXED' });
  });

  it('suggest indexes for what views sort and filter by', async () => {
    await site.edit('add-field', { table: 'books', field: { name: 'year', type: 'integer' } });
    await site.edit('change-view', {
      view: 'all_books',
      changes: {
        config: {
          sort: [{ field: 'year', descending: true }, { field: 'owner.name' }],
          where: { all: [{ field: 'title', op: 'filled' }] },
        },
      },
    });
    const suggested = async () => (await site.data.indexes.suggest(site.data.catalog().table('books'))).suggested;
    const views = ['All'];
    assert.deepEqual(await suggested(), [
      { fields: ['title'], views },
      { fields: ['year'], views },
    ]);
    await site.edit('add-index', { table: 'books', fields: ['year'] });
    assert.deepEqual(await suggested(), [{ fields: ['title'], views }]);
  });
});
