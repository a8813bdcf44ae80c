import { defineAction } from '@plinth/plugin';
import { page, view } from '@plinth/plugin/settings';

/** Deletes the row that the button is on. */
export const deleteRow = defineAction({
  name: 'delete_row',
  order: 28,
  label: 'action.delete_row.label',
  help: 'action.delete_row.help',
  group: 'row',
  icon: 'trash',
  needsRow: true,
  right: 'delete',
  settings: [view('goToView', 'action.delete_row.goToView'), page('goToPage', 'action.delete_row.goToPage')],
  async run({ table, id, config, rows }) {
    const { deletion } = await rows.remove(/** @type {any} */ (table).name, /** @type {any} */ (id));
    const goTo = config.goToView ? { view: config.goToView } : config.goToPage ? { page: config.goToPage } : null;
    return { message: 'Deleted', deletion, ...(goTo && { goTo }) };
  },
});
