import { AppError, defineAction } from '@plinth/plugin';
import { field } from '@plinth/plugin/settings';

/** Downloads a file of the row. */
export const downloadFile = defineAction({
  name: 'download_file',
  order: 34,
  label: 'action.download_file.label',
  help: 'action.download_file.help',
  group: 'show',
  icon: 'download',
  needsRow: true,
  browser: true,
  settings: [field('field', 'action.field', { fieldTypes: [{ value: 'files' }], required: true })],
  async run({ table, id, config, rows }) {
    const row = await rows.get(/** @type {any} */ (table).name, /** @type {any} */ (id));
    const [file] = [row?.[config.field] ?? []].flat();
    if (!file)
      throw new AppError('ACTION_STOPPED', 'There is no file here yet', { status: 422, hint: 'Upload one first' });
    return { message: '', goTo: { url: `/files/${file}/file` } };
  },
});
