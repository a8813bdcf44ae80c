/** @import { Catalog, Registry, Table, View } from '@plinth/plugin' */
import { isUnique } from '../ddl/model.js';
import { searchedFields } from '../schema/searched-text.js';
import { textFieldsOf, walkViewFields } from './view-fields.js';

/** PostgreSQL's limit of columns in an index. */
const MOST_FIELDS = 32;

/**
 * Fields that views sort or filter by and that no index starts with, which makes large tables slow.
 *
 * @param {Catalog} catalog @param {Registry} registry
 * @returns {{ table: string, fields: string[], views: string[] }[]}
 */
export function suggestIndexes(catalog, registry) {
  /** @type {Map<string, { table: string, fields: string[], views: Set<string> }>} */
  const wanted = new Map();
  for (const view of catalog.views) {
    for (const { table, field } of walkViewFields(view, catalog, registry)) {
      if (!catalog.hasTable(table) || !isWorthIt(catalog.table(table), field, registry)) continue;
      const key = `${table}.${field}`;
      const entry = wanted.get(key) ?? { table, fields: [field], views: new Set() };
      entry.views.add(view.name);
      wanted.set(key, entry);
    }
  }
  return [...wanted.values()].map(({ table, fields, views }) => ({ table, fields, views: [...views] }));
}

/**
 * The search index of a table whose views have a search bar or filter by part of a text, unless an index already covers
 * all searched fields. Only templates with a search setting have a search bar.
 *
 * @param {Catalog} catalog @param {Registry} registry @param {Table} table
 * @returns {{ kind: 'search', fields: string[], views: string[] } | null}
 */
export function suggestSearchIndex(catalog, registry, table) {
  const searched = table.system ? [] : searchedFields(table, registry).map(({ name }) => name);
  const wanted = catalog.views
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

/** @param {Table} table @param {string} name @param {Registry} registry */
function isWorthIt(table, name, registry) {
  if (table.system || !table.hasField(name)) return false;
  const field = table.field(name);
  if (
    field.auto === 'id' ||
    (field.formula && !field.stored) ||
    isUnique(field) ||
    !registry.has('fieldType', field.type)
  )
    return false;
  const type = registry.fieldType(field.type);
  if (type.storage !== 'column' || (type.traits.value === 'text' && type.traits.isLong)) return false;
  if (field.target && !field.auto) return false;
  const led = [
    ...table.indexes.map((index) => (index.kind ? null : index.fields[0])),
    ...table.constraints.map((entry) => (entry.kind === 'unique' ? entry.fields[0] : null)),
  ];
  return !led.includes(name);
}
