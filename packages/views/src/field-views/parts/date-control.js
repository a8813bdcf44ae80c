/** @import { EditModel } from '@plinth/plugin' */
import { dateControl } from '@plinth/plugin';
import { controlValues } from './control.js';

/** Reads dates as the reader's language writes them, from the first key on. */
export const DATE_SCRIPT = 'core-views/js/fields/date-control.js';

/** @param {EditModel} m @param {string} iso @param {{ withTime?: boolean, min?: string | null, max?: string | null }} [options] */
export const dateInput = (m, iso, options = {}) =>
  dateControl(iso, m.env, { ...options, attributes: controlValues(m) });
