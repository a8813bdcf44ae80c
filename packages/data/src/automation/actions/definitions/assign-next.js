/** @import { Values } from '@plinth/plugin' */
import { AppError, defineAction } from '@plinth/plugin';
import { boolean, field, role, text } from '@plinth/plugin/settings';

/** Assigns the row to the next person in turn. */
export const assignNext = defineAction({
  name: 'assign_next',
  order: 24,
  label: 'action.assign_next.label',
  help: 'action.assign_next.help',
  group: 'row',
  icon: 'rotate-clockwise-2',
  needsRow: true,
  right: 'update',
  holds: true,
  settings: [
    field('field', 'action.userField', { fieldTypes: ['user'], required: true }),
    role('role', 'action.assign_next.role', { required: true }),
    text('turn', 'action.assign_next.turn', {
      max: 60,
      help: 'action.assign_next.turn.help',
    }),
    boolean('onlyEmpty', 'action.assign_next.onlyEmpty', { default: true }),
  ],
  async run({ table, id, config, rows, people }) {
    const { name } = /** @type {Values} */ (table);
    const key = /** @type {any} */ (id);
    const row = await rows.get(name, key);
    if (!config.field || !row || !Object.hasOwn(row, config.field))
      throw new AppError('ACTION_INCOMPLETE', 'The action has no field to put a person into', {
        status: 422,
        hint: 'Choose a field in the settings of the action',
      });
    if (config.onlyEmpty !== false && row[config.field] !== null) return {};
    const turn = config.turn || `${name}.${config.field} ${config.role}`;
    const next = await people.next(turn, { role: config.role ?? '' });
    await rows.update(name, key, { [config.field]: next });
    return { message: 'Saved' };
  },
});
