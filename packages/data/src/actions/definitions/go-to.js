import { defineAction } from '@plinth/plugin';

/** Leads to a view, a page or an address; on a row a view can be given its key. */
export const goTo = defineAction({
  name: 'go_to',
  order: 30,
  label: 'Go to',
  help: 'Leads to a view, a page or an address',
  group: 'show',
  icon: 'arrow-right',
  needsRow: false,
  browser: true,
  settings: [
    { name: 'view', type: 'view', label: 'View' },
    { name: 'page', type: 'page', label: 'Page' },
    { name: 'url', type: 'url', label: 'Address' },
    { name: 'withRow', type: 'boolean', label: 'Pass this row', default: true },
  ],
  async run({ id, config }) {
    const state = config.withRow !== false && id !== null ? { state: { id } } : {};
    if (config.view) return { goTo: { view: config.view, ...state } };
    if (config.page) return { goTo: { page: config.page } };
    return config.url ? { goTo: { url: config.url } } : {};
  },
});
