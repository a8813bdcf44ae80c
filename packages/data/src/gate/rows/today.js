/** @import { Catalog } from '@plinth/plugin' */
/** @import { Reading } from '../reads/reading.js' */
import { createSiteClock } from './site-clock.js';
import { noteDay } from '../reads/reading.js';

/**
 * Tells what day it is in a time zone.
 *
 * @param {{ clock: () => Date }} context
 * @returns {(catalog: Catalog, reading?: Reading, timeZone?: string) => string} such as 2026-11-22; `reading` is told that it
 *   was asked for; timeZone: default: the site's
 */
export function createToday({ clock }) {
  const site = createSiteClock(clock);
  return (catalog, reading, timeZone) => {
    const now = site.now();
    if (reading) noteDay(reading, now);
    if (reading) reading.zone = true;
    return site.today(now, catalog, timeZone);
  };
}
