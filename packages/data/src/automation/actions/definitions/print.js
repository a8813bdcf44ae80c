import { defineAction } from '@plinth/plugin';
import { PLACE_SETTINGS, WITH_ROW, placeOf } from './base/place.js';

/** Opens a view or page and the browser's print dialog. */
export const print = defineAction({
  name: 'print',
  order: 38,
  label: 'action.print.label',
  help: 'action.print.help',
  group: 'show',
  icon: 'printer',
  needsRow: false,
  browser: true,
  settings: [...PLACE_SETTINGS, WITH_ROW],
  async run(pressed) {
    const place = placeOf(pressed);
    return place ? { message: '', goTo: { ...place, print: true } } : {};
  },
});
