import { LIMITS } from '@plinth/data';
import { AppError } from '@plinth/plugin';

/** The open streams of one user or address. @typedef {{ key: string, taken: number }} StreamSlot */

/**
 * Limits the number of open streams. A slot that was taken is released with `leave`.
 *
 * @param {{ mostInAll?: number, mostOfUser?: number, mostOfAddress?: number }} [limits]
 */
export function createStreamSlots({
  mostInAll = LIMITS.serverStreams,
  mostOfUser = LIMITS.userStreams,
  mostOfAddress = LIMITS.addressStreams,
} = {}) {
  /** @type {Map<string, StreamSlot>} */
  const slots = new Map();
  let all = 0;
  return {
    /**
     * @param {{ userId: string | null, address: string }} who
     * @returns {StreamSlot}
     * @throws {AppError} TOO_MANY_STREAMS (429), STREAMS_FULL (503)
     */
    take({ userId, address }) {
      const key = userId ?? address;
      const slot = slots.get(key) ?? { key, taken: 0 };
      if (slot.taken >= (userId ? mostOfUser : mostOfAddress)) {
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
      slot.taken++;
      slots.set(key, slot);
      return slot;
    },
    /** @param {StreamSlot} slot */
    leave(slot) {
      all--;
      if (--slot.taken === 0) slots.delete(slot.key);
    },
    taken: () => all,
  };
}
