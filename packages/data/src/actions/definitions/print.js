import { defineAction } from '@plinth/plugin';

/** Opens a view or page and the browser's print dialog. */
export const print = defineAction({
  name: 'print',
  order: 38,
  label: 'Print',
  help: 'Opens a view or page with the print dialog, which can also save a PDF',
  group: 'show',
  icon: 'printer',
  needsRow: false,
  browser: true,
  settings: [
    { name: 'view', type: 'view', label: 'View' },
    { name: 'page', type: 'page', label: 'Page' },
    { name: 'withRow', type: 'boolean', label: 'Pass this row', default: true },
  ],
  async run({ id, config }) {
    const state = config.withRow !== false && id !== null ? { state: { id } } : {};
    if (config.view) return { message: '', goTo: { view: config.view, ...state, print: true } };
    return config.page ? { message: '', goTo: { page: config.page, print: true } } : {};
  },
});
