import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createRegistry, definePlugin } from '@plinth/plugin';
import { dataPlugin } from '../../core-plugin.js';
import { buildCatalog } from './catalog.js';
import { suggestIndexes, suggestSearchIndex } from './index-suggestions.js';
import { uuidv7 } from '../schema/uuid.js';

const settings = [
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
function suggested(configs, searched) {
  const common = { version: 1, parent: null };
  const id = uuidv7();
  const indexes = searched ? [{ id: uuidv7(), kind: 'search', fields: searched }] : [];
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
  const search = suggestSearchIndex(catalog, registry, catalog.table('books'));
  return {
    search: search?.fields ?? null,
    others: suggestIndexes(catalog, registry).map(({ fields: [name] }) => name),
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

  it('include what the search index covers', () => {
    assert.deepEqual(suggested([has('body')], ['title']).search, ['title', 'body']);
    assert.deepEqual(suggested([has('title')], ['title']).search, null);
  });
});
