import { defineAction } from '@plinth/plugin';
import { foundRowSettings, foundRows } from './base/found-rows.js';

/** Deletes all rows that match a filter. */
export const deleteRows = defineAction({
  name: 'delete_rows',
  order: 64,
  label: 'action.delete_rows.label',
  help: 'action.delete_rows.help',
  group: 'rows',
  icon: 'trash',
  needsRow: false,
  writes: 'delete',
  holds: true,
  settings: foundRowSettings,
  async run(context) {
    const { config, rows } = context;
    for (const { id } of await foundRows(context)) await rows.remove(config.table, id);
    return { message: 'Deleted' };
  },
});
