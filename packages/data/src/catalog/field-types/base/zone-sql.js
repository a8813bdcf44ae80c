/** @import { FieldLike } from '@plinth/plugin' */
import { quoteLiteral } from '@plinth/plugin';

/** @param {FieldLike} field */
const zoneOf = ({ timeZone = 'UTC' }) => quoteLiteral(timeZone);

/**
 * A date, or a local time as text or timestamp, as the moment that it is in the zone of a field's site.
 *
 * @param {string} local SQL @param {FieldLike} field
 */
export const momentOfLocal = (local, field) => `plinth.moment_of((${local})::timestamp, ${zoneOf(field)})`;

/** What the clock of a field's site shows at a moment, as a timestamp. @param {string} moment SQL @param {FieldLike} field */
export const localOfMoment = (moment, field) => `(${moment} at time zone ${zoneOf(field)})`;
