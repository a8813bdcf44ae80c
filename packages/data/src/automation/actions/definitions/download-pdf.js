import { AppError, address, defineAction } from '@plinth/plugin';
import { view } from '@plinth/plugin/settings';

/** Downloads a detail view of the row as a PDF, with the rights of the person who presses the button. */
export const downloadPdf = defineAction({
  name: 'download_pdf',
  order: 37,
  label: 'action.download_pdf.label',
  help: 'action.download_pdf.help',
  group: 'show',
  icon: 'file-text',
  needsRow: true,
  browser: true,
  settings: [view('view', 'action.download_pdf.view', { required: true, viewTemplates: ['show'], ownTable: ['show'] })],
  async run({ id, config }) {
    if (!config.view)
      throw new AppError('ACTION_INCOMPLETE', 'The action has no detail view to make a PDF of', {
        status: 422,
        hint: 'Choose a view in its settings',
      });
    return { message: '', goTo: { url: address(`/view/${encodeURIComponent(config.view)}/export.pdf`, { id }) } };
  },
});
