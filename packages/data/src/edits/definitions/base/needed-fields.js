/** @import { NeededField, Table, View } from '@plinth/plugin' */
/** @import { Draft } from './draft.js' */
import { checkField, fieldContext } from './fields.js';
import { checkIndexes } from './table-parts.js';

/**
 * Adds the fields that a view's template can't do without to the view's table, and names them in the view's settings. A
 * field of that type that the table has already is taken instead.
 *
 * @param {Draft} draft @param {View} view as it was sent @returns {unknown} the view
 */
export function addNeededFields(draft, view) {
  const { registry, catalog } = draft;
  const name = String(view?.template ?? '');
  const template = registry.has('viewTemplate', name) ? registry.viewTemplate(name) : null;
  if (!template?.needs || !view.table || !catalog.hasTable(String(view.table))) return view;
  const table = catalog.table(String(view.table));
  const wanted = template.needs(table, view.config ?? {}).filter(({ setting }) => !view.config?.[setting]);
  if (wanted.length === 0) return view;
  const named = wanted.map((need) => [need.setting, fieldOf(draft, table, need)]);
  return { ...view, config: { ...view.config, ...Object.fromEntries(named) } };
}

/** @param {Draft} draft @param {Table} table @param {NeededField} need @returns {string} its name */
function fieldOf(draft, table, { field, indexedAfter }) {
  const known = table.fields.find(({ type }) => type === field.type);
  const name = known ? known.name : addField(draft, table, field);
  if (indexedAfter?.every((other) => table.hasField(other))) addIndex(draft, table.id, [...indexedAfter, name]);
  return name;
}

/** @param {Draft} draft @param {Table} table @param {NeededField['field']} field */
function addField(draft, table, field) {
  const { name, body } = checkField({ ...field, name: freeName(table, field.name) }, fieldContext(draft, table.id));
  draft.add('field', name, body, { parent: table.id });
  return name;
}

/** @param {Draft} draft @param {string} tableId @param {string[]} fields */
function addIndex(draft, tableId, fields) {
  const table = /** @type {Table} */ (draft.catalog.tables.find(({ id }) => id === tableId));
  const starts = fields.join();
  if (table.indexes.some((index) => !index.kind && `${index.fields.join()},`.startsWith(`${starts},`))) return;
  draft.merge(table.id, { indexes: [...table.indexes, ...checkIndexes([{ fields }], draft, table)] });
}

/** @param {Table} table @param {string} wanted */
function freeName(table, wanted) {
  for (let n = 1; ; n++) {
    const name = n === 1 ? wanted : `${wanted}_${n}`;
    if (!table.hasField(name)) return name;
  }
}
