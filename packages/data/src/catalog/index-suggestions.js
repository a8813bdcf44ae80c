/** @import { Catalog, Registry, Table } from '@plinth/plugin' */
import { isUnique } from '../ddl/model.js';
import { walkViewFields } from './view-fields.js';

/**
 * Fields that views sort or filter by and that no index leads with: what makes a large table slow.
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

/** @param {Table} table @param {string} name @param {Registry} registry */
function isWorthIt(table, name, registry) {
  if (table.system || !table.hasField(name)) return false;
  const field = table.field(name);
  if (field.auto === 'id' || isUnique(field) || !registry.has('fieldType', field.type)) return false;
  const type = registry.fieldType(field.type);
  if (type.storage !== 'column' || ['long_text', 'rich_text'].includes(type.name)) return false;
  if (field.target && !field.auto) return false;
  const led = [
    ...table.indexes.map((index) => index.fields[0]),
    ...table.constraints.map((entry) => (entry.kind === 'unique' ? entry.fields[0] : null)),
  ];
  return !led.includes(name);
}
