import { AppError, defineAction } from '@plinth/plugin';
import { select, view } from '@plinth/plugin/settings';

/** Downloads all rows of a list, with the rights of the person who presses the button. */
export const exportList = defineAction({
  name: 'export_list',
  order: 36,
  label: 'Export a list',
  help: 'All its rows as a CSV, Excel or PDF file, as far as their reader may see them',
  group: 'show',
  icon: 'file-spreadsheet',
  needsRow: false,
  browser: true,
  settings: [
    view('view', 'List', { required: true, viewTemplates: ['list'] }),
    select('format', 'Format', { xlsx: 'Excel', csv: 'CSV', pdf: 'PDF' }, { default: 'xlsx' }),
  ],
  async run({ config }) {
    if (!config.view)
      throw new AppError('ACTION_INCOMPLETE', 'The action has no list to export', {
        status: 422,
        hint: 'Choose a list in its settings',
      });
    const format = ['csv', 'pdf'].includes(config.format) ? config.format : 'xlsx';
    return { message: '', goTo: { url: `/view/${encodeURIComponent(config.view)}/export.${format}` } };
  },
});
