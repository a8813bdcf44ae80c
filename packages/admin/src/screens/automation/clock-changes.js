import { offsetIn } from '@plinth/plugin';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

/**
 * @typedef {{ at: Date, day: string, from: string, to: string, isSkipped: boolean }} ClockChange
 *   at: when it happens; day: the local one of `from`; from, to: the times of the clock that are skipped or come twice, such as 02:00 and 03:00; to is 24:00
 *   at the end of a day
 */

/**
 * When the clock of a time zone is put forward or back.
 *
 * @param {string} timeZone @param {Date} start @param {number} days to look ahead
 * @returns {ClockChange[]}
 */
export function clockChanges(timeZone, start, days) {
  const offset = /** @type {(time: number) => number} */ (offsetIn(timeZone));
  const first = Math.floor(start.getTime() / MINUTE_MS) * MINUTE_MS;
  /** @type {ClockChange[]} */
  const found = [];
  for (let day = 0; day < days; day++) {
    const [before, after] = [first + day * DAY_MS, first + (day + 1) * DAY_MS];
    const [old, now] = [offset(before), offset(after)];
    if (old === now) continue;
    const at = changeWithin(before, after, offset);
    const [low, high] = [Math.min(old, now), Math.max(old, now)];
    found.push({
      at: new Date(at),
      day: new Date(at + low).toISOString().slice(0, 10),
      from: clock(at + low),
      to: endOf(at + high),
      isSkipped: now > old,
    });
  }
  return found;
}

/** @param {number} before @param {number} after @param {(time: number) => number} offset @returns {number} the first minute of the new time */
function changeWithin(before, after, offset) {
  let [low, high] = [before, after];
  while (high - low > MINUTE_MS) {
    const middle = low + Math.floor((high - low) / 2 / MINUTE_MS) * MINUTE_MS;
    if (offset(middle) === offset(before)) low = middle;
    else high = middle;
  }
  return high;
}

/** @param {number} local */
const endOf = (local) => clock(local).replace('00:00', '24:00');

/** 02:00 @param {number} local */
const clock = (local) => new Date(local).toISOString().slice(11, 16);
