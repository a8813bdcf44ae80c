import { AppError } from '@plinth/plugin';

/** Listeners of one process; there must be connections left for everything else. */
const MOST_IN_ALL = 10_000;
/** A person has tabs and devices; of visitors many may share an address. */
const MOST_OF_USER = 50;
const MOST_OF_ADDRESS = 200;

/**
 * How many may listen at once. A place is free again when its `leave` is called.
 *
 * @param {{ mostInAll?: number, mostOfUser?: number, mostOfAddress?: number }} [limits]
 */
export function createPlaces({
  mostInAll = MOST_IN_ALL,
  mostOfUser = MOST_OF_USER,
  mostOfAddress = MOST_OF_ADDRESS,
} = {}) {
  /** @type {Map<string, number>} */
  const taken = new Map();
  let all = 0;
  return {
    /**
     * @param {{ userId: string | null, address: string }} who
     * @throws {AppError} TOO_MANY_STREAMS (429), STREAMS_FULL (503)
     */
    take({ userId, address }) {
      const key = userId ?? address;
      const own = taken.get(key) ?? 0;
      if (own >= (userId ? mostOfUser : mostOfAddress)) {
        throw new AppError('TOO_MANY_STREAMS', 'Too many streams of changes are open for you already', {
          status: 429,
          hint: 'Close some; one stream can carry several tables',
        });
      }
      if (all >= mostInAll) {
        throw new AppError('STREAMS_FULL', 'Too many people listen to changes just now', {
          status: 503,
          hint: 'Try again later, or run more workers',
        });
      }
      all++;
      taken.set(key, own + 1);
      let left = false;
      return () => {
        if (left) return;
        left = true;
        all--;
        const rest = Number(taken.get(key)) - 1;
        if (rest > 0) taken.set(key, rest);
        else taken.delete(key);
      };
    },
    taken: () => all,
  };
}
