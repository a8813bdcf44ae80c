import { AppError, defineAction } from '@plinth/plugin';
import { select, view } from '@plinth/plugin/settings';

/** Downloads all rows of a list, with the rights of the person who presses the button. */
export const exportList = defineAction({
  name: 'export_list',
  order: 36,
  label: 'action.export_list.label',
  help: 'action.export_list.help',
  group: 'show',
  icon: 'file-spreadsheet',
  needsRow: false,
  browser: true,
  settings: [
    view('view', 'action.export_list.view', { required: true, viewTemplates: ['list'] }),
    select(
      'format',
      'action.export_list.format',
      {
        xlsx: 'action.export_list.format.xlsx',
        csv: 'action.export_list.format.csv',
        pdf: 'action.export_list.format.pdf',
      },
      { default: 'xlsx' },
    ),
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
