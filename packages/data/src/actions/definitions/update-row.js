import { defineAction } from '@plinth/plugin';
import { valueSettings, valuesFrom } from './base/values.js';

/** Sets fields of the row that the button is on to fixed values. */
export const updateRow = defineAction({
  name: 'update_row',
  order: 60,
  label: 'Change row',
  icon: 'edit',
  needsRow: true,
  right: 'update',
  settings: valueSettings(),
  async run({ actor, table, id, config, rows }) {
    await rows.update(/** @type {any} */ (table).name, /** @type {any} */ (id), valuesFrom(config.values, actor));
    return { message: 'Saved' };
  },
});
