import { AppError, defineAction } from '@plinth/plugin';
import { writableField } from '../rights/index.js';

/** Makes another row with the same values, but for fields that must be unique, that Plinth sets, or that the actor may only read. */
export const duplicateRow = defineAction({
  name: 'duplicate_row',
  label: 'Duplicate row',
  icon: 'copy',
  needsRow: true,
  right: 'create',
  settings: [{ name: 'goToView', type: 'view', label: 'Then show the copy in view' }],
  async run({ actor, table, id, config, rows }) {
    if (!table || id === null)
      throw new AppError('ACTION_NEEDS_ROW', 'There is no row to copy', {
        status: 422,
        hint: 'Place it where a row is shown',
      });
    const row = await rows.get(table.name, id);
    const copied = table.fields.filter(
      (field) =>
        !field.auto &&
        !field.unique &&
        field.type !== 'one_to_one' &&
        row &&
        field.name in row &&
        writableField(actor, table, field),
    );
    const copy = await rows.insert(table.name, Object.fromEntries(copied.map(({ name }) => [name, row?.[name]])));
    return { message: 'Copied', ...(config.goToView && { goTo: { view: config.goToView, state: { id: copy.id } } }) };
  },
});
