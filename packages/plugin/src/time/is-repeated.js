import { offsetIn } from './zone.js';

/** By how much clocks are set back: an hour, and half of one on Lord Howe Island. */
const REPEATS = [3_600_000, 1_800_000];

/**
 * Whether the clock shows the local time of an instant twice, since it is set back in between.
 *
 * @param {string} instant in ISO 8601 @param {string} timeZone
 */
export function isRepeated(instant, timeZone) {
  const at = Date.parse(instant);
  const offset = offsetIn(timeZone);
  if (!offset || Number.isNaN(at)) return false;
  const here = offset(at);
  return REPEATS.some((ms) => offset(at - ms) - here === ms || here - offset(at + ms) === ms);
}
