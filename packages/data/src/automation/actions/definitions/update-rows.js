import { defineAction } from '@plinth/plugin';
import { foundRowSettings, foundRows } from './base/found-rows.js';
import { expressionsIn, valueSettings, valuesWith } from './base/values.js';

/** Sets fields of all rows that match a filter; expressions are about each of them. */
export const updateRows = defineAction({
  name: 'update_rows',
  order: 62,
  label: 'action.update_rows.label',
  help: 'action.update_rows.help',
  group: 'rows',
  icon: 'table',
  needsRow: false,
  writes: 'update',
  holds: true,
  settings: [...foundRowSettings, ...valueSettings('table', 'table')],
  async run({ actor, config, rows, ...about }) {
    const found = await foundRows({ ...about, config, rows }, expressionsIn(config.values));
    for (const { id, results } of found) await rows.update(config.table, id, valuesWith(config.values, actor, results));
    return { message: 'Saved' };
  },
});
