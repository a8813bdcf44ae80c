/** @import { ElementCompiler, RowModel, TypeMatch, ViewCompiler, Values } from '@plinth/plugin' */
import { isAmong, isOfType, readersAt } from '@plinth/plugin';

/** What names a row in a few words. @type {readonly TypeMatch[]} */
const NAMING = [
  { value: 'text', isLong: false, isKey: false },
  { value: 'number', hasUnit: false },
  { value: 'choice', isMany: false },
  { hasDay: true },
];

/**
 * The heading of a form: the label of the row being changed, or that a new one is added. The view's own title comes
 * first, and so does a label that was chosen for it; one that is only the table's says nothing about a row.
 *
 * @param {{ label: string, config: Values }} view @param {ViewCompiler} c
 * @param {ElementCompiler} e selects the row's label
 * @returns {(m: Pick<RowModel, 'row' | 'env'>) => string | null} null: the title, or the label of the view
 */
export function createHeading({ label, config }, c, e) {
  const table = /** @type {NonNullable<ViewCompiler['table']>} */ (c.table);
  if (config.title || config.showTitle === false) return () => null;
  const isTables = label === table.label;
  const { singular: one } = table;
  const created = isTables ? c.t(one ? 'views.edit.heading.newOne' : 'views.edit.heading.new', { label, one }) : null;
  const changed = isTables ? c.t('views.edit.heading.entry', { label }) : null;
  const display = table.hasField(table.display) ? table.field(table.display) : null;
  if (!display || !isOfType(display, NAMING)) return ({ row }) => (row ? changed : created);
  const type = c.registry.fieldType(display.type);
  const column = e.select({ field: display.name });
  const readers = readersAt(c.catalog, table, display.name);
  return ({ row, env }) => {
    if (!row) return created;
    const value = isAmong(env.actor, readers) ? row[column] : null;
    const name = value === null || value === undefined ? '' : type.format(value, display, c.formats);
    return name === '' ? changed : c.t('views.edit.heading.row', { row: name });
  };
}
