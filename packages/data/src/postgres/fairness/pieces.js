import { setImmediate as endOfTurn } from 'node:timers/promises';

/**
 * Spreads work that keeps the process busy, such as printing pages, over turns of the event loop: each person gets one
 * piece per turn, so other people's requests come in between.
 *
 * @returns {(key: string) => Promise<void> | undefined} call it with the person's key before each piece; wait for the
 *   promise, if there is one
 */
export function createPieces() {
  /** By person: the end of the turn in which their latest piece runs. @type {Map<string, Promise<void>>} */
  const last = new Map();
  return (key) => {
    const before = last.get(key);
    const mine = (before ?? Promise.resolve()).then(() => endOfTurn());
    last.set(key, mine);
    void mine.then(() => last.get(key) === mine && last.delete(key));
    return before;
  };
}
