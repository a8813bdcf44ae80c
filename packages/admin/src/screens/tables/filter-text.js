/** @import { Filter, Table, Translate, Values } from '@plinth/plugin' */

/**
 * A filter in words, for lists of rules: "Price is at least 0 and Name is filled".
 *
 * @param {Translate} t @param {Table} table @param {Values} filter a Filter
 * @returns {string}
 */
export function filterText(t, table, filter) {
  const part = (/** @type {Filter} */ one) => filterText(t, table, one);
  if (filter.all) return filter.all.map(part).join(` ${t('admin.and')} `);
  if (filter.any) return `(${filter.any.map(part).join(` ${t('admin.or')} `)})`;
  if (filter.not) return t('admin.op.not', { condition: part(filter.not) });
  if (filter.child) return t('admin.op.child', { child: filter.child });
  const label = table.hasField(filter.field) ? table.field(filter.field).label : filter.field;
  return `${label} ${t(`admin.op.${filter.op}`)} ${valueText(t, table, filter.value)}`.trim();
}

/** @param {Translate} t @param {Table} table @param {any} value */
function valueText(t, table, value) {
  if (value === undefined || value === null) return '';
  if (Array.isArray(value)) return value.join(', ');
  if (typeof value !== 'object') return String(value);
  if (value.path) return table.hasField(value.path) ? table.field(value.path).label : value.path;
  if (value.now || value.today) return t(value.now ? 'admin.now' : 'admin.today');
  return value.user ? t('admin.currentUser') : '';
}
