import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { node } from '@plinth/plugin';
import { actors, buildCatalog } from '../testing/catalog.js';
import { coreRegistry } from '../testing/core-registry.js';
import { planRunner } from '../testing/run-plan.js';

const registry = coreRegistry();
const tables = { people: { name: 'text' }, notes: { title: 'text', writer: 'user:users', about: 'relation:people' } };
const user = { userId: 'u7', roles: ['user', 'public'], system: false };
const everyone = ['public'];

const views = [
  {
    name: 'notes_list',
    template: 'list',
    table: 'notes',
    roles: everyone,
    config: {
      columns: [
        { kind: 'field', field: 'title' },
        { kind: 'link', link: 'notes_edit', text: 'Change it' },
        { kind: 'field', field: 'about', view: { view: 'relation_link', options: { view: 'people_edit' } } },
        { kind: 'action', action: { action: 'delete_row', config: {} }, text: 'Drop it' },
      ],
      rowView: 'notes_edit',
      createView: 'notes_edit',
    },
  },
  {
    name: 'notes_show',
    template: 'show',
    table: 'notes',
    roles: everyone,
    config: {
      layout: node('stack', {}, [
        node('view_link', { view: 'notes_edit', row: true, label: 'Change it' }),
        node('view_link', { view: 'notes_edit', row: false, label: 'Write one' }),
        node('button', { label: 'Press to write', to: 'view', view: 'notes_edit' }),
        node('delete_button', { label: 'Drop it' }),
        node('dropdown', { label: 'More' }, [
          node('divider', { text: 'Rows' }),
          node('view_link', { view: 'notes_edit', label: 'Change it' }),
          { ...node('divider'), at: { phone: { order: 1 } } },
        ]),
      ]),
    },
  },
  {
    name: 'notes_edit',
    template: 'edit',
    table: 'notes',
    roles: everyone,
    config: { layout: node('stack', {}, [node('form_field', { field: 'title' })]), deleteButton: true },
  },
  {
    name: 'people_edit',
    template: 'edit',
    table: 'people',
    roles: everyone,
    config: { layout: node('stack', {}, [node('form_field', { field: 'name' })]) },
  },
];

/** @param {Partial<Record<'create' | 'update' | 'delete', 'none' | 'own' | 'all'>>} rights of users */
function site(rights) {
  const access = { user: { read: 'all', create: 'none', update: 'none', delete: 'none', ...rights } };
  const catalog = buildCatalog({ tables, views, access: /** @type {any} */ (access) });
  for (const name of ['notes', 'people']) {
    Object.assign(catalog.table(name), { owner: name === 'notes' ? 'writer' : 'created_by' });
  }
  const { run, plans } = planRunner(registry, catalog);
  assert.deepEqual(plans.problems, []);
  /** @param {string} view @param {string | null} writer @param {import('@plinth/plugin').Actor} [actor] */
  const text = (view, writer, actor = user) => {
    const values = (/** @type {any} */ select) =>
      select.may
        ? // As the gate answers it.
          actor.roles.includes('admin') ||
          (rights[/** @type {'update'} */ (select.may)] === 'own' && writer === actor.userId)
        : select.label
          ? 'Ann'
          : select.field === 'about'
            ? 1
            : 'x';
    const done = run(view, { values, actor });
    assert.ok(done.queries.length <= 1, 'one statement');
    headings = /<thead[^]*<\/thead>/.exec(done.text)?.[0] ?? '';
    return done.text.replace(headings, '');
  };
  /** Of the list printed last. */
  let headings = '';
  return { text, plans, headings: () => headings };
}

describe('what is offered to a reader', () => {
  const ids = { list: '/view/notes_list', show: '/view/notes_show?id=1', edit: '/view/notes_edit?id=1' };

  it('does not exist if the user’s roles may neither change nor delete', () => {
    const { text } = site({});
    for (const actor of [user, actors.public]) {
      assert.doesNotMatch(text(ids.list, 'u7', actor), /Change it|Drop it|notes_edit|people_edit/);
      assert.doesNotMatch(text(ids.show, 'u7', actor), /Change it|Drop it|Write one|Press to write|More|notes_edit/);
    }
    assert.match(text(ids.list, 'u7'), />Ann</);
    assert.doesNotMatch(text(ids.edit, 'u7'), /<form/);
  });

  it('is no column of links or buttons that the user’s roles can never use', () => {
    const columns = (/** @type {any} */ rights, /** @type {any} */ actor = user) => {
      const { text, headings } = site(rights);
      text(ids.list, 'u8', actor);
      return [...new Set(headings().match(/Change it|Drop it/g))];
    };
    assert.deepEqual(columns({}), []);
    assert.deepEqual(columns({ update: 'own' }), ['Change it']);
    assert.deepEqual(columns({ delete: 'all' }), ['Drop it']);
    assert.deepEqual(columns({ update: 'all', delete: 'all' }, actors.public), []);
    assert.deepEqual(columns({}, actors.admin), ['Change it', 'Drop it']);
  });

  it('is everything for an admin, whoever the owner is', () => {
    const { text } = site({});
    assert.match(text(ids.list, 'u8', actors.admin), /Change it/);
    assert.match(text(ids.list, 'u8', actors.admin), /people_edit\?id=1/);
    assert.match(text(ids.show, 'u8', actors.admin), /Change it[^]*Write one[^]*Press to write[^]*Drop it[^]*More/);
  });

  it('is changing one’s own rows, decided from the row in the same statement', () => {
    const { text, plans } = site({ update: 'own', delete: 'own' });
    assert.match(
      text(ids.list, 'u7'),
      /data-href="\/view\/notes_edit\?id=1"[^]*Change it[^]*people_edit\?id=1[^]*Drop it/,
    );
    assert.match(text(ids.show, 'u7'), /Change it[^]*Drop it[^]*More/);
    assert.match(text(ids.edit, 'u7'), /<form[^]*Delete/);
    for (const owner of ['u8', null]) {
      assert.doesNotMatch(text(ids.list, owner), /Change it|Drop it|notes_edit|people_edit/);
      assert.doesNotMatch(text(ids.show, owner), /Change it|Drop it|More/);
      assert.doesNotMatch(text(ids.edit, owner), /<form class="pl-form"/);
    }
    assert.equal(plans.view('notes_list').varies.user, true);
  });

  it('is what a rule gives for this row', () => {
    const { text, plans } = site({ update: /** @type {any} */ ({ rule: 'row.title == "x"' }) });
    // The gate is asked with the row; here it answers no to all but the admin.
    assert.doesNotMatch(text(ids.show, 'u8'), /Change it|Drop it/);
    assert.match(text(ids.show, 'u8', actors.admin), /Change it/);
    assert.equal(plans.view('notes_show').varies.user, true);
  });

  it('is a form for new rows only for those who may add them', () => {
    assert.match(site({ create: 'own' }).text(ids.show, 'u8'), /Write one[^]*Press to write/);
    assert.doesNotMatch(site({ update: 'all' }).text(ids.show, 'u8'), /Write one|Press to write/);
    assert.match(
      site({ create: 'all' }).text(ids.list, 'u8'),
      /class="btn btn-sm btn-primary" href="\/view\/notes_edit"/,
    );
    assert.doesNotMatch(site({ update: 'all' }).text(ids.list, 'u8'), /href="\/view\/notes_edit"/);
  });
});
