/** @import { Values } from '@plinth/plugin' */
import { AppError, defineAction, phrase } from '@plinth/plugin';
import { field } from '@plinth/plugin/settings';

/** Switches a yes/no field of the row. */
export const toggleField = defineAction({
  name: 'toggle_field',
  order: 22,
  label: 'action.toggle_field.label',
  help: 'action.toggle_field.help',
  group: 'row',
  icon: 'toggle-left',
  needsRow: true,
  right: 'update',
  holds: true,
  settings: [field('field', 'action.field', { fieldTypes: ['boolean'], required: true })],
  async run({ table, id, config, rows }) {
    const { name } = /** @type {Values} */ (table);
    const row = await rows.get(name, /** @type {any} */ (id));
    const there = row !== null && Object.hasOwn(row, String(config.field));
    if (!there || typeof (row[config.field] ?? false) !== 'boolean') {
      throw new AppError('ACTION_INCOMPLETE', phrase`There is no yes/no field "${String(config.field)}" to toggle`, {
        status: 422,
        hint: 'Choose a field in the settings of the action',
      });
    }
    await rows.update(name, /** @type {any} */ (id), { [config.field]: !row[config.field] });
    return {};
  },
});
