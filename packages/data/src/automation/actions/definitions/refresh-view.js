import { defineAction } from '@plinth/plugin';
import { view } from '@plinth/plugin/settings';

/** Reloads a view without reloading the page; without scripts, the page is reloaded. */
export const refreshView = defineAction({
  name: 'refresh_view',
  order: 33,
  label: 'action.refresh_view.label',
  help: 'action.refresh_view.help',
  group: 'show',
  icon: 'refresh',
  needsRow: false,
  browser: true,
  inPlace: true,
  settings: [
    view('view', 'action.view', {
      help: 'action.refresh_view.view.help',
    }),
  ],
  run: async ({ config }) => ({ message: '', refresh: [config.view ?? ''] }),
});
