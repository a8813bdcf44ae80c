import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createRegistry } from '@plinth/plugin';
import { dataPlugin } from '../../core-plugin.js';
import { testViews } from '../../edits/definitions/testing/test-views.js';
import { buildCatalog } from './catalog.js';
import { explainConstraint, hex, joinTableName, tableSql } from '../../postgres/sql/physical.js';
import { uuidv7 } from '../schema/uuid.js';

/** @import { StoredObject } from '../types.d.ts' */

const registry = createRegistry([dataPlugin, testViews]);
let count = 0;

/** @param {any} kind @param {string} name @param {any} body @param {string | null} [parent] @returns {StoredObject} */
const object = (kind, name, body, parent = null) => ({
  id: uuidv7(),
  kind,
  name,
  body,
  parent,
  version: 3,
  position: count++,
});

const posts = object('table', 'posts', { key: 'identity', display: 'title' });
const comments = object('table', 'comments', { key: 'uuid', display: 'text' });
const title = object('field', 'title', { type: 'text' }, posts.id);
const objects = [
  posts,
  comments,
  title,
  object('field', 'author', { type: 'user' }, posts.id),
  object('field', 'text', { type: 'text' }, comments.id),
  object('field', 'post', { type: 'relation', attributes: { table: 'posts' } }, comments.id),
  object('field', 'odd', { type: 'from_a_plugin_gone' }, comments.id),
  object('role', 'public', { label: 'Public' }),
  object('view', 'list', {
    template: 'list',
    table: 'comments',
    config: { columns: [{ field: 'post.author.name' }, { field: 'post.gone' }] },
  }),
  object('view', 'lost', { template: 'list', table: 'nowhere', config: { columns: [{ field: 'x' }] } }),
];
const catalog = buildCatalog({ version: 7, objects, registry });

describe('Catalog', () => {
  it('finds by name, and lists the existing names otherwise', () => {
    assert.equal(catalog.table('posts').id, posts.id);
    assert.throws(() => catalog.table('nope'), {
      code: 'TABLE_NOT_FOUND',
      status: 404,
      hint: /posts, comments, users/,
    });
    assert.throws(() => catalog.view('nope'), { code: 'VIEW_NOT_FOUND' });
    assert.throws(() => catalog.page('nope'), { code: 'PAGE_NOT_FOUND' });
    assert.throws(() => catalog.table('posts').field('nope'), { code: 'FIELD_NOT_FOUND', status: 422 });
    assert.deepEqual(
      [catalog.hasTable('__proto__'), catalog.hasView('constructor'), catalog.table('posts').hasField('toString')],
      [false, false, false],
    );
  });

  it('gives any object by its id, with its version', () => {
    assert.partialDeepStrictEqual(catalog.object(title.id), { kind: 'field', name: 'title', version: 3 });
    assert.equal(catalog.object('nope'), undefined);
  });

  it('walks paths over relations', () => {
    const path = catalog.path(catalog.table('comments'), 'post.author.name');
    assert.deepEqual([path?.steps.map((field) => field.name), path?.table.name], [['post', 'author', 'name'], 'users']);
    assert.equal(catalog.path(catalog.table('comments'), 'post.nope'), null);
    assert.equal(catalog.path(catalog.table('comments'), 'text.length'), null);
  });

  it('knows the children of a table', () => {
    assert.deepEqual(
      catalog.children('posts').map(({ table, field }) => `${table.name}.${field.name}`),
      ['comments.post'],
    );
    assert.deepEqual(
      catalog.children('users').map(({ table, field }) => `${table.name}.${field.name}`),
      ['posts.author'],
    );
  });

  it('reports each dangling reference once', () => {
    assert.deepEqual(
      catalog.problems.map(({ name, message }) => `${name}: ${message}`),
      [
        'odd: There is no field type "from_a_plugin_gone"',
        'list: Table "posts" has no field "gone"',
        'lost: There is no table "nowhere"',
      ],
    );
  });

  it('reports a fixed value and a comparison that name no choice of the field', () => {
    const options = [{ value: 'New' }, { value: 'ok', label: 'Approved' }];
    const state = object('field', 'state', { label: 'State', type: 'select', attributes: { options } }, posts.id);
    const set = (/** @type {string} */ value, source = 'value') => ({
      do: { action: 'update_row', config: { values: [{ field: 'state', source, value }] } },
    });
    const trigger = (/** @type {string} */ name, /** @type {any[]} */ steps, when = '') =>
      object('trigger', name, { source: 'rows', table: 'posts', events: ['update'], when, steps, options: {} });
    const wrong = buildCatalog({
      version: 1,
      registry,
      objects: [
        ...[posts, title, state],
        trigger('fine', [set('ok'), set('approved'), set('old', 'empty')], 'row.state == "New"'),
        trigger('mistyped', [set('Aproved')], 'row.state == "new"'),
      ],
    });
    assert.deepEqual(
      wrong.problems.map(({ name, at, message }) => `${name} ${at}: ${message}`),
      [
        'mistyped when: "new" is not a choice of "State"',
        'mistyped steps.0.do.config.values.0.field: "Aproved" is not a choice of "State"',
      ],
    );
  });

  it('can not be changed', () => {
    assert.throws(() => Object.assign(catalog, { version: 8 }), TypeError);
    assert.throws(() => /** @type {any} */ (catalog.tables).push(1), TypeError);
    assert.throws(() => (catalog.view('list').config.columns[0].field = 'x'), TypeError);
    assert.throws(() => (catalog.table('comments').field('post').attributes.table = 'x'), TypeError);
  });
});

describe('physical names', () => {
  it('qualify and quote tables', () => {
    assert.equal(tableSql(catalog.table('posts')).texts[0], '"app"."posts"');
    assert.equal(tableSql(catalog.table('users')).texts[0], '"plinth"."users"');
  });

  it('keep names of join tables apart when they are too long', () => {
    const [a, b] = ['a', 'b'].map((end) => joinTableName('t'.repeat(48), `${'f'.repeat(47)}${end}`));
    assert.notEqual(a, b);
    assert.equal(a.length, 63);
  });

  it('explain constraints', () => {
    const table = catalog.table('posts');
    assert.equal(explainConstraint(table, `field_${hex(title.id)}_unique`)?.field?.name, 'title');
    assert.equal(explainConstraint(table, `field_${hex(title.id)}_fk`)?.kind, 'foreignKey');
    assert.partialDeepStrictEqual(explainConstraint(table, `field_${hex(title.id)}_length`), {
      kind: 'check',
      check: 'length',
    });
    assert.equal(explainConstraint(table, 'books_pkey'), null);
  });
});

describe('uuidv7', () => {
  it('makes keys of version 7 that arrive in the order of time', async () => {
    const first = uuidv7();
    await new Promise((resolve) => setTimeout(resolve, 3));
    assert.match(first, /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    assert.ok(first < uuidv7());
  });
});
