import { AppError, defineAction } from '@plinth/plugin';

/** Makes another row with the same values, but for fields that must be unique, that Plinth sets, or that the actor may only read. */
export const duplicateRow = defineAction({
  name: 'duplicate_row',
  order: 20,
  label: 'Duplicate row',
  icon: 'copy',
  needsRow: true,
  right: 'create',
  settings: [{ name: 'goToView', type: 'view', label: 'Then show the copy in view' }],
  async run({ table, id, config, rows }) {
    if (!table || id === null)
      throw new AppError('ACTION_NEEDS_ROW', 'There is no row to copy', {
        status: 422,
        hint: 'Place it where a row is shown, such as in a detail view',
      });
    const row = await rows.get(table.name, id);
    const writable = rows.writable(table);
    const copied = table.fields.filter(
      (field) =>
        !field.auto &&
        !field.unique &&
        field.type !== 'one_to_one' &&
        row &&
        field.name in row &&
        writable.includes(field.name),
    );
    const copy = await rows.insert(table.name, Object.fromEntries(copied.map(({ name }) => [name, row?.[name]])));
    return { message: 'Copied', ...(config.goToView && { goTo: { view: config.goToView, state: { id: copy.id } } }) };
  },
});
