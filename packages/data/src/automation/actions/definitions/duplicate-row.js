/** @import { Action } from '@plinth/plugin' */
import { APP_LIMITS, AppError, defineAction, phrase } from '@plinth/plugin';
import { childRelation, list, view } from '@plinth/plugin/settings';
import { copiedValues } from './base/copied-values.js';

/** Makes another row with the same values, optionally with copies of the rows that point to it. */
export const duplicateRow = defineAction({
  name: 'duplicate_row',
  order: 20,
  label: 'action.duplicate_row.label',
  help: 'action.duplicate_row.help',
  group: 'row',
  icon: 'copy',
  needsRow: true,
  right: 'create',
  settings: [
    list(
      'children',
      'action.duplicate_row.children',
      [childRelation('relation', 'action.duplicate_row.children.relation', { required: true })],
      {
        max: 10,
        help: 'action.duplicate_row.children.help',
      },
    ),
    view('goToView', 'action.duplicate_row.goToView'),
  ],
  async run(context) {
    const { table, id, config, rows } = context;
    if (!table || id === null)
      throw new AppError('ACTION_NEEDS_ROW', 'There is no row to copy', {
        status: 422,
        hint: 'Place it where a row is shown, such as in a detail view',
      });
    const row = await rows.get(table.name, id);
    const copy = await rows.insert(table.name, copiedValues(table, row, rows.writable(table)));
    for (const { relation } of config.children ?? []) await copyChildren(context, relation, copy.id);
    return { message: 'Copied', ...(config.goToView && { goTo: { view: config.goToView, state: { id: copy.id } } }) };
  },
});

/**
 * Copies of the rows that point to the row, as far as the actor may read them.
 *
 * @param {Parameters<Action['run']>[0]} context @param {string} relation "lines.order" @param {string | number} to the copy
 */
async function copyChildren({ catalog, rows, id }, relation, to) {
  const [name, field] = relation.split('.');
  const child = catalog.table(name);
  const where = { field, op: /** @type {const} */ ('eq'), value: { param: 'row' } };
  const spec = { table: name, where, select: [], sort: [{ field: 'id' }], limit: APP_LIMITS.copiedRows + 1 };
  const [{ rows: found }] = await rows.select([{ spec, params: { row: id } }]);
  if (found.length > APP_LIMITS.copiedRows)
    throw new AppError('ACTION_TOO_MANY_ROWS', phrase`More than ${APP_LIMITS.copiedRows} rows would be copied along`, {
      status: 422,
      hint: 'Copy fewer rows along, or use an action for them alone',
    });
  const writable = rows.writable(child);
  for (const one of found) {
    const values = copiedValues(child, await rows.get(name, one.id), writable);
    await rows.insert(name, { ...values, [field]: to });
  }
}
