import { defineAction } from '@plinth/plugin';
import { PLACE_SETTINGS, WITH_ROW, placeOf } from './base/place.js';

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
  settings: [...PLACE_SETTINGS, WITH_ROW],
  async run(pressed) {
    const place = placeOf(pressed);
    return place ? { message: '', goTo: { ...place, print: true } } : {};
  },
});
