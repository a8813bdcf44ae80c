import { defineAction } from '@plinth/plugin';
import { view } from '@plinth/plugin/settings';

/** Reloads a view without reloading the page; without scripts, the page is reloaded. */
export const refreshView = defineAction({
  name: 'refresh_view',
  order: 33,
  label: 'Refresh a view',
  help: 'Shows the latest rows without loading the page',
  group: 'show',
  icon: 'refresh',
  needsRow: false,
  browser: true,
  inPlace: true,
  settings: [
    view('view', 'View', {
      help: 'Wherever it stands on the page. Empty: the view that the button is in, or all views of the page.',
    }),
  ],
  run: async ({ config }) => ({ message: '', refresh: [config.view ?? ''] }),
});
