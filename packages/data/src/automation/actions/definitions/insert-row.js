import { AppError, defineAction } from '@plinth/plugin';
import { field, view } from '@plinth/plugin/settings';
import { valueSettings, valuesFrom } from './base/values.js';

/** Creates a row in any table; started from a row, the new one can point back at it. */
export const insertRow = defineAction({
  name: 'insert_row',
  order: 14,
  label: 'action.insert_row.label',
  help: 'action.insert_row.help',
  group: 'row',
  icon: 'plus',
  needsRow: false,
  writes: 'create',
  settings: [
    { name: 'table', type: 'table', label: 'action.table', required: true },
    ...valueSettings('table'),
    field('relation', 'action.insert_row.relation', {
      of: 'table',
      fieldTypes: [{ value: 'reference', isMany: false, isPerson: false }],
    }),
    view('goToView', 'action.insert_row.goToView'),
  ],
  async run({ actor, table, id, config, rows, evaluate }) {
    if (!config.table)
      throw new AppError('ACTION_INCOMPLETE', 'The action has no table to create the row in', {
        status: 422,
        hint: 'Choose a table in its settings',
      });
    const values = await valuesFrom(config.values, actor, evaluate);
    if (config.relation && table && id !== null) values[config.relation] = id;
    const row = await rows.insert(config.table, values);
    return { message: 'Created', ...(config.goToView && { goTo: { view: config.goToView, state: { id: row.id } } }) };
  },
});
