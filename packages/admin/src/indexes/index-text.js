/** @import { Table, Translate } from '@plinth/plugin' */

/** Fields of a search that are named. */
const NAMED = 5;

/** What an index is called: by its fields. @param {Translate} t @param {Table} table @param {{ kind?: 'search', fields: readonly string[] }} index */
export const indexText = (t, table, { kind, fields }) =>
  kind === 'search' ? t('admin.indexes.search', { fields: firstLabels(t, table, fields) }) : labels(table, fields);

/**
 * A wide table is searched by dozens of fields.
 *
 * @param {Translate} t @param {Table} table @param {readonly string[]} fields
 */
function firstLabels(t, table, fields) {
  const more = fields.length - NAMED;
  // Naming one more field takes no more space than saying that there is one more.
  if (more < 2) return labels(table, fields);
  return t('admin.indexes.more', { fields: labels(table, fields.slice(0, NAMED)), more });
}

/** @param {Table} table @param {readonly string[]} fields */
const labels = (table, fields) =>
  fields.map((name) => (table.hasField(name) ? table.field(name).label : name)).join(' + ');
