import { compare, decimalsOf, scaled, unscaled } from './decimals.js';

/** Ranks with more decimals are not made: the neighbours are spread instead. */
export const MOST_DECIMALS = 24;
/** As many numbers should lie between two ranks at the chosen number of decimals: two people choosing rarely meet. */
const ROOM = 100n;
/** Of the time in seconds, as the database makes it. */
const TIME_DECIMALS = 6;

/** @typedef {{ random?: () => number, now?: () => number }} Chance now: in ms */

/**
 * A rank between two others, with few digits, chosen by chance so that two people who drop cards at the same spot get
 * different ones.
 *
 * @param {string | null} after null: no card is before it @param {string | null} before null: none is after it
 * @param {Chance} [chance]
 * @returns {string | null} null: there is no room, since both are equal or too close
 */
export function rankBetween(after, before, { random = Math.random, now = Date.now } = {}) {
  if (before === null) return rankAtEnd(after ?? '0', random, now);
  return inside(after ?? plus(before, -1n), before, random);
}

/**
 * Several ranks between two others, evenly apart.
 *
 * @param {string} after @param {string | null} before @param {number} count
 * @returns {string[] | null} null: there is no room
 */
export function spread(after, before, count) {
  const steps = BigInt(count + 1);
  const end = before ?? plus(after, steps);
  for (let decimals = Math.max(decimalsOf(after), decimalsOf(end)); decimals <= MOST_DECIMALS; decimals++) {
    const low = scaled(after, decimals);
    const size = scaled(end, decimals) - low;
    if (size < steps * ROOM) continue;
    return Array.from({ length: count }, (_, i) => unscaled(low + (size * BigInt(i + 1)) / steps, decimals));
  }
  return null;
}

/**
 * Behind all others, and before rows that are added later: their rank is the time.
 *
 * @param {string} last @param {() => number} random @param {() => number} now
 */
function rankAtEnd(last, random, now) {
  const time = unscaled(BigInt(Math.floor(now())) * 1000n + BigInt(Math.floor(random() * 1000)), TIME_DECIMALS);
  return compare(time, last) > 0 ? time : plus(last, 1n);
}

/** @param {string} rank @param {bigint} whole */
function plus(rank, whole) {
  const decimals = decimalsOf(rank);
  return unscaled(scaled(rank, decimals) + whole * 10n ** BigInt(decimals), decimals);
}

/** @param {string} low @param {string} high @param {() => number} random */
function inside(low, high, random) {
  if (compare(low, high) >= 0) return null;
  const size = Math.max(MOST_DECIMALS, decimalsOf(low), decimalsOf(high));
  for (let decimals = 0; decimals <= MOST_DECIMALS; decimals++) {
    const unit = 10n ** BigInt(size - decimals);
    const first = floor(scaled(low, size), unit) + 1n;
    const last = -floor(-scaled(high, size), unit) - 1n;
    const third = (last - first) / 3n;
    // Of the middle third, so that there is room on both sides.
    if (last - first >= ROOM)
      return unscaled(first + third + (third * BigInt(Math.floor(random() * 1e6))) / 1_000_000n, decimals);
  }
  return null;
}

/** Division rounded down. @param {bigint} value @param {bigint} unit */
function floor(value, unit) {
  const quotient = value / unit;
  return value % unit !== 0n && value < 0n ? quotient - 1n : quotient;
}
