import { defineAction } from '@plinth/plugin';
import { PLACE_SETTINGS, WITH_ROW, placeOf } from './base/place.js';

/** Opens a view or page beside the one that the button is on. */
export const openPanel = defineAction({
  name: 'open_panel',
  order: 31,
  label: 'action.open_panel.label',
  help: 'action.open_panel.help',
  group: 'show',
  icon: 'layout-sidebar-right-expand',
  needsRow: false,
  browser: true,
  inPlace: true,
  settings: [...PLACE_SETTINGS, WITH_ROW],
  async run(pressed) {
    const place = placeOf(pressed);
    return place ? { message: '', goTo: { ...place, panel: true } } : {};
  },
});
