import { momentInRange } from '../values/calendar.js';

/** @param {bigint} moment @param {bigint} duration */
export const addDuration = (moment, duration) => momentInRange(moment + duration);
