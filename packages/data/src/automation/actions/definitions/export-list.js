import { AppError, defineAction } from '@plinth/plugin';

/** Downloads all rows of a list, with the rights of whoever presses the button. */
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
    { name: 'view', type: 'view', label: 'List', required: true, viewTemplates: ['list'] },
    {
      name: 'format',
      type: 'select',
      label: 'Format',
      default: 'xlsx',
      options: [
        { value: 'xlsx', label: 'Excel' },
        { value: 'csv', label: 'CSV' },
        { value: 'pdf', label: 'PDF' },
      ],
    },
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
