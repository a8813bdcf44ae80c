import { defineAction } from '@plinth/plugin';
import { expressionsIn, valueSettings, valuesFrom } from './base/values.js';

/** Sets fields of the row. */
export const updateRow = defineAction({
  name: 'update_row',
  order: 10,
  label: 'action.update_row.label',
  help: 'action.update_row.help',
  group: 'row',
  icon: 'edit',
  needsRow: true,
  right: 'update',
  holds: ({ values }) => expressionsIn(values).length > 0,
  settings: valueSettings(),
  async run({ actor, table, id, config, rows, evaluate }) {
    const values = await valuesFrom(config.values, actor, evaluate);
    await rows.update(/** @type {any} */ (table).name, /** @type {any} */ (id), values);
    return { message: 'Saved' };
  },
});
