/** @import { Catalog, Registry, Table, View } from '@plinth/plugin' */
import { isUnique } from '../ddl/model.js';
import { searchedFields } from '../schema/searched-text.js';
import { decidingFields, equalFieldsOf, sortFieldsOf, textFieldsOf } from './view-fields.js';

/** PostgreSQL's limit of columns in an index. */
const MOST_FIELDS = 32;

/**
 * Indexes that a large table lacks for its views: over what they sort, filter or group by. A view of rows that share a value,
 * in an order, is served by one over both; with two, all rows of the value would be read and sorted.
 *
 * @param {Catalog} catalog @param {Registry} registry @param {Table} table @param {readonly View[]} [views]
 * @returns {{ fields: string[], views: string[] }[]}
 */
export function suggestIndexes(catalog, registry, table, views = catalog.views) {
  /** @type {Map<string, { fields: string[], views: string[] }>} */
  const wanted = new Map();
  for (const view of views) {
    if (view.table !== table.name) continue;
    for (const fields of wantedBy(view, catalog, registry, table)) {
      const entry = wanted.get(fields.join()) ?? { fields, views: [] };
      entry.views.push(view.label || view.name);
      wanted.set(fields.join(), entry);
    }
  }
  return [...wanted.values()];
}

/** @param {View} view @param {Catalog} catalog @param {Registry} registry @param {Table} table */
function wantedBy(view, catalog, registry, table) {
  const isColumn = (/** @type {string} */ name) => isIndexable(table, name, registry);
  const [sorted] = sortFieldsOf(view, registry).filter(isColumn);
  const equal = equalFieldsOf(view, registry).filter((name) => isColumn(name) && !isUnique(table.field(name)));
  const pair = sorted && equal.length > 0 && !equal.includes(sorted) ? [equal[0], sorted] : [];
  const single = decidingFields(view, catalog, registry).filter((name) => isColumn(name) && !pair.includes(name));
  return [...(pair.length > 0 ? [pair] : []), ...single.map((name) => [name])].filter((one) => !isServed(table, one));
}

/**
 * The search index of a table whose views have a search bar or filter by part of a text, unless an index already covers
 * all searched fields. Only templates with a search setting have a search bar.
 *
 * @param {Catalog} catalog @param {Registry} registry @param {Table} table @param {readonly View[]} [views]
 * @returns {{ kind: 'search', fields: string[], views: string[] } | null}
 */
export function suggestSearchIndex(catalog, registry, table, views = catalog.views) {
  const searched = table.system ? [] : searchedFields(table, registry).map(({ name }) => name);
  const wanted = views
    .filter((view) => view.table === table.name)
    .map((view) => ({ view, fields: searchedBy(view, searched, registry) }))
    .filter(({ fields }) => fields.length > 0);
  // It replaces the existing one.
  const there = table.indexes.find(({ kind }) => kind === 'search')?.fields ?? [];
  const missing = searched.filter((name) => !there.includes(name) && wanted.some((one) => one.fields.includes(name)));
  const fields = searched.filter((name) => there.includes(name) || missing.includes(name));
  if (missing.length === 0 || fields.length > MOST_FIELDS) return null;
  return { kind: 'search', fields, views: wanted.map(({ view }) => view.label || view.name) };
}

/** A search bar searches all text fields. @param {View} view @param {string[]} searched @param {Registry} registry */
function searchedBy(view, searched, registry) {
  if (hasSearchBar(view, registry)) return searched;
  const parts = textFieldsOf(view, registry);
  return searched.filter((name) => parts.includes(name));
}

/** @param {View} view @param {Registry} registry */
function hasSearchBar({ template, config }, registry) {
  if (!registry.has('viewTemplate', template)) return false;
  const setting = registry
    .viewTemplate(template)
    .settings.find(({ name, type }) => name === 'search' && type === 'boolean');
  return setting !== undefined && (config.search ?? setting.default) === true;
}

/** Whether a column can be sorted and searched by an index. @param {Table} table @param {string} name @param {Registry} registry */
export function isIndexable(table, name, registry) {
  const field = table.hasField(name) ? table.field(name) : null;
  if (!field || table.system || field.auto === 'id' || (field.formula && !field.stored)) return false;
  if (!registry.has('fieldType', field.type)) return false;
  const { storage, traits } = registry.fieldType(field.type);
  return storage === 'column' && !traits.isLong && !traits.isMany;
}

/** Whether an index begins with these fields: an added one, or that of a relation or of unique values. @param {Table} table @param {readonly string[]} wanted */
function isServed(table, wanted) {
  const [first] = wanted;
  const field = table.field(first);
  if (wanted.length === 1 && (isUnique(field) || (field.target && !field.auto))) return true;
  const led = [
    ...table.indexes.flatMap(({ kind, fields }) => (kind ? [] : [fields])),
    ...table.constraints.flatMap((entry) => (entry.kind === 'unique' ? [entry.fields] : [])),
  ];
  return led.some((fields) => wanted.every((name, i) => fields[i] === name));
}
