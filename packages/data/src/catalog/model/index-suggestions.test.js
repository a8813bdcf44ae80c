import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createRegistry, definePlugin } from '@plinth/plugin';
import { dataPlugin } from '../../core-plugin.js';
import { buildCatalog } from './catalog.js';
import { suggestIndexes, suggestSearchIndex } from './index-suggestions.js';
import { uuidv7 } from '../schema/uuid.js';

const settings = [
  { name: 'sort', type: 'sort' },
  { name: 'where', type: 'filter' },
  { name: 'search', type: 'boolean', default: false },
];
const views = definePlugin(
  /** @type {any} */ ({
    name: 'views-of-a-test',
    version: '1.0.0',
    api: '^1',
    viewTemplates: [{ name: 'plain', label: 'Plain', settings, compile: () => null }],
  }),
);
const registry = createRegistry([dataPlugin, views]);

/** What is suggested for a table with these views, by their configurations. @param {any[]} configs @param {string[]} [searched] fields of its search index */
function suggested(configs, searched, others = /** @type {string[][]} */ ([])) {
  const common = { version: 1, parent: null };
  const id = uuidv7();
  const search = searched ? [{ id: uuidv7(), kind: 'search', fields: searched }] : [];
  const indexes = [...search, ...others.map((names) => ({ id: uuidv7(), fields: names }))];
  const fields = ['title', 'body', 'year'].map((name, position) => ({
    id: uuidv7(),
    kind: 'field',
    parent: id,
    name,
    version: 1,
    position,
    body: { type: name === 'year' ? 'integer' : 'text' },
  }));
  const objects = [
    { ...common, id, kind: 'table', name: 'books', position: 0, body: { indexes } },
    ...fields,
    ...configs.map((config, position) => ({
      ...common,
      id: uuidv7(),
      kind: 'view',
      name: `view${position}`,
      position,
      body: { template: 'plain', table: 'books', config },
    })),
  ];
  const catalog = buildCatalog({ version: 1, objects: /** @type {any} */ (objects), registry });
  const found = suggestSearchIndex(catalog, registry, catalog.table('books'));
  return {
    search: found?.fields ?? null,
    others: suggestIndexes(catalog, registry, catalog.table('books')).map(({ fields }) => fields.join('+')),
  };
}

const has = (/** @type {string} */ field) => ({ where: { all: [{ field, op: 'contains', value: 'x' }] } });

describe('suggested indexes', () => {
  it('are a search index of all texts where there is a search bar', () => {
    assert.deepEqual(suggested([{ search: true }]), { search: ['title', 'body'], others: [] });
    assert.deepEqual(suggested([{ search: true }], ['title', 'body']).search, null);
    assert.deepEqual(suggested([{}]), { search: null, others: [] });
  });

  it('are one of the texts of which a view wants a part, not an ordinary one', () => {
    assert.deepEqual(suggested([has('body')]), { search: ['body'], others: [] });
    const starts = { where: { not: { any: [{ field: 'title', op: 'starts', value: 'x' }] } } };
    assert.deepEqual(suggested([starts, has('year')]), { search: ['title'], others: [] });
    const both = { where: { all: [{ field: 'year', op: 'eq', value: 1 }, has('body').where] } };
    assert.deepEqual(suggested([both]), { search: ['body'], others: ['year'] });
  });

  it('are one over both where a view shows the rows of a value in an order', () => {
    const of2020 = { all: [{ field: 'year', op: 'eq', value: 2020 }] };
    const byTitle = [{ field: 'title', descending: true }];
    const others = (/** @type {any} */ config, /** @type {string[][]} */ there = []) =>
      suggested([config], undefined, there).others;
    assert.deepEqual(others({ where: of2020, sort: byTitle }), ['year+title']);
    assert.deepEqual(others({ where: of2020, sort: byTitle }, [['year']]), ['year+title']);
    assert.deepEqual(others({ where: of2020, sort: byTitle }, [['year', 'title', 'body']]), []);
    assert.deepEqual(others({ where: of2020, sort: byTitle }, [['title', 'year']]), ['year+title']);
    // One value in all rows is no order, and rows of one value or another come in none.
    assert.deepEqual(others({ where: of2020, sort: [{ field: 'year' }] }), ['year']);
    assert.deepEqual(others({ where: { any: of2020.all }, sort: byTitle }), ['title', 'year'].toSorted());
    assert.deepEqual(others({ where: { not: of2020 }, sort: byTitle }, [['title']]), ['year']);
  });

  it('are none for a draft that holds anything', () => {
    for (const wrong of [null, 7, 'x', {}, [null], [7], [{ field: 7 }], { all: 7 }, { all: [null] }, { not: 7 }])
      assert.deepEqual(suggested([{ where: wrong, sort: wrong }]), { search: null, others: [] }, JSON.stringify(wrong));
  });

  it('include what the search index covers', () => {
    assert.deepEqual(suggested([has('body')], ['title']).search, ['title', 'body']);
    assert.deepEqual(suggested([has('title')], ['title']).search, null);
  });
});
