import { AppError } from '@plinth/plugin';

/** Listeners of one process; there are connections left for everything else (http/listener.js). */
const MOST_IN_ALL = 10_000;
/** A person has tabs and devices; of visitors many may share an address. */
const MOST_OF_USER = 50;
const MOST_OF_ADDRESS = 200;

/**
 * Those of one user or address.
 *
 * @typedef {{ key: string, taken: number }} Place
 */

/**
 * How many may listen at once. A place that was taken is given back with `leave`.
 *
 * @param {{ mostInAll?: number, mostOfUser?: number, mostOfAddress?: number }} [limits]
 */
export function createPlaces({
  mostInAll = MOST_IN_ALL,
  mostOfUser = MOST_OF_USER,
  mostOfAddress = MOST_OF_ADDRESS,
} = {}) {
  /** @type {Map<string, Place>} */
  const places = new Map();
  let all = 0;
  return {
    /**
     * @param {{ userId: string | null, address: string }} who
     * @returns {Place}
     * @throws {AppError} TOO_MANY_STREAMS (429), STREAMS_FULL (503)
     */
    take({ userId, address }) {
      const key = userId ?? address;
      const place = places.get(key) ?? { key, taken: 0 };
      if (place.taken >= (userId ? mostOfUser : mostOfAddress)) {
        throw new AppError('TOO_MANY_STREAMS', 'You have too many open change streams', {
          status: 429,
          hint: 'Close some. One stream can cover several tables',
        });
      }
      if (all >= mostInAll) {
        throw new AppError('STREAMS_FULL', 'The server has too many open change streams', {
          status: 503,
          hint: 'Try again later, or run more workers',
        });
      }
      all++;
      place.taken++;
      places.set(key, place);
      return place;
    },
    /** @param {Place} place */
    leave(place) {
      all--;
      if (--place.taken === 0) places.delete(place.key);
    },
    taken: () => all,
  };
}
