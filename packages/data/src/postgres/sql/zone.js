/** @import { Fragment } from './fragment.js' */
import { sql } from './fragment.js';

/** What the clock of a time zone shows at a moment, as a timestamp. @param {Fragment} moment @param {string | Fragment} zone */
export const localOf = (moment, zone) => sql`(${moment} at time zone ${zone}::text)`;

/** The day of a moment in a time zone. @param {Fragment} moment @param {string | Fragment} zone */
export const dayOf = (moment, zone) => sql`${localOf(moment, zone)}::date`;

/**
 * The moment of a day or a local time in a time zone; migration 0430 says which, where the clock is put forward or back.
 *
 * @param {Fragment} local @param {string | Fragment} zone
 */
export const momentOf = (local, zone) => sql`plinth.moment_of((${local})::timestamp, ${zone}::text)`;

/** A moment in ISO 8601, with microseconds and its Z. @param {Fragment} moment */
export const isoOf = (moment) => sql`to_char(${moment} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
