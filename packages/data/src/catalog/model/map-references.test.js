import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createRegistry, definePlugin, mapReferences } from '@plinth/plugin';
import { view as kind } from '../../edits/definitions/kinds/view.js';

const registry = createRegistry([
  definePlugin(
    /** @type {any} */ ({
      name: 'test',
      version: '1.0.0',
      api: '^1',
      elements: [
        { name: 'stack', settings: [], children: 'any' },
        { name: 'field', settings: [{ name: 'field', type: 'fieldPath' }] },
        {
          name: 'count',
          settings: [
            { name: 'relation', type: 'childRelation' },
            { name: 'where', type: 'filter', of: 'relation' },
          ],
        },
      ],
      kinds: [kind],
      viewTemplates: [{ name: 'show', settings: [{ name: 'layout', type: 'layout' }] }],
    }),
  ),
]);

/** Tables by name; a field's value is the table that it points at. @type {Record<string, Record<string, string | null>>} */
const tables = {
  posts: { title: null, author: 'users' },
  users: { name: null },
  replies: { body: null, post: 'posts' },
};

const catalog = /** @type {any} */ ({
  hasTable: (/** @type {string} */ name) => name in tables,
  table: (/** @type {string} */ name) => ({
    hasField: (/** @type {string} */ field) => field in tables[name],
    field: (/** @type {string} */ field) => ({ target: tables[name][field], attributes: {} }),
  }),
  hasView: () => false,
});

/** @param {any[]} children @returns {any} */
const view = (children) => ({
  template: 'show',
  table: 'posts',
  roles: [],
  config: { layout: { id: 'r', type: 'stack', children } },
});

/** @param {any} body @param {Record<string, string>} renames as table.field */
const rename = (body, renames) =>
  mapReferences({ kind: 'view', body }, { registry, catalog }, (found) => renames[`${found.table}.${found.name}`]);

describe('mapReferences', () => {
  it('renames one step of a path by the table that it belongs to', () => {
    const body = view([{ id: 'a', type: 'field', settings: { field: 'author.name' } }]);
    assert.equal(
      rename(body, { 'users.name': 'full_name' }).config.layout.children[0].settings.field,
      'author.full_name',
    );
    assert.equal(rename(body, { 'posts.name': 'wrong' }), body);
  });

  it('reads the conditions of a child relation in the table of the children', () => {
    const settings = { relation: 'replies.post', where: { all: [{ field: 'body', op: 'filled' }] } };
    const result = rename(view([{ id: 'a', type: 'count', settings }]), {
      'replies.body': 'text',
      'replies.post': 'topic',
    });
    assert.deepEqual(result.config.layout.children[0].settings, {
      relation: 'replies.topic',
      where: { all: [{ field: 'text', op: 'filled' }] },
    });
  });

  it('tells an expression as a whole, with what it may name', () => {
    const when = `row.title.contains("row.title") && row.author.name != 'x'`;
    const body = view([{ id: 'a', type: 'stack', visible: { when } }]);
    /** @type {any[]} */
    const told = [];
    const result = mapReferences({ kind: 'view', body }, { registry, catalog }, (found) => {
      if (found.kind !== 'expression') return undefined;
      told.push([found.name, found.table]);
      return 'row.subject == ""';
    });
    assert.deepEqual(told, [[when, 'posts']]);
    assert.equal(result.config.layout.children[0].visible.when, 'row.subject == ""');
  });

  it('reports elements that no plugin defines', () => {
    /** @type {string[]} */
    const missing = [];
    mapReferences({ kind: 'view', body: view([{ id: 'a', type: 'gone' }]) }, { registry, catalog }, (found) => {
      if (found.kind === 'definition') missing.push(`${found.definition} ${found.name}`);
    });
    assert.deepEqual(missing, ['element gone']);
  });
});
