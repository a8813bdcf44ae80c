import { defineAction } from '@plinth/plugin';
import { url } from '@plinth/plugin/settings';
import { PLACE_SETTINGS, WITH_ROW, placeOf } from './base/place.js';

/** Leads to a view, a page or an address; on a row a view can be given its key. */
export const goTo = defineAction({
  name: 'go_to',
  order: 30,
  label: 'action.go_to.label',
  help: 'action.go_to.help',
  group: 'show',
  icon: 'arrow-right',
  needsRow: false,
  browser: true,
  settings: [...PLACE_SETTINGS, url('url', 'action.address'), WITH_ROW],
  async run(pressed) {
    const goTo = placeOf(pressed) ?? (pressed.config.url ? { url: pressed.config.url } : null);
    return goTo ? { goTo } : {};
  },
});
