/** @import { Values } from '@plinth/plugin' */
import { AppError, defineAction } from '@plinth/plugin';
import { boolean, field, role, text } from '@plinth/plugin/settings';

/** Assigns the row to the next person in turn. */
export const assignNext = defineAction({
  name: 'assign_next',
  order: 24,
  label: 'Assign to next in turn',
  help: 'Assigns people of a role in turn',
  group: 'row',
  icon: 'rotate-clockwise-2',
  needsRow: true,
  right: 'update',
  holds: true,
  settings: [
    field('field', 'User field', { fieldTypes: ['user'], required: true }),
    role('role', 'Among everybody with the role', { required: true }),
    text('turn', 'Name of the turn', {
      max: 60,
      help: 'Actions with the same name take turns together. Empty: this table, field and role.',
    }),
    boolean('onlyEmpty', 'Only if the field is empty', { default: true }),
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
